"""An upload as text: nearly always it is that; a workbook is written out, row by row."""

from __future__ import annotations

# What every zipped file begins with, and no text.
ZIPPED = b"PK\x03\x04"


def as_text(raw: bytes) -> bytes:
    """Give the bytes of a log as text. Raises `LogError` for a workbook that cannot be read."""
    if not raw.startswith(ZIPPED):
        return raw
    from audit.workbook import rows_of, written_out  # noqa: PLC0415 - text needs none of it

    return written_out(rows_of(raw)).encode()
