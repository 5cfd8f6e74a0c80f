"""`deadreckon merge`: one log of what two records of a game agree on."""

from __future__ import annotations

import click

from cli import audit_options, inputs, options
from cli import output as cli_output
from cli.commands.compare import compare_files, record_options
from engine.kernel.basics.json_types import Json


@click.command("merge", short_help="Write what two records of one game agree on.")
@click.option(
    "--to",
    "spelling",
    type=click.Choice(options.SPELLINGS),
    default="text",
    show_default=True,
    help="The spelling to write.",
)
@click.option(
    "--header",
    "head",
    type=click.Choice(["A", "B"], case_sensitive=False),
    help="The header to use if they set different tables.",
)
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write the log to this file.")
@record_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    one: str,
    other: str,
    spelling: str,
    head: str | None,
    output: str | None,
    **reading: Json,
) -> None:
    """Write one log from A and B, two logs of one game that two people wrote.

    Where they differ, the log has a note with both lines and the judgement of the rules. Below it are the parts on
    which both agree, with ?? for the rest. A line in only one of them is quoted in the note and not written. Comments
    are left out. Corrections are applied to each log first. Rulings are left out, because they name events by number.
    Exit code 0: no note was needed.

    \b
    deadreckon merge ada.log ben.log -o both.log
    deadreckon merge ada.log ben.log --header A | deadreckon audit -
    """
    from audit.two_recorders import merge_logs
    from engine.kernel.basics.plural import count_noun
    from engine.kernel.log import LogError

    if output is not None and inputs.is_among(output, [one, other]):
        raise click.UsageError("Name another file. The two records are never overwritten.")
    comparison = compare_files(ctx, one, other, audit_options.make_audit_options(**reading))
    try:
        both = merge_logs(comparison, spelling, (head or "").lower())
    except LogError as wrong:
        inputs.exit_unreadable(ctx, one, wrong)
        return
    if left := comparison.a.rulings_count + comparison.b.rulings_count:
        cli_output.tell(f"{count_noun(left, 'ruling')} left out: they name events by number.")
    if both.notes:
        cli_output.tell(f"{count_noun(both.notes, 'note')} where the two records differ.")
    with cli_output.open_destination(output) as out:
        out(both.text)
    ctx.exit(1 if both.notes else 0)
