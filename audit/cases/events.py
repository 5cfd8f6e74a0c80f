"""What happens in a case about a log, a line each, never changed: claim, answers, questions, rulings, appeal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

CaseState = Literal["open", "ruled", "appealed", "closed"]


class CaseEvent(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every line says: who did it, and when, as far as anybody wrote that down."""

    who: str
    at: str = ""


class OpenCase(CaseEvent, frozen=True, tag="open"):
    """Somebody claims something about a log: about which of its events, and which open question of the rulebook."""

    # The SHA-256 of its bytes, which never change.
    log: str
    game: str
    says: str
    about: tuple[int, ...] = ()
    question: str = ""


class AnswerInCase(CaseEvent, frozen=True, tag="answer"):
    """Somebody answers the claim, or a question of the arbiter's, by its number."""

    says: str
    to: int = 1


class AttachExhibit(CaseEvent, frozen=True, tag="attach"):
    """A file (a photograph, a slip, another log) belongs to the case; it is kept elsewhere, and known by its digest."""

    name: str
    sha256: str
    size: int
    says: str = ""


class AskParty(CaseEvent, frozen=True, tag="ask"):
    """The arbiter asks somebody."""

    whom: str
    says: str


class RuleInCase(CaseEvent, frozen=True, tag="rule"):
    """The arbiter rules: how questions are read, what lines say, or that nothing changes (`dismissed`).

    `lines` are lines about the record, laid over the log. `instead`: the number of the ruling in whose place it stands.
    """

    why: str
    readings: dict[str, str] = {}
    lines: tuple[str, ...] = ()
    dismissed: bool = False
    instead: int = 0


class AppealRuling(CaseEvent, frozen=True, tag="appeal"):
    """Somebody does not accept a ruling, by its number."""

    against: int
    why: str


class UpholdRuling(CaseEvent, frozen=True, tag="uphold"):
    """An appeal, by its number, changes nothing."""

    appeal: int
    why: str


class CloseCase(CaseEvent, frozen=True, tag="close"):
    """Nothing more is to be said."""

    why: str = ""


AnyCaseEvent = OpenCase | AnswerInCase | AttachExhibit | AskParty | RuleInCase | AppealRuling | UpholdRuling | CloseCase


class CaseRecord(Struct, frozen=True, kw_only=True):
    """What stands after the events of a case: a fold. `head` is the chain of hashes over their lines."""

    # The claim that began it, which is the first of the events.
    opened: OpenCase
    events: tuple[AnyCaseEvent, ...]
    head: str
    state: CaseState
    # The number of the ruling that stands (0: none yet), the appeal that is open, and questions without an answer.
    standing: int = 0
    appeal: int = 0
    unanswered: tuple[int, ...] = ()

    @property
    def ruling(self) -> RuleInCase | None:
        """The ruling that stands."""
        found = self.events[self.standing - 1] if self.standing else None
        return found if isinstance(found, RuleInCase) else None

    @property
    def readings(self) -> Mapping[str, str]:
        """How questions are read by the ruling that stands."""
        return self.ruling.readings if self.ruling else {}

    @property
    def lines(self) -> tuple[str, ...]:
        """What is laid over the log by the ruling that stands."""
        return self.ruling.lines if self.ruling else ()
