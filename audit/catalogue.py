"""What there is to know of a game without a log: its rules, open questions, layers and events, as documents."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.kernel.game import Game
    from engine.kernel.layers import Layer, Question
    from engine.kernel.rules import Cite, Rule
    from engine.kernel.vocabulary import Form


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule as one layer words it."""

    game: Game
    rule: Rule
    layer: str
    # The same rule as other layers and readings have it.
    others: list[Entry] = field(default_factory=list)

    @property
    def written_at(self) -> str:
        """Where the check stands in the source, for whoever wants to read or change it."""
        check = self.rule.check
        if check is None:
            return ""
        return f"{check.__module__.replace('.', '/')}.py:{check.__code__.co_firstlineno}"


def entries(game: Game) -> list[Entry]:
    """List every rule of a game once, in rulebook order; what layers and readings make of it stands beside it."""
    found: dict[str, Entry] = {}
    for layer in _layers(game):
        for rule in (rule for chapter in (*layer.chapters, *layer.replaces) for rule in chapter.rules):
            entry = Entry(game, rule, layer.id)
            if rule.id in found:
                found[rule.id].others.append(entry)
            else:
                found[rule.id] = entry
    return list(found.values())


def _layers(game: Game) -> Iterator[Layer]:
    yield game.base
    yield from game.layers
    for question in game.questions.values():
        yield from (question.layer(reading) for reading in question.lays)


def cited(game: Game, cites: tuple[Cite, ...]) -> str:
    """Say where a rule is written, as a person would look it up."""
    titles = {source.key: source.title for source in game.sources}
    return "; ".join(f"{titles.get(cite.source, cite.source)}, “{cite.section}”{_page(cite)}" for cite in cites)


def _page(cite: Cite) -> str:
    return "" if cite.page is None else f", page {cite.page}"


def game_document(game: Game) -> dict[str, Any]:
    """Spell for a program what is known of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "rules": len(entries(game)),
        "rulings": len(game.questions),
        "events": [str(kind.__struct_config__.tag) for kind in game.events],
        "layers": [{"id": layer.id, "rank": layer.rank.name.lower(), "says": layer.says} for layer in game.layers],
        "sources": [{"key": source.key, "title": source.title} for source in game.sources],
    }


def sentence(told: Form) -> str:
    """Say in the event's own first sentence what it means."""
    return (inspect.getdoc(told.cls) or "").split("\n\n")[0].replace("\n", " ")


def event_document(told: Form) -> dict[str, Any]:
    """Spell one kind of event for a program."""
    return {
        "verb": told.verb,
        "said_by": "seat" if told.seated else told.cls.actor,
        "says": sentence(told),
        "fields": [
            {"name": f.name, "takes": f.expects, "kind": f.kind, "required": f.required, "list": f.many}
            for f in told.fields
        ],
        "example": told.usage,
    }


def rule_document(entry: Entry) -> dict[str, Any]:
    """Spell one rule for a program."""
    rule = entry.rule
    return {
        "id": rule.id,
        "status": rule.status,
        "says": rule.says,
        "cites": [{"source": c.source, "section": c.section, "page": c.page} for c in rule.cites],
        "chapter": rule.chapter,
        "layer": entry.layer,
        "on": [str(kind.__struct_config__.tag) for kind in rule.on],
        "rulings": list(rule.rulings),
        "why": rule.why,
        "otherwise": [
            {"layer": other.layer, "status": other.rule.status, "says": other.rule.says} for other in entry.others
        ],
    }


def question_document(question: Question) -> dict[str, Any]:
    """Spell one open question for a program."""
    return {
        "id": question.id,
        "asks": question.asks,
        "term": question.term,
        "readings": [{"name": name, "says": says} for name, says in question.readings.items()],
        "default": question.default,
        "why": question.why,
        "unobservable": question.unobservable,
    }
