"""The Gust of Wind: when a player may buy one, and where it carries a ship."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Gust, Sail
from engine.games.winds_of_plunder.folds.plundering import gust_declared
from engine.games.winds_of_plunder.reckoning.formulas import own_turn
from engine.games.winds_of_plunder.reckoning.map import carries, destinations, downwind, in_range, may_be_new
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.sailing.sailing import NAMES, listed
from engine.games.winds_of_plunder.sources import ACTIONS, PLUNDERING, SAILING
from engine.games.winds_of_plunder.state import DIRECTIONS, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Gust of Wind", reads=("ports",))


def gust_bought(table: Table, _: Sail) -> bool:
    """Return whether a gust may have been bought for this sailing."""
    return table.turn is not None and (not is_known(table.turn.gust) or bool(table.turn.gust))


@chapter.rule(
    "WP-GUST-01",
    on=Gust,
    says="A gust is bought before the sailing that it alters.",
    cite=(ACTIONS, SAILING),
    narrows=("WP-GUST-02", "WP-GUST-03", "WP-GUST-04"),
    rulings=("WP-AMB-37",),
    reads=("actions",),
)
def before_sailing(table: Table, event: Gust) -> Breach | None:
    turn = own_turn(table, event.by)
    if (
        turn is None
        or not turn.sailed
        or turn.sailed <= turn.again
        or table.terms.gust_sailing == "buys-an-extra-sailing"
    ):
        return None
    return Breach(f"{event.by} buys a gust after sailing.", {"sailed": turn.sailed}, "A gust comes before sailing.")


@chapter.rule(
    "WP-GUST-02",
    on=(Gust, Sail),
    where={Sail: gust_bought},
    says="A gust that turns lets the ship sail as if the wind blew another way, by the distances for that way.",
    cite=(ACTIONS, SAILING),
    rulings=("WP-AMB-33", "WP-AMB-36", "WP-AMB-38"),
)
def as_if_it_blew_elsewhere(table: Table, event: Gust | Sail) -> Breach | None:
    if own_turn(table, event.by) is None:
        return None
    if isinstance(event, Sail):
        return _carried_elsewhere(table, event, "turn")
    if event.mode != "turn":
        return None
    if is_known(event.direction) and not event.direction:
        raise Undetermined
    if event.direction == table.wind:
        says = f"{event.by}'s gust blows {NAMES[event.direction]}, as the wind does."
        return Breach(says, {"wind": table.wind}, "Another direction.")
    return _leads_nowhere(table, event)


@chapter.rule(
    "WP-GUST-03",
    on=(Gust, Sail),
    where={Sail: gust_bought},
    says="A gust for an extra area lets the ship sail with the wind one area further than it could.",
    cite=(ACTIONS, SAILING),
    rulings=("WP-AMB-06", "WP-AMB-07", "WP-AMB-33", "WP-AMB-36", "WP-AMB-38"),
)
def an_area_further(table: Table, event: Gust | Sail) -> Breach | None:
    if own_turn(table, event.by) is None:
        return None
    if isinstance(event, Sail):
        return _carried_elsewhere(table, event, "extra")
    return _leads_nowhere(table, event) if event.mode == "extra" else None


def _leads_nowhere(table: Table, event: Gust) -> Breach | None:
    """A gust serves to sail: without a port to sail to, there is nothing to buy."""
    if destinations(table, event.by, event.mode, event.direction):
        return None
    what = f"a gust to the {NAMES[event.direction]}" if event.mode == "turn" else "a gust for an extra area"
    says = f"{event.by} buys {what}, and from {table.players[event.by].port} it leads nowhere."
    return Breach(says, {"gust": event.mode, "wind": table.wind}, "Another gust, or none.")


def _carried_elsewhere(table: Table, event: Sail, mode: str) -> Breach | None:
    """Check that the sailing after a gust goes where the gust carries."""
    turn, start = own_turn(table, event.by), table.players[event.by].port
    if turn is None or not turn.gust or turn.gust != mode or not may_be_new(table, event.by, event.to):
        return None
    if carries(table, event.by, event.to, mode, turn.gust_direction):
        return None
    gust = f"a gust to the {NAMES[turn.gust_direction]}" if mode == "turn" else "a gust for an extra area"
    says = (
        f"{event.by} sails from {start} to {event.to}; {gust} with the wind on {NAMES[table.wind]} does not allow it."
    )
    facts: dict[str, int | str] = {"from": start, "to": event.to, "wind": table.wind, "gust": mode}
    return Breach(says, facts, listed(destinations(table, event.by, mode, turn.gust_direction)))


@chapter.rule(
    "WP-GUST-04",
    on=(Gust, Sail),
    where={Sail: gust_bought},
    says="One gust either turns or adds an area, not both.",
    cite=ACTIONS,
    narrows=("WP-GUST-02", "WP-GUST-03"),
    rulings=("WP-AMB-36",),
)
def not_both(table: Table, event: Gust | Sail) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None:
        return None
    if isinstance(event, Gust):
        if event.mode != "extra" or not event.direction or event.direction == table.wind:
            return None
        says = f"{event.by}'s gust adds an area and turns to the {NAMES[event.direction]}."
        return Breach(says, {"direction": event.direction}, "One or the other.")
    if not turn.gust or not may_be_new(table, event.by, event.to):
        return None
    if carries(table, event.by, event.to, turn.gust, turn.gust_direction) or not _by_both(table, event):
        return None
    says = f"{event.by} sails to {event.to}, which takes both a turned wind and an extra area."
    return Breach(says, {"to": event.to, "gust": turn.gust}, "One or the other.")


def _by_both(table: Table, event: Sail) -> bool:
    """Return whether a port needs another direction and an extra area together."""
    turn, start = own_turn(table, event.by), table.players[event.by].port
    if turn is None:
        return False
    if turn.gust == "turn":
        return _beyond(table, start, event.to, turn.gust_direction)
    ways = [way for way in DIRECTIONS if way != table.wind]
    if downwind(table, start, event.to, table.wind) or any(
        carries(table, event.by, event.to, "turn", way) for way in ways
    ):
        return False
    return any(_beyond(table, start, event.to, way) for way in ways)


def _beyond(table: Table, start: str, to: str, way: str) -> bool:
    """Return whether a port is in that direction, and one area too far."""
    too_far = not in_range(table, start, to, way) and in_range(table, start, to, way, extra=True)
    return too_far and downwind(table, start, to, way)


chapter.upheld(
    "WP-GUST-05",
    says="A gust leaves the wind on the board as it is.",
    cite=ACTIONS,
    reads=(),
    by=gust_declared,
    claims=(Wrong.IN_A_GUST,),
)


@chapter.rule(
    "WP-GUST-06",
    on=Gust,
    says="There is one gust in a turn, as it takes all the points.",
    cite=(ACTIONS, PLUNDERING),
    narrows=("WP-TURN-01", "WP-AP-07", "WP-GUST-01", "WP-GUST-02", "WP-GUST-03", "WP-GUST-04"),
    reads=(),
)
def one_gust(table: Table, event: Gust) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or not turn.gusts:
        return None
    return Breach(f"{event.by} buys a second gust in one turn.", {"gusts": turn.gusts}, "One gust.")
