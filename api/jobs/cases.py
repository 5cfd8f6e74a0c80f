"""Jobs for a case about a log: ruling options and their effect on standings. Inputs can go to another process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from api.jobs.tournaments import WantedDocument, WantedLog
from audit import AuditOptions
from audit.cases import CaseRecord, compare_ruling_options
from audit.cases.ruling_options import RulingOption, RulingOptions, judge_ruling_option
from audit.cases.standings_impact import StandingsImpact, count_standings_impact, find_table_of_log
from audit.rewrite.convert import read_log_leniently
from audit.rewrite.with_decisions import decode_corrections
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.count.with_rulings import count_with_rulings, pin_general_rulings
from audit.tournaments.events.events import RuleOn
from audit.tournaments.events.fold import read_record
from engine.kernel.game import Game

Games = Mapping[str, Game]


class ImpactRequest(NamedTuple):
    """A counted tournament, the log to rule on, and the ruling options for it."""

    counted: WantedDocument
    packs: Mapping[str, str]
    log: WantedLog
    sha256: str
    ways: Sequence[RulingOption]


def read_game_and_length(games: Games, raw: bytes) -> tuple[str, int]:
    """Return the game of a log and its number of events. Raises `LogError`."""
    log = read_log_leniently(raw, games)
    return log.header.game, len(log.events)


def explain_refusal(games: Games, raw: bytes, asked: AuditOptions, way: RulingOption) -> str:
    """Return why a ruling cannot be applied to a log, or an empty text. Raises `LogError`."""
    return judge_ruling_option(raw, games, asked, way).refused


def judge_ruling_options(
    games: Games, raw: bytes, asked: AuditOptions, case: CaseRecord | None, typed: RulingOption | None
) -> RulingOptions:
    """Audit a log under each ruling option, with the one that the judge has typed first. Raises `LogError`."""
    found = compare_ruling_options(raw, games, asked, case)
    return replace(found, ways=(judge_ruling_option(raw, games, asked, typed), *found.ways)) if typed else found


def count_ruling_options(games: Games, wanted: ImpactRequest) -> list[StandingsImpact]:
    """Count a tournament under each ruling option for one of its logs. Return nothing if no table has that log."""
    (laid, lines, logs, audits, *_), packs, log = wanted.counted, wanted.packs, wanted.log
    record = read_record(lines, laid, None, games[laid.game])
    event = pin_general_rulings(laid, record)

    def audit_again(name: str, ruled: Sequence[RuleOn]) -> Submission:
        # Logs are already audited with all existing rulings. Only this log needs a new audit, with the new ruling.
        if name != log.name or tuple(ruled) == log.ruled:
            return audits[name]
        return audit_submission(name, log.raw, event, games, packs, ruled, decode_corrections(log.beside, games))

    count = count_with_rulings(laid, logs, record, audit_again)
    table = find_table_of_log(count, wanted.sha256)
    return [count_standings_impact(count, logs, table, way, audit_again) for way in wanted.ways] if table else []
