"""Defines the events of a case, one per line and never changed: claim, answers, questions, rulings, appeal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

CaseState = Literal["open", "ruled", "appealed", "closed"]


class CaseEvent(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every line of a case states: who acted, and when, if that was recorded."""

    who: str
    at: str = ""


class OpenCase(CaseEvent, frozen=True, tag="open"):
    """A party makes a claim about a log. It names the events and the open question of the rulebook that it is about."""

    # The SHA-256 of the log's bytes, which never change.
    log: str
    game: str
    says: str
    about: tuple[int, ...] = ()
    question: str = ""


class AnswerInCase(CaseEvent, frozen=True, tag="answer"):
    """A party answers the claim or a question of the arbiter, by event number."""

    says: str
    to: int = 1


class AttachExhibit(CaseEvent, frozen=True, tag="attach"):
    """A party adds a file to the case (a photograph, a slip, another log). The case holds only the file's digest."""

    name: str
    sha256: str
    size: int
    says: str = ""


class AskParty(CaseEvent, frozen=True, tag="ask"):
    """The arbiter asks a party a question."""

    whom: str
    says: str


class RuleInCase(CaseEvent, frozen=True, tag="rule"):
    """The arbiter rules: how questions are read, what lines say, or that nothing changes (`dismissed`).

    `lines` are lines about the record that apply on top of the log. `instead` is the number of the ruling it replaces.
    """

    why: str
    readings: dict[str, str] = {}
    lines: tuple[str, ...] = ()
    dismissed: bool = False
    instead: int = 0


class AppealRuling(CaseEvent, frozen=True, tag="appeal"):
    """A party appeals against a ruling, by event number."""

    against: int
    why: str


class UpholdRuling(CaseEvent, frozen=True, tag="uphold"):
    """The arbiter rejects an appeal, by event number. The ruling stays in force."""

    appeal: int
    why: str


class CloseCase(CaseEvent, frozen=True, tag="close"):
    """The arbiter closes the case."""

    why: str = ""


AnyCaseEvent = OpenCase | AnswerInCase | AttachExhibit | AskParty | RuleInCase | AppealRuling | UpholdRuling | CloseCase


class CaseRecord(Struct, frozen=True, kw_only=True):
    """The state of a case after its events. `head` is the hash chain over their lines."""

    # The claim that opened the case. It is the first event.
    opened: OpenCase
    events: tuple[AnyCaseEvent, ...]
    head: str
    state: CaseState
    # The number of the ruling in force (0: none), the number of the open appeal (0: none), and unanswered questions.
    standing: int = 0
    appeal: int = 0
    unanswered: tuple[int, ...] = ()

    @property
    def ruling(self) -> RuleInCase | None:
        """The ruling in force."""
        found = self.events[self.standing - 1] if self.standing else None
        return found if isinstance(found, RuleInCase) else None

    @property
    def readings(self) -> Mapping[str, str]:
        """The readings that the ruling in force prescribes."""
        return self.ruling.readings if self.ruling else {}

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that the ruling in force adds to the log."""
        return self.ruling.lines if self.ruling else ()
