"""What a case asks of its log, as functions that another process can be asked for: bytes and lines in."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from audit import Asked
from audit.cases import CaseRecord, case_from, ways_to_rule
from audit.cases.document import ways_document
from audit.cases.ways import WaysToRule, WayToRule, way_judged
from audit.converting import as_typed
from engine.kernel.game import Game
from engine.kernel.jsons import Document

Games = Mapping[str, Game]


def log_in_short(games: Games, raw: bytes) -> tuple[str, int]:
    """Say of which game a log is, and how many events it has; raises `LogError`."""
    log = as_typed(raw, games)
    return log.header.game, len(log.events)


def refusal_of(games: Games, raw: bytes, asked: Asked, way: WayToRule) -> str:
    """Say why a ruling cannot be laid over a log; nothing where it can. Raises `LogError`."""
    return way_judged(raw, games, asked, way).refused


def ways_told(games: Games, raw: bytes, asked: Asked, lines: bytes) -> Document:
    """Say what a log comes to, and what it would come to under each way to rule on it; raises `LogError`."""
    case = case_from(lines, games) if lines else None
    return ways_document(ways_to_rule(raw, games, asked, case))


def ways_weighed(
    games: Games, raw: bytes, asked: Asked, case: CaseRecord | None, typed: WayToRule | None
) -> WaysToRule:
    """Give the same as it is, with one way more before the others where somebody has typed one; raises `LogError`."""
    found = ways_to_rule(raw, games, asked, case)
    return replace(found, ways=(way_judged(raw, games, asked, typed), *found.ways)) if typed else found
