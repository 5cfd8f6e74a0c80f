"""Exact numbers: how points are read, compared and shown. Nothing is compared after rounding."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

DECIMALS, MOST_DECIMALS = 2, 12
LONGEST = 400
# What somebody writes is short: with longer numbers one could keep us reckoning for hours, and none is a game's.
WRITTEN = re.compile(r"[+-]?(\d{1,9}(\.\d{0,6})?|\d{1,9}/\d{1,9})", re.ASCII)
FLOATED = re.compile(r"[+-]?\d{1,9}(\.\d{1,6})?(e[+-]?\d)?", re.ASCII)
MOST_WRITTEN = 10**9
AS_IN = 'Write 5, 2.5 or "5/2": up to nine digits before the point, and six behind it.'


class Unwritten(Struct, frozen=True):
    """What stands in the place of a number that is not read: its text, to be told."""

    text: str

    def __str__(self) -> str:
        """Show what was written."""
        return self.text


def parse_exact(value: object) -> Fraction | None:
    """Read a number as it was written (5, 2.5, "5/2"); None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        return None
    if isinstance(value, str) and (len(value) > LONGEST or not value.isascii() or "e" in value.lower()):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def parse_exact_in_bounds(value: object) -> Fraction | None:
    """Read a number that somebody wrote; None where it is none, or too long for any game."""
    if isinstance(value, str):
        return parse_exact(value.strip()) if WRITTEN.fullmatch(value.strip()) else None
    found = parse_exact(value)
    return found if found is not None and abs(found) < MOST_WRITTEN else None


def parse_float_text(text: str) -> Fraction | Unwritten:
    """Read a number with a point or an exponent out of TOML, before anybody reckons how long it is."""
    short = text.replace("_", "").lower()
    return Fraction(short) if FLOATED.fullmatch(short) else Unwritten(text)


def spell_fraction(value: Fraction) -> str:
    """Write a number exactly: 3, 5/2, -1/3."""
    return str(value)


def round_half_away(value: Fraction, decimals: int = DECIMALS) -> str:
    """Round for the eye, half away from zero."""
    unit = 10**decimals
    whole, rest = divmod(abs(value) * unit, 1)
    hundredths = int(whole) + (rest * 2 >= 1)
    sign = "-" if value < 0 and hundredths else ""
    left, right = divmod(hundredths, unit)
    return f"{sign}{left}.{right:0{decimals}d}" if decimals else f"{sign}{left}"


def round_apart(values: Iterable[Fraction]) -> list[str]:
    """Show numbers with two decimals; with more where two that differ would look alike."""
    listed = list(values)
    for decimals in range(DECIMALS, MOST_DECIMALS + 1):
        seen: dict[str, Fraction] = {}
        if all(seen.setdefault(round_half_away(value, decimals), value) == value for value in listed):
            return [round_half_away(value, decimals) for value in listed]
    return [spell_fraction(value) for value in listed]


def spell_sum(parts: Iterable[Fraction]) -> str:
    """Show a sum with its parts: 5 + 5/2 + 1 = 17/2."""
    listed = list(parts)
    text = " + ".join(spell_fraction(part) for part in listed).replace("+ -", "- ") or "0"
    return text if len(listed) < 2 else f"{text} = {spell_fraction(sum(listed, Fraction(0)))}"  # noqa: PLR2004 - a sum
