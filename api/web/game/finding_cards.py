"""Finding cards for a page: the line, the rule, its source, and suggested repairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from api.web.game.severity import SIGNS, WORDS, name_severity
from audit.report import sentences

if TYPE_CHECKING:
    from api.web.game.replay_document import Moment
    from audit.model.findings import Finding, Repair
    from audit.model.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One finding, in sentences."""

    number: int
    place: int
    kind: str
    rule: str
    where: str
    says: str
    breach: str
    written: str
    notes: tuple[str, ...]
    outcome: str
    repairs: tuple[Repair, ...]
    # The line in the file, split where the finding begins.
    line: int
    before: str
    rest: str
    # The place of the root that this follows from.
    follows: int | None
    # Readings under which the finding would change, as query parameters.
    turns: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The word for the severity."""
        return WORDS[self.kind]

    @property
    def sign(self) -> str:
        """The sign for the severity."""
        return SIGNS[self.kind]


def make_cards(report: Report, moments: Sequence[Moment]) -> Iterator[Card]:
    """Make a card for each finding, in the order of the game. Findings at events not played come last."""
    places = {moment.seq: moment.place for moment in moments}
    last = len(moments) - 1
    numbered = enumerate((finding for moment in moments for finding in moment.findings), 1)
    for number, finding in numbered:
        place = places.get(finding.seq or 0, last)
        yield _make_card(report, finding, number, place, places.get(finding.follows) if finding.follows else None)


def _make_card(report: Report, finding: Finding, number: int, place: int, follows: int | None) -> Card:
    at = max(finding.column - 1, 0)
    return Card(
        number=number,
        place=place,
        kind=name_severity(finding),
        rule="" if finding.rule == finding.status else finding.rule,
        where=sentences.name_place(finding),
        says=finding.says,
        breach=finding.breach,
        written=sentences.describe_rule_source(report, finding.cites),
        notes=tuple(_list_notes(finding)),
        outcome=sentences.describe_outcome(finding.outcome),
        repairs=finding.repairs,
        line=finding.line,
        before=finding.excerpt[:at],
        rest=finding.excerpt[at:],
        follows=follows,
        turns=tuple(f"{turn.id}={turn.reading}" for turn in (*finding.rulings, *finding.settled)),
    )


def _list_notes(finding: Finding) -> Iterator[str]:
    if finding.rests_on:
        yield sentences.describe_invented_content(finding.rests_on)
    if finding.rulings:
        yield f"It depends on {sentences.name_turning_readings(finding.rulings)}."
    yield from sentences.describe_breach_details(finding)
    if finding.instead:
        yield f"Legal instead: {finding.instead}"
