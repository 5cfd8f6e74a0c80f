"""Describes a battle with its sums: for each side the strength, and the hits of dice, cards, tokens and crew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.windward.events import FlyFlag, Pass, RollBattle, SpendCannons, SpendHits
from engine.games.windward.reckoning import is_ship, owner
from engine.games.windward.reckoning.battle import (
    TOKEN_HITS,
    alone,
    hits_of,
    last_battle,
    marine_hits,
    piece_of,
    side_of,
    total,
)
from engine.games.windward.state import ATTACK, DEFEND, RED, Battle, Table
from engine.kernel.unknown import Undetermined, is_known

Step = SpendCannons | RollBattle | SpendHits | FlyFlag | Pass


def told(table: Table, battle: Battle) -> str:
    """Describe both sides of a battle."""
    return " ".join(_side(table, battle, side) for side in (ATTACK, DEFEND))


def last_told(table: Table) -> str:
    """Describe the current battle, or the one just over; "" if there is none."""
    battle = last_battle(table)
    return told(table, battle) if battle is not None else ""


def recalled(table: Table) -> str:
    """Describe the last battle as far as it is known, to explain its consequences."""
    try:
        return last_told(table)
    except Undetermined:
        return ""


def called(piece: str) -> str:
    """Name a piece in battle."""
    seat, _, boat = piece.partition(".")
    if not owner(piece):
        return f"the {piece.replace('-', ' ').title()}"
    return f"{seat}'s ship" if is_ship(piece) else f"{seat}'s longboat {boat}"


def counted(number: Any, what: str) -> str:  # noqa: ANN401 - a number, or UNKNOWN
    """Count something in words."""
    return f"{number} {what}" if is_known(number) and number == 1 else f"{number} {what}s"


def _side(table: Table, battle: Battle, side: str) -> str:
    piece, force = piece_of(battle, side), battle.force[side]
    reds = battle.number if piece == RED else 1
    verb = f"{'attack' if side == ATTACK else 'defend'}{'s' if reds == 1 else ''}"
    own, strength = alone(piece) * reds, battle.strength[side]
    crew = strength - force.cannons - own
    helper = "Sergeant" if is_ship(piece) else "Harpooner"
    parts = [("", own), (f"{helper} ", crew), ("cannons ", force.cannons)]
    who = called(piece) if reds == 1 else f"the {reds} Reds"
    told_strength = f"{who[0].upper()}{who[1:]} {verb} with {_sum(parts, strength)}"
    if side not in battle.rolled:
        return f"{told_strength}."
    dice = f"dice {' '.join(map(str, force.dice))}"
    added: list[tuple[str, Any]] = [(f"{card} ", hits_of(table, card)) for card in force.cards]
    added += [("tokens ", TOKEN_HITS * force.tokens), ("Marine ", marine_hits(table, battle, side))]
    return f"{told_strength}: {dice}{_more(added)}, {counted(total(table, battle, side), 'hit')}."


def _sum(parts: Iterable[tuple[str, Any]], whole: Any) -> str:  # noqa: ANN401 - a number, or UNKNOWN
    """Write a number with its parts, if there is more than one."""
    (_, first), *others = parts
    more = _more(others)
    return f"strength {whole} ({first}{more})" if more else f"strength {whole}"


def _more(parts: Iterable[tuple[str, Any]]) -> str:
    return "".join(f" + {name}{number}" for name, number in parts if not is_known(number) or number)


def done(battle: Battle, event: Step) -> str:
    """Describe what was done in a battle before its time, or after it."""
    if isinstance(event, RollBattle):
        again = " again" if event.side in battle.rolled else ""
        return f"{called(piece_of(battle, event.side)).capitalize()} is rolled for{again}"
    if isinstance(event, SpendHits):
        return f"{event.by} adds {_added(event)}"
    who = event.by if side_of(battle, event.by) else f"{event.by}, who has no part in this battle,"
    return f"{who} spends cannons" if isinstance(event, SpendCannons) else f"{who} passes"


def _added(event: SpendHits) -> str:
    tokens = [counted(event.tokens, "token")] if not is_known(event.tokens) or event.tokens else []
    return " and ".join([*map(str, event.cards), *tokens]) or "nothing"
