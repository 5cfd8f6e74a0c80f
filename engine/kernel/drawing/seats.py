"""Gives the pieces of each seat a distinct letter and colour.

A seat has the colour it is named after ("green"), else the one that the game wishes for it. Any other seat has a free
colour picked by its name. Colours follow the Okabe-Ito palette, which stays distinct for most colour-blind readers. The
letter serves all readers, in grey print too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from types import MappingProxyType
from zlib import crc32

from engine.kernel.drawing.part_cache import draw_once

# Neither is a colour of the sheet, so that the dark scheme leaves them alone.
DARK, LIGHT = "#0d131a", "#fefefe"
# Each colour with the ink that reads best on it.
PALETTE: dict[str, tuple[str, str]] = {
    "green": ("#009e73", DARK),
    "orange": ("#e69f00", DARK),
    "blue": ("#0072b2", LIGHT),
    "yellow": ("#f0e442", DARK),
    "white": (LIGHT, DARK),
    "black": ("#222222", LIGHT),
    "red": ("#d55e00", DARK),
    "purple": ("#cc79a7", DARK),
    "sky": ("#56b4e9", DARK),
    "brown": ("#7a4b2a", LIGHT),
}
NO_WISHES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Livery:
    """What the pieces of a seat look like."""

    letter: str
    fill: str
    ink: str


@draw_once
def liveries(seats: tuple[str, ...], wishes: Mapping[str, str] = NO_WISHES) -> dict[str, Livery]:
    """Give every seat its letter and colour. A wish counts only where no seat is named after that colour."""
    colours = _choose_colours(seats, wishes)
    letters = _choose_letters(seats)
    return {seat: Livery(letters[seat], *PALETTE[colours[seat]]) for seat in seats}


def _choose_colours(seats: tuple[str, ...], wishes: Mapping[str, str]) -> dict[str, str]:
    """Assign colours first to seats named after one, then to those with a wish, then to the rest."""
    chosen = {seat: seat.casefold() for seat in seats if seat.casefold() in PALETTE}
    for seat in seats:
        colour = wishes.get(seat, "")
        if seat not in chosen and colour in PALETTE and colour not in chosen.values():
            chosen[seat] = colour
    for seat in seats:
        if seat not in chosen:
            chosen[seat] = _choose_free_colour(seat, set(chosen.values()))
    return chosen


def _choose_free_colour(seat: str, taken: set[str]) -> str:
    free = [colour for colour in PALETTE if colour not in taken] or list(PALETTE)
    return free[crc32(seat.encode("utf-8", "replace")) % len(free)]


def _choose_letters(seats: Iterable[str]) -> dict[str, str]:
    """Give each seat its first letter. Seats that share it get a distinguishing second: Bu for blue, Ba for black."""
    names = list(seats)
    words = {seat: "".join(filter(str.isalnum, seat)) for seat in names}
    letters = {seat: _take_initial(words[seat]) or str(place) for place, seat in enumerate(names, 1)}
    for seat, word in words.items():
        alike = [words[other] for other in names if other != seat and letters[other][:1] == letters[seat][:1]]
        if alike:
            letters[seat] = letters[seat][:1] + next(_list_own_letters(word, alike), str(names.index(seat) + 1))
    if len(set(letters.values())) < len(names):
        return {seat: str(place) for place, seat in enumerate(names, 1)}
    return letters


def _take_initial(word: str) -> str:
    return word[:1].upper()[:1]


def _list_own_letters(word: str, alike: list[str]) -> Iterator[str]:
    """Return the letters of a word at the places where all others have another letter."""
    for own, *theirs in zip_longest(word, *alike, fillvalue=""):
        if own and own.casefold() not in {letter.casefold() for letter in theirs}:
            yield own
