"""What a case asks of its log, as functions that another process can be asked for: bytes and lines in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from api.jobs.tournaments import WantedDocument, WantedLog
from audit import Asked
from audit.cases import CaseRecord, ways_to_rule
from audit.cases.ruling_options import WaysToRule, WayToRule, way_judged
from audit.cases.standings_impact import WayStakes, stakes, table_of
from audit.rewrite.convert import as_typed
from audit.rewrite.with_decisions import decided
from audit.tournaments.count.submission import HandedLog, handed_in
from audit.tournaments.count.with_rulings import counted_as_ruled, ruled_everywhere
from audit.tournaments.events.events import RuleOn
from audit.tournaments.events.fold import record_from
from engine.kernel.game import Game

Games = Mapping[str, Game]


class WantedStakes(NamedTuple):
    """A tournament as it is counted, the log that is ruled on, and the ways to rule on it."""

    counted: WantedDocument
    packs: Mapping[str, str]
    log: WantedLog
    sha256: str
    ways: Sequence[WayToRule]


def log_in_short(games: Games, raw: bytes) -> tuple[str, int]:
    """Say of which game a log is, and how many events it has; raises `LogError`."""
    log = as_typed(raw, games)
    return log.header.game, len(log.events)


def refusal_of(games: Games, raw: bytes, asked: Asked, way: WayToRule) -> str:
    """Say why a ruling cannot be laid over a log; nothing where it can. Raises `LogError`."""
    return way_judged(raw, games, asked, way).refused


def ways_weighed(
    games: Games, raw: bytes, asked: Asked, case: CaseRecord | None, typed: WayToRule | None
) -> WaysToRule:
    """Judge a log under each way to rule, and first under one that somebody has typed, if any; raises `LogError`."""
    found = ways_to_rule(raw, games, asked, case)
    return replace(found, ways=(way_judged(raw, games, asked, typed), *found.ways)) if typed else found


def stakes_weighed(games: Games, wanted: WantedStakes) -> list[WayStakes]:
    """Count a tournament under each way to rule on one of its logs; nothing, where that is the log of no table."""
    (laid, lines, logs, audits, *_), packs, log = wanted.counted, wanted.packs, wanted.log
    record = record_from(lines, laid, None, games[laid.game])
    event = ruled_everywhere(laid, record)

    def again(name: str, ruled: Sequence[RuleOn]) -> HandedLog:
        # All that is ruled already was audited so; what is new is laid over this one log.
        if name != log.name or tuple(ruled) == log.ruled:
            return audits[name]
        return handed_in(name, log.raw, event, games, packs, ruled, decided(log.beside, games))

    count = counted_as_ruled(laid, logs, record, again)
    table = table_of(count, wanted.sha256)
    return [stakes(count, logs, table, way, again) for way in wanted.ways] if table else []
