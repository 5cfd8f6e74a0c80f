"""The Great White Crester as a variant: it wakes at a player's 10 notoriety, and comes for ships that rest."""

from __future__ import annotations

from engine.games.windward.events import MoveWhite, PlaceWhite, RollWhite
from engine.games.windward.folds.cresters import white_beaten
from engine.games.windward.folds.great_white import white_moved
from engine.games.windward.folds.turns import white_due
from engine.games.windward.reckoning import sure_planet
from engine.games.windward.reckoning.battle import alone
from engine.games.windward.reckoning.great_white import corners, taken_by
from engine.games.windward.reckoning.meeting import met_by_ship
from engine.games.windward.rules.claims.great_white import OfWhite
from engine.games.windward.rules.creatures.red_ways import Wrong
from engine.games.windward.rules.creatures.white_ways import told
from engine.games.windward.rules.positions.declared_in_modes import white_asleep
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_COOP,
    FULL_GREAT_WHITE,
    FULL_MOVE_SHIP,
    FULL_TERRAIN,
    SHORT_COOP,
    SHORT_INITIATE_BATTLE,
    SHORT_TERRAIN,
    SHORT_TURN_END,
    SHORT_WHITE,
)
from engine.games.windward.state import Table
from engine.kernel.events import Start
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("The Great White Crester")
BOTH = (FULL_GREAT_WHITE, SHORT_WHITE)
PLANET = ("tiles", "planet")


@chapter.rule(
    "WW-WHITE-01",
    on=Start,
    says="The White begins on the 10 of the notoriety track, and is not on the planet before a player gets that far.",
    cite=BOTH,
    claims=(OfWhite.PARKED,),
)
def asleep_at_first(table: Table, _: Start) -> Breach | None:
    most = max(player.notoriety for player in table.players.values())
    if not is_known(table.white) or not table.white or most >= table.terms.white_at:
        return None
    says = f"The White is on {table.white}, and nobody has {table.terms.white_at} notoriety."
    return Breach(says, {"fact": "white", "white": table.white}, "It is parked.")


@chapter.rule(
    "WW-WHITE-02",
    on=(Start, RollWhite),
    says="As soon as the first player has 10 notoriety the White wakes: that player rolls the wind die for its "
    "territory; the classic edition does not say who rolls.",
    cite=BOTH,
    rulings=("WW-AMB-099", "WW-AMB-100", "WW-AMB-102"),
)
def wakes_once(table: Table, event: Start | RollWhite) -> Breach | None:
    if isinstance(event, Start):
        return white_asleep(table)
    if not table.owed or table.owed[-1].what is not RollWhite:
        if not is_known(table.white) or (not table.white_awake and _perhaps_woken(table)):
            raise Undetermined
        why = "is awake already" if table.white_awake else f"sleeps until a player has {table.terms.white_at} notoriety"
        return Breach(f"The White {why}.")
    rollers = {"reaching-player": table.white_waker, "active-player": table.turn.seat if table.turn else ""}
    roller = rollers.get(table.terms.white_roller, "")
    if not event.seat or not roller or event.seat == roller:
        return None
    return Breach(f"{event.seat} rolls for the White.", {"seat": event.seat}, f"{roller} rolls.")


def _perhaps_woken(table: Table) -> bool:
    """Return whether a player may have the notoriety, because it, or the end of a rest, is unknown."""
    open_rest = table.phase == "rest" and table.reds_untold
    return open_rest or not all(is_known(player.notoriety) for player in table.players.values())


@chapter.rule(
    "WW-WHITE-03",
    on=(RollWhite, PlaceWhite),
    says="It comes to the corner of the territory rolled, where ships go around the planet; if that is taken, the die "
    "is rolled again.",
    cite=BOTH,
    rulings=("WW-AMB-033",),
    reads=PLANET,
)
def to_a_corner(table: Table, event: RollWhite | PlaceWhite) -> Breach | None:
    if not event.space:
        return None
    free = corners(table, event.value if isinstance(event, RollWhite) else 0)
    if event.space in free:
        return None
    there = taken_by(table, event.space) if event.space in sure_planet(table).opposite else "no such corner"
    says = f"The White is put on {event.space}, and there is {there or 'another corner for it'}."
    return Breach(says, {"space": event.space}, f"{' or '.join(free)}." if free else "Another roll.")


