"""Sailing with the wind: the direction, and the range."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Gust, Sail
from engine.games.winds_of_plunder.reckoning.formulas import own_turn
from engine.games.winds_of_plunder.reckoning.map import (
    FAR,
    NEAR,
    areas_between,
    blows_to,
    carries,
    destinations,
    downwind,
    may_be_new,
)
from engine.games.winds_of_plunder.sources import SAILING
from engine.games.winds_of_plunder.state import DIRECTIONS, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined

chapter = Chapter("Sailing", reads=("ports",))
AREAS = 4
WEST_END, EAST_END = 1, AREAS
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def by_the_wind(table: Table, event: Sail) -> str:
    """Return the port from which a ship sails to another with the current wind; "" otherwise."""
    turn, start = own_turn(table, event.by), table.players[event.by].port
    if turn is None or turn.gust or not start or event.to == start:
        return ""
    return str(start)


def astray(table: Table, event: Sail) -> bool:
    """Return whether a ship may sail against the current wind. Otherwise most rules have nothing to check."""
    try:
        return not carries(table, event.by, event.to)
    except Undetermined:
        return True


def along(direction: str) -> bool:
    """Return whether a direction is North or South."""
    return direction in {"N", "S"}


def listed(ports: list[str]) -> str:
    """Name the ports that can be reached."""
    return f"It can sail to {', '.join(ports)}." if ports else "It can sail nowhere."


def wrong_port(table: Table, event: Sail, why: str) -> Breach:
    """Report that a ship sails where it cannot, and list where it can."""
    start = table.players[event.by].port
    facts: dict[str, int | str] = {"from": start, "to": event.to, "wind": table.wind}
    says = f"{event.by} sails from {start} to {event.to}, {why}, with the wind on {NAMES[table.wind]}."
    return Breach(says, facts, listed(destinations(table, event.by)), missing_gust(table, event))


def missing_gust(table: Table, event: Sail) -> Gust | None:
    """Return the gust that would carry a ship there, if its player still had the points for one."""
    turn = own_turn(table, event.by)
    if turn is None or turn.gusts or turn.sailed or turn.spent or table.terms.windlocked_gust == "may-not":
        return None
    ways = [way for way in DIRECTIONS if way != table.wind and carries(table, event.by, event.to, "turn", way)]
    extra = carries(table, event.by, event.to, "extra")
    if not ways:
        return Gust(event.by, "extra") if extra else None
    return Gust(event.by, UNKNOWN if extra else "turn", ways[0] if len(ways) == 1 and not extra else UNKNOWN)


def said_before(table: Table, event: Sail, start: str) -> bool:
    """Return whether one missing gust explains both that a ship sails the wrong way and that it sails too far."""
    return not downwind(table, start, event.to, table.wind) and missing_gust(table, event) is not None


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
    return wrong_port(table, event, f"which does not lie to the {way}")


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
    if said_before(table, event, start):
        return None
    return wrong_port(table, event, f"{apart} areas away")


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
    if apart and said_before(table, event, start):
        return None
    return wrong_port(table, event, f"{apart} areas away" if apart else "in the same area")


chapter.permission(
    "WP-SAIL-05", says="East or West, only the areas count, not how far north a port lies.", cite=SAILING
)


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
    return wrong_port(table, event, "over the end of the board") if NEAR <= round_by <= FAR else None
