"""Lettering of pictures: spells values, measures the width of texts, and cuts them to fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.kernel.basics import plural
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.log import Header
from engine.kernel.unknown import is_known

# A value that a picture shows: a number, a name, or UNKNOWN.
Told = Any
NARROW, WIDE = frozenset("fijlrt.,:;'|!()[] -"), frozenset("mwMW@%")
LATIN = 0x2000
# How much broader bold letters are.
BOLD: Final = 1.1


def spell_value(value: object) -> str:
    """Spell any value. An unknown one is a question mark, and invisible characters become visible."""
    return make_visible(str(value)) if is_known(value) else "?"


def breadth(text: str, size: float) -> float:
    """Return the maximum width of a text, whichever plain font a reader has."""
    return size * sum(_measure_letter(letter) for letter in text)


def _measure_letter(letter: str) -> float:
    if letter in NARROW:
        return 0.42
    if letter in WIDE or ord(letter) > LATIN:
        return 1.0
    return 0.78 if letter.isupper() else 0.64


def cut_to_fit(text: object, size: float, room: float) -> str:
    """Shorten a text that does not fit, and end it with an ellipsis."""
    words = spell_value(text)
    if breadth(words, size) <= room:
        return words
    while words and breadth(words + "…", size) > room:
        words = words[:-1]
    return words + "…"


def wrap_text(text: object, size: float, room: float) -> list[str]:
    """Break a text between words over at most two lines, and cut what does not fit on them."""
    first, *rest = spell_value(text).split(" ")
    lines = [first]
    for word in rest:
        longer = f"{lines[-1]} {word}"
        if len(lines) > 1 or breadth(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut_to_fit(line, size, room) for line in lines]


def spell_count(number: object, thing: str) -> str:
    """Count things: 1 point, 3 points, ? points."""
    return plural.count_noun(number if is_known(number) else spell_value(number), thing)


def end_sentence(words: str) -> str:
    """End a text with one full stop."""
    return words and words.rstrip(".") + "."


def join_sentences(sentences: Iterable[str]) -> str:
    """End each sentence, leave out empty ones, and join the rest."""
    return " ".join(end_sentence(said) for said in sentences if said)


def list_names(names: Iterable[object]) -> str:
    """Join names with commas; an empty list is `none`."""
    return ", ".join(map(spell_value, names)) or "none"


def spell_title(name: object) -> str:
    """Spell the name of a place as on its board: north_cape is North Cape."""
    return " ".join(word[:1].upper() + word[1:] for word in spell_value(name).split("_"))


def person(header: Header, seat: str) -> str:
    """Return the player's name that the header has for a seat."""
    named = (player.name for player in header.players if player.seat == seat)
    return next((spell_value(name) for name in named if name), "")


def name_seat(header: Header, seat: str) -> str:
    """Name a seat, and its player if the header names one."""
    called = person(header, seat)
    return f"{spell_value(seat)}{f' ({called})' if called else ''}"


def winners(winner: object, seats: tuple[str, ...]) -> list[str]:
    """List the winners: several, if a tie stays unbroken."""
    if not is_known(winner):
        return []
    named = str(winner)
    return [named] if named in seats else [seat for seat in seats if seat in named.split()]


def result(winner: object, seats: tuple[str, ...]) -> str:
    """Return the result of a game as a sentence."""
    if not is_known(winner):
        return "The game has ended; who won is not known"
    won = winners(winner, seats)
    if len(won) > 1:
        return f"{' and '.join(map(spell_value, won))} share the victory"
    return f"{spell_value(winner)} has won" if winner else "The game has ended without a winner"
