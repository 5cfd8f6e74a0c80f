"""Sailing with the wind: where to, how far, and who must."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Arrived, BonusPoint, DeclareWindlock, DeclineTreasure, Done, Gust, Sail
from engine.games.winds_of_plunder.folds.plundering import sailed
from engine.games.winds_of_plunder.reach import (
    FAR,
    NEAR,
    areas_between,
    blows_to,
    carries,
    destinations,
    downwind,
    may_be_new,
    windlocked,
)
from engine.games.winds_of_plunder.reckoning import own_turn, points_for
from engine.games.winds_of_plunder.rules.wrong import Wrong
from engine.games.winds_of_plunder.sources import ACTIONS, ADVANTAGES, ARRIVAL, PLUNDERING, REPUTATION, SAILING
from engine.games.winds_of_plunder.state import DIRECTIONS, POINTS, Table, Turn
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined

chapter = Chapter("Sailing", reads=("ports",))
AREAS = 4
WEST_END, EAST_END = 1, AREAS
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def by_the_wind(table: Table, event: Sail) -> str:
    """The port that a ship sets out from for another, if it sails with the wind as it blows; else nothing."""
    turn, start = own_turn(table, event.by), table.players[event.by].port
    if turn is None or turn.gust or not start or event.to == start:
        return ""
    return str(start)


def astray(table: Table, event: Sail) -> bool:
    """Say whether a ship may sail where the wind as it blows does not carry it: else most rules have nothing to say."""
    try:
        return not carries(table, event.by, event.to)
    except Undetermined:
        return True


def along(direction: str) -> bool:
    """Say whether a direction is North or South."""
    return direction in {"N", "S"}


def listed(ports: list[str]) -> str:
    """Name the ports that can be reached."""
    return f"It can sail to {', '.join(ports)}." if ports else "It can sail nowhere."


def _wrong_port(table: Table, event: Sail, why: str) -> Breach:
    start = table.players[event.by].port
    facts: dict[str, int | str] = {"from": start, "to": event.to, "wind": table.wind}
    says = f"{event.by} sails from {start} to {event.to}, {why}, with the wind on {NAMES[table.wind]}."
    return Breach(says, facts, listed(destinations(table, event.by)))


@chapter.rule(
    "WP-SAIL-01",
    on=Sail,
    says="A ship sails to a new port.",
    cite=SAILING,
    rulings=("WP-AMB-38",),
)
def somewhere_else(table: Table, event: Sail) -> Breach | None:
    if own_turn(table, event.by) is None or may_be_new(table, event.by, event.to):
        return None
    says = f"{event.by} sails to {event.to}, where the ship is already."
    if event.to != table.players[event.by].port:
        says = f"{event.by} sails to {event.to}, which bears {event.by}'s marker already."
    return Breach(says, {"to": event.to}, "Another port.")


@chapter.rule(
    "WP-SAIL-02",
    on=Sail,
    where={Sail: astray},
    says="Ships sail with the wind.",
    cite=SAILING,
    rulings=("WP-AMB-36", "WP-AMB-37"),
)
def with_the_wind(table: Table, event: Sail) -> Breach | None:
    start = by_the_wind(table, event)
    if not start or (not along(table.wind) and areas_between(table, start, event.to) == 0):
        return None
    if downwind(table, start, event.to, table.wind):
        return None
    way = NAMES[blows_to(table, table.wind)].lower()
    return _wrong_port(table, event, f"which does not lie to the {way}")


@chapter.rule(
    "WP-SAIL-03",
    on=Sail,
    where={Sail: astray},
    says="North or South, a ship sails within its area or to the next.",
    cite=SAILING,
    rulings=("WP-AMB-37",),
)
def this_area_or_the_next(table: Table, event: Sail) -> Breach | None:
    start = by_the_wind(table, event)
    if not start or not along(table.wind) or (apart := areas_between(table, start, event.to)) <= NEAR:
        return None
    return _wrong_port(table, event, f"{apart} areas away")


@chapter.rule(
    "WP-SAIL-04",
    on=Sail,
    where={Sail: astray},
    says="East or West, a ship sails one area or two.",
    cite=SAILING,
    rulings=("WP-AMB-37",),
)
def one_area_or_two(table: Table, event: Sail) -> Breach | None:
    start = by_the_wind(table, event)
    if not start or along(table.wind) or NEAR <= (apart := areas_between(table, start, event.to)) <= FAR:
        return None
    return _wrong_port(table, event, f"{apart} areas away" if apart else "in the same area")


chapter.permission(
    "WP-SAIL-05", says="East or West, only the areas count, not how far north a port lies.", cite=SAILING
)


@chapter.rule(
    "WP-SAIL-06",
    on=Done,
    says="A ship must sail, unless it is windlocked.",
    cite=SAILING,
    rulings=("WP-AMB-33", "WP-AMB-36", "WP-AMB-37", "WP-AMB-38"),
)
def sails_if_it_can(table: Table, event: Done) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or _has_sailed(table, turn):
        return None
    altered = turn.gust if table.terms.gust_sailing == "alters-the-one-sailing" else ""
    ports = destinations(table, event.by, altered, turn.gust_direction)
    if not ports:
        return None
    return Breach(f"{event.by} ends the turn without sailing.", {"seat": event.by, "wind": table.wind}, listed(ports))


def _has_sailed(table: Table, turn: Turn) -> bool:
    """Say whether the turn's own sailing is done; a sailing that a gust has bought comes beside it."""
    bought = turn.gusts - bool(turn.gust) if table.terms.gust_sailing == "buys-an-extra-sailing" else 0
    return turn.sailed > bought


