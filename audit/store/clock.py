"""Times as the store counts them, microseconds since 1970 in UTC, and ids that sort by when they were made."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
# No time can be told from here on.
LATEST = (datetime.max.replace(tzinfo=UTC) - BEGINNING) // MICROSECOND
EARLIEST = (datetime.min.replace(tzinfo=UTC) - BEGINNING) // MICROSECOND
# Crockford's digits, in lower case: no letter that is read as another.
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_BITS = 80
ID_LENGTH = 26


def read_clock() -> datetime:
    """Give the time by this machine's clock."""
    return datetime.now(UTC)


def count_microseconds(moment: datetime) -> int:
    """Count a time in microseconds."""
    return (moment - BEGINNING) // MICROSECOND


def to_datetime(count: int) -> datetime:
    """Give the time back that was counted; a number that no time has, in a damaged row, is the last there is."""
    return BEGINNING + (count if EARLIEST <= count <= LATEST else LATEST) * MICROSECOND


def to_datetime_or_none(count: int | None) -> datetime | None:
    """Give a time back, where there is one."""
    return None if count is None else to_datetime(count)


def make_id(at: datetime) -> str:
    """Make an id: when, in milliseconds, then enough chance that nobody guesses another."""
    number = (count_microseconds(at) // 1000) << RANDOM_BITS | secrets.randbits(RANDOM_BITS)
    return "".join(DIGITS[number >> shift & 31] for shift in range(5 * (ID_LENGTH - 1), -1, -5))
