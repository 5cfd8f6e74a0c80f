"""Defines the sums in a report as types: final scores, and how a number is made."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class SumLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line that changed a number, the amount, and the parts of that amount if there are several."""

    seq: int
    line: int
    amount: int
    text: str
    parts: Mapping[str, int] = {}


class Sum(Struct, frozen=True, kw_only=True):
    """How a number is made: its value at the start, and every line that changed it."""

    begins: int
    lines: tuple[SumLine, ...]
    comes_to: int


class LastRight(Struct, frozen=True, kw_only=True):
    """The event that ended the claimed value."""

    seq: int
    line: int
    text: str


class Score(Struct, frozen=True, kw_only=True):
    """The final score of a seat, and its parts."""

    seat: str
    total: int
    parts: Mapping[str, int]
