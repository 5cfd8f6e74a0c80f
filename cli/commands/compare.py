"""`deadreckon compare`: where two records of one game differ, and which of them the rules support."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import audit_options, inputs, options, output
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from audit import AuditOptions
    from audit.two_recorders import Comparison


def record_options(command: options.Command) -> options.Command:
    """Add the arguments for two records, and the options for reading them."""
    command = click.argument("other", metavar="B", type=click.Path(allow_dash=True))(command)
    command = click.argument("one", metavar="A", type=click.Path(allow_dash=True))(command)
    known = "Make a content pack known, by its id, to logs that name it (repeatable)."
    packs = click.option("--pack", "packs", type=options.PackFile(), multiple=True, help=known)
    return audit_options.rulebook_options(packs(command))


@click.command("compare", short_help="Compare two records of one game.")
@record_options
@options.format_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    one: str,
    other: str,
    form: str,
    **reading: Json,
) -> None:
    """Compare two logs of one game that two people wrote, A and B (either may be - for stdin).

    The result lists missing, doubled, swapped and differing lines, and differences between the headers. The rules
    support a side only if the other one alone breaks a rule; the table must settle all else. Each log's own corrections
    are applied first, and comments are not compared. Exit code 0: both say the same.

    \b
    deadreckon compare ada.log ben.log
    deadreckon compare ada.log ben.csv --format json
    """
    comparison = compare_files(ctx, one, other, audit_options.make_audit_options(**reading))
    if form == "json":
        from audit.two_recorders.document import comparison_document

        output.write_json(comparison_document(comparison))
    else:
        _print_comparison(comparison, one, other)
    ctx.exit(0 if comparison.is_same else 1)


def compare_files(ctx: click.Context, one: str, other: str, asked: AuditOptions) -> Comparison:
    """Compare two files, or exit with the faults of one."""
    from audit.two_recorders import compare_logs
    from audit.two_recorders.comparison import WhichLogError
    from engine.kernel.log import LogError

    inputs.refuse_repeated_pipe([one, other])
    path = one
    try:
        first = inputs.read_one_log(one)
        path = other
        second = inputs.read_one_log(other)
        return compare_logs(first, second, options.load_games(), asked)
    except WhichLogError as wrong:
        inputs.exit_unreadable(ctx, one if wrong.which == "a" else other, wrong)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, path, wrong)
    raise AssertionError


def _print_comparison(comparison: Comparison, one: str, other: str) -> None:
    from audit.two_recorders import sentences

    output.say_paragraph(f"A is {inputs.name_input(one)}, B is {inputs.name_input(other)}.")
    for name, record in (("A", comparison.a), ("B", comparison.b)):
        output.say_paragraph(sentences.describe_record(name, record))
    for head in comparison.heads:
        output.say_paragraph(f"The headers differ in the {sentences.describe_header_difference(head)}", style="doubt")
    for number, difference in enumerate(comparison.both.differences):
        output.say()
        output.say_paragraph(sentences.describe_difference_kind(difference), 4, "strong", lead=f"{number + 1}.")
        for name, entries, record in (("A", difference.a, comparison.a), ("B", difference.b, comparison.b)):
            for entry in entries:
                output.say(f"    {name} {sentences.quote_entry_line(entry, record)}")
        bearing = comparison.bearings[number]
        output.say_paragraph(
            sentences.describe_side_judgement(bearing, comparison), 4, "good" if bearing.side else "doubt"
        )
    output.say()
    output.say_paragraph(sentences.summarize_comparison(comparison))
