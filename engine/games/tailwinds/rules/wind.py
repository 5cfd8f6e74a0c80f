"""Rolling winds: when the last boat leaves the rearmost track card."""

from __future__ import annotations

from engine.games.tailwinds.events import RollWind
from engine.games.tailwinds.folds.moving import read_landing
from engine.games.tailwinds.folds.wind import pulled_to, sizes, wind_leader
from engine.games.tailwinds.reckoning import aim_of, boat_named, first_in_play, is_free, label
from engine.games.tailwinds.sources import MOVEMENT, OVERVIEW, faq
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Boat, Table
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
        return None
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


@chapter.rule(
    "TW-WIND-04",
    on=RollWind,
    given="landings",
    says="The boat that left last is pushed forward.",
    cite=OVERVIEW,
    rulings=("TW-AMB-18",),
)
def pushes_the_last(table: Table, event: RollWind) -> Breach | None:
    if not table.gusts:
        return None
    boosted, (ahead, _) = table.boats[table.gusts[0].boat], sizes(table, event.value)
    pulled = wind_leader(table, table.gusts[0])
    place = next((s for s in _stated(table, event) if s[1] is boosted), None)
    name = label(table, boosted)
    if place is None or (place[2] <= boosted.space and boosted is not pulled):
        return Breach(
            f"The wind does not push {name}, which left last.", {"boat": name}, f"{name} goes {ahead} forward."
        )
    if boosted is not pulled and place[2] > aim_of(table, boosted, ahead):
        return Breach(f"The wind pushes {name} to space {place[2]}.", {"boat": name}, f"It goes {ahead} forward.")
    other = next((s for s in _stated(table, event) if s[1] is not boosted and s[2] > s[1].space), None)
    return Breach(f"The wind pushes {other[0]} forward.", {"boat": other[0]}, f"It pushes {name}.") if other else None


@chapter.rule(
    "TW-WIND-05",
    on=RollWind,
    given="landings",
    says="The leading boat is pulled back.",
    cite=OVERVIEW,
    rulings=("TW-AMB-18", "TW-AMB-21", "TW-AMB-22", "TW-AMB-42"),
)
def pulls_the_leader(table: Table, event: RollWind) -> Breach | None:
    if not table.gusts:
        return None
    boosted, (_, back) = table.boats[table.gusts[0].boat], sizes(table, event.value)
    pulled = wind_leader(table, table.gusts[0])
    if pulled is None or pulled is boosted:
        return None
    name, due = label(table, pulled), pulled_to(table, pulled, back)
    place = next((s for s in _stated(table, event) if s[1] is pulled), None)
    if place is None:
        return Breach(f"The wind does not pull {name}, the leader.", {"boat": name}, f"{name} goes {back} back.")
    if place[2] == due[0] or not is_free(table, place[2], place[3], pulled) or place[2] < first_in_play(table):
        return _another_pulled(table, event, boosted, pulled)
    return Breach(f"The wind pulls {name} to space {place[2]}.", {"boat": name}, f"Space {due[0]}.")


def _another_pulled(table: Table, event: RollWind, boosted: Boat, pulled: Boat) -> Breach | None:
    for name, boat, space, _ in _stated(table, event):
        if boat not in {boosted, pulled} and space < boat.space:
            return Breach(f"The wind pulls {name} back.", {"boat": name}, f"It pulls {label(table, pulled)}.")
    return None


chapter.by_flow(
    "TW-WIND-06",
    says="After that the empty card is out of play, and the next is the rearmost.",
    cite=faq("Rolling Winds"),
)


@chapter.rule(
    "TW-WIND-07",
    on=RollWind,
    given="landings",
    says="Boats that the wind moves end in a free lane too.",
    cite=MOVEMENT,
    rulings=("TW-AMB-22",),
)
def into_a_free_lane(table: Table, event: RollWind) -> Breach | None:
    stated = _stated(table, event)
    for name, boat, space, lane in stated:
        taken = next(
            (b for b in table.boats if b is not boat and (b.space, b.lane) == (space, lane) and b.state is AFLOAT), None
        )
        moves_away = any(b is taken and (s, ln) != (space, lane) for _, b, s, ln in stated)
        if taken is not None and not moves_away and space < table.finish:
            return Breach(f"The wind puts {name} where {label(table, taken)} lies.", {"boat": name}, "A free lane.")
    return None


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
