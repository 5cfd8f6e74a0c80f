"""Rolling winds: the boats that the wind moves, and where they come to rest."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.tailwinds.events import FireCannons, RollWind
from engine.games.tailwinds.folds.wind import wind_rolled
from engine.games.tailwinds.reckoning import first_in_play, home, label
from engine.games.tailwinds.rules.cards.attacks import Told, at, moved, told
from engine.games.tailwinds.sources import MOVEMENT, OVERVIEW, faq
from engine.games.tailwinds.state import AFLOAT, REMOVED, UNSETTLED, Boat, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.rules import Breach, Chapter
from engine.kernel.tables.copy import copy_table

chapter = Chapter("Rolling winds", hangs_on=ANY_BOAT)


class Blown(NamedTuple):
    """What the log states about a wind, and the table after it."""

    landings: list[Told]
    boosted: Boat
    after: Table

    def due(self, boat: Boat) -> tuple[int, int]:
        """Return where the wind leaves a boat."""
        rests = self.after.boats[boat.number]
        return rests.space, rests.lane

    def is_home(self, boat: Boat) -> bool:
        """Return whether the wind brings a boat to the finish, where lanes mean nothing."""
        rests = self.after.boats[boat.number]
        return rests.state is REMOVED or home(self.after, rests)


def _blown(table: Table, event: RollWind) -> Blown | None:
    """Apply the wind to a copy of the table; None if no wind is due."""
    if not table.gusts:
        return None
    after, boosted = copy_table(table), table.boats[table.gusts[0].boat]
    wind_rolled(after, RollWind(event.value))
    return Blown(told(table, boosted.seat, event.landings), boosted, after)


@chapter.rule(
    "TW-WIND-04",
    reads=("track", "wind"),
    on=RollWind,
    given="landings",
    says="The wind pushes the boat that left last forward.",
    cite=OVERVIEW,
    rulings=("TW-AMB-18", "TW-AMB-19", "TW-AMB-21", "TW-AMB-22", "TW-AMB-42", "TW-AMB-43", "TW-AMB-48", "TW-AMB-50"),
)
def pushes_the_last(table: Table, event: RollWind) -> Breach | None:
    blown = _blown(table, event)
    if blown is None:
        return None
    boosted = blown.boosted
    if (off := _off(table, blown, boosted)) is not None:
        return off
    for name, boat, space, _ in blown.landings:
        if boat is not boosted and blown.due(boat)[0] <= boat.space < space:
            says = f"The wind pushes {called(boat.seat, name)} forward."
            return Breach(says, {"boat": name}, f"It pushes {_name(table, boosted)}, which left last.")
    return None


def _name(table: Table, boat: Boat) -> str:
    return called(boat.seat, label(table, boat))


def _off(table: Table, blown: Blown, boat: Boat) -> Breach | None:
    """Return why the stated space of a boat that the wind moves is wrong."""
    due = blown.due(boat)
    told_space = next((space for _, b, space, _ in blown.landings if b is boat), None)
    if told_space is None or told_space == due[0]:
        return None
    facts: dict[str, int | str] = {"boat": label(table, boat), "space": told_space, "due": due[0]}
    where = "stays where it is" if told_space == boat.space else f"goes to space {told_space}"
    instead = "It goes to the finish." if blown.is_home(boat) else f"It goes to {at(*due)}."
    return Breach(f"{_name(table, boat)} {where} in the wind.", facts, instead)


@chapter.rule(
    "TW-WIND-05",
    reads=("track", "wind"),
    on=RollWind,
    given="landings",
    says="The wind pulls the leading boat back.",
    cite=OVERVIEW,
    rulings=("TW-AMB-18", "TW-AMB-19", "TW-AMB-21", "TW-AMB-22", "TW-AMB-42", "TW-AMB-48", "TW-AMB-50"),
)
def pulls_the_leader(table: Table, event: RollWind) -> Breach | None:
    blown = _blown(table, event)
    if blown is None:
        return None
    others = [b for b in table.boats if b is not blown.boosted and b.state is AFLOAT]
    for boat in others:
        if blown.due(boat)[0] != boat.space and (off := _off(table, blown, boat)) is not None:
            return off
    for name, boat, space, _ in blown.landings:
        if boat in others and blown.due(boat)[0] == boat.space > space:
            says = f"The wind pulls {called(boat.seat, name)} back, which does not lead."
            return Breach(says, {"boat": name, "space": space}, f"It stays on space {boat.space}.")
    return None


@chapter.rule(
    "TW-WIND-07",
    on=RollWind,
    given="landings",
    says="Boats that the wind moves end in a free lane too, the innermost one.",
    cite=MOVEMENT,
    narrows=("TW-WIND-04", "TW-WIND-05"),
    rulings=("TW-AMB-07", "TW-AMB-22"),
)
def into_a_free_lane(table: Table, event: RollWind) -> Breach | None:
    blown = _blown(table, event)
    if blown is None:
        return None
    for name, boat, space, lane in blown.landings:
        due, who = blown.due(boat), called(boat.seat, name)
        if space >= table.finish or (space, lane) == due or (space, lane) == (boat.space, boat.lane):
            continue
        lying = next((b for b in blown.after.boats if _lies(b, boat, space, lane)), None)
        facts: dict[str, int | str] = {"boat": name, "space": space}
        if lying is not None:
            says = f"The wind puts {who} on {at(space, lane)}, where {_name(blown.after, lying)} lies."
            return Breach(says, facts, f"It goes to {at(*due)}.")
        # If lanes are taken at the end of the turn, none is due yet.
        if space == due[0] and due[1] != UNSETTLED:
            return Breach(f"The wind puts {who} on {at(space, lane)}.", facts, f"It goes to {at(*due)}.")
    return None


def _lies(other: Boat, boat: Boat, space: int, lane: int) -> bool:
    return other.number != boat.number and other.state is AFLOAT and (other.space, other.lane) == (space, lane)


@chapter.rule(
    "TW-WIND-09",
    reads=("track",),
    on=(RollWind, FireCannons),
    given="landings",
    says="No boat goes back to a card that is out of play, nor before the first space.",
    cite=faq("Rolling Winds"),
    narrows=("TW-WIND-05", "TW-WIND-07", "TW-CANNON-02", "TW-CANNON-03"),
    rulings=("TW-AMB-21", "TW-AMB-41"),
)
def not_out_of_play(table: Table, event: RollWind | FireCannons) -> Breach | None:
    floor = first_in_play(table)
    if isinstance(event, FireCannons):
        put_back = moved(table, event)
        floor = floor if table.terms.behind_rear == "stays-put" else 1
    else:
        put_back = told(table, table.boats[table.gusts[0].boat].seat, event.landings) if table.gusts else []
    for name, boat, space, _ in put_back:
        if space < floor and space < boat.space:
            says = f"{called(boat.seat, name)} goes back to space {space}."
            return Breach(says, {"boat": name, "space": space}, f"Space {floor} is the first in play.")
    return None
