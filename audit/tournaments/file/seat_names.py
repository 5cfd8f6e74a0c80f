"""Names of seats in a tournament's file: those that no log could write, and slips of names that other tables have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches

from engine.kernel.spellings import echo_text
from engine.kernel.spellings.header import NOT_A_SEAT

# With these a header parts seats, names and roles.
SIGNS = frozenset(",=/:")
# A seat of one table alone is taken for a slip only of so few that several have, and only if it is as like as this.
MOST_COMMON, AS_LIKE = 40, 0.8
OTHERWISE = f"Use a word without {' '.join(sorted(SIGNS))} that is none of: {', '.join(sorted(NOT_A_SEAT))}."


def find_strange_seats(tables: Sequence[Collection[str]]) -> Iterator[tuple[int, str, str]]:
    """Say of each table which of its seats cannot be meant, with a remedy."""
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
    """Find the name that a seat is a slip of, capitals aside."""
    folded = {other.casefold(): other for other in sorted(others)}
    close = get_close_matches(seat.casefold(), folded, 1, AS_LIKE)
    return folded[close[0]] if close else ""
