"""Converts cases to plain values: `deadreckon.case/1`, `deadreckon.ways/1` and `deadreckon.precedents/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from audit.cases.events import CaseRecord
from audit.cases.precedents import Precedent
from audit.cases.ruling_options import RulingOptionOutcome, RulingOptions
from audit.cases.standings_impact import StandingsImpact
from engine.kernel.basics.json_types import Document


def case_document(case: CaseRecord) -> Document:
    """Describe a case as a document."""
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
    """Describe the outcome of a log now and under each ruling option. `stakes` is keyed by option index, from 0."""
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
    """Describe a register of precedents as a document."""
    return {"schema": "deadreckon.precedents/1", "precedents": [msgspec.to_builtins(one) for one in listed]}
