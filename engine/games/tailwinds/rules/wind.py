"""Rolling winds: when the last boat leaves the rearmost track card."""

from __future__ import annotations

from dataclasses import replace

from engine.games.tailwinds.events import RollWind
from engine.games.tailwinds.folds.abilities import read_landing
from engine.games.tailwinds.folds.wind import wind_rolled
from engine.games.tailwinds.reckoning import boat_named, first_in_play, label
from engine.games.tailwinds.sources import MOVEMENT, OVERVIEW, faq
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, LANES, Boat, Table
from engine.games.tailwinds.terms import Terms
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined

chapter = Chapter("Rolling winds")
CITE = (OVERVIEW, faq("Rolling Winds"))
Stated = tuple[str, Boat, int, int]

chapter.by_flow(
    "TW-WIND-01",
    says="When the last boat leaves the rearmost card in play, the wind die is rolled.",
    cite=CITE,
    rulings=("TW-AMB-19", "TW-AMB-20"),
)


@chapter.rule(
    "TW-WIND-02",
    on=RollWind,
    says="Emptying a card raises no wind while a card behind it is in play.",
    cite=faq("Rolling Winds"),
    narrows=("TW-WIND-03", "TW-VALUE-07"),
)
def only_the_rearmost(table: Table, _: RollWind) -> Breach | None:
    if _due(table) or not _left_a_card(table):
        return None
    return Breach(
        f"The card left is not the rearmost: {table.track[table.rear][0]} is in play behind it.",
        {"rear": table.rear + 1},
    )


def _due(table: Table) -> bool:
    return bool(table.gusts)


def _left_a_card(table: Table) -> bool:
    """Say whether the boat moved last emptied a card further ahead."""
    turn = table.turn
    if turn is None or not turn.blocks:
        return False
    boat = table.boats[turn.blocks[-1]]
    was = next((i for i, end in enumerate(table.ends) if turn.began[boat.number] <= end), 0)
    if was <= table.rear or boat.space <= table.ends[was]:
        return False
    low = table.ends[was - 1] + 1
    return not any(low <= b.space <= table.ends[was] for b in table.boats if b.state is AFLOAT)


@chapter.rule(
    "TW-WIND-03",
    on=RollWind,
    says="Nothing left behind, no wind.",
    cite=CITE,
    narrows=("TW-VALUE-07",),
    rulings=("TW-AMB-17", "TW-AMB-19", "TW-AMB-20", "TW-AMB-34"),
)
def no_wind_for_nothing(table: Table, _: RollWind) -> Breach | None:
    if _due(table):
        # One reading lets the wind wait until the turn is over.
        waits = table.turn is not None and not table.owed
        return Breach("The wind die is rolled before the turn is over.", {}, "At its end.") if waits else None
    if not table.ends:
        raise Undetermined
    rear = table.track[table.rear][0]
    return Breach("The wind die is rolled, and no boat has just left the rearmost card empty.", {"rear": rear})


def _stated(table: Table, event: RollWind) -> list[Stated]:
    if not table.gusts:
        return []
    seat = table.boats[table.gusts[0].boat].seat
    stated = []
    for text in event.landings:
        name, space, lane = read_landing(text)
        boat = boat_named(table, seat, name)
        if boat is not None:
            stated.append((name, boat, space, LANE_NUMBER[lane]))
    return stated


def _blown(table: Table, event: RollWind, terms: Terms | None = None) -> list[Boat]:
    """Where the boats lie when the wind has done what the roll says, whatever the table states."""
    after = table.copy()
    after.terms = terms or table.terms
    wind_rolled(after, RollWind(event.value))
    return after.boats


def _berth(boat: Boat) -> tuple[int, int]:
    return boat.space, boat.lane


def _elsewhere(table: Table, event: RollWind, boat: Boat, due: Boat) -> Stated | None:
    """Where a boat is said to lie, if it is neither where it should nor where another rule forbids it."""
    place = next((s for s in _stated(table, event) if s[1] is boat), None)
    if place is None or place[2] == due.space or _taken(table, event, place) is not None:
        return None
    return None if place[2] < min(first_in_play(table), boat.space) else place


