"""The effect of each ruling option for a log: its verdict, its result, and the standings of its tournament."""

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
    """Each ruling option, and its effect on the standings by its number. `lacks` says why the effects are unknown."""

    ways: RulingOptions
    stake: LogInTournament | None = None
    moved: Mapping[int, StandingsImpact] = {}
    lacks: str = ""

    def document(self) -> Document:
        """Describe the options as the command line does, with the tournament that the log counts in."""
        said = options_document(self.ways, self.moved)
        return {**said, "tournament": self.stake.document(self.lacks)} if self.stake else said


def weigh_ruling_options(
    subject: CaseSubject,
    case: CaseRecord | None,
    asked: AuditOptions = DEFAULT_OPTIONS,
    typed: RulingOption | None = None,
    tournament: str = "",
) -> CaseRulingOptions:
    """Compute the effect of each ruling option. This takes many audits, so it runs in the pool if there is one."""
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
    """Describe the effects of each ruling option."""
    return weigh_ruling_options(
        subject, cases.fold_case(cases.list_case_rows(subject)), asked, tournament=tournament
    ).document()
