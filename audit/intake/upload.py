"""An upload as text: nearly always it is that; a workbook, or a sheet with a club's own columns, is written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kernel.spellings.file_check import ZIPPED

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns


def as_text(raw: bytes, columns: Columns | None = None) -> bytes:
    """Give the bytes of a log as text. Raises `LogError` for a workbook or a club's sheet that cannot be read."""
    if columns is not None:
        from audit.spreadsheets.columns import sheet_from  # noqa: PLC0415 - few clubs have columns of their own

        return sheet_from(raw, columns).text.encode()
    if not raw.startswith(ZIPPED):
        return raw
    from audit.spreadsheets.workbook import rows_of, written_out  # noqa: PLC0415 - text needs none of it

    return written_out(rows_of(raw)).encode()


def lines_of(raw: bytes) -> list[str]:
    """List the lines of a log in text, without what ends them."""
    return as_text(raw).decode().removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def joined(lines: Iterable[str], raw: bytes) -> str:
    """Put lines together again, and end them as those of an upload do: on Windows by two signs."""
    return ("\r\n" if b"\r\n" in raw and raw.count(b"\n") == raw.count(b"\r\n") else "\n").join(lines)
