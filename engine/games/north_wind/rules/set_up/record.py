"""The record itself: what it states in addition to the moves must agree with them."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.content.pieces import BATTLE_FACES, EVENT_FACES, GOLD, Die
from engine.games.north_wind.facts import reckoners
from engine.games.north_wind.folds import FOLDS
from engine.games.north_wind.reckoning import bank, may_trade_by_letter
from engine.games.north_wind.rules.tasks.tasks import OF_TOKENS
from engine.games.north_wind.rules.uses import AT_SEA, OF_CARGO, OF_LETTERS
from engine.games.north_wind.sources import COMPONENTS, FOG, LOG, VOYAGE
from engine.games.north_wind.state import Table
from engine.games.north_wind.terms import Terms
from engine.kernel.events import Event, Start
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Chapter, Reads
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import UNKNOWN, is_known

chapter = Chapter("The record")

# Faces that the rulebook itself names. It does not exclude others on the black die.
PRINTED = frozenset({*EVENT_FACES, "silver", "blue_double"})
Income = e.Sell | e.Exchange | e.ExamineWreck


def _counted_gold(terms: Terms) -> bool:
    return terms.bank == "limited-90"


COUNTED: dict[type[Event], Reads] = dict.fromkeys((e.Sell, e.Exchange, e.ExamineWreck), _counted_gold)


@chapter.rule(
    "NW-LOG-01",
    on=(Start, e.Sell, e.Exchange, e.ExamineWreck),
    under=COUNTED,
    says="Nothing is made and nothing lost: gold, commodities, captains, letters, and each player's own tokens.",
    cite=(COMPONENTS, LOG),
    rulings=(*OF_TOKENS, *OF_CARGO, "NW-AMB-23"),
    reads=("tokens",),
    claims=(
        "*.tokens",
        "bank",
        "captains",
        "letters",
        "supply.*",
    ),
)
def nothing_made(table: Table, event: Start | Income) -> Breach | None:
    if not isinstance(event, Start):
        return _beyond_the_bank(table, event)
    if not table.header.position:
        return None
    return _gold_declared(table)


def _beyond_the_bank(table: Table, event: Income) -> Breach | None:
    later, left = copy_table(table), bank(table)
    FOLDS[type(event)](later, event)
    gold = left - bank(later)
    if gold <= 0 or gold <= left:
        return None
    says = f"{event.by} takes {gold} gold, and the bank has {max(0, left)} of the {GOLD} in the box."
    return Breach(says, {"gold": gold, "bank": left}, f"{max(0, left)} gold at most.")


def _gold_declared(table: Table) -> Breach | None:
    gold = sum(player.gold for player in table.players.values() if is_known(player.gold))
    if not _counted_gold(table.terms) or gold <= GOLD:
        return None
    return Breach(f"The players have {gold} gold, and the box has {GOLD}.", {"gold": gold}, f"{GOLD} at most.")


chapter.upheld(
    "NW-LOG-02",
    says="What the table claims is what follows from the record.",
    cite=LOG,
    # The readings that change the moves of gold, goods, letters or tokens, or of the ship.
    rulings=(
        *OF_TOKENS, *OF_CARGO, *OF_LETTERS,
        "NW-AMB-11", "NW-AMB-16", "NW-AMB-17", "NW-AMB-26", "NW-AMB-27", "NW-AMB-37", "NW-AMB-41", "NW-AMB-42",
    ),
    by=reckoners,
    claims=(EVERYTHING_ELSE,),
)  # fmt: skip


@chapter.rule(
    "NW-LOG-03",
    on=(Start, e.BuildStack),
    says="The tiles of the three stacks are those of the pack.",
    cite=(COMPONENTS, LOG),
    reads=("tiles",),
)
def tiles_of_the_pack(table: Table, event: Start | e.BuildStack) -> Breach | None:
    if isinstance(event, Start):
        return _too_many(table, {}) if table.header.position else None
    listed = [tile for tile in event.tiles if is_known(tile)]
    return _too_many(table, {tile: listed.count(tile) for tile in listed}) if listed else None


def _too_many(table: Table, more: dict[str, int]) -> Breach | None:
    """Count each tile over the known stacks, and those added now."""
    counts = dict(more)
    for harbor in HARBORS:
        for tile, number in (table.stacks[harbor].holds if harbor in table.stacks else {}).items():
            counts[tile] = counts.get(tile, 0) + number
    for tile, number in counts.items():
        if number > 1 and number > (copies := table.content.tile(tile).copies):
            says = f"{number} tiles {tile} are listed in the stacks, and the pack has {copies}."
            return Breach(says, {"tile": tile, "tiles": number, "copies": copies}, f"{copies}.")
    return None


@chapter.rule(
    "NW-LOG-04",
    on=(e.Pass, *e.TRADES, e.ExamineWreck, e.SpendLetter, e.CompleteTask),
    says="What is done with a tile is done with the one that lies open.",
    cite=(VOYAGE, LOG),
)
def with_the_open_tile(
    table: Table, event: e.Pass | e.Buy | e.Sell | e.Exchange | e.Equip | e.ExamineWreck | e.SpendLetter
) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in AT_SEA:
        return None
    revealed = len(turn.row)
    if not revealed:
        return None if isinstance(event, OF_THEIR_OWN) else _no_tile(event)
    if not event.index or event.index == revealed:
        return None
    if 0 < event.index < revealed and not isinstance(event, e.Pass) and not _by_letter(table, event):
        # Going back to an earlier tile breaks a rule of the voyage, or of letters.
        return None
    says = f"{event.by} is said to use tile {event.index} of the row, and tile {revealed} is the one that lies open."
    return Breach(says, {"index": event.index, "revealed": revealed}, f"Tile {revealed}.")


def _by_letter(table: Table, event: e.Buy | e.Sell | e.Exchange | e.Equip | e.ExamineWreck | e.SpendLetter) -> bool:
    """Return whether this is the use for which a letter was returned at the open tile."""
    return isinstance(event, e.TRADES) and may_trade_by_letter(table, event.by)


# If no tile has been revealed at all, other rules report it.
OF_THEIR_OWN = (e.SpendLetter, e.CompleteTask)


def _no_tile(event: e.Pass | e.Buy | e.Sell | e.Exchange | e.Equip | e.ExamineWreck | e.SpendLetter) -> Breach:
    says = f"{event.by} uses a tile, and none has been revealed in this voyage."
    return Breach(says, {"seat": event.by}, "First a tile is revealed.", e.RevealTile(UNKNOWN))


@chapter.rule(
    "NW-LOG-05",
    on=(e.RollEvent, e.RollBattle),
    says="A die shows only the faces that it has.",
    cite=(COMPONENTS, FOG),
)
def faces_of_the_die(table: Table, event: e.RollEvent | e.RollBattle) -> Breach | None:
    if isinstance(event, e.RollEvent):
        return _face(table.content.event_die, EVENT_FACES, event.face, "white event die")
    die = table.content.battle_die
    return next((found for face in event.faces if (found := _face(die, BATTLE_FACES, face, "black battle die"))), None)


def _face(die: Die, faces: tuple[str, ...], face: str, name: str) -> Breach | None:
    """A face that the pack has not counted is uncertain only if the rulebook does not name it either."""
    if not is_known(face):
        return None
    copies = die.copies.get(face, 0) if face in faces else 0
    if (not is_known(copies) and face in PRINTED) or copies > 0:
        return None
    return Breach(f"The {name} is said to show {face}.", {"face": face}, f"It shows {', '.join(die.names)}.")
