"""`deadreckon redact`: a log without people's names, which can still be audited."""

from __future__ import annotations

import click

from cli import inputs, options, output


@click.command("redact", short_help="Take people's names out of a log.")
@options.file_argument
@click.pass_context
def command(ctx: click.Context, file: str) -> None:
    """Write FILE (or - for stdin) with seats in place of players, to post a dispute without naming anyone.

    Names, occasion, date, comments, remarks and the authors of corrections are left out. Every event has the same
    number as before, so an audit gives the same result.

    \b
    deadreckon redact final.log > dispute.log
    """
    from audit.intake.preparation import prepare_log
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
