"""Checks the seat names of a tournament file: names that no log can contain, and probable typing errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches

from engine.kernel.spellings import echo_text
from engine.kernel.spellings.header import NOT_A_SEAT

# The signs that separate seats, names and roles in a header.
SIGNS = frozenset(",=/:")
# A seat used at one table only may be a typing error. This is tested against few common names and needs high
# similarity.
MOST_COMMON, AS_LIKE = 40, 0.8
OTHERWISE = f"Use a word without {' '.join(sorted(SIGNS))} that is none of: {', '.join(sorted(NOT_A_SEAT))}."


def find_strange_seats(tables: Sequence[Collection[str]]) -> Iterator[tuple[int, str, str]]:
    """Yield the index of a table, a fault and a remedy for each seat name that cannot be right."""
    used = Counter(seat for seats in tables for seat in seats)
    common = {seat for seat, count in used.items() if count > 1}
    for at, seats in enumerate(tables):
        for seat in seats:
            if not seat.strip() or seat != seat.strip() or seat in NOT_A_SEAT or not SIGNS.isdisjoint(seat):
                yield at, f"no log can name a seat {echo_text(seat)}.", OTHERWISE
            elif (
                seat not in common and len(common) <= MOST_COMMON and (meant := _suggest_seat(seat, common - {*seats}))
            ):
                yield at, f"no other table has a seat {echo_text(seat)}.", f"Did you mean {echo_text(meant)}?"


def _suggest_seat(seat: str, others: Collection[str]) -> str:
    """Find the name that a seat is a misspelling of, ignoring case."""
    folded = {other.casefold(): other for other in sorted(others)}
    close = get_close_matches(seat.casefold(), folded, 1, AS_LIKE)
    return folded[close[0]] if close else ""
