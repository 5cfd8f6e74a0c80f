"""Lists the rules, open questions, layers and events of a game, as documents."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engine.kernel.basics.json_types import Document
from engine.kernel.editions import list_layer_answers
from engine.kernel.layers import Rank
from engine.kernel.rulebook import list_all_rules
from engine.kernel.rules import EVERYTHING_ELSE

if TYPE_CHECKING:
    from engine.kernel.absence import Absence
    from engine.kernel.game import Game
    from engine.kernel.layers import Question
    from engine.kernel.rules import Cite, Function, Rule, Settled
    from engine.kernel.vocabulary import Form


@dataclass(frozen=True, slots=True)
class CatalogueRule:
    """One rule as one layer words it."""

    game: Game
    rule: Rule
    layer: str
    # The same rule in the words of other layers and readings.
    others: list[CatalogueRule] = field(default_factory=list)

    @property
    def source_places(self) -> tuple[str, ...]:
        """The places in the source code that enforce the rule, for readers who want to change it."""
        looks = self.rule.where.values() if self.rule.repeats else ()
        functions = dict.fromkeys((*self.rule.functions, *looks))
        return (*map(_locate_function, functions), *(_locate_phase(self.game, phase) for phase in self.rule.phases))

    @property
    def subjects_of_rule(self) -> tuple[str, ...]:
        """The subjects that the rule checks: events, phases that do not allow an event, owed events, claims."""
        rule = self.rule
        owed = [f"what is owed after {function.__name__}" for function in rule.owed_by]
        claims = [f"claims: {', '.join(map(_spell_case, rule.claims))}"] if rule.claims else []
        phases = [f"phase {phase}" for phase in rule.phases]
        return (*(str(kind.__struct_config__.tag) for kind in rule.on), *phases, *owed, *claims)


def _locate_function(function: Function) -> str:
    code = inspect.unwrap(function).__code__
    return f"{function.__module__.replace('.', '/')}.py:{code.co_firstlineno} ({function.__name__})"


def _locate_phase(game: Game, phase: str) -> str:
    """Locate a phase in the game's table of phases, or in the game's only file."""
    package, _, own = game.lay.__module__.rpartition(".")
    name = f"{package}.flow" if find_spec(f"{package}.flow") else f"{package}.{own}"
    before = re.split(rf'Phase\(\s*"{re.escape(phase)}"', inspect.getsource(import_module(name)), maxsplit=1)[0]
    return f"{name.replace('.', '/')}.py:{before.count(chr(10)) + 1} (phase {phase})"


def _spell_case(settled: Settled) -> str:
    if isinstance(settled, Enum):
        return str(settled.value)
    return "all that no other rule settles" if settled == EVERYTHING_ELSE else settled


def list_catalogue_rules(game: Game) -> list[CatalogueRule]:
    """List every rule of a game once, in rulebook order. Each entry holds the wordings of other layers and readings."""
    return [
        CatalogueRule(game, first.rule, first.layer, [CatalogueRule(game, laid.rule, laid.layer) for laid in others])
        for first, *others in list_all_rules(game).values()
    ]


def cite_rule(game: Game, cites: tuple[Cite, ...]) -> str:
    """Write the citations of a rule as a reader would look them up."""
    titles = {source.key: source.title for source in game.sources}
    return "; ".join(f"{titles.get(cite.source, cite.source)}, “{cite.section}”{_format_page(cite)}" for cite in cites)


def explain_missing_pages(game: Game, cites: tuple[Cite, ...]) -> list[str]:
    """Explain once for each source why its citations have no page."""
    without = {cite.source for cite in cites if cite.page is None}
    return [source.unpaged for source in game.sources if source.key in without and source.unpaged]


def list_editions_without_rule(entry: CatalogueRule) -> list[str]:
    """List the editions that do not print a rule that another edition prints."""
    game = entry.game
    printed = {cite.source for one in (entry, *entry.others) for cite in one.rule.cites}
    editions = [game.base, *(layer for layer in game.layers if layer.rank is Rank.EDITION)]
    texts = [layer.source for layer in editions if layer.source]
    titles = {source.key: source.title for source in game.sources}
    return [titles[text] for text in texts if text not in printed] if not printed.isdisjoint(texts) else []


def _format_page(cite: Cite) -> str:
    return "" if cite.page is None else f", page {cite.page}"


def game_document(game: Game) -> Document:
    """Describe a game as a document."""
    return {
        "name": game.name,
        "title": game.title,
        "rules": len(list_catalogue_rules(game)),
        "rulings": len(game.questions),
        "events": [str(kind.__struct_config__.tag) for kind in game.events],
        "layers": [{"id": layer.id, "rank": layer.rank.name.lower(), "says": layer.says} for layer in game.layers],
        "sources": [{"key": source.key, "title": source.title} for source in game.sources],
    }


def describe_event_kind(form: Form) -> str:
    """Return the first sentence of the event's docstring, which says what the event means."""
    return (inspect.getdoc(form.cls) or "").split("\n\n")[0].replace("\n", " ")


def event_document(form: Form) -> Document:
    """Describe one kind of event as a document."""
    return {
        "verb": form.verb,
        "said_by": "seat" if form.has_seat else form.cls.actor,
        "says": describe_event_kind(form),
        "fields": [
            {"name": f.name, "takes": f.expects, "kind": f.kind, "required": f.required, "list": f.many}
            for f in form.fields
        ],
        "example": form.usage,
        "absence": None if form.cls.absence is None else _absence_document(form.cls.absence),
    }


def _absence_document(absence: Absence) -> Document:
    otherwise = [{"under": answer, "word": then.word, "says": then.says} for answer, then in absence.otherwise]
    return {"word": absence.word, "says": absence.says, "otherwise": otherwise}


def rule_document(entry: CatalogueRule) -> Document:
    """Describe one rule as a document."""
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


def question_document(game: Game, question: Question) -> Document:
    """Describe one open question as a document."""
    return {
        "id": question.id,
        "asks": question.asks,
        "term": question.term,
        "readings": [{"name": name, "says": says} for name, says in question.readings.items()],
        "default": question.default,
        "answered": list_layer_answers(game, question.id),
        "under": list(question.under),
        "why": question.why,
        "unobservable": question.unobservable,
    }
