"""Boarding: the target, the strength needed, and the loot."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Board
from engine.games.winds_of_plunder.folds.plundering import item_looted, points_looted
from engine.games.winds_of_plunder.reckoning.formulas import boardable, lootable, may_board, others_in, tally, turn_of
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.set_up.record import OF_HOLDERS
from engine.games.winds_of_plunder.sources import ADVANTAGES, ARRIVAL, BOARDING
from engine.games.winds_of_plunder.state import LOOT, LOOT_VP, TALLY_OF, Gain, Player, Table
from engine.games.winds_of_plunder.undecidable import SHOWN_WEAPONS
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Boarding")


@chapter.rule(
    "WP-BOARD-01",
    on=Board,
    says="A ship boards another only on arriving in a port.",
    cite=(ADVANTAGES, ARRIVAL),
    narrows=("WP-SAIL-12",),
)
def on_arrival(table: Table, event: Board) -> Breach | None:
    turn = turn_of(table, event.by)
    if event.by != table.active or (turn is not None and turn.sailed):
        return None
    says = f"{event.by} boards {event.target} without having sailed in this turn."
    return Breach(says, {"target": event.target}, "Boarding comes with an arrival.")


@chapter.rule(
    "WP-BOARD-02",
    on=Board,
    says="The one boarded is an opponent whose ship is in the port.",
    cite=(ADVANTAGES, ARRIVAL),
    narrows=("WP-BOARD-04", "WP-BOARD-08", "WP-BOARD-10"),
)
def a_ship_in_the_port(table: Table, event: Board) -> Breach | None:
    here, there = table.players[event.by].port, table.players[event.target].port
    if event.target != event.by and there == here:
        return None
    says = f"{event.by} boards the own ship."
    if event.target != event.by:
        says = f"{event.by} is in {here} and boards {event.target}, who is in {there}."
    found = others_in(table, event.by, here)
    instead = f"{' or '.join(found)} can be boarded." if found else "Nobody is there to be boarded."
    return Breach(says, {"target": event.target, "port": here}, instead)


def _boarded_before(table: Table, event: Board) -> list[str]:
    turn = turn_of(table, event.by)
    return turn.boarded if turn is not None and turn.arriving else []


@chapter.rule(
    "WP-BOARD-03",
    on=Board,
    says="One opponent at most is boarded in an arrival.",
    cite=ADVANTAGES,
)
def one_opponent(table: Table, event: Board) -> Breach | None:
    before = _boarded_before(table, event)
    if not before or event.target in before:
        return None
    says = f"{event.by} boards {event.target} after boarding {before[0]} in the same arrival."
    return Breach(says, {"target": event.target}, "One of them.")


@chapter.rule(
    "WP-BOARD-04",
    reads=("tiles",),
    on=Board,
    says="Without the Most Weapons marker, a ship boards only one that has fewer Weapons.",
    cite=ADVANTAGES,
    narrows=("WP-BOARD-10",),
    rulings=("WP-AMB-01", *OF_HOLDERS),
    hangs_on=(SHOWN_WEAPONS,),
)
def more_weapons(table: Table, event: Board) -> Breach | None:
    if event.target == event.by or may_board(table, event.by, event.target):
        return None
    own, theirs = table.players[event.by].weapons, table.players[event.target].weapons
    says = f"{event.by} has {own} Weapons and not the marker, and boards {event.target}, who has {theirs}."
    weaker = boardable(table, event.by)
    instead = f"{' or '.join(weaker)} can be boarded." if weaker else "Nobody there can be boarded."
    return Breach(says, {"weapons": own, "theirs": theirs}, instead)


chapter.permission(
    "WP-BOARD-05",
    says="With the Most Weapons marker any ship in the port may be boarded, however many Weapons it has.",
    cite=ADVANTAGES,
)


@chapter.rule(
    "WP-BOARD-06",
    on=Board,
    says="The attacker takes one kind of loot: 2 VP, or one Crew, Provision or Weapon.",
    cite=BOARDING,
    narrows=("WP-BOARD-10",),
)
def one_loot(table: Table, event: Board) -> Breach | None:
    if event.target not in _boarded_before(table, event):
        return None
    says = f"{event.by} takes loot from {event.target} a second time in one arrival."
    return Breach(says, {"target": event.target}, "One kind, once.")


chapter.upheld(
    "WP-BOARD-07",
    says="Loot changes hands: what the attacker gains, the other loses.",
    cite=BOARDING,
    rulings=("WP-AMB-01", "WP-AMB-02", "WP-AMB-22"),
    reads=("tiles", "tally"),
    by=(points_looted, item_looted),
    claims=(Gain.BOARDING, Wrong.LOOTED),
)


@chapter.rule(
    "WP-BOARD-08",
    reads=("tiles",),
    on=Board,
    says="Only what the other has can be taken: an item, or 2 VP.",
    cite=BOARDING,
    rulings=("WP-AMB-02",),
)
def something_there(table: Table, event: Board) -> Breach | None:
    victim = table.players[event.target]
    if event.loot not in LOOT or _has(table, victim, event.loot):
        return None
    left = " or ".join(lootable(table, event.target))
    what = f"{LOOT_VP} VP" if event.loot == "vp" else f"a {event.loot}"
    held = victim.vp if event.loot == "vp" else "none"
    says = f"{event.by} takes {what} from {event.target}, who has {held}."
    return Breach(says, {"loot": event.loot}, f"There is {left} to take." if left else "There is nothing to take.")


def _has(table: Table, victim: Player, loot: str) -> bool:
    """Return whether a loot may be named, as the reading says."""
    reading = table.terms.loot_lacking
    if reading == "take-what-exists" or (reading == "vp-may-go-negative" and loot == "vp"):
        return True
    return victim.vp >= LOOT_VP if loot == "vp" else tally(victim, TALLY_OF[loot]) > 0


@chapter.rule(
    "WP-BOARD-09",
    on=Board,
    says="Booty, cards, cubes, reputation and markers cannot be looted.",
    cite=BOARDING,
    narrows=("WP-BOARD-06", "WP-BOARD-10"),
)
def nothing_else(table: Table, event: Board) -> Breach | None:
    if not event.loot or event.loot in LOOT:
        return None
    left = " or ".join(lootable(table, event.target))
    says = f"{event.by} takes a {event.loot} from {event.target}."
    return Breach(says, {"loot": event.loot}, f"There is {left} to take." if left else "There is nothing to take.")


@chapter.rule(
    "WP-BOARD-10",
    reads=("tiles",),
    on=Board,
    says="A boarding always succeeds, and takes loot if there is any.",
    cite=(ADVANTAGES, BOARDING),
    rulings=("WP-AMB-02",),
)
def loot_is_taken(table: Table, event: Board) -> Breach | None:
    if event.loot or not (left := lootable(table, event.target)):
        return None
    says = f"{event.by} boards {event.target} and takes nothing."
    return Breach(says, {"target": event.target}, f"One of {', '.join(left)} is taken.")


chapter.permission(
    "WP-BOARD-11",
    says="Nobody has to board.",
    cite=ADVANTAGES,
    rulings=("WP-AMB-18",),
)
