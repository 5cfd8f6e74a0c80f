"""The trading voyage: choosing a stack, revealing its tiles, and settling each before the next."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.reckoning import mine
from engine.games.north_wind.rules.claims.voyage import misnumbered
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.turns import AT_SEA
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import FOG, SHUFFLING, VOYAGE
from engine.games.north_wind.state import STACK, Table, Turn
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("The trading voyage")


@chapter.rule(
    "NW-VOYAGE-01",
    on=e.SailInto,
    says="A voyage goes into one of the three stacks, chosen once.",
    cite=VOYAGE,
    claims=(Wrong.OTHER_STACK,),
)
def one_stack(table: Table, event: e.SailInto) -> Breach | None:
    turn = table.turn
    if table.phase not in AT_SEA or turn is None or event.by != turn.seat:
        return None
    says = f"{event.by} has sailed into {turn.stack} in this turn."
    return Breach(says, {"stack": str(turn.stack)}, "One stack a turn.")


@chapter.rule(
    "NW-VOYAGE-02",
    on=e.CutStack,
    says="Before sailing, any number of tiles may go from the top of the chosen stack under it, and nobody looks.",
    cite=SHUFFLING,
    rulings=("NW-AMB-04", "NW-AMB-05", "NW-AMB-06"),
)
def moved_unseen(table: Table, event: e.CutStack) -> Breach | None:
    turn = table.turn
    if turn is None:
        return None
    return _cut_too_late(table, turn) or _cut_by_another(table, turn, event) or _cut_wrongly(event)


def _cut_too_late(table: Table, turn: Turn) -> Breach | None:
    if turn.row:
        return Breach("Tiles go under the stack after one has been revealed.", {}, "Before the first tile.")
    if turn.looks and table.terms.cut_and_lookout == "cut-then-lookout":
        return Breach("Tiles go under the stack after the Lookout has looked.", {}, "Before the Lookout looks.")
    if table.terms.first_cut == "no" and table.turns == 0:
        return Breach("Tiles go under the stack in the first turn of the game.", {}, "From the second turn on.")
    return None


def _cut_by_another(table: Table, turn: Turn, event: e.CutStack) -> Breach | None:
    opponents = table.terms.cutter == "any-opponent"
    if (event.by != turn.seat) == opponents:
        return None
    may = f"An opponent of {turn.seat}." if opponents else f"{turn.seat}."
    return Breach(f"{event.by} moves tiles under the stack of {turn.seat}'s voyage.", {"seat": event.by}, may)


def _cut_wrongly(event: e.CutStack) -> Breach | None:
    if event.seen:
        seen = " ".join(str(tile) for tile in event.seen)
        return Breach(f"{event.by} looks at the tiles that go under the stack: {seen}.", {}, "Nobody looks at them.")
    if 0 <= event.count <= STACK:
        return None
    return Breach(f"{event.by} moves {event.count} tiles.", {"tiles": event.count}, f"Up to {STACK}.")


@chapter.rule(
    "NW-VOYAGE-03",
    on=(e.RevealTile, e.EndVoyage),
    says="Tiles are revealed from the top of the stack, at least one, one after another, and lie in a row.",
    cite=VOYAGE,
    where=NOT_PLAIN,
    narrows=("NW-VOYAGE-12",),
    rulings=("NW-AMB-02",),
    claims=(Wrong.ROW_MISTAKEN,),
)
def one_after_another(table: Table, event: e.RevealTile | e.EndVoyage) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase == "income":
        return None
    if isinstance(event, e.EndVoyage):
        if turn.row or table.terms.first_tile == "zero-allowed" or table.phase not in AT_SEA:
            return None
        return Breach("The voyage ends, and no tile has been revealed.", {}, "At least one.")
    if is_known(event.index) and event.index and numbered(turn, event.index) is Wrong.ROW_MISTAKEN:
        return wrong_number(turn, event.index)
    top = table.stacks[turn.stack].order[:1] if is_known(turn.stack) and turn.stack else []
    if not top or not is_known(top[0]) or not is_known(event.tile) or event.tile == top[0]:
        return None
    return Breach(f"{event.tile} is revealed, and {top[0]} lies on top.", {"tile": event.tile}, f"{top[0]}.")


def numbered(turn: Turn, index: int) -> Wrong | None:
    """Return what is wrong with the number that the log gives the next tile of the row."""
    due = len(turn.row) + 1
    return None if index == due else misnumbered(turn, index - due)


def wrong_number(turn: Turn, index: int) -> Breach:
    due = len(turn.row) + 1
    return Breach(f"The log calls this tile {index} of the row; it is tile {due}.", {"index": index}, f"{due}.")


chapter.upheld(
    "NW-VOYAGE-06",
    says="Each tile is settled before the next is revealed: a pirate is paid or fought.",
    cite=VOYAGE,
    phases=("pirate",),
)


@chapter.rule(
    "NW-VOYAGE-07",
    on=(e.Buy, e.Sell, e.Exchange, e.Equip, e.ExamineWreck, e.CompleteTask),
    given="index",
    says="Once a tile is revealed, nobody returns to one before it.",
    cite=VOYAGE,
    # Other faults there are judged by the newest tile.
    narrows=(
        "NW-ACTION-03",
        "NW-COMM-01",
        "NW-COMM-03",
        "NW-COMM-04",
        "NW-EQUIP-01",
        "NW-EQUIP-03",
        "NW-MERCH-01",
        "NW-MERCH-02",
        "NW-DEST-01",
        "NW-LOG-04",
    ),
)
def no_return(
    table: Table, event: e.Buy | e.Sell | e.Exchange | e.Equip | e.ExamineWreck | e.CompleteTask
) -> Breach | None:
    turn = table.turn
    if turn is None or not mine(turn, event.by) or not 0 < event.index < len(turn.row):
        return None
    says = f"{event.by} uses tile {event.index}, and tile {len(turn.row)} has been revealed."
    return Breach(says, {"index": event.index}, f"Only tile {len(turn.row)}.")


chapter.permission("NW-VOYAGE-10", says="An action tile may be left unused.", cite=VOYAGE)
chapter.upheld(
    "NW-VOYAGE-11",
    says="A Fog tile cannot be passed by: the white die is rolled.",
    cite=(VOYAGE, FOG),
    phases=("fog",),
)
