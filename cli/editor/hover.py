"""What is said where the pointer rests: a rule by its ID, what is wrong with a line, or what it means and changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lsprotocol import types

from audit.browse.catalogue import CatalogueRule, cited, entries, sentence
from audit.model.document import Finding
from cli import options
from cli.editor.diagnostics import message
from cli.editor.document import Draft
from cli.editor.positions import EditorPlaces
from engine.kernel.spellings import shown
from engine.kernel.unknown import UNKNOWN, known

RULE_ID = re.compile(r"\b[A-Z]{2,3}-[A-Z]+-\d+[a-z]?\b")
# So many facts that changed are told; the rest is counted.
MOST_TOLD = 12
# What Markdown would take for its own.
MARKS = re.compile(r"([\\`*_{}\[\]<>#|])")


def hover(draft: Draft, places: EditorPlaces, position: types.Position) -> types.Hover | None:
    """Explain what stands at a place; nothing, if there is nothing to say."""
    number, column = position.line + 1, places.column(position)
    parts = list(_rule_at(places.line(number), column)) or list(_line(draft, number))
    if not parts:
        return None
    text = "\n\n".join(parts)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), places.whole(number))


def _rule_at(line: str, column: int) -> Iterator[str]:
    for match in RULE_ID.finditer(line):
        if match.start() < column <= match.end() + 1:
            yield from _explained(match[0])


def _explained(name: str) -> Iterator[str]:
    entry = _rules().get(name)
    if entry is not None:
        yield f"**{name}** {_plain(entry.rule.says)}"
        yield _plain(f"Written in {cited(entry.game, entry.rule.cites)}.")
        yield from (_plain(f"With {other.layer}: {other.rule.says}") for other in entry.others)
        return
    for game in options.games().values():
        if name in game.questions:
            question = game.questions[name]
            yield f"**{name}** {_plain(question.asks)}"
            yield "\n".join(f"- `{reading}`: {_plain(means)}" for reading, means in question.readings.items())


@cache
def _rules() -> dict[str, CatalogueRule]:
    return {entry.rule.id: entry for game in options.games().values() for entry in entries(game)}


def _line(draft: Draft, number: int) -> Iterator[str]:
    for finding in draft.findings:
        if finding.line == number:
            yield _finding(draft, finding)
    at, log = draft.place_on(number), draft.log
    step = None if at is None or log is None else log.step(at)
    if step is None or log is None:
        return
    form = log.prepared.game.vocabulary.by_class.get(type(step.event))
    if form is not None:
        yield f"Event {step.seq}: {_plain(sentence(form))}"
    changes = [f"- `{name}`: {_value(before)} → {_value(after)}" for name, (before, after) in step.changed.items()]
    more = len(changes) - MOST_TOLD
    yield "\n".join([*changes[:MOST_TOLD], *([f"- and {more} more"] if more > 0 else [])])


def _finding(draft: Draft, finding: Finding) -> str:
    said = "\n\n".join(map(_plain, message(draft, finding).split("\n")))
    return f"**{finding.status}** {said}"


def _value(value: object) -> str:
    return f"`{shown(str(value if known(value) else UNKNOWN))}`"


def _plain(text: str) -> str:
    return MARKS.sub(r"\\\1", shown(text))
