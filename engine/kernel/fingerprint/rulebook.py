"""Two digests that identify a rulebook: one of what decides verdicts, one of what is printed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.kernel.fingerprint.code import digest_game_code
from engine.kernel.layers import Question
from engine.kernel.rulebook import Rulebook
from engine.kernel.rules import Cite, Rule

# A rulebook never changes, and its digests are slow to compute. It is looked up by identity.
RULEBOOKS = 1_024


class RulebookDigests(NamedTuple):
    """The digest of what decides verdicts, and that of what is printed."""

    judged: str
    printed: str


@lru_cache(maxsize=RULEBOOKS)
def digest_rulebook(rulebook: Rulebook) -> RulebookDigests:
    """Compute both digests of a rulebook.

    Under the same first digest the same log gets the same verdict. The second also changes with a reworded sentence.
    """
    return RulebookDigests(digest_what_judges(rulebook), digest_printed_text(rulebook))


def digest_what_judges(rulebook: Rulebook) -> str:
    """Digest what decides verdicts: layers, readings, terms, the list of rules, and the code of kernel and game."""
    terms = msgspec.json.encode(rulebook.terms, order="deterministic").decode()
    rules = [f"{la.rule.id}|{la.rule.status}|{la.layer}" for _, la in sorted(rulebook.rules.items())]
    rulings = [f"{question}={reading}" for question, reading in rulebook.rulings.items()]
    return _digest_lines(
        [rulebook.game.name, *rulebook.layers, *rulings, terms, *rules, digest_game_code(rulebook.game)]
    )


def digest_printed_text(rulebook: Rulebook) -> str:
    """Digest what is printed: sentences, reasons and citations with their pages."""
    return _digest_lines(_list_printed_text(rulebook))


def _list_printed_text(rulebook: Rulebook) -> Iterator[str]:
    game = rulebook.game
    yield game.title
    yield from (f"{source.key}|{source.title}|{source.unpaged}" for source in game.sources)
    yield from (f"{layer.id}|{layer.says}" for layer in (game.base, *game.layers))
    for _, laid in sorted(rulebook.rules.items()):
        yield from _list_rule_text(laid.rule)
    for _, question in sorted(game.questions.items()):
        yield from _list_question_text(question)


def _list_rule_text(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}|{rule.chapter}|{rule.says}|{rule.why}"
    yield from map(_spell_cite, rule.cites)


def _spell_cite(cite: Cite) -> str:
    return f"{cite.source}|{cite.section}|{cite.page}"


def _list_question_text(question: Question) -> Iterator[str]:
    yield f"{question.id}|{question.asks}|{question.why}|{question.unobservable}"
    yield from (f"{reading}|{says}" for reading, says in question.readings.items())


def _digest_lines(lines: list[str] | Iterator[str]) -> str:
    # A sentence may hold any separator, so each one is preceded by its length.
    parts = (line.encode("utf-8", "surrogatepass") for line in lines)
    return hashlib.sha256(b"".join(b"%d:%b" % (len(part), part) for part in parts)).hexdigest()
