"""Joining in by letter: what it is good for, and that the rules of tile and ship bind a joiner as well."""

from __future__ import annotations

from functools import cache

from engine.games.north_wind import events as e
from engine.games.north_wind.rules import commercial, crew, equipment, merchant, ship
from engine.games.north_wind.rules.uses import Trade, joins_in, place
from engine.games.north_wind.sources import COMMERCIAL, LETTERS, VOYAGE
from engine.games.north_wind.state import Table
from engine.kernel.events import Event
from engine.kernel.rules import Breach, Chapter, Rule
from engine.kernel.unknown import Undetermined

chapter = Chapter("Joining in by letter")
# The rules of the crew speak for themselves, whoever hires; here they only silence more general ones.
BINDING = (commercial.chapter, equipment.chapter, merchant.chapter, ship.chapter, crew.chapter)


@cache
def _binding(kind: type[Event]) -> tuple[Rule, ...]:
    """Every rule of tile and ship with a check of such an event."""
    return tuple(rule for chapter in BINDING for rule in chapter.rules if kind in rule.on)


def bound(table: Table, event: Trade | e.Equip) -> tuple[str, Breach | None]:
    """Name the most special rule that a joiner's trade breaks, and how; "" and None where it breaks none."""
    if place(table, event) is None:
        return "", None
    met = [(rule, breach) for rule in _binding(type(event)) if (breach := _asked(rule, table, event)) is not None]
    silent = {general for rule, _ in met for general in rule.narrows}
    loud = ((rule.id, breach) for rule, breach in met if rule.id not in silent and rule.chapter != crew.chapter.title)
    return next(loud, ("", None))


def _asked(rule: Rule, table: Table, event: Event) -> Breach | None:
    """Ask one rule; what the record cannot settle, that rule says itself."""
    under, look = rule.under.get(type(event)), rule.where.get(type(event))
    if rule.check is None or (under is not None and not under(table.terms)):
        return None
    try:
        silent = (rule.given and not getattr(event, rule.given)) or (look is not None and not look(table, event))
        return None if silent else rule.check(table, event)
    except Undetermined:
        return None


chapter.permission(
    "NW-LETTER-05",
    says="Whoever joins in may do something else with the tile than the player who sails.",
    cite=LETTERS,
)


@chapter.rule(
    "NW-LETTER-06",
    on=e.TRADES,
    says="Limits, prices and room are the same for whoever joins in by letter.",
    cite=(LETTERS, COMMERCIAL),
    where=dict.fromkeys(e.TRADES, lambda table, event: joins_in(table, event.by)),
    echoes=True,
    narrows=(
        "NW-COMM-01", "NW-COMM-02", "NW-COMM-03", "NW-COMM-04", "NW-COMM-05", "NW-COMM-06", "NW-COMM-07", "NW-COMM-08",
        "NW-EQUIP-01", "NW-EQUIP-02", "NW-EQUIP-03", "NW-EQUIP-04", "NW-EQUIP-05", "NW-EQUIP-06", "NW-EQUIP-07",
        "NW-MERCH-01", "NW-MERCH-02", "NW-MERCH-03", "NW-MERCH-04",
        "NW-HOLD-01", "NW-HOLD-02", "NW-HOLD-03", "NW-HOLD-04", "NW-HOLD-06",
    ),
    rulings=(
        "NW-AMB-08", "NW-AMB-13", "NW-AMB-22", "NW-AMB-24", "NW-AMB-25", "NW-AMB-32", "NW-AMB-33", "NW-AMB-34",
        "NW-AMB-36", "NW-AMB-37",
    ),
    reads=("tiles", "ship"),
)  # fmt: skip
def bound_alike(table: Table, event: Trade | e.Equip) -> Breach | None:
    if not joins_in(table, event.by):
        return None
    rule, breach = bound(table, event)
    if breach is None:
        return None
    return Breach(f"{event.by} joins in by letter. {breach.says}", {**breach.facts, "rule": rule}, breach.instead)


chapter.by_flow(
    "NW-LETTER-09",
    says="A use by letter is nobody's action.",
    cite=(VOYAGE, LETTERS),
)
