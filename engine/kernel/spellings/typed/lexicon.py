"""The meanings of each word of a line in one log, given its game, its players and its components."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from engine.kernel.log import Header
from engine.kernel.spellings.fields import SPEAKERS
from engine.kernel.spellings.typed.marks import WordOrSign
from engine.kernel.spellings.typed.other_words import OtherWords, normalize_phrase
from engine.kernel.vocabulary import Vocabulary

Domains = Mapping[str, Container[str]]
LONGEST_PHRASE = 7
# Signs that may occur within a name: `Turks & Caicos`, `green.aft`, `Bail Out!`.
WITHIN = frozenset("./-&!_'")
SHORT_NAME = re.compile(r"[0-9]+[a-z]")
SHORTEST_PART = 3
SHORTEST_START = 4
MOST_NAMES = 1_500
MOST_DIGITS = 6
MOST_HOLDING = 60
# A name that only a kind that accepts any name has.
NO_DECK = "no_such_deck-5"
# If at most so many names are possible, suggestions list each of them.
FEW = 6


class Sense(NamedTuple):
    """One meaning of a phrase; `weak`: only a part of the name is written."""

    sort: str
    value: str
    kind: str = ""
    weak: bool = False


class Option(NamedTuple):
    """A phrase that begins at some token: where it ends, and one meaning."""

    end: int
    sense: Sense


class Lexicon:
    """Every phrase that has a meaning in this log."""

    def __init__(self, vocabulary: Vocabulary, domains: Domains, header: Header, words: OtherWords) -> None:
        """Index verbs, speakers, seats, players and all names that the game lists."""
        self.vocabulary, self.domains, self.words = vocabulary, domains, words
        self.seats = tuple(player.seat for player in header.players)
        self.phrases: dict[str, list[Sense]] = {}
        # Parts of names (`Caicos`), and the names of each kind that contain them.
        self.parts: dict[str, set[Sense]] = {}
        self._holding: dict[str, list[Sense]] = {}
        self._weak: dict[str, tuple[Sense, ...]] = {}
        self.kinds = {f.kind for form in vocabulary.forms.values() for f in form.fields if f.kind in domains}
        self._take_words(words)
        self._take_players(header)
        for kind in sorted(self.kinds | {"seat"}):
            self._take_names(kind, header)

    def find_senses(self, phrase: str) -> Sequence[Sense]:
        """Return the meanings of a folded phrase."""
        return self.phrases.get(phrase, ())

    def find_weak_senses(self, word: str) -> tuple[Sense, ...]:
        """Return the names that a word is a part or the beginning of, if it is so for only one name of a kind."""
        if word not in self._weak:
            self._weak[word] = tuple(self._find_partial_names(word))
        return self._weak[word]

    def find_free_senses(self, text: str) -> list[Sense]:
        """List the kinds for which a word may be a name although it is not listed."""
        name = text.casefold()
        # `3b` is short for a listed name, and no name of its own.
        if not name.isascii() or name.isalpha() or name.isdigit() or SHORT_NAME.fullmatch(name):
            return []
        return [Sense("name", name, kind) for kind in sorted(self.kinds) if name in self.domains[kind]]

    @cached_property
    def plain_words(self) -> list[str]:
        """All phrases that have a meaning, except those that merely join others."""
        return [phrase for phrase, senses in self.phrases.items() if any(s.sort in {"verb", "name"} for s in senses)]

    @cached_property
    def _verbs(self) -> list[str]:
        return [phrase for phrase, senses in self.phrases.items() if any(s.sort == "verb" for s in senses)]

    @cached_property
    def _letters_of_verbs(self) -> frozenset[str]:
        return frozenset("".join(sorted(verb)) for verb in self._verbs)

    @cached_property
    def _verb_slips(self) -> frozenset[str]:
        return frozenset(slip for verb in self._verbs if len(verb) >= SHORTEST_START for slip in _spell_slips(verb))

    def is_near_verb(self, word: str) -> bool:
        """Return whether an unknown word looks like a misspelled verb."""
        strange = normalize_phrase(word)
        if len(strange) < SHORTEST_START:
            return False
        return "".join(sorted(strange)) in self._letters_of_verbs or not self._verb_slips.isdisjoint(
            _spell_slips(strange)
        )

    def find_names_with(self, part: str) -> list[Sense]:
        """List the names that contain this part: for `5` every card with that number."""
        if part not in self._holding:
            listed = {s for senses in self.phrases.values() for s in senses if s.sort == "name" and s.kind != "fact"}
            self._holding[part] = sorted(s for s in listed if part in _split_name(s.value))[:MOST_HOLDING]
        return self._holding[part]

    def list_if_few(self, kind: str) -> list[str]:
        """List the names of a kind, if they are few enough to name each."""
        domain = self.domains.get(kind, ())
        names = sorted(domain) if isinstance(domain, Iterable) else []
        plain = [name for name in names if "." not in name]
        return plain if len(plain) <= FEW else []

    def list_options(self, line: Sequence[WordOrSign]) -> list[list[Option]]:
        """List, for each token of a line, the phrases that begin there and their meanings."""
        return [self._list_options_at(line, at) for at in range(len(line))]

    def _list_options_at(self, line: Sequence[WordOrSign], at: int) -> list[Option]:
        token = line[at]
        if token.text == "??":
            return [Option(at + 1, Sense("unknown", "??"))]
        if token.text.startswith('"'):
            inner = token.text[1:-1].strip()
            named = [*self.find_senses(normalize_phrase(inner)), *_read_numbers(inner), Sense("text", token.text[1:-1])]
            return [Option(at + 1, sense) for sense in named]
        if not token.text[0].isalnum():
            # A full stop within a word is part of a name that no other reading may split: `orange.gold`.
            inside = token.text == "." and token.tight and line[at + 1 : at + 2] and line[at + 1].tight
            return [Option(at + 1, Sense("point" if inside else "mark", token.text))]
        found = [
            Option(end, sense) for end, phrase in self._list_phrases(line, at) for sense in self.find_senses(phrase)
        ]
        found += [Option(at + 1, sense) for sense in self._read_counts(token.text)]
        found += self._read_with_number(line, at, {option.sense.kind for option in found if option.end > at + 1})
        here = {option.sense.kind for option in found if option.end == at + 1}
        if not here:
            found += [Option(at + 1, sense) for sense in self.find_free_senses(token.text)]
        found += [
            Option(at + 1, sense)
            for sense in self.find_weak_senses(normalize_phrase(token.text))
            if sense.kind not in here
        ]
        return found

    def _read_with_number(self, line: Sequence[WordOrSign], at: int, listed: set[str]) -> Iterable[Option]:
        """Read `sailor 5` as the card that it names, if the deck is known and its cards are not listed."""
        word, after = line[at].text.casefold(), line[at + 1 : at + 2]
        if (
            word.isascii()
            and word.isalpha()
            and after
            and after[0].text.isdigit()
            and len(after[0].text) <= MOST_DIGITS
        ):
            name = f"{word}-{int(after[0].text)}"
            for kind in sorted(self._kinds_by_number - listed):
                if name in self.domains[kind]:
                    yield Option(at + 2, Sense("name", name, kind))

    @cached_property
    def _kinds_by_number(self) -> set[str]:
        """The kinds in which only some words make a name with a number after them; not those that accept any word."""
        return {kind for kind in self.kinds if kind != "fact" and NO_DECK not in self.domains[kind]}

    def _read_counts(self, text: str) -> Iterable[Sense]:
        """Read a number, also with the unit right after it: `4pts`."""
        yield from _read_numbers(text)
        unit = text.lstrip("0123456789")
        if unit and unit != text and normalize_phrase(unit) in self.words.fillers:
            yield from _read_numbers(text[: -len(unit)])

    def _list_phrases(self, line: Sequence[WordOrSign], at: int) -> Iterable[tuple[int, str]]:
        """List the folded phrases that begin at a token, with number words as digits."""
        phrase = ""
        for end in range(at, min(len(line), at + LONGEST_PHRASE)):
            text = line[end].text
            if text[0].isalnum():
                word = normalize_phrase(text)
                if end > at and word in self.words.numbers and not self.find_senses(phrase + word):
                    word = str(self.words.numbers[word])
                phrase += word
                yield end + 1, phrase
            elif text not in WITHIN:
                return

    def _take_phrase(self, phrase: str, sense: Sense) -> None:
        known = self.phrases.setdefault(phrase, [])
        if phrase and sense not in known:
            known.append(sense)

    def _take_words(self, words: OtherWords) -> None:
        for sort, table in (("verb", words.verbs), ("speaker", words.speakers)):
            for phrase, meanings in table.items():
                for meaning in sorted(meanings):
                    self._take_phrase(phrase, Sense(sort, meaning))
        for speaker in SPEAKERS:
            self._take_phrase(speaker, Sense("speaker", speaker))
        for phrase, number in words.numbers.items():
            self._take_phrase(phrase, Sense("number", str(number)))
        for sort, listed in (("filler", words.fillers), ("join", words.joins), ("unclear", words.unclear)):
            for phrase in sorted(listed):
                self._take_phrase(phrase, Sense(sort, phrase))

    def _take_players(self, header: Header) -> None:
        firsts = [player.name.split()[0].casefold() for player in header.players if player.name.strip()]
        for player in header.players:
            sense = Sense("name", player.seat, "seat")
            self._take_phrase(normalize_phrase(player.name), sense)
            first = player.name.split()[0] if player.name.strip() else ""
            if firsts.count(first.casefold()) == 1:
                self._take_phrase(normalize_phrase(first), sense)

    def _take_names(self, kind: str, header: Header) -> None:
        domain = self.domains.get(kind, frozenset(self.seats))
        players = {player.seat: player.name for player in header.players if player.name}
        names = sorted(domain)[:MOST_NAMES] if isinstance(domain, Iterable) else []
        for name in names:
            value = domain[name] if isinstance(domain, Mapping) else name
            sense = Sense("name", value, kind)
            self._take_phrase(normalize_phrase(name), sense)
            seat, dot, rest = name.partition(".")
            if dot and seat in players:
                self._take_phrase(normalize_phrase(players[seat] + rest), sense)
            for part in _split_name(name):
                if len(part) >= SHORTEST_PART and not part.isdigit():
                    self.parts.setdefault(normalize_phrase(part), set()).add(sense)
        for phrase, meanings in self.words.names.get(kind, {}).items():
            for name in sorted(meanings):
                if name in domain:
                    self._take_phrase(phrase, Sense("name", name, kind))

    def _find_partial_names(self, word: str) -> Iterable[Sense]:
        if SHORT_NAME.fullmatch(word):
            # `3b` is a card if only one card has that on it.
            found_here = self.find_names_with(word)
            yield from (sense._replace(weak=True) for sense in found_here if len(found_here) == 1)
            return
        if len(word) < SHORTEST_PART or word.isdigit():
            return
        found = {sense for part, senses in self.parts.items() if part.startswith(word) for sense in senses}
        if len(word) < SHORTEST_START:
            # Three letters must be a part of a name in full, and no other part may begin with them.
            found = found if word in self.parts else set()
        by_kind: dict[str, list[Sense]] = {}
        for sense in sorted(found):
            by_kind.setdefault(sense.kind, []).append(sense)
        for senses in by_kind.values():
            if len(senses) == 1 and senses[0].kind != "fact":
                yield senses[0]._replace(weak=True)


def _split_name(name: str) -> list[str]:
    return name.replace("_", "-").replace("/", "-").split("-")


def _spell_slips(word: str) -> Iterable[str]:
    """Spell a word with one letter left open, and with one added: words that share a spelling are one letter apart."""
    for at in range(len(word)):
        yield f"{word[:at]}*{word[at + 1 :]}"
    for at in range(len(word) + 1):
        yield f"{word[:at]}*{word[at:]}"


def _read_numbers(text: str) -> Iterable[Sense]:
    """Read digits (`4`) and multipliers (`2x`, `x2`)."""
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        yield Sense("number", str(int(text)))
    low = text.casefold()
    if low.endswith("x") and low[:-1].isascii() and low[:-1].isdigit() and len(low) == len("2x"):
        yield Sense("times", low[:-1], "before")
    elif low.startswith("x") and low[1:].isascii() and low[1:].isdigit() and len(low) == len("x2"):
        yield Sense("times", low[1:], "after")