@chapter.rule(
    "TW-WIND-04",
    on=RollWind,
    given="landings",
    says="The boat that left last is pushed forward.",
    cite=OVERVIEW,
    rulings=("TW-AMB-18", "TW-AMB-22", "TW-AMB-43"),
)
def pushes_the_last(table: Table, event: RollWind) -> Breach | None:
    if not table.gusts:
        return None
    boosted = table.boats[table.gusts[0].boat]
    due, name = _blown(table, event)[boosted.number], label(table, boosted)
    told = {s[1].number: s for s in _stated(table, event)}
    if boosted.number not in told and _berth(due) != _berth(boosted):
        instead = f"{name} goes to space {due.space}."
        return Breach(f"The wind does not push {name}, which left last.", {"boat": name}, instead)
    place = _elsewhere(table, event, boosted, due)
    if place is not None and place[2] != _pushed_only(table, event, boosted).space:
        facts: dict[str, int | str] = {"boat": name, "space": place[2], "due": due.space}
        return Breach(f"The wind pushes {name} to space {place[2]}.", facts, f"Space {due.space}.")
    other = next((s for s in told.values() if s[1] is not boosted and s[2] > s[1].space), None)
    return Breach(f"The wind pushes {other[0]} forward.", {"boat": other[0]}, f"It pushes {name}.") if other else None


def _pushed_only(table: Table, event: RollWind, boosted: Boat) -> Boat:
    """Where the push alone takes a boat that is then pulled as well."""
    return _blown(table, event, replace(table.terms, leader_pulled="no-pull-back"))[boosted.number]


@chapter.rule(
    "TW-WIND-05",
    on=RollWind,
    given="landings",
    says="The leading boat is pulled back.",
    cite=OVERVIEW,
    rulings=("TW-AMB-18", "TW-AMB-19", "TW-AMB-21", "TW-AMB-22", "TW-AMB-42"),
)
def pulls_the_leader(table: Table, event: RollWind) -> Breach | None:
    if not table.gusts:
        return None
    boosted, blown = table.boats[table.gusts[0].boat], _blown(table, event)
    told = {s[1].number: s for s in _stated(table, event)}
    pulled = next((b for b in table.boats if b is not boosted and _berth(b) != _berth(blown[b.number])), boosted)
    due, name = blown[pulled.number], label(table, pulled)
    if pulled.number not in told and pulled is not boosted:
        instead = f"{name} goes to space {due.space}."
        return Breach(f"The wind does not pull {name}, the leader.", {"boat": name}, instead)
    place = _elsewhere(table, event, pulled, due)
    if place is not None and (pulled is not boosted or place[2] == _pushed_only(table, event, boosted).space):
        facts: dict[str, int | str] = {"boat": name, "space": place[2], "due": due.space}
        return Breach(f"{name}, the leader, is left on space {place[2]}.", facts, f"Space {due.space}.")
    other = next((s for s in told.values() if s[1] not in {boosted, pulled} and s[2] < s[1].space), None)
    return Breach(f"The wind pulls {other[0]} back.", {"boat": other[0]}, f"It pulls {name}.") if other else None


chapter.by_flow(
    "TW-WIND-06",
    says="After that the empty card is out of play, and the next is the rearmost.",
    cite=faq("Rolling Winds"),
)


@chapter.rule(
    "TW-WIND-07",
    on=RollWind,
    given="landings",
    says="Boats that the wind moves end in a free lane too, the innermost one.",
    cite=MOVEMENT,
    rulings=("TW-AMB-22",),
)
def into_a_free_lane(table: Table, event: RollWind) -> Breach | None:
    for place in _stated(table, event):
        name, boat, space, lane = place
        if (taken := _taken(table, event, place)) is not None:
            return Breach(f"The wind puts {name} where {label(table, taken)} lies.", {"boat": name}, "A free lane.")
        due = _blown(table, event)[boat.number]
        if due.space == space < table.finish and due.lane != lane:
            facts: dict[str, int | str] = {"boat": name, "space": space}
            return Breach(f"The wind puts {name} in the {LANES[lane]} lane.", facts, f"The {LANES[due.lane]} lane.")
    return None


def _taken(table: Table, event: RollWind, place: Stated) -> Boat | None:
    """Who lies where a boat is said to have come, and does not move away."""
    _, boat, space, lane = place
    if space >= table.finish:
        return None
    lying = (b for b in table.boats if b is not boat and b.state is AFLOAT and _berth(b) == (space, lane))
    moved = {b.number for _, b, to, side in _stated(table, event) if (to, side) != (space, lane)}
    return next((b for b in lying if b.number not in moved), None)


chapter.by_flow(
    "TW-WIND-08",
    says="The wind rises too when an effect carries the last boat off the card.",
    cite=CITE,
    rulings=("TW-AMB-34",),
)


@chapter.rule(
    "TW-WIND-09",
    on=RollWind,
    given="landings",
    says="No boat goes back to a card that is out of play, nor before the first space.",
    cite=faq("Rolling Winds"),
    rulings=("TW-AMB-21", "TW-AMB-41"),
)
def not_out_of_play(table: Table, event: RollWind) -> Breach | None:
    floor = first_in_play(table)
    for name, boat, space, _ in _stated(table, event):
        if space < floor and space < boat.space:
            return Breach(
                f"The wind pulls {name} to space {space}.", {"boat": name}, f"Space {floor} is the first in play."
            )
    return None
