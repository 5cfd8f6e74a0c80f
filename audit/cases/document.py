"""`deadreckon.case/1`, `deadreckon.ways/1` and `deadreckon.precedents/1`: cases as plain values for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from audit.cases.events import CaseRecord
from audit.cases.precedents import Precedent
from audit.cases.ruling_options import RulingOptionOutcome, RulingOptions
from audit.cases.standings_impact import StandingsImpact
from engine.kernel.basics.json_types import Document


def case_document(case: CaseRecord) -> Document:
    """Lay a case out."""
    return {
        "schema": "deadreckon.case/1",
        "log": case.opened.log,
        "game": case.opened.game,
        "state": case.state,
        "standing": case.standing,
        "appeal": case.appeal,
        "unanswered": list(case.unanswered),
        "head": case.head,
        "events": [msgspec.to_builtins(event) for event in case.events],
    }


def options_document(ways: RulingOptions, stakes: Mapping[int, StandingsImpact] | None = None) -> Document:
    """Lay out what a log comes to, and what it would come to; `stakes` by the number of the way, from 0."""
    return {
        "schema": "deadreckon.ways/1",
        "now": _outcome_document(ways.now),
        "ways": [
            _outcome_document(one) | ({"standings": msgspec.to_builtins(stakes[at])} if stakes and at in stakes else {})
            for at, one in enumerate(ways.ways)
        ],
        "more": ways.more,
    }


def _outcome_document(one: RulingOptionOutcome) -> Document:
    found: Document = msgspec.to_builtins(one)
    return found


def precedents_document(listed: Sequence[Precedent]) -> Document:
    """Lay a register out."""
    return {"schema": "deadreckon.precedents/1", "precedents": [msgspec.to_builtins(one) for one in listed]}