@chapter.rule(
    "WP-SAIL-07",
    on=DeclareWindlock,
    says="A ship is windlocked when the wind carries it to no port.",
    cite=SAILING,
    rulings=("WP-AMB-36", "WP-AMB-38"),
)
def nowhere_to_sail(table: Table, event: DeclareWindlock) -> Breach | None:
    if own_turn(table, event.by) is None or not (ports := destinations(table, event.by)):
        return None
    says = f"{event.by} calls the ship windlocked in {table.players[event.by].port}."
    return Breach(says, {"wind": table.wind}, listed(ports))


@chapter.rule(
    "WP-SAIL-08",
    on=(Sail, Gust, BonusPoint, Done),
    where={Sail: astray},
    says="A windlocked ship stays where it is, unless a gust or a card lets it sail.",
    cite=(SAILING, ACTIONS),
    narrows=("WP-SAIL-02", "WP-SAIL-03", "WP-SAIL-04"),
    rulings=("WP-AMB-05", "WP-AMB-36", "WP-AMB-38"),
    claims=(Wrong.WINDLOCKED,),
)
def stays_when_windlocked(table: Table, event: Sail | Gust | BonusPoint | Done) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None:
        return None
    if isinstance(event, Sail):
        start = by_the_wind(table, event)
        # A ship that the wind carries where it goes is not windlocked: no need to look at every port.
        if not start or carries(table, event.by, event.to) or not windlocked(table, event.by):
            return None
        return _wrong_port(table, event, "though it is windlocked")
    return _bought_or_not(table, turn, event) if table.terms.windlocked_gust != "may" else None


def _bought_or_not(table: Table, turn: Turn, event: Gust | BonusPoint | Done) -> Breach | None:
    """One reading denies a windlocked ship the gust, another makes it buy one."""
    if turn.sailed or turn.bonus or not windlocked(table, turn.seat):
        return None
    facts: dict[str, int | str] = {"seat": turn.seat, "wind": table.wind}
    denied = table.terms.windlocked_gust == "may-not"
    if isinstance(event, Gust):
        says = f"{turn.seat} is windlocked, and buys a gust."
        return Breach(says, facts, "The ship stays where it is.") if denied else None
    affordable = points_for(table, turn) - turn.spent >= POINTS
    if denied or turn.gusts or not affordable or not gust_frees(table, turn.seat):
        return None
    says = f"{turn.seat} is windlocked, has the points for a gust, and buys none."
    return Breach(says, facts, "A gust is bought.")


def gust_frees(table: Table, seat: str) -> bool:
    """Say whether any gust would carry a ship somewhere."""
    turns = (direction for direction in DIRECTIONS if direction != table.wind)
    return bool(destinations(table, seat, "extra")) or any(destinations(table, seat, "turn", way) for way in turns)


@chapter.rule(
    "WP-SAIL-09",
    on=Sail,
    says="A ship sails once in a turn.",
    cite=PLUNDERING,
    narrows=("WP-TURN-01",),
    rulings=("WP-AMB-37",),
    reads=("actions",),
    claims=("sailed",),
)
def one_sailing(table: Table, event: Sail) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or not turn.sailed or turn.sailed <= turn.again:
        return None
    says = f"{event.by} sails to {event.to} after sailing to {table.players[event.by].port} in the same turn."
    return Breach(says, {"to": event.to, "sailed": turn.sailed}, "No more sailing.")


chapter.permission("WP-SAIL-10", says="A ship may sail to a port where others are.", cite=(ARRIVAL, ADVANTAGES))
chapter.upheld(
    "WP-SAIL-11",
    says="On every sailing the whole arrival sequence follows.",
    cite=SAILING,
    by=sailed,
    claims=(Wrong.SAILED,),
)


@chapter.rule(
    "WP-SAIL-12",
    on=(DeclineTreasure, Arrived),
    says="A ship that does not sail gets no tile, boards nobody, digs up no treasure and gains no reputation.",
    cite=(ARRIVAL, ADVANTAGES, REPUTATION),
)
def nothing_without_sailing(table: Table, event: DeclineTreasure | Arrived) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or turn.sailed:
        return None
    return Breach(f"{event.by} arrives without having sailed.", {"seat": event.by}, "The ship sails first.")


@chapter.rule(
    "WP-SAIL-13",
    on=Sail,
    where={Sail: astray},
    says="The east and west ends of the board do not meet.",
    cite=SAILING,
    narrows=("WP-SAIL-02", "WP-SAIL-04", "WP-SAIL-08"),
    rulings=("WP-AMB-36", "WP-AMB-37"),
)
def not_round_the_board(table: Table, event: Sail) -> Breach | None:
    start = by_the_wind(table, event)
    if not start or along(table.wind):
        return None
    east = blows_to(table, table.wind) == "E"
    area, there = table.content.port(start).area, table.content.port(event.to).area
    if area != (EAST_END if east else WEST_END):
        return None
    round_by = (there - area if east else area - there) % AREAS
    return _wrong_port(table, event, "over the end of the board") if NEAR <= round_by <= FAR else None
