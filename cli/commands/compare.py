"""`deadreckon compare`: two records of one game, where they differ, and which of them the rules bear out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options
from cli import output as printing
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from audit import Asked
    from audit.two_recorders import Comparison


def record_options(command: options.Command) -> options.Command:
    """Take what two records are read by, beside what their headers say."""
    command = click.argument("other", metavar="B", type=click.Path(allow_dash=True))(command)
    command = click.argument("one", metavar="A", type=click.Path(allow_dash=True))(command)
    known = "Make a content pack known, by its id, to logs that name it (repeatable)."
    packs = click.option("--pack", "packs", type=options.PackFile(), multiple=True, help=known)
    return options.rulebook_options(packs(command))


@click.command("compare", short_help="Lay two records of one game side by side.")
@record_options
@options.listing_format
@click.pass_context
def command(
    ctx: click.Context,
    /,
    one: str,
    other: str,
    form: str,
    **reading: Json,
) -> None:
    """Compare two logs of one game that two people kept, A and B (either may be - for stdin).

    Lines missing, doubled, swapped or written otherwise are named, and what their headers say differently. A side is
    borne out by the rules only where the other alone breaks one; all else is for the table to say. Each log's own
    corrections are laid over it first; comments are not compared. Exit code 0: both say the same.

    \b
    deadreckon compare ada.log ben.log
    deadreckon compare ada.log ben.csv --format json
    """
    comparison = comparison_of(ctx, one, other, options.asked(**reading))
    if form == "json":
        from audit.two_recorders.document import document_of

        printing.hand_over_json(document_of(comparison))
    else:
        _say(comparison, one, other)
    ctx.exit(0 if comparison.same else 1)


def comparison_of(ctx: click.Context, one: str, other: str, asked: Asked) -> Comparison:
    """Compare two files, or end with what is wrong with one of them."""
    from audit.two_recorders import compared
    from audit.two_recorders.comparison import WhichLogError
    from engine.kernel.log import LogError

    inputs.only_once([one, other])
    path = one
    try:
        first = inputs.one_log(one)
        path = other
        second = inputs.one_log(other)
        return compared(first, second, options.games(), asked)
    except WhichLogError as wrong:
        inputs.refuse(ctx, one if wrong.which == "a" else other, wrong)
    except LogError as wrong:
        inputs.refuse(ctx, path, wrong)
    raise AssertionError


def _say(comparison: Comparison, one: str, other: str) -> None:
    from audit.two_recorders import sentences

    printing.say_paragraph(f"A is {inputs.named(one)}, B is {inputs.named(other)}.")
    for name, record in (("A", comparison.a), ("B", comparison.b)):
        printing.say_paragraph(sentences.record_says(name, record))
    for head in comparison.heads:
        printing.say_paragraph(f"The headers differ in the {sentences.head_says(head)}", style="doubt")
    for number, difference in enumerate(comparison.both.differences):
        printing.say()
        printing.say_paragraph(sentences.kind_says(difference), 4, "strong", lead=f"{number + 1}.")
        for name, entries, record in (("A", difference.a, comparison.a), ("B", difference.b, comparison.b)):
            for entry in entries:
                printing.say(f"    {name} {sentences.line_says(entry, record)}")
        bearing = comparison.bearings[number]
        printing.say_paragraph(sentences.bearing_says(bearing, comparison), 4, "good" if bearing.side else "doubt")
    printing.say()
    printing.say_paragraph(sentences.summary_says(comparison))
