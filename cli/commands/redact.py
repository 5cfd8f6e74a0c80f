"""`deadreckon redact`: a log without the names of people, still to be audited."""

from __future__ import annotations

import click

from cli import inputs, options
from cli import output as printing


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
    from audit.intake.prepared import prepare
    from audit.rewrite.redact import redacted
    from engine.kernel.log import LogError
    from engine.kernel.spellings import write

    try:
        prepared = prepare(inputs.one_log(file), options.games())
        for fault in prepared.log.faults:
            inputs.tell_fault(file, fault)
        written = write(redacted(prepared), prepared.log.spelling, prepared.game.vocabulary)
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
    else:
        printing.hand_over(written)
