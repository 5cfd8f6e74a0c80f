"""Which ships must sail or stay, and how often a ship sails."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Arrived, BonusPoint, DeclareWindlock, DeclineTreasure, Done, Gust, Sail
from engine.games.winds_of_plunder.folds.plundering import sailed
from engine.games.winds_of_plunder.reckoning.formulas import own_turn, points_for
from engine.games.winds_of_plunder.reckoning.map import carries, destinations, ports_to_sail_to, windlocked
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.sailing.sailing import astray, by_the_wind, listed, wrong_port
from engine.games.winds_of_plunder.sources import ACTIONS, ADVANTAGES, ARRIVAL, PLUNDERING, REPUTATION, SAILING
from engine.games.winds_of_plunder.state import DIRECTIONS, NOT_WRITTEN, OVERDUE, POINTS, Table, Turn
from engine.kernel.events import Event
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined
from engine.kernel.vocabulary import make_unwritten_event

chapter = Chapter("Sailing or staying", reads=("ports",))


@chapter.rule(
    "WP-SAIL-06",
    on=(Done, Sail),
    says="A ship must sail, unless it is windlocked.",
    cite=SAILING,
    rulings=("WP-AMB-33", "WP-AMB-36", "WP-AMB-37", "WP-AMB-38"),
)
def sails_if_it_can(table: Table, event: Done | Sail) -> Breach | None:
    """Report a turn that ends without a sailing, or an arrival whose sailing is missing."""
    turn = own_turn(table, event.by)
    if isinstance(event, Sail):
        missing = event.seq == OVERDUE
        return _not_sailed(table, event.by, "arrives", Sail(event.by, event.to)) if missing else None
    if turn is None or _has_sailed(table, turn):
        return None
    ports = ports_to_sail_to(table, turn)
    if not ports:
        return None
    return _not_sailed(table, event.by, "ends the turn", make_unwritten_event(Sail, by=event.by))


def _not_sailed(table: Table, seat: str, does: str, line: Event) -> Breach:
    """Report that a sailing is missing in the log, with the line to write."""
    turn = own_turn(table, seat) or Turn(seat)
    facts: dict[str, int | str] = {"seat": seat, "wind": table.wind}
    if table.somebody:
        raise Undetermined
    return Breach(f"{seat} {does} without sailing.", facts, listed(ports_to_sail_to(table, turn)), line)


def _has_sailed(table: Table, turn: Turn) -> bool:
    """Return whether the turn's own sailing is done. A sailing that a gust has bought is additional."""
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
        # A ship that the wind carries to its goal is not windlocked, so there is no need to check every port.
        if not start or carries(table, event.by, event.to) or not windlocked(table, event.by):
            return None
        return wrong_port(table, event, "though it is windlocked")
    return _bought_or_not(table, turn, event) if table.terms.windlocked_gust != "may" else None


def _bought_or_not(table: Table, turn: Turn, event: Gust | BonusPoint | Done) -> Breach | None:
    """One reading denies a windlocked ship the gust; another makes it buy one."""
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
    if event.seq == NOT_WRITTEN and table.players[turn.seat].untold:
        # Cards drawn by an unknown player may have been drawn in this turn.
        raise Undetermined
    says = f"{turn.seat} is windlocked, has the points for a gust, and buys none."
    return Breach(says, facts, "A gust is bought.")


def gust_frees(table: Table, seat: str) -> bool:
    """Return whether any gust would carry a ship anywhere."""
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
    if turn is None or not turn.sailed or turn.sail_missing or turn.sailed <= turn.again:
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
