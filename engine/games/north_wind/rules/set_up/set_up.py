"""Set-up: the players and their ships, the three stacks, starting supplies, and the first player."""

from __future__ import annotations

from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.events import BuildStack, NameFirst, RevealTile, SailInto, TakeIncome, UseLookout
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import FURTHER, GAMEPLAY, INTRODUCTION, READYING, SAIL, SHIP, SHUFFLING, STACKS
from engine.games.north_wind.state import STACK, Table, Turn
from engine.games.north_wind.table import dealt
from engine.games.north_wind.task_board import on_board, threshold
from engine.kernel.events import Start
from engine.kernel.positions import read_names
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

chapter = Chapter("Set-up")
FEWEST, MOST = 2, 4


@chapter.rule("NW-SETUP-01", on=Start, says="Two, three or four players take part.", cite=INTRODUCTION)
def player_count(table: Table, _: Start) -> Breach | None:
    count = len(table.header.players)
    if FEWEST <= count <= MOST:
        return None
    seated = "1 player is" if count == 1 else f"{count} players are"
    return Breach(f"{seated} named in the header.", {"players": count}, "Two, three or four.")


@chapter.rule(
    "NW-SETUP-02",
    on=(Start, BuildStack),
    says="Each of the three stacks has eight tiles: seven others, and the Destination Harbor in whose place it lies.",
    cite=STACKS,
    narrows=("NW-LOG-03",),
    reads=("tiles",),
    claims=(Wrong.STACK_AT_FIRST,),
)
def eight_tiles(table: Table, event: Start | BuildStack) -> Breach | None:
    if isinstance(event, Start):
        said = ((harbor, read_names(table.header.position.get(f"contents.{harbor}", "none"))) for harbor in HARBORS)
        return next((found for harbor, tiles in said if tiles and (found := _misplaced(table, harbor, tiles))), None)
    if any(is_known(built) and built == event.harbor for built in table.built):
        return Breach(f"The stack of {event.harbor} is built twice.", {"harbor": event.harbor}, "Once.")
    counts = (event.count, len(event.tiles))
    if wrong := next((count for count in counts if is_known(count) and count not in {0, STACK}), 0):
        counted = "1 tile is" if wrong == 1 else f"{wrong} tiles are"
        return Breach(f"{counted} in the stack of {event.harbor}.", {"tiles": wrong}, f"{STACK} tiles.")
    found = _misplaced(table, event.harbor, list(event.tiles)) if event.tiles else None
    if found is None and not is_known(event.count):
        raise Undetermined
    return found


def _misplaced(table: Table, harbor: str, tiles: list[str]) -> Breach | None:
    """Find a Destination Harbor in the wrong stack, or one missing in its own if all eight tiles are listed."""
    listed = [tile for tile in tiles if is_known(tile)]
    harbors = {tile: table.content.tile(tile).harbor for tile in listed}
    wrong = next((tile for tile, to in harbors.items() if is_known(to) and to not in {"", harbor}), "")
    if wrong:
        facts: dict[str, int | str] = {"tile": wrong, "harbor": harbor}
        return Breach(f"{wrong} lies in the stack of {harbor}.", facts, f"It lies in that of {harbors[wrong]}.")
    if len(listed) < STACK or harbor in [to for to in harbors.values() if is_known(to)]:
        return None
    if not all(map(is_known, harbors.values())):
        raise Undetermined
    return Breach(f"The Destination Harbor of {harbor} is not in its stack.", {"harbor": harbor}, "It lies there.")


chapter.upheld(
    "NW-SETUP-03",
    says="Before the first turn each stack is shuffled face down, with its Destination Harbor in it.",
    cite=STACKS,
    phases=("set-up",),
)


@chapter.rule(
    "NW-SETUP-04",
    on=(Start, RevealTile, UseLookout),
    where=NOT_PLAIN,
    says="Each Destination Harbor stays in the stack below its own picture.",
    cite=STACKS,
    narrows=("NW-VOYAGE-01", "NW-VOYAGE-03", "NW-VOYAGE-17", "NW-VOYAGE-18", "NW-LOG-03"),
    reads=("tiles",),
)
def harbor_in_its_stack(table: Table, event: Start | RevealTile | UseLookout) -> Breach | None:
    turn = table.turn
    if turn is None:
        return None
    if isinstance(event, Start):
        return next((found for drawn in turn.row if (found := _strange_harbor(table, turn, drawn.tile))), None)
    return _strange_harbor(table, turn, event.tile)


