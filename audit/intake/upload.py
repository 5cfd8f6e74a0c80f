"""An upload as text: nearly always it is that; a workbook, or a sheet with a club's own columns, is written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kernel.spellings.file_check import ZIPPED

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns


def convert_upload_to_text(raw: bytes, columns: Columns | None = None) -> bytes:
    """Give the bytes of a log as text. Raises `LogError` for a workbook or a club's sheet that cannot be read."""
    if columns is not None:
        from audit.spreadsheets.columns import convert_club_sheet  # noqa: PLC0415 - few clubs have columns of their own

        return convert_club_sheet(raw, columns).text.encode()
    if not raw.startswith(ZIPPED):
        return raw
    from audit.spreadsheets.workbook import read_workbook_rows, write_rows_as_text  # noqa: PLC0415 - text needs none of it

    return write_rows_as_text(read_workbook_rows(raw)).encode()


def split_lines(raw: bytes) -> list[str]:
    """List the lines of a log in text, without what ends them."""
    return convert_upload_to_text(raw).decode().removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def join_lines(lines: Iterable[str], raw: bytes) -> str:
    """Put lines together again, and end them as those of an upload do: on Windows by two signs."""
    return ("\r\n" if b"\r\n" in raw and raw.count(b"\n") == raw.count(b"\r\n") else "\n").join(lines)
