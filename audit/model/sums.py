"""Sums in a report as types: final scores, and how a number comes about."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class SumLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line that changed a number, by how much, and of which parts that is made, where it is of several."""

    seq: int
    line: int
    amount: int
    text: str
    parts: Mapping[str, int] = {}


class Sum(Struct, frozen=True, kw_only=True):
    """How a number comes about: what it was at the start, and every line that changed it."""

    begins: int
    lines: tuple[SumLine, ...]
    comes_to: int


class LastRight(Struct, frozen=True, kw_only=True):
    """The event up to which what the table claims was so."""

    seq: int
    line: int
    text: str


class Score(Struct, frozen=True, kw_only=True):
    """The final score of a seat, and of what it is made."""

    seat: str
    total: int
    parts: Mapping[str, int]