chapter.upheld(
    "WW-WHITE-04",
    says="The White fights with strength 8, on the higher elevation.",
    cite=(FULL_GREAT_WHITE, FULL_BATTLE, SHORT_WHITE),
    by=alone,
    claims=(OfWhite.STRENGTH,),
    rulings=("WW-AMB-134",),
)
chapter.upheld(
    "WW-WHITE-05",
    says="A ship that comes to the White's space fights it.",
    cite=(FULL_GREAT_WHITE, FULL_MOVE_SHIP, SHORT_INITIATE_BATTLE),
    by=met_by_ship,
    claims=(OfWhite.MET,),
)


@chapter.rule(
    "WW-WHITE-06",
    on=MoveWhite,
    says="Behind the Reds the White moves 5 spaces towards a ship that rests and is at sky still, whatever the wind "
    "and across territories.",
    cite=BOTH,
    rulings=("WW-AMB-039", "WW-AMB-088", "WW-AMB-095", "WW-AMB-096", "WW-AMB-097", "WW-AMB-100", "WW-AMB-101"),
    reads=PLANET,
)
def five_spaces(table: Table, event: MoveWhite) -> Breach | None:
    return told(table, event, Wrong.NOT_NOW, Wrong.NOT_NEARER, Wrong.NOT_SHORTEST, Wrong.OUT_OF_BOUNDS)


@chapter.rule(
    "WW-WHITE-07",
    on=MoveWhite,
    says="It neither attacks nor passes other players' ships and, by the classic edition, Reds; where it can come no "
    "nearer it stops.",
    cite=BOTH,
    rulings=("WW-AMB-039",),
    reads=PLANET,
)
def round_ships_and_reds(table: Table, event: MoveWhite) -> Breach | None:
    return told(table, event, Wrong.OVER_SHIP, Wrong.OVER_RED, Wrong.BLOCKED)


@chapter.rule(
    "WW-WHITE-08",
    on=MoveWhite,
    says="Like any Crester it moves neither onto nor across drift, nor from zephyr to zephyr, nor around the planet.",
    cite=(FULL_TERRAIN, SHORT_TERRAIN),
    reads=PLANET,
)
def as_any_crester(table: Table, event: MoveWhite) -> Breach | None:
    return told(table, event, Wrong.DRIFT)


chapter.upheld(
    "WW-WHITE-09",
    says="Beating the White brings 6 notoriety at once; it enters no hold, and leaves neither gas nor a tooth.",
    cite=BOTH,
    by=white_beaten,
    claims=(OfWhite.WORTH,),
)


@chapter.rule(
    "WW-WHITE-10",
    on=PlaceWhite,
    says="A White that was beaten leaves the game.",
    cite=(SHORT_WHITE, FULL_GREAT_WHITE),
    narrows=("WW-WHITE-03",),
    claims=(OfWhite.GONE,),
    rulings=("WW-AMB-102",),
)
def gone_for_good(table: Table, event: PlaceWhite) -> Breach | None:
    if table.owed and table.owed[-1].what is PlaceWhite:
        return None
    if not is_known(table.white) and table.terms.white_after == "returns":
        # Its fate is unknown.
        raise Undetermined
    why = "it was beaten, and left the game" if table.white_beaten else "a roll shows where it wakes"
    return Breach(f"{event.by} puts the White on {event.space}, and {why}.", {"space": str(event.space)})


chapter.upheld(
    "WW-WHITE-11",
    says="The notoriety of a night at sky comes after the White has moved and any battle with it is over, if the ship "
    "is still there.",
    cite=(FULL_GREAT_WHITE, SHORT_TURN_END),
    by=white_due,
    claims=(OfWhite.NIGHT_TOO_SOON,),
)
chapter.upheld(
    "WW-WHITE-12",
    says="A White that comes to the ship's space fights it at once; by the full edition it is for the ship to begin.",
    cite=(FULL_GREAT_WHITE, FULL_BATTLE, FULL_COOP, SHORT_WHITE, SHORT_COOP),
    by=white_moved,
    claims=(OfWhite.NOT_ATTACKED,),
    rulings=("WW-AMB-134",),
)

GREAT_WHITE = Layer(
    "great-white",
    Rank.VARIANT,
    "The Great White Crester wakes when a player has 10 notoriety.",
    chapters=(chapter,),
    terms={"white_at": 10, "white_move": 5},
)
