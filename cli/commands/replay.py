"""`deadreckon replay`: a game event by event, as text, as a picture or with the arrow keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import audit_options, inputs, options, shell_completion
from cli import output as cli_output
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
    shell_complete=shell_completion.complete_place,
    help="Only the position after event N (0: the start).",
)
@click.option("--format", "form", type=click.Choice(FORMS), help="Text, JSON for programs, or a picture.")
@click.option(
    "--output", "-o", type=click.Path(), metavar="PICTURE", help="Write the picture to this file, .svg or .png."
)
@audit_options.book_and_rule_options
@options.colour_option
@click.pass_context
def command(
    ctx: click.Context, /, file: str, at: int | None, form: str | None, output: str | None, **reading: Json
) -> None:
    """Replay the log FILE (or - for stdin).

    On a terminal, step through it: ← → and n p for findings, ? for all keys.

    \b
    deadreckon replay final.log
    deadreckon replay final.log --at 41                 the table after event 41
    deadreckon replay final.log --at 41 -o after-41.svg
    deadreckon replay final.log --at 41 -o after-41.png   with the extra `pictures`
    deadreckon replay final.log --format json           one JSON object a line
    """
    from cli.open_log import open_log_with_report
    from engine.kernel.log import LogError

    form = form if output is None else _choose_form(output, form, file)
    try:
        opened = open_log_with_report(inputs.read_one_log(file), audit_options.make_audit_options(**reading))
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    if form in PICTURES:
        place = len(opened.entries) if at is None else opened.find_place(at)
        _write_picture(opened.picture_at(place), form, output)
    elif at is not None:
        _show_place(opened, opened.find_place(at), form)
    elif form is None and _is_interactive(file):
        _step_through(opened)
    else:
        _show_all(opened, form)


def _choose_form(output: str, form: str | None, file: str) -> str:
    """Choose the type of picture by the file's ending. Refuse a contradicting --format."""
    ending = output.rpartition(".")[2].lower()
    if ending not in PICTURES or form not in {None, ending}:
        raise click.UsageError(
            "--output writes a picture, to a file whose name ends in .svg or .png, as --format says."
        )
    if inputs.is_among(output, [file]):
        raise click.UsageError(f"{inputs.name_input(output)} is the log itself. Name another file.")
    return ending


def _write_picture(svg: str, form: str, output: str | None) -> None:
    raw = svg.encode()
    if form == "png":
        from api.web.game.png import NoPngError, draw_png

        if output is None and sys.stdout.isatty():
            raise click.UsageError("A PNG cannot be shown in a terminal. Write it to a file: -o picture.png.")
        try:
            raw = draw_png(svg)
        except NoPngError as wrong:
            raise click.ClickException(str(wrong)) from None
    cli_output.write_bytes_to(output, raw, whole=form == "png")


def _is_interactive(file: str) -> bool:
    return file != inputs.PIPED and sys.stdin.isatty() and sys.stdout.isatty()


def _show_place(opened: TerminalViewer, place: int, form: str | None) -> None:
    from cli.replay.position import format_place

    if form == "json":
        cli_output.write_json(opened.place_document(place))
    else:
        cli_output.say_lines(format_place(opened, place))


def _show_all(opened: TerminalViewer, form: str | None) -> None:
    from cli.replay.position import format_finding_lines

    if form == "json":
        import msgspec

        for at, step in enumerate(opened.steps_after(), 1):
            cli_output.write_document(
                cli_output.escape_invisible_characters(msgspec.json.encode(opened.step_document(step, at)))
            )
        return
    for finding in opened.findings_at(0):
        cli_output.say_lines(format_finding_lines(finding, 0))
    for at, step in enumerate(opened.steps_after(), 1):
        cli_output.say_lines(_format_step(opened, step, at))
    if opened.timeline.stopped is not None:
        cli_output.tell(f"The replay stopped at event {opened.timeline.stopped}, as --policy stop asks.")


def _format_step(opened: TerminalViewer, step: Step, at: int) -> Iterator[cli_output.Painted]:
    """Format one event as a line, with its changes and findings below."""
    from cli.replay.position import MANNER, format_changes, format_failures, format_finding_lines

    found = opened.findings_at(at)
    style = MANNER.get(found[0].status, "plain") if found else "quiet"
    yield cli_output.join_parts(
        cli_output.paint(f"{step.seq:>5} ", style),
        cli_output.paint("✗ " if found else "  ", style),
        opened.spell_event(step.event),
    )
    yield from format_changes(step.changed, 10)
    yield from format_failures(step.unapplied, 10)
    for finding in found:
        yield from format_finding_lines(finding, 8)


def _step_through(opened: TerminalViewer) -> None:
    """Let the user step through the game until they quit."""
    from cli.replay.screen import count_rows, draw_screen
    from cli.replay.steps import ShownPlace, apply_keys

    place = ShownPlace(0, len(opened.entries), opened.places_with_findings, tuple(seq for seq, _ in opened.entries))
    while not place.over:
        click.clear()
        cli_output.say_lines(draw_screen(opened, place, count_rows()))
        place = apply_keys(click.getchar(), place)
