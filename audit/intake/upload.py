"""Converts an upload to text: workbooks, and sheets with a club's own columns, become canonical text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kernel.spellings.file_check import ZIPPED

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns


def convert_upload_to_text(raw: bytes, columns: Columns | None = None) -> bytes:
    """Return the bytes of a log as text. Raises `LogError` for an invalid workbook or club's sheet."""
    if columns is not None:
        from audit.spreadsheets.columns import convert_club_sheet  # noqa: PLC0415 - few clubs have columns of their own

        return convert_club_sheet(raw, columns).text.encode()
    if not raw.startswith(ZIPPED):
        return raw
    from audit.spreadsheets.workbook import read_workbook_rows, write_rows_as_text  # noqa: PLC0415 - text does not need it

    return write_rows_as_text(read_workbook_rows(raw)).encode()


def split_lines(raw: bytes) -> list[str]:
    """Split a log into lines without their line ends."""
    return convert_upload_to_text(raw).decode().removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def join_lines(lines: Iterable[str], raw: bytes) -> str:
    r"""Join lines with the line end of the upload, `\n` or `\r\n`."""
    return ("\r\n" if b"\r\n" in raw and raw.count(b"\n") == raw.count(b"\r\n") else "\n").join(lines)
