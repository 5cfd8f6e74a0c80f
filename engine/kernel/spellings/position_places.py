"""Finds the place of each fact of a position in the file. Only a log with a position needs it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from engine.kernel.log import Log
from engine.kernel.spellings.line_words import quote_text

KEY = "position"
Place = tuple[int, int]


def find_fact_places(raw: bytes, log: Log) -> dict[str, Place]:
    """Find line and column of each fact that the position names, in any spelling."""
    places: dict[str, Place] = {}
    lines = list(_list_header_lines(raw.decode().removeprefix("\ufeff"), log))
    after = (0, 0)
    for fact in log.header.position:
        # Facts keep the order of the file, so each is searched for after the previous one.
        found = next((place for place in _find_places(lines, fact, log.spelling) if place > after), None)
        if found is not None:
            places[fact] = after = found
    return places


def _list_header_lines(text: str, log: Log) -> Iterator[tuple[int, str]]:
    """Return the lines that may hold the position, with their numbers."""
    numbered = enumerate(text.split("\n"), 1)
    if log.spelling == "jsonl":
        first = log.header_lines.get(KEY, 1)
        return ((number, line) for number, line in numbered if number == first)
    last = log.lines[0] if len(log.lines) else len(text)
    head = takewhile(lambda one: one[0] < last, numbered)
    return ((number, line) for number, line in head if line.lstrip().startswith(KEY))


def _find_places(lines: list[tuple[int, str]], fact: str, spelling: str) -> Iterator[Place]:
    """List every place that may name the fact: as written, or with the player's name in quotation marks."""
    named = [f"{quote_text(fact)}:"] if spelling == "jsonl" else _spell_fact(fact)
    for number, line in lines:
        start = line.index(KEY) + len(KEY)
        columns = [at for name in named for at in _find_all(line, name, start)]
        yield from ((number, at + 1) for at in sorted(columns))


def _spell_fact(fact: str) -> list[str]:
    seat, dot, rest = fact.rpartition(".")
    return [f"{fact}=", f"{fact} =", *([f'"{seat}".{rest}', f'"{fact}"'] if dot else [])]


def _find_all(line: str, name: str, start: int) -> Iterator[int]:
    at = line.find(name, start)
    while at >= 0:
        # Skip the end of a longer name: `.vp=` in `green.vp=`.
        if not (line[at - 1].isalnum() or line[at - 1] in "._-"):
            yield at
        at = line.find(name, at + 1)
