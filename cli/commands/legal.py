"""`deadreckon legal`: the legal moves at one place in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import audit_options, inputs, options, output, shell_completion
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from cli.open_log import TerminalViewer
    from engine.kernel.events import Event
    from engine.kernel.table import AnyTable

IN_DOUBT = "The record leaves open {} could be done here: it, or the content pack, lacks what the rules need."


@click.command("legal", short_help="List the legal moves at a place.")
@options.file_argument
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    shell_complete=shell_completion.complete_place,
    help="After event N (0: at the start); by default at the end.",
)
@options.format_option
@audit_options.book_and_rule_options
@click.pass_context
def command(ctx: click.Context, /, file: str, at: int | None, form: str, **reading: Json) -> None:
    """List every legal move after event N of the log FILE (or - for stdin).

    Each move is written as a line that could continue the log.

    \b
    deadreckon legal final.log --at 40      what else could have been done instead of event 41
    deadreckon legal final.log --at 40 --format json
    """
    from cli.open_log import open_log
    from engine.kernel.log import LogError
    from engine.kernel.replay.legal import list_legal_moves

    try:
        opened = open_log(inputs.read_one_log(file), audit_options.make_audit_options(**reading))
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    place = len(opened.entries) if at is None else opened.find_place(at)
    table = opened.table_at(place)
    if form == "json":
        output.write_json(opened.legal_document(place))
    else:
        _print_moves(opened, place, table, list_legal_moves(opened.prepared.program, table))


def _print_moves(opened: TerminalViewer, place: int, table: AnyTable, moves: list[Event]) -> None:
    from audit.model.step import describe_situation
    from engine.kernel.replay.legal import may_have_more_moves

    seq = opened.entries[place - 1][0] if place else 0
    output.tell(f"After event {seq}: " if seq else "At the start: ", describe_situation(opened.prepared.game, table))
    by_seat: dict[str, list[Event]] = {}
    for move in moves:
        by_seat.setdefault(str(getattr(move, "by", "")), []).append(move)
    for seat, held in by_seat.items():
        if len(by_seat) > 1:
            output.say(output.paint(f"# {seat}", "quiet"))
        for move in held:
            dead_end = opened.prepared.game.dead_end(table, move)
            if dead_end:
                output.say(output.paint(f"# The next one is legal, but {dead_end}.", "quiet"))
            output.say(opened.spell_event(move))
    if may_have_more_moves(opened.prepared.program, table):
        output.tell(IN_DOUBT.format("what else" if moves else "what"))
    elif not moves:
        output.tell("No player has a decision here.")
