"""The sea tiles: their stacks, how many of a kind there are, and the shuffle after a voyage."""

from __future__ import annotations

from engine.games.north_wind.events import CutStack, RevealTile, ShuffleStack, UseLookout
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.turns import AT_SEA
from engine.games.north_wind.sources import SHUFFLING, STACKS, VOYAGE
from engine.games.north_wind.state import STACK, Stack, Table, Turn
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Stacks and tiles")


@chapter.rule(
    "NW-VOYAGE-15",
    on=ShuffleStack,
    says="After the voyage all eight tiles of the chosen stack are shuffled face down and put back.",
    cite=SHUFFLING,
)
def all_eight_shuffled(table: Table, event: ShuffleStack) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in AT_SEA:
        return None
    if turn.stack != event.harbor:
        facts: dict[str, int | str] = {"stack": turn.stack, "harbor": event.harbor}
        says = f"The stack of {event.harbor} is shuffled after a voyage into {turn.stack}."
        return Breach(says, facts, f"That of {turn.stack}.")
    if not event.count or event.count == STACK:
        return None
    counted = "1 tile is" if event.count == 1 else f"{event.count} tiles are"
    return Breach(f"{counted} shuffled.", {"tiles": event.count}, f"All {STACK}.")


@chapter.rule(
    "NW-VOYAGE-16",
    on=(RevealTile, CutStack),
    given="harbor",
    says="A voyage leaves the other two stacks as they are.",
    cite=SHUFFLING,
    narrows=("NW-SETUP-04", "NW-VOYAGE-03", "NW-VOYAGE-17", "NW-VOYAGE-18"),
)
def chosen_stack_only(table: Table, event: RevealTile | CutStack) -> Breach | None:
    turn = table.turn
    if turn is None or not is_known(turn.stack) or not turn.stack or event.harbor == turn.stack:
        return None
    what = "A tile is revealed from" if isinstance(event, RevealTile) else "Tiles are moved in"
    facts: dict[str, int | str] = {"harbor": event.harbor, "stack": turn.stack}
    return Breach(f"{what} the stack of {event.harbor}.", facts, f"This voyage goes into that of {turn.stack}.")


@chapter.rule(
    "NW-VOYAGE-17",
    on=(Start, RevealTile),
    where=NOT_PLAIN,
    says="No tile is revealed twice in one voyage.",
    cite=VOYAGE,
    narrows=("NW-VOYAGE-18", "NW-LOG-03"),
    reads=("tiles",),
)
def once_in_a_voyage(table: Table, event: Start | RevealTile) -> Breach | None:
    turn = table.turn
    if turn is None or not (turn.row or turn.put_under):
        return None
    if isinstance(event, Start):
        row = [drawn.tile for drawn in turn.row]
        return next((found for at, tile in enumerate(row) if (found := _again(table, tile, row[:at]))), None)
    # A tile that the Lookout put under the stack comes up again only after all the others.
    below = table.stacks[turn.stack].order[1:] if turn.put_under and is_known(turn.stack) else []
    return _again(table, event.tile, [*(drawn.tile for drawn in turn.row), *below])


def _again(table: Table, tile: str, before: list[str]) -> Breach | None:
    """Report a tile that comes once more than there are tiles of its name."""
    if not is_known(tile):
        return None
    seen = sum(1 for one in before if is_known(one) and one == tile)
    if not seen or seen < (copies := table.content.tile(tile).copies):
        return None
    there = "is one tile" if copies == 1 else f"are {copies} tiles"
    return Breach(f"{tile} is revealed again, and there {there} of it.", {"tile": tile, "copies": copies})


@chapter.rule(
    "NW-VOYAGE-18",
    on=(RevealTile, UseLookout),
    where=NOT_PLAIN,
    says="Which tiles lie in which stack stays the same through the game.",
    cite=(STACKS, SHUFFLING),
    narrows=("NW-LOG-03",),
    reads=("tiles",),
    claims=("contents.*",),
)
def same_stack_all_game(table: Table, event: RevealTile | UseLookout) -> Breach | None:
    turn, tile = table.turn, event.tile
    if turn is None or not turn.stack or not is_known(tile) or not tile:
        return None
    stack = table.stacks[turn.stack]
    here = _here(stack, turn, tile)
    if here <= stack.holds.get(tile, 0):
        return None
    return _ninth(stack, tile, here) or _elsewhere(table, stack, tile, here)


def _here(stack: Stack, turn: Turn, tile: str) -> int:
    """Return how many of a tile this stack must hold if this is one of them."""
    here = 1
    for drawn in turn.row:
        here += is_known(drawn.tile) and drawn.tile == tile
    # Only what the Lookout has seen is known before it is revealed.
    for one in stack.order[1:] if turn.looks else ():
        here += is_known(one) and one == tile
    return here


def _ninth(stack: Stack, tile: str, here: int) -> Breach | None:
    others = sum(number for name, number in stack.holds.items() if name != tile)
    if others + here <= STACK:
        return None
    known_there = ", ".join(sorted(stack.holds))
    return Breach(f"{tile} would be the ninth tile of this stack.", {"tile": tile}, f"It holds {known_there}.")


def _elsewhere(table: Table, stack: Stack, tile: str, here: int) -> Breach | None:
    """Report a tile if all tiles of its name are known to be in other stacks."""
    there = {name: other.holds.get(tile, 0) for name, other in table.stacks.items() if other is not stack}
    others = sum(there.values())
    if not others or others + here <= table.content.tile(tile).copies:
        return None
    places = " and ".join(name for name, number in there.items() if number)
    says = f"{tile} comes from this stack, and lies in that of {places}."
    return Breach(says, {"tile": tile, "stack": places})
