"""Parses TOML written by users, and first refuses text that would cost `tomllib` too much time or memory."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

from engine.kernel.basics.json_types import Document
from engine.kernel.basics.lazy_regex import pattern

# `tomllib` needs time and memory that grow with the square of a key's parts. Each table costs a kilobyte, and each
# digit of a number a hundred bytes. Python prints each number of up to `MAX_WORD` digits, hexadecimal ones included.
MAX_PARTS, MAX_NESTED, MAX_TABLES, MAX_WORD = 10, 20, 50_000, 3_500

_STRING = r'(?:"(?>(?:[^"\\\n]++|\\.)*)"|' + r"'[^'\n]*+')"
# The pattern matches strings and comments whole, so that brackets and dots inside them do not count.
_TOKEN = pattern(
    r'"""(?>(?:[^"\\]++|\\[\s\S]|"(?!""))*)"{3,5}+'
    r"|'''(?>(?:[^']++|'(?!''))*)'{3,5}+"
    rf"|(?!\"\"\"|'''){_STRING}|#[^\n]*+"
    rf"|(?P<long>(?:\.[ \t]*+(?:[A-Za-z0-9_-]++|{_STRING})[ \t]*+){{{MAX_PARTS}}})"
    rf"|(?P<word>(?<![\w-])[\w-]{{{MAX_WORD + 1}}})"
    r"|(?P<opened>\[\[?|\{)|(?P<closed>\]\]?|\})|(?P<dot>\.)|(?P<unclosed>[\"'])"
)
_PLACE = pattern(r"\(at (?:line (\d+), column (\d+)|end of document)\)$")


class TomlError(Exception):
    """A text that cannot be parsed as TOML: the reason, as a clause without a full stop, and the place."""

    def __init__(self, says: str, line: int = 1, column: int = 1) -> None:
        super().__init__(says)
        self.says, self.line, self.column = says, line, column


def read_toml(text: str, parse_float: Callable[[str], object] = float) -> Document:
    """Parse TOML of any origin, or raise `TomlError`."""
    _refuse_costly(text)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as wrong:
        message = str(wrong)
        place = _PLACE.search(message)
        said = message[: place.start()].rstrip() if place else message
        line, column = (int(place[1]), int(place[2])) if place and place[1] else (text.count("\n") + 1, 1)
        raise TomlError(f"{said[:1].lower()}{said[1:]}", line, column) from None


def _refuse_costly(text: str) -> None:
    """Refuse keys of many parts, deep nesting, too many tables and endless words, in one pass that builds nothing."""
    nested = tables = 0
    for found in _TOKEN.finditer(text):
        kind, token = found.lastgroup, found[0]
        if kind == "long":
            raise _error_at(text, found.start(), f"a key has more than {MAX_PARTS} parts")
        if kind == "word":
            raise _error_at(text, found.start(), f"a number or a key has more than {MAX_WORD:,} characters")
        if kind == "unclosed":
            return  # `tomllib` stops here too
        if kind in {"opened", "dot"}:
            tables += 1
        nested += len(token) if kind == "opened" else -len(token) if kind == "closed" else 0
        if nested > MAX_NESTED:
            raise _error_at(text, found.start(), f"tables and lists nest more than {MAX_NESTED} deep")
        if tables > MAX_TABLES:
            raise _error_at(text, found.start(), f"more than {MAX_TABLES:,} tables, lists and dots")


def _error_at(text: str, at: int, says: str) -> TomlError:
    return TomlError(says, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
