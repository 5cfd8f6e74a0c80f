"""The lettering of pictures: how values are spelt, how wide a text will be, and what is cut to fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.kernel.basics import plural as wording
from engine.kernel.log import Header
from engine.kernel.spellings.misread import shown
from engine.kernel.unknown import known

# What a picture may be told: a number, a name, or that nobody knows.
Told = Any
NARROW, WIDE = frozenset("fijlrt.,:;'|!()[] -"), frozenset("mwMW@%")
LATIN = 0x2000
# How much broader bold letters are.
BOLD: Final = 1.1


def spelt(value: object) -> str:
    """Spell any value; one that nobody wrote down is a question mark, and nothing in it can hide."""
    return shown(str(value)) if known(value) else "?"


def breadth(text: str, size: float) -> float:
    """Reckon how wide a text will be at most, whichever plain font a reader has."""
    return size * sum(_share(letter) for letter in text)


def _share(letter: str) -> float:
    if letter in NARROW:
        return 0.42
    if letter in WIDE or ord(letter) > LATIN:
        return 1.0
    return 0.78 if letter.isupper() else 0.64


def cut(text: object, size: float, room: float) -> str:
    """Shorten what does not fit; the end shows that something is missing."""
    words = spelt(text)
    if breadth(words, size) <= room:
        return words
    while words and breadth(words + "…", size) > room:
        words = words[:-1]
    return words + "…"


def wrapped(text: object, size: float, room: float) -> list[str]:
    """Break between words what does not fit on one line; what does not fit on two is cut."""
    first, *rest = spelt(text).split(" ")
    lines = [first]
    for word in rest:
        longer = f"{lines[-1]} {word}"
        if len(lines) > 1 or breadth(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, size, room) for line in lines]


def counted(number: object, thing: str) -> str:
    """Count things: 1 point, 3 points, ? points."""
    return wording.counted(number if known(number) else spelt(number), thing)


def sentence(words: str) -> str:
    """End a sentence, unless it has ended."""
    return words and words.rstrip(".") + "."


def paragraph(sentences: Iterable[str]) -> str:
    """End each sentence, leave out those with nothing to say, and write them one after the other."""
    return " ".join(sentence(said) for said in sentences if said)


def listed(names: Iterable[object]) -> str:
    """List names, or say that there is none."""
    return ", ".join(map(spelt, names)) or "none"


def titled(name: object) -> str:
    """Spell the name of a place as its board does: north_cape is North Cape."""
    return " ".join(word[:1].upper() + word[1:] for word in spelt(name).split("_"))


def person(header: Header, seat: str) -> str:
    """Give the name that the header has for a seat."""
    named = (player.name for player in header.players if player.seat == seat)
    return next((spelt(name) for name in named if name), "")


def seated(header: Header, seat: str) -> str:
    """Name a seat, and who sits there if the header tells."""
    called = person(header, seat)
    return f"{spelt(seat)}{f' ({called})' if called else ''}"


def winners(winner: object, seats: tuple[str, ...]) -> list[str]:
    """List who has won: several, if a tie stays unbroken."""
    if not known(winner):
        return []
    named = str(winner)
    return [named] if named in seats else [seat for seat in seats if seat in named.split()]


def result(winner: object, seats: tuple[str, ...]) -> str:
    """Say how a game has ended."""
    if not known(winner):
        return "The game has ended; who won is not known"
    won = winners(winner, seats)
    if len(won) > 1:
        return f"{' and '.join(map(spelt, won))} share the victory"
    return f"{spelt(winner)} has won" if winner else "The game has ended without a winner"
