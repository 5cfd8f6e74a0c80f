"""Parses, compares and formats points as exact numbers. Comparison never uses rounded numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

DECIMALS, MOST_DECIMALS = 2, 12
LONGEST = 400
# Written numbers are short. Longer ones could take hours to compute, and no game needs them.
WRITTEN = re.compile(r"[+-]?(\d{1,9}(\.\d{0,6})?|\d{1,9}/\d{1,9})", re.ASCII)
FLOATED = re.compile(r"[+-]?\d{1,9}(\.\d{1,6})?(e[+-]?\d)?", re.ASCII)
MOST_WRITTEN = 10**9
AS_IN = 'Write 5, 2.5 or "5/2": up to nine digits before the point, and six behind it.'


class Unwritten(Struct, frozen=True):
    """Replaces a number that was not parsed. It holds the text for the error message."""

    text: str

    def __str__(self) -> str:
        """Return the original text."""
        return self.text


def parse_exact(value: object) -> Fraction | None:
    """Parse a number as written (5, 2.5, "5/2"). Return None if it is not one."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        return None
    if isinstance(value, str) and (len(value) > LONGEST or not value.isascii() or "e" in value.lower()):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def parse_exact_in_bounds(value: object) -> Fraction | None:
    """Parse a user's number. Return None if it is not one, or is too long for any game."""
    if isinstance(value, str):
        return parse_exact(value.strip()) if WRITTEN.fullmatch(value.strip()) else None
    found = parse_exact(value)
    return found if found is not None and abs(found) < MOST_WRITTEN else None


def parse_float_text(text: str) -> Fraction | Unwritten:
    """Parse a TOML number with a point or an exponent, after checking its length."""
    short = text.replace("_", "").lower()
    return Fraction(short) if FLOATED.fullmatch(short) else Unwritten(text)


def spell_fraction(value: Fraction) -> str:
    """Write a number exactly: 3, 5/2, -1/3."""
    return str(value)


def round_half_away(value: Fraction, decimals: int = DECIMALS) -> str:
    """Round a number for display, half away from zero."""
    unit = 10**decimals
    whole, rest = divmod(abs(value) * unit, 1)
    hundredths = int(whole) + (rest * 2 >= 1)
    sign = "-" if value < 0 and hundredths else ""
    left, right = divmod(hundredths, unit)
    return f"{sign}{left}.{right:0{decimals}d}" if decimals else f"{sign}{left}"


def round_apart(values: Iterable[Fraction]) -> list[str]:
    """Round numbers to two decimals, or to more if different numbers would look equal."""
    listed = list(values)
    for decimals in range(DECIMALS, MOST_DECIMALS + 1):
        seen: dict[str, Fraction] = {}
        if all(seen.setdefault(round_half_away(value, decimals), value) == value for value in listed):
            return [round_half_away(value, decimals) for value in listed]
    return [spell_fraction(value) for value in listed]


def spell_sum(parts: Iterable[Fraction]) -> str:
    """Write a sum with its parts: 5 + 5/2 + 1 = 17/2."""
    listed = list(parts)
    text = " + ".join(spell_fraction(part) for part in listed).replace("+ -", "- ") or "0"
    return text if len(listed) < 2 else f"{text} = {spell_fraction(sum(listed, Fraction(0)))}"  # noqa: PLR2004 - a sum
