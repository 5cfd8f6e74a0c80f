"""Checks a file before it is parsed as a log: text, in UTF-8, not too large."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from engine.kernel.basics.lazy_regex import byte_pattern
from engine.kernel.log import Fault, LogError
from engine.kernel.spellings.misread import Misread

MEGABYTE = 1_000_000
# The first bytes of every zipped file, which no text begins with.
ZIPPED = b"PK\x03\x04"
BYTE_ORDER = "The file starts with a byte-order mark."
MAX_BYTES = 200 * MEGABYTE
MAX_LINE = MEGABYTE
MAX_LINES = 1_000_000
OWN_SHEET = "If the sheet has columns of its own, describe them: --columns FILE."
# A comment above the first key stands in quotation marks if it holds a separator.
SHEET = byte_pattern(rb'\s*(?:"?#[^\n]*\n\s*)*"?[a-z]+"?[ \t]*([,;\t])')


class CheckedFile(NamedTuple):
    """The bytes without byte-order mark and Windows line endings, and the faults to report about them."""

    raw: bytes
    faults: list[Fault]


def check_file(raw: bytes) -> CheckedFile:
    """Refuse a file that is not readable text. CRLF is a legal line ending; a byte-order mark is reported."""
    if len(raw) > MAX_BYTES:
        raise LogError("The file is larger than 200 MB.", "Split it: one game, one log.")
    faults: list[Fault] = []
    if raw.startswith(codecs.BOM_UTF8):
        raw = raw[len(codecs.BOM_UTF8) :]
        faults.append(Fault(BYTE_ORDER, "Save it as UTF-8 without one.", 1, 1))
    if b"\0" in raw or raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise _explain_not_text(raw)
    if not raw.isascii():
        _check_utf8(raw)
    if b"\r" in raw:
        raw = _normalize_line_ends(raw)
    if len(raw) > MEGABYTE:
        _check_lines(raw)
    return CheckedFile(raw, faults)


def find_spelling_name(raw: bytes) -> str:
    """Detect the spelling from the start of the file."""
    start = raw.lstrip()[:1]
    if not start:
        raise LogError("The file is empty.", "A log starts with a header: game, players, then its events.")
    if start == b"[":
        raise LogError("This is one JSON array.", "Write one JSON object a line: the header first, then each event.")
    if start == b"{":
        return "jsonl"
    return "text" if SHEET.match(raw) is None else "csv"


def refuse_stray_return(line: str) -> None:
    """Refuse a carriage return inside a line, where it would hide the text before it."""
    if "\r" in line:
        raise Misread(
            "There is a carriage return in the middle of this line.",
            "End lines with LF or CRLF.",
            line.index("\r") + 1,
        )


def _check_utf8(raw: bytes) -> None:
    try:
        raw.decode()
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        column = len(raw[raw.rfind(b"\n", 0, fault.start) + 1 : fault.start].decode()) + 1
        raise LogError(
            f"The file is not UTF-8: byte {raw[fault.start]:#04x} at offset {fault.start}.",
            "Save it as UTF-8.",
            line,
            column,
        ) from None


def _explain_not_text(raw: bytes) -> LogError:
    at = raw.find(b"\0")
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) or at in (0, 1):
        return LogError("The file looks like UTF-16.", "Save it as UTF-8.")
    line = raw.count(b"\n", 0, at) + 1
    column = at - raw.rfind(b"\n", 0, at)
    return LogError(f"There is a NUL byte at offset {at}.", "Send the log as a text file.", line, column)


def _normalize_line_ends(raw: bytes) -> bytes:
    plain = raw.replace(b"\r\n", b"\n")
    if b"\n" not in plain and b"\r" in plain.strip():
        raise LogError("Lines end with only a carriage return.", "Save the file with LF or CRLF line endings.")
    return plain


def _check_lines(raw: bytes) -> None:
    if raw.count(b"\n") > MAX_LINES:
        raise LogError("The file has more than a million lines.", "Split it: one game, one log.", MAX_LINES + 1)
    start = 0
    while len(raw) - start > MAX_LINE:
        # The last line end within the limit: the loop steps a megabyte at a time, not a line.
        end = raw.rfind(b"\n", start, start + MAX_LINE + 1)
        if end < 0:
            line = raw.count(b"\n", 0, start) + 1
            raise LogError(f"Line {line} is longer than 1 MB.", "Write each event on its own line.", line)
        start = end + 1
