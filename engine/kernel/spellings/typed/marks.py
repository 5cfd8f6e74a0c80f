"""Strips what surrounds a line: quote marks, list marks, numbers of lines, typographic signs."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.kernel.spellings.line_words import strip_comment

# People do not type longer lines.
LONGEST = 400
MOST_TOKENS = 60
MOST_NUMBERS = 3
# Signs between two acts, or between two fields.
PARTS = frozenset(",;/|+&.")
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
QUOTES = dict.fromkeys(map(ord, "“”„‟«»″"), '"')
APOSTROPHES = dict.fromkeys(map(ord, "‘’‚‛`´"), "'")
BLANKS = dict.fromkeys(map(ord, "\t\u00a0\u2007\u2009\u202f\u3000"), " ")
SIGNS = {**DASHES, **QUOTES, **APOSTROPHES, **BLANKS, ord("\u200b"): "", ord("\u00ad"): "", ord("\ufeff"): ""}
# A negative number: its sign is no dash, and must never be skipped.
BELOW_NOTHING = re.compile(r"[=\s]-[0-9]")
# A question mark says that the writer is unsure, so it stays.
ENDS = " |>*~!.,;"
# A row whose first cell is empty begins with a separator.
EMPTY_CELLS = " ,;"
LEAD = re.compile(r"[\s>|*•·‣∙◦▪→=~-]*")
# `#4`, `4)`, `(4)`, `[4]`, `4:`, `4.`, `4 -`, `20:15`, `[20:15]`. A bare number may also be a value.
CLOCK = re.compile(r"[\[(]?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?[\])]?[\s:-]+")
NUMBERED = re.compile(
    r"(?:#\s?[0-9]{1,5}[.):]*|[\[(][0-9]{1,5}[a-z]?[\])][.:]?|[0-9]{1,5}[a-z]?(?:[.):;]+| -))\s*(?=\S)"
)
BARE_NUMBER = re.compile(r"[0-9]{1,5}[a-z]?[\s,|]+")
PLACE = re.compile(r"([^\W\d_]{1,6})\.?\s?[0-9]{1,4}(?:\s*[:,.)-]+\s*|\s+)")
QUOTED_TEXT = r'"[^"]*"'
POSSESSIVE = re.compile(r"(?<=\w)'s\b", re.IGNORECASE)
SINGLE_QUOTED = re.compile(r"(?<!\w)'([^'\"]+)'(?!\w)")
TOKEN = re.compile(
    rf"{QUOTED_TEXT}|\?\?|[^\W\d_][^\W_]*(?:[_'-]+[^\W_]+)*|[0-9]+(?:[^\W\d_][^\W_]*)?|[^\w\s]", re.UNICODE
)


class WordOrSign(NamedTuple):
    """One word or sign of a line; `tight`: no space separates it from the token before."""

    text: str
    start: int
    end: int
    tight: bool


class CleanLine(NamedTuple):
    """A line without its surroundings; `bare`: a number was removed from its start that may also be a value."""

    text: str
    bare: bool = False


def clean_line(line: str) -> str:
    """Convert typographic signs to those of a keyboard, and strip quote and list marks."""
    text = line[: LONGEST + 1].translate(SIGNS)
    text = SINGLE_QUOTED.sub(r'"\1"', POSSESSIVE.sub("", text))
    lead = LEAD.match(text)
    text = text[lead.end() if lead else 0 :].replace("**", " ").replace("__", " ").lstrip(EMPTY_CELLS).rstrip()
    inner = text[1:-1]
    if text.startswith('"') and text.endswith('"') and '"' not in inner:
        text = inner.strip()
    return text.rstrip(ENDS)


def strip_numbers(text: str, places: frozenset[str]) -> list[CleanLine]:
    """List a line with and without the numbers or the round before it, and without a comment after it."""
    least, bare, others = text, False, []
    for _ in range(MOST_NUMBERS):
        variants = _strip_number(least, places)
        if variants[0].text == least:
            break
        least, bare = variants[0].text, bare or variants[0].bare
        others += variants[1:]
    return [CleanLine(strip_comment(line.text).rstrip(ENDS), line.bare) for line in (CleanLine(least, bare), *others)]


def _strip_number(text: str, places: frozenset[str]) -> list[CleanLine]:
    clock = CLOCK.match(text)
    rest = text[clock.end() :] if clock else text
    numbered = NUMBERED.match(rest)
    if numbered:
        return [CleanLine(clean_line(rest[numbered.end() :]))]
    if clock:
        return [CleanLine(rest)]
    bare = BARE_NUMBER.match(rest)
    if bare:
        return [CleanLine(clean_line(rest[bare.end() :]), bare=True), CleanLine(rest)]
    place = PLACE.match(rest)
    if place and place[1].casefold() in places:
        return [CleanLine(rest[place.end() :], bare=True), CleanLine(rest)]
    return [CleanLine(rest)]


def split_tokens(text: str) -> list[WordOrSign]:
    """Split a line into words and signs."""
    found: list[WordOrSign] = []
    last = 0
    for match in TOKEN.finditer(text):
        found.append(WordOrSign(match[0], match.start(), match.end(), match.start() == last))
        last = match.end()
        if len(found) > MOST_TOKENS:
            break
    return found
