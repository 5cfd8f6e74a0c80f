"""Hover texts: the rule under the pointer, or else the findings, meaning and effects of the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lsprotocol import types

from audit.browse.catalogue import CatalogueRule, cite_rule, describe_event_kind, list_catalogue_rules
from audit.model.findings import Finding
from cli import options
from cli.editor.diagnostics import write_message
from cli.editor.document import Draft
from cli.editor.positions import EditorPlaces
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.unknown import UNKNOWN, is_known

RULE_ID = re.compile(r"\b[A-Z]{2,3}-[A-Z]+-\d+[a-z]?\b")
# The most changed facts to list. The others are counted.
MOST_TOLD = 12
# Characters with a meaning in Markdown.
MARKS = re.compile(r"([\\`*_{}\[\]<>#|])")


def explain_position(draft: Draft, places: EditorPlaces, position: types.Position) -> types.Hover | None:
    """Explain the rule or line at a position. Return None if there is nothing to explain."""
    number, column = position.line + 1, places.column(position)
    parts = list(_explain_rules_at(places.line(number), column)) or list(_explain_line(draft, number))
    if not parts:
        return None
    text = "\n\n".join(parts)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), places.whole(number))


def _explain_rules_at(line: str, column: int) -> Iterator[str]:
    for match in RULE_ID.finditer(line):
        if match.start() < column <= match.end() + 1:
            yield from _explain_rule(match[0])


def _explain_rule(name: str) -> Iterator[str]:
    entry = _index_rules().get(name)
    if entry is not None:
        yield f"**{name}** {_escape_markdown(entry.rule.says)}"
        yield _escape_markdown(f"Written in {cite_rule(entry.game, entry.rule.cites)}.")
        yield from (_escape_markdown(f"With {other.layer}: {other.rule.says}") for other in entry.others)
        return
    for game in options.load_games().values():
        if name in game.questions:
            question = game.questions[name]
            yield f"**{name}** {_escape_markdown(question.asks)}"
            yield "\n".join(f"- `{reading}`: {_escape_markdown(means)}" for reading, means in question.readings.items())


@cache
def _index_rules() -> dict[str, CatalogueRule]:
    return {entry.rule.id: entry for game in options.load_games().values() for entry in list_catalogue_rules(game)}


def _explain_line(draft: Draft, number: int) -> Iterator[str]:
    for finding in draft.findings:
        if finding.line == number:
            yield _write_finding_text(draft, finding)
    at, log = draft.find_place(number), draft.log
    step = None if at is None or log is None else log.step_at(at)
    if step is None or log is None:
        return
    form = log.prepared.game.vocabulary.by_class.get(type(step.event))
    if form is not None:
        yield f"Event {step.seq}: {_escape_markdown(describe_event_kind(form))}"
    changes = [
        f"- `{name}`: {_format_value(before)} → {_format_value(after)}"
        for name, (before, after) in step.changed.items()
    ]
    more = len(changes) - MOST_TOLD
    yield "\n".join([*changes[:MOST_TOLD], *([f"- and {more} more"] if more > 0 else [])])


def _write_finding_text(draft: Draft, finding: Finding) -> str:
    said = "\n\n".join(map(_escape_markdown, write_message(draft, finding).split("\n")))
    return f"**{finding.status}** {said}"


def _format_value(value: object) -> str:
    return f"`{make_visible(str(value if is_known(value) else UNKNOWN))}`"


def _escape_markdown(text: str) -> str:
    return MARKS.sub(r"\\\1", make_visible(text))
