"""Declares, for each event, what a missing line means, so that the replay can continue correctly without it."""

from __future__ import annotations

from typing import Literal

import msgspec

# shown: a later line proves that the event happened, and its content is read from that line. open: its content is
# unknown from there on. due: if it is not written by the end of its span, that is one breach. free: the event did not
# happen, and no player is accused.
Word = Literal["shown", "open", "due", "free"]


class Absence(msgspec.Struct, frozen=True):
    """What follows if the log lacks such a line: one of four words, and which line shows it or until when it is due."""

    word: Word
    says: str
    # The meaning under a reading ("TW-AMB-27=mandatory") or a layer ("advanced-track"). The first one in force counts.
    otherwise: tuple[tuple[str, Absence], ...] = ()

    def under(self, answer: str, then: Absence) -> Absence:
        """Add the meaning under this reading or layer."""
        return Absence(self.word, self.says, (*self.otherwise, (answer, then)))


def evident_from(by: str) -> Absence:
    """Declare an event that a later line proves; `by` names that line, as the end of a sentence."""
    return Absence("shown", by)


def open_(says: str) -> Absence:
    """Declare an event whose content is unknown if its line is missing.

    `says` names what may reveal more, if anything.
    """
    return Absence("open", says)


def due(until: str) -> Absence:
    """Declare an event that must be written; `until` says by when, as the end of a sentence."""
    return Absence("due", until)


def free(says: str = "it was not done") -> Absence:
    """Declare an optional event: if it is missing, it did not happen, or players chose not to write it."""
    return Absence("free", says)
