"""What each way to rule on a log would change: its verdict and result, and the standings of its tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from api.disputes import cases
from api.disputes.cases import CaseSubject
from api.jobs.cases import log_in_short, ways_weighed
from api.jobs.dispatch import done as done_soon
from api.service import club, service
from api.tournaments.stakes import AtStake, at_stake, stakes_in
from audit.cases import CaseRecord
from audit.cases.document import ways_document
from audit.cases.ruling_options import WaysToRule, WayToRule
from audit.cases.standings_impact import WayStakes
from audit.options import NOTHING_MORE, Asked
from engine.kernel.basics.json_types import Document


class WeighedCase(NamedTuple):
    """Each way to rule; what it moves in the standings, by its number; `lacks`: why that is not told now."""

    ways: WaysToRule
    stake: AtStake | None = None
    moved: Mapping[int, WayStakes] = {}
    lacks: str = ""

    def document(self) -> Document:
        """Spell it for a program, as the command line does, with the tournament that it counts in."""
        said = ways_document(self.ways, self.moved)
        return {**said, "tournament": self.stake.document(self.lacks)} if self.stake else said


def weighed(
    subject: CaseSubject,
    case: CaseRecord | None,
    asked: Asked = NOTHING_MORE,
    typed: WayToRule | None = None,
    tournament: str = "",
) -> WeighedCase:
    """Say what each way to rule would change; beside this process where there is one, for it is many audits."""
    raw, reading = cases.judged(subject, asked)
    game, _ = done_soon(log_in_short, raw)
    stake = at_stake(hashlib.sha256(raw).hexdigest() if subject.live else subject.name, game, tournament)
    given = (raw, stake.read_by(reading) if stake else reading, case, typed)
    here = service()
    found: WaysToRule = (
        ways_weighed(here.games, *given)
        if here.audit_pool is None
        else here.audit_pool.ask(club(), ways_weighed, given)
    )
    if stake is None:
        return WeighedCase(found)
    return WeighedCase(found, stake, *stakes_in(stake, found))


def ways(subject: CaseSubject, asked: Asked, tournament: str = "") -> Document:
    """Spell the same for a program."""
    return weighed(subject, cases.folded(cases.rows_of(subject)), asked, tournament=tournament).document()
