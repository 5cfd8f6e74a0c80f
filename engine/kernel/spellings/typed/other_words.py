"""Other words for what a game can say, by language: merged from data of the kernel and of each game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

Table = Mapping[str, Any]
INFLECTED = "en"
VOWELS = "aeiou"
HISSING = ("s", "x", "z", "ch", "sh", "o")


class OtherWords(NamedTuple):
    """The common words and those of a game, merged and folded. A phrase may mean several things."""

    speakers: dict[str, set[str]]
    # A verb, perhaps with values that the phrase implies: `equip crew`.
    verbs: dict[str, set[str]]
    names: dict[str, dict[str, set[str]]]
    numbers: dict[str, int]
    # By verb, then by phrase: the field that the next value is for.
    fields: dict[str, dict[str, str]]
    # The keys of a log's header, by what people write for them.
    heads: dict[str, str]
    fillers: frozenset[str]
    joins: frozenset[str]
    unclear: frozenset[str]
    remarks: frozenset[str]
    places: frozenset[str]
    # Words that open a line of a mail's own header.
    mail: frozenset[str]


def normalize_phrase(text: str) -> str:
    """Remove case, accents, blanks and signs from a phrase, so that `tail_wind` and `Tail Wind` are equal."""
    if text.isascii():
        return "".join(filter(str.isalnum, text)).lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if letter.isalnum() and not unicodedata.combining(letter))


def inflect_verb(phrase: str) -> Iterator[str]:
    """List the forms of an English verb; in a phrase those of its first word."""
    verb, blank, rest = phrase.partition(" ")
    yield phrase
    forms = [
        verb + end
        for end in (("s", "d") if verb.endswith("e") else ("es", "ed") if verb.endswith(HISSING) else ("s", "ed"))
    ]
    forms.append((verb.removesuffix("e")) + "ing")
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        forms += [verb[:-1] + "ies", verb[:-1] + "ied"]
    elif len(verb) > len("go") and verb[-1] not in VOWELS and verb[-2] in VOWELS:
        forms += [verb + verb[-1] + "ed", verb + verb[-1] + "ing"]
    yield from (form + blank + rest for form in forms)


def merge_word_tables(verbs: Iterable[str], tables: Iterable[Table]) -> OtherWords:
    """Merge tables of words, for a game with these verbs."""
    found = OtherWords({}, {}, {}, {}, {}, {}, *_collect_plain_words(tables := list(tables)))
    known = set(verbs)
    for verb in known:
        for form in inflect_verb(verb):
            found.verbs.setdefault(normalize_phrase(form), set()).add(verb)
    for table in tables:
        _add_spoken_words(found, table, known)
        for kind, names in table.get("names", {}).items():
            for name, phrases in names.items():
                _add_phrases(found.names.setdefault(kind, {}), name, phrases)
        for digits, phrases in table.get("numbers", {}).items():
            found.numbers.update({normalize_phrase(phrase): int(digits) for phrase in phrases})
        for key, phrases in table.get("header", {}).items():
            found.heads.update({normalize_phrase(phrase): key for phrase in (key, *phrases)})
        for verb, fields in table.get("fields", {}).items():
            phrases = {normalize_phrase(phrase): field for field, listed in fields.items() for phrase in listed}
            found.fields.setdefault(verb, {}).update(phrases)
    return found


def _collect_plain_words(tables: list[Table]) -> Iterator[frozenset[str]]:
    for key in ("fillers", "joins", "unclear", "remarks", "places", "mail"):
        yield frozenset(normalize_phrase(phrase) for table in tables for phrase in table.get("plain", {}).get(key, ()))


def _add_spoken_words(found: OtherWords, table: Table, known: set[str]) -> None:
    for said in table.get("speakers", {}).values():
        for speaker, phrases in said.items():
            _add_phrases(found.speakers, speaker, phrases)
    for language, said in table.get("verbs", {}).items():
        for verb, phrases in said.items():
            if verb.split()[0] in known:
                forms = (form for phrase in phrases for form in inflect_verb(phrase))
                _add_phrases(found.verbs, verb, forms if language == INFLECTED else phrases)


def _add_phrases(into: dict[str, set[str]], meaning: str, phrases: Iterable[str]) -> None:
    for phrase in phrases:
        into.setdefault(normalize_phrase(phrase), set()).add(meaning)
