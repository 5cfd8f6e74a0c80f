"""The words of a line: bare or quoted, single or in a list, named or not."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.spellings.misread import Misread, echo_text
from engine.kernel.vocabulary import Field

BARE = r'[^\s"#=,][^\s"=,]*+'
QUOTED = r'"(?>(?:[^"\\]|\\.)*)"'
PIECE = pattern(rf"({QUOTED})|{BARE}", re.DOTALL)
WORD = pattern(rf"(?:([A-Za-z_]\w*)=)?((?:{QUOTED}|{BARE})(?>(?:,(?:{QUOTED}|{BARE}))*))?(?=\s|$)", re.DOTALL)
# An unclosed quotation mark runs to the end, so that the search stays linear on hostile lines.
COMMENT = pattern(r'"(?>(?:[^"\\]|\\.)*)(?:"|$)|(?<!\S)#', re.DOTALL)
OF_A_NAME = pattern(r'("(?>(?:[^"\\]|\\.)*))"((?:\.\w[\w-]*)*)', re.DOTALL)
SPACE = pattern(r"\s*")
NUMBER = pattern(r"-?(?:0|[1-9][0-9]*)")
# Text that may be written unquoted. This is stricter than the parser, because control characters must be escaped.
PLAIN = pattern(r'(?![.;!,]+$)[^\s"#=,\x00-\x1f“”„«»][^\s"=,\x00-\x1f“”„«»]*')
FLAGS = {"yes": True, "no": False, "true": True, "false": False}
# No number in a log has more digits. Longer ones are refused as out of range without conversion.
DIGITS = 18
TOO_BIG = 10**DIGITS


class Piece(NamedTuple):
    """One value as written. A quoted value is never read as a number."""

    text: str
    quoted: bool


class LineWord(NamedTuple):
    """One value or list of values, with its name if it was given as `name=value`."""

    key: str
    pieces: tuple[Piece, ...]
    column: int


def split_words(line: str, start: int = 0) -> list[LineWord]:
    """Split a line, from `start` on, into its words; a comment ends it."""
    found: list[LineWord] = []
    at = _skip_space(line, start)
    while at < len(line) and line[at] != "#":
        match = WORD.match(line, at)
        if match is None or match.end() == at:
            raise _explain_unreadable_word(line, at)
        found.append(LineWord(match[1] or "", split_pieces(match[2] or "", match.start(2) + 1), at + 1))
        at = _skip_space(line, match.end())
    return found


def split_pieces(listed: str, column: int = 0) -> tuple[Piece, ...]:
    """Split `a,"b c",d` into its values."""
    return tuple(
        Piece(unquote_text(match[0], column), quoted=True) if match[1] else Piece(match[0], quoted=False)
        for match in PIECE.finditer(listed)
    )


def unquote_text(text: str, column: int = 0) -> str:
    """Read a value in quotation marks, with the escapes of JSON."""
    if "\\" not in text and text.count('"') == len('""'):
        return text[1:-1]
    import json  # noqa: PLC0415 - only escapes need it

    try:
        value = str(json.loads(text, strict=False))
        value.encode()
    except UnicodeEncodeError:
        raise Misread(
            "There is half a character (a lone surrogate) here.", "Write the whole character.", column
        ) from None
    except ValueError:
        raise Misread(
            f"{echo_text(text)} cannot be read as text in quotation marks.",
            'Inside quotation marks write \\" for a quotation mark and \\\\ for a backslash.',
            column,
        ) from None
    return value


def quote_whole_names(text: str) -> str:
    """Extend quotation marks over the whole name: `"Ada May".vp` becomes `"Ada May.vp"`."""
    return OF_A_NAME.sub(r'\1\2"', text) if '".' in text else text


def strip_comment(line: str) -> str:
    """Cut off a trailing ` # comment`, but not one inside quotation marks."""
    for match in COMMENT.finditer(line) if "#" in line else ():
        if match[0] == "#":
            return line[: match.start()].rstrip()
    return line.rstrip()


def parse_number(text: str) -> int:
    """Convert a whole number. One with too many digits becomes a number that no field accepts."""
    return int(text) if len(text) <= DIGITS else TOO_BIG


def read_piece(piece: Piece, takes: frozenset[type]) -> str | int | bool:
    """Convert a value to a type that its field accepts."""
    if not piece.quoted:
        if int in takes and NUMBER.fullmatch(piece.text):
            return parse_number(piece.text)
        if bool in takes and piece.text in FLAGS:
            return FLAGS[piece.text]
    return piece.text


def quote_text(text: str) -> str:
    """Write text in quotation marks."""
    import json  # noqa: PLC0415 - as above

    return json.dumps(text, ensure_ascii=False)


def is_ambiguous_text(text: str, takes: frozenset[type]) -> bool:
    """Return whether a bare `text` would be read as another type."""
    return (int in takes and NUMBER.fullmatch(text) is not None) or (bool in takes and text in FLAGS)


def write_field_value(value: object, field: Field) -> str:
    """Write one value so that `read_piece` reads it back."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if isinstance(value, str) and (not PLAIN.fullmatch(text) or is_ambiguous_text(text, field.takes)):
        return quote_text(text)
    return text


def _skip_space(line: str, at: int) -> int:
    match = SPACE.match(line, at)
    return match.end() if match else at


def _explain_unreadable_word(line: str, at: int) -> Misread:
    if re.match(rf"[^\s\"]*\"(?![^\"]*\")|{QUOTED}[^\s,]", line[at:]):
        return Misread(
            "A quotation mark is not closed, or text follows it without a space.",
            "Close it, then leave a space.",
            at + 1,
        )
    stray = line[at:].split(maxsplit=1)[0]
    return Misread(
        f"{echo_text(stray)} cannot be read as a value.",
        "Put values with '=', ',' or quotation marks in them into quotation marks.",
        at + 1,
    )
