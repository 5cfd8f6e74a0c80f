"""`deadreckon redact`: a log without the names of people, still to be audited."""

from __future__ import annotations

import click

from cli import inputs, options, output


@click.command("redact", short_help="Take people's names out of a log.")
@options.file_argument
@click.pass_context
def command(ctx: click.Context, file: str) -> None:
    """Write FILE (or - for stdin) with seats for players, to post a dispute without naming anybody.

    Names, occasion, date, comments, remarks and who corrected what are left out. Every event keeps its number, so that
    an audit comes to the same.

    \b
    deadreckon redact final.log > dispute.log
    """
    from audit.intake.prepared import prepare_log
    from audit.rewrite.redact import redact_log
    from engine.kernel.log import LogError
    from engine.kernel.spellings import write

    try:
        prepared = prepare_log(inputs.read_one_log(file), options.load_games())
        for fault in prepared.log.faults:
            inputs.tell_fault(file, fault)
        written = write(redact_log(prepared), prepared.log.spelling, prepared.game.vocabulary)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
    else:
        output.write_document(written)