def _strange_harbor(table: Table, turn: Turn, tile: str) -> Breach | None:
    if not is_known(tile) or not tile:
        return None
    harbor = table.content.tile(tile).harbor
    if (is_known(harbor) and not harbor) or not turn.stack or harbor == turn.stack:
        return None
    facts: dict[str, int | str] = {"tile": tile, "stack": turn.stack}
    return Breach(f"{tile} comes from the stack of {turn.stack}.", facts, f"It lies in that of {harbor}.")


chapter.upheld(
    "NW-SETUP-05",
    says="Each player begins with 5 gold, 1 commercial letter, 4 crew members and 4 cannons.",
    cite=FURTHER,
    reads=("starting",),
    by=dealt,
    claims=(Wrong.DEALT_AT_FIRST,),
)


@chapter.rule(
    "NW-SETUP-06",
    on=Start,
    says="Each player has 10 task tokens; with four players, 8.",
    cite=FURTHER,
    reads=("tokens",),
    claims=(Wrong.TOKENS_AT_FIRST,),
)
def tokens_of_a_colour(table: Table, _: Start) -> Breach | None:
    return next((found for seat in table.seats if (found := _beyond_the_tokens(table, seat))), None)


def _beyond_the_tokens(table: Table, seat: str) -> Breach | None:
    """Find more tokens of one colour on the board in a position than there are."""
    due = threshold(table)
    try:
        placed = on_board(table, seat)
    except Undetermined:
        return None
    if not is_known(due) or placed <= due:
        return None
    return Breach(f"{seat} has {placed} tokens on the board.", {"seat": seat, "placed": placed}, f"{due} in all.")


chapter.upheld(
    "NW-SETUP-07",
    says="One of the four cannons is mounted at the start.",
    cite=READYING,
    reads=("starting",),
    by=dealt,
    claims=(Wrong.CANNONS_AT_FIRST,),
)
chapter.upheld(
    "NW-SETUP-08",
    says="The sail starts at level 4.",
    cite=(READYING, SAIL),
    reads=("starting",),
    by=dealt,
    claims=(Wrong.SAIL_AT_FIRST,),
)
chapter.upheld(
    "NW-SETUP-09",
    says="Hold, brig, cabin and crow's nest start empty.",
    cite=(SHIP, FURTHER),
    by=dealt,
    claims=(Wrong.ABOARD_AT_FIRST,),
)


@chapter.rule(
    "NW-SETUP-10",
    on=(NameFirst, SailInto, TakeIncome),
    says="The youngest player, named once, has the first turn; turns run clockwise.",
    cite=(GAMEPLAY, SHUFFLING),
    narrows=("NW-TURN-03",),
    rulings=("NW-AMB-29",),
    claims=(
        "first",
        Wrong.FIRST_TURN,
    ),
)
def youngest_first(table: Table, event: NameFirst | SailInto | TakeIncome) -> Breach | None:
    """Check that the named player starts.

    The log does not show how old the players are, so the choice itself is not judged.
    """
    first = table.first
    if isinstance(event, NameFirst):
        if table.phase != "set-up" or (is_known(first) and not first):
            return None
        return Breach(f"{event.seat} is to start, and so is {first}.", {"seat": event.seat}, "One player starts.")
    if table.phase != "income" or not is_known(table.turns) or table.turns or not is_known(first) or not first:
        return None
    if event.by == first:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "first": first}
    says = f"{event.by} has the first turn, and {first} was named to start."
    missing = SailInto(first, UNKNOWN) if isinstance(event, SailInto) else None
    return Breach(says, facts, f"{first} starts.", missing)


@chapter.rule("NW-SETUP-11", on=Start, says="Each player has a ship of their own.", cite=SHIP)
def own_ship(table: Table, _: Start) -> Breach | None:
    ships = [player.role for player in table.header.players if player.role]
    twice = next((ship for ship in ships if ships.count(ship) > 1), "")
    if not twice:
        return None
    captains = [player.seat for player in table.header.players if player.role == twice]
    return Breach(f"{' and '.join(captains)} both sail the {twice}.", {"ship": twice}, "A ship for each player.")
