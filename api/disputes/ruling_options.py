"""What each way to rule on a log would change: its verdict and result, and the standings of its tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from api.disputes import cases
from api.disputes.cases import CaseSubject
from api.jobs.cases import judge_ruling_options, read_game_and_length
from api.jobs.dispatch import run_job as done_soon
from api.service import get_club, get_service
from api.tournaments.stakes import LogInTournament, compute_standings_impact, find_tournament_of_log
from audit.cases import CaseRecord
from audit.cases.document import options_document
from audit.cases.ruling_options import RulingOption, RulingOptions
from audit.cases.standings_impact import StandingsImpact
from audit.options import DEFAULT_OPTIONS, AuditOptions
from engine.kernel.basics.json_types import Document


class CaseRulingOptions(NamedTuple):
    """Each way to rule; what it moves in the standings, by its number; `lacks`: why that is not told now."""

    ways: RulingOptions
    stake: LogInTournament | None = None
    moved: Mapping[int, StandingsImpact] = {}
    lacks: str = ""

    def document(self) -> Document:
        """Spell it for a program, as the command line does, with the tournament that it counts in."""
        said = options_document(self.ways, self.moved)
        return {**said, "tournament": self.stake.document(self.lacks)} if self.stake else said


def weigh_ruling_options(
    subject: CaseSubject,
    case: CaseRecord | None,
    asked: AuditOptions = DEFAULT_OPTIONS,
    typed: RulingOption | None = None,
    tournament: str = "",
) -> CaseRulingOptions:
    """Say what each way to rule would change; beside this process where there is one, for it is many audits."""
    raw, reading = cases.load_subject_log(subject, asked)
    game, _ = done_soon(read_game_and_length, raw)
    stake = find_tournament_of_log(hashlib.sha256(raw).hexdigest() if subject.live else subject.name, game, tournament)
    given = (raw, stake.apply_pins(reading) if stake else reading, case, typed)
    here = get_service()
    found: RulingOptions = (
        judge_ruling_options(here.games, *given)
        if here.audit_pool is None
        else here.audit_pool.ask(get_club(), judge_ruling_options, given)
    )
    if stake is None:
        return CaseRulingOptions(found)
    return CaseRulingOptions(found, stake, *compute_standings_impact(stake, found))


def describe_ruling_options(subject: CaseSubject, asked: AuditOptions, tournament: str = "") -> Document:
    """Spell the same for a program."""
    return weigh_ruling_options(
        subject, cases.fold_case(cases.list_case_rows(subject)), asked, tournament=tournament
    ).document()
