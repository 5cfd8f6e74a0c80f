"""`deadreckon legal`: what could be done at one place in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options
from cli import output as printing
from cli import shell_completion as completing
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from cli.open_log import TerminalViewer
    from engine.kernel.events import Event
    from engine.kernel.table import AnyTable

IN_DOUBT = "The record leaves open {} could be done here: it, or the content pack, lacks what the rules need to know."


@click.command("legal", short_help="List the legal moves at a place.")
@options.file_argument
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    shell_complete=completing.complete_place,
    help="After event N (0: at the start); else at the end.",
)
@options.listing_format
@options.reading_options
@click.pass_context
def command(ctx: click.Context, /, file: str, at: int | None, form: str, **reading: Json) -> None:
    """List every legal move after event N of the log FILE (or - for stdin), as lines that a log could go on with.

    \b
    deadreckon legal final.log --at 40      what else could have been done instead of event 41
    deadreckon legal final.log --at 40 --format json
    """
    from cli.open_log import open_log
    from engine.kernel.log import LogError
    from engine.kernel.replay.legal import legal_moves

    try:
        opened = open_log(inputs.one_log(file), options.asked(**reading))
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
        return
    place = len(opened.entries) if at is None else opened.place_of(at)
    table = opened.table(place)
    if form == "json":
        printing.hand_over_json(opened.legal_document(place))
    else:
        _print(opened, place, table, legal_moves(opened.prepared.program, table))


def _print(opened: TerminalViewer, place: int, table: AnyTable, moves: list[Event]) -> None:
    from audit.model.step import situation
    from engine.kernel.replay.legal import in_doubt

    seq = opened.entries[place - 1][0] if place else 0
    printing.tell(f"After event {seq}: " if seq else "At the start: ", situation(opened.prepared.game, table))
    by_seat: dict[str, list[Event]] = {}
    for move in moves:
        by_seat.setdefault(str(getattr(move, "by", "")), []).append(move)
    for seat, held in by_seat.items():
        if len(by_seat) > 1:
            printing.say(printing.paint(f"# {seat}", "quiet"))
        for move in held:
            dead_end = opened.prepared.game.dead_end(table, move)
            if dead_end:
                printing.say(printing.paint(f"# The next one is legal, but {dead_end}.", "quiet"))
            printing.say(opened.spelled(move))
    if in_doubt(opened.prepared.program, table):
        printing.tell(IN_DOUBT.format("what else" if moves else "what"))
    elif not moves:
        printing.tell("No player has anything to decide here.")
