"""Converts times to the store's unit, microseconds since 1970 in UTC, and makes ids that sort by time."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
# `datetime` cannot represent later times.
LATEST = (datetime.max.replace(tzinfo=UTC) - BEGINNING) // MICROSECOND
EARLIEST = (datetime.min.replace(tzinfo=UTC) - BEGINNING) // MICROSECOND
# Crockford's digits in lower case, which contain no letters that readers confuse.
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_BITS = 80
ID_LENGTH = 26


def read_clock() -> datetime:
    """Return the time of this machine's clock."""
    return datetime.now(UTC)


def count_microseconds(moment: datetime) -> int:
    """Convert a time to microseconds."""
    return (moment - BEGINNING) // MICROSECOND


def to_datetime(count: int) -> datetime:
    """Convert microseconds to a time. An impossible number from a damaged row becomes the latest time."""
    return BEGINNING + (count if EARLIEST <= count <= LATEST else LATEST) * MICROSECOND


def to_datetime_or_none(count: int | None) -> datetime | None:
    """Convert microseconds to a time, or None to None."""
    return None if count is None else to_datetime(count)


def make_id(at: datetime) -> str:
    """Make an id: the time in milliseconds, then enough random bits to make it unguessable."""
    number = (count_microseconds(at) // 1000) << RANDOM_BITS | secrets.randbits(RANDOM_BITS)
    return "".join(DIGITS[number >> shift & 31] for shift in range(5 * (ID_LENGTH - 1), -1, -5))
