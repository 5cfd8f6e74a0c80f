"""What it means that a line is not there: each event declares it, and the replay goes on accordingly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from engine.kernel.layers import Rulebook

# shown: a later line shows that it happened, and what it held is read off that line; open: what it held is unknown from
# there on; due: not written by the end of its span it is one breach; free: it was not done, and nobody is accused.
Word = Literal["shown", "open", "due", "free"]


class Absence(msgspec.Struct, frozen=True):
    """What follows where nobody wrote such a line: one of four words, and by which lines or until when."""

    word: Word
    says: str
    # What it means instead under a reading ("TW-AMB-27=mandatory") or a layer ("advanced-track"); the first met counts.
    otherwise: tuple[tuple[str, Absence], ...] = ()

    def under(self, answer: str, then: Absence) -> Absence:
        """Add what it means under this reading or layer."""
        return Absence(self.word, self.says, (*self.otherwise, (answer, then)))

    def for_rulebook(self, rulebook: Rulebook) -> Absence:
        """Say what it means under the layers and readings of a rulebook."""
        return next((then for answer, then in self.otherwise if _is_in_force(answer, rulebook)), self)


def evident_from(by: str) -> Absence:
    """Declare an event that a later line shows: `by` which one, as the end of a sentence."""
    return Absence("shown", by)


def open_(says: str) -> Absence:
    """Declare an event whose content nobody knows if nobody wrote it: `says` what may show more, if anything."""
    return Absence("open", says)


def due(until: str) -> Absence:
    """Declare an event that must be written: `until` when, as the end of a sentence."""
    return Absence("due", until)


def free(says: str = "it was not done") -> Absence:
    """Declare an event that may be left undone, or written by whoever likes."""
    return Absence("free", says)


def _is_in_force(answer: str, rulebook: Rulebook) -> bool:
    question, stated, reading = answer.partition("=")
    return rulebook.answer_to(question) == reading if stated else question in rulebook.layers
