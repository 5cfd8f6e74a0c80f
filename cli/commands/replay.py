"""`deadreckon replay`: a game event by event, on paper or with the arrow keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import inputs, options
from cli import output as printing
from cli import shell_completion as completing
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from cli.open_log import TerminalViewer
    from engine.kernel.replay.timeline import Step

PICTURES = ("svg", "png")
FORMS = ("text", "json", *PICTURES)


@click.command("replay", short_help="Step through a game.")
@options.file_argument
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    shell_complete=completing.complete_place,
    help="Only the place after event N (0: the start).",
)
@click.option("--format", "form", type=click.Choice(FORMS), help="For a person, a program, or as a picture.")
@click.option(
    "--output", "-o", type=click.Path(), metavar="PICTURE", help="Write the picture to this file, .svg or .png."
)
@options.reading_options
@options.colour_option
@click.pass_context
def command(
    ctx: click.Context, /, file: str, at: int | None, form: str | None, output: str | None, **reading: Json
) -> None:
    """Replay the log FILE (or - for stdin). On a terminal, step through it: ← → and n p for findings, ? for all keys.

    \b
    deadreckon replay final.log
    deadreckon replay final.log --at 41                 the table after event 41
    deadreckon replay final.log --at 41 -o after-41.svg
    deadreckon replay final.log --at 41 -o after-41.png   with the extra `pictures`
    deadreckon replay final.log --format json           one JSON object a line
    """
    from cli.open_log import open_judged
    from engine.kernel.log import LogError

    form = form if output is None else _form_of(output, form, file)
    try:
        opened = open_judged(inputs.one_log(file), options.asked(**reading))
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
        return
    if form in PICTURES:
        place = len(opened.entries) if at is None else opened.place_of(at)
        _hand_over_picture(opened.picture(place), form, output)
    elif at is not None:
        _show_place(opened, opened.place_of(at), form)
    elif form is None and _at_a_terminal(file):
        _step_through(opened)
    else:
        _show_all(opened, form)


def _form_of(output: str, form: str | None, file: str) -> str:
    """Tell by the name of a file which picture it is to be; what contradicts that is refused."""
    ending = output.rpartition(".")[2].lower()
    if ending not in PICTURES or form not in {None, ending}:
        raise click.UsageError(
            "--output writes a picture, to a file whose name ends in .svg or .png, as --format says."
        )
    if inputs.is_among(output, [file]):
        raise click.UsageError(f"{inputs.named(output)} is the log itself. Name another file.")
    return ending


def _hand_over_picture(svg: str, form: str, output: str | None) -> None:
    raw = svg.encode()
    if form == "png":
        from api.web.game.png import NoPngError, png

        if output is None and sys.stdout.isatty():
            raise click.UsageError("A PNG is no text for a terminal. Write it to a file: -o picture.png.")
        try:
            raw = png(svg)
        except NoPngError as wrong:
            raise click.ClickException(str(wrong)) from None
    printing.hand_over_to(output, raw, whole=form == "png")


def _at_a_terminal(file: str) -> bool:
    return file != inputs.PIPED and sys.stdin.isatty() and sys.stdout.isatty()


def _show_place(opened: TerminalViewer, place: int, form: str | None) -> None:
    from cli.replay.position import page

    if form == "json":
        printing.hand_over_json(opened.place_document(place))
    else:
        printing.say_all(page(opened, place))


def _show_all(opened: TerminalViewer, form: str | None) -> None:
    from cli.replay.position import finding_lines

    if form == "json":
        import msgspec

        for at, step in enumerate(opened.steps(), 1):
            printing.hand_over(printing.visible(msgspec.json.encode(opened.step_document(step, at))))
        return
    for finding in opened.findings_at(0):
        printing.say_all(finding_lines(finding, 0))
    for at, step in enumerate(opened.steps(), 1):
        printing.say_all(_step_lines(opened, step, at))
    if opened.timeline.stopped is not None:
        printing.tell(f"The replay stopped at event {opened.timeline.stopped}, as --policy stop asks.")


def _step_lines(opened: TerminalViewer, step: Step, at: int) -> Iterator[printing.Painted]:
    """Show one event on one line, and under it what it changed and what is wrong with it."""
    from cli.replay.position import MANNER, changes, finding_lines, undone

    found = opened.findings_at(at)
    style = MANNER.get(found[0].status, "plain") if found else "quiet"
    yield printing.line(
        printing.paint(f"{step.seq:>5} ", style),
        printing.paint("✗ " if found else "  ", style),
        opened.spelled(step.event),
    )
    yield from changes(step.changed, 10)
    yield from undone(step.unapplied, 10)
    for finding in found:
        yield from finding_lines(finding, 8)


def _step_through(opened: TerminalViewer) -> None:
    """Let a person step through the game until they leave."""
    from cli.replay.screen import rows, screen
    from cli.replay.steps import ShownPlace, all_turned

    place = ShownPlace(0, len(opened.entries), opened.places_found, tuple(seq for seq, _ in opened.entries))
    while not place.over:
        click.clear()
        printing.say_all(screen(opened, place, rows()))
        place = all_turned(click.getchar(), place)
