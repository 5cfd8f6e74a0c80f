"""Resolves a stack of layers (editions, modes, variants and readings) once into a frozen `Rulebook`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.kernel.absence import Absence
from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.layers import Fold, Layer, LayerError, Rank
from engine.kernel.rules import Rule
from engine.kernel.table import Own


class LaidRule(msgspec.Struct, frozen=True):
    """A rule and the ID of the layer that added it."""

    rule: Rule
    layer: str


def list_all_rules(game: Game) -> dict[str, list[LaidRule]]:
    """List every rule of a game in each of its wordings: the base's first, then those of layers and readings."""
    found: dict[str, list[LaidRule]] = {}
    readings = (question.layer_for(reading) for question in game.questions.values() for reading in question.lays)
    for layer in (game.base, *game.layers, *readings):
        for rule in (rule for chapter in (*layer.chapters, *layer.replaces) for rule in chapter.rules):
            found.setdefault(rule.id, []).append(LaidRule(rule, layer.id))
    return found


# For each open question: the layer that decides it, and its answer.
Answers = dict[str, tuple[Layer, object]]


class Rulebook(msgspec.Struct, frozen=True, eq=False):
    """The rules in force for one log, frozen. Each rule names the layer it came from."""

    game: Game
    # The optional layers, in stacking order.
    layers: tuple[str, ...]
    # The named readings that differ from what the layers answer.
    rulings: Mapping[str, str]
    rules: Mapping[str, LaidRule]
    folds: Mapping[type[Event], Fold]
    terms: Own
    # Every named reading, including those that are in force anyway: the players who named one agreed on it.
    settled: Mapping[str, str]
    # Questions that a house rule answers; no ruling can change them.
    closed: frozenset[str]

    def answer_to(self, question: str) -> str:
        """Return the answer to an open question. A variant may have an answer that is none of its readings."""
        return str(getattr(self.terms, self.game.questions[question].term))

    def other_readings(self, question: str) -> list[str]:
        """List the readings that a ruling could choose instead."""
        asked = self.game.questions[question]
        if question in self.closed or (asked.under and not set(asked.under) & set(self.layers)):
            return []
        return [reading for reading in asked.readings if reading != self.answer_to(question)]

    def read_absence(self, declared: Absence) -> Absence:
        """Return what a missing line means under these layers and readings."""
        return next((then for answer, then in declared.otherwise if self._is_in_force(answer)), declared)

    def _is_in_force(self, answer: str) -> bool:
        question, stated, reading = answer.partition("=")
        return self.answer_to(question) == reading if stated else question in self.layers


def stack_layers(game: Game, layers: tuple[str, ...] = (), rulings: Mapping[str, str] | None = None) -> Rulebook:
    """Stack the named layers and readings over the game's base, lowest rank first."""
    settled = dict(sorted((rulings or {}).items()))
    picked = _pick_layers(game, layers)
    answers = find_answers(game, picked)
    chosen = _choose_layers(game, picked, answers, settled)
    _refuse_conflicts(chosen)
    rules: dict[str, LaidRule] = {}
    folds: dict[type[Event], Fold] = {}
    changes: dict[str, object] = {}
    for layer in chosen:
        _lay_rules(rules, layer)
        _lay_folds(folds, layer)
        _lay_terms(changes, layer, game.terms)
    _refuse_gaps(game, rules, chosen)
    names = tuple(la.id for la in picked if la is not game.base)
    differing = {q: r for q, r in settled.items() if r != _find_default_answer(game, q, answers)}
    terms, closed = msgspec.structs.replace(game.terms, **changes), _list_closed_questions(answers)
    return Rulebook(game, names, differing, rules, folds, terms, settled, closed)


def can_stack(game: Game, names: tuple[str, ...]) -> bool:
    """Return whether these layers can be stacked: none excludes another, and each has the layers it needs."""
    try:
        _refuse_conflicts(_pick_layers(game, names))
    except LayerError:
        return False
    return True


def _pick_layers(game: Game, names: tuple[str, ...]) -> list[Layer]:
    """Look up the named layers, in stacking order. Naming the base has no effect."""
    known = {la.id: la for la in (game.base, *game.layers)}
    for name in names:
        if name not in known:
            raise LayerError(f"{game.title} has no layer {name!r}; it has {', '.join(known)}.")
    return [game.base, *sorted((la for la in game.layers if la.id in names), key=lambda la: la.rank)]


def find_answers(game: Game, picked: list[Layer]) -> Answers:
    """Find the answers of the layers to open questions: as a reading, or by setting the question's term."""
    asked = {question.term: question.id for question in game.questions.values()}
    answers: Answers = {}
    for layer in picked:
        for question, reading in layer.readings.items():
            if reading not in getattr(game.questions.get(question), "readings", ()):
                raise LayerError(f"Layer {layer.id!r} reads {question} as {reading!r}, and there is no such reading.")
        answers |= {asked[term]: (layer, value) for term, value in layer.terms.items() if term in asked}
        answers |= {question: (layer, reading) for question, reading in layer.readings.items()}
    return answers


def _find_default_answer(game: Game, question: str, answers: Answers) -> object:
    """Return the answer to a question when no ruling is named."""
    return answers[question][1] if question in answers else game.questions[question].default


def _list_closed_questions(answers: Answers) -> frozenset[str]:
    return frozenset(question for question, (layer, _) in answers.items() if layer.rank > Rank.RULING)


def _choose_layers(game: Game, picked: list[Layer], answers: Answers, settled: Mapping[str, str]) -> list[Layer]:
    """Put each reading right after the layer that decides its question, and the named rulings in rank order."""
    named = [_make_ruling_layer(game, question, reading, answers) for question, reading in settled.items()]
    chosen = []
    for layer in picked:
        chosen.append(layer)
        last = {q: str(answer) for q, (by, answer) in answers.items() if by is layer and q not in settled}
        laid = [game.questions[q].layer_for(r) for q, r in last.items() if r in game.questions[q].readings]
        chosen += [msgspec.structs.replace(reading, rank=layer.rank) for reading in laid]
    return sorted([*chosen, *named], key=lambda la: la.rank)


def _make_ruling_layer(game: Game, question: str, reading: str, answers: Answers) -> Layer:
    if question not in game.questions:
        raise LayerError(f"{game.title} has no open question {question!r}; see `deadreckon rulings {game.name}`.")
    house, answer = answers.get(question, (game.base, reading))
    if house.rank > Rank.RULING and answer != reading:
        raise LayerError(f"The house rule {house.id!r} reads {question} as {answer}; leave it out, or the ruling.")
    return game.questions[question].layer_for(reading)


def _refuse_conflicts(picked: list[Layer]) -> None:
    names = {la.id for la in picked}
    for layer in picked:
        for other in layer.excludes:
            if other in names:
                why = f": {layer.excludes_for}" if layer.excludes_for else "; name one of them."
                raise LayerError(f"Layers {layer.id!r} and {other!r} contradict each other{why}")
        for other in layer.needs:
            if other not in names:
                raise LayerError(f"Layer {layer.id!r} needs layer {other!r}; name both.")


def _lay_rules(rules: dict[str, LaidRule], layer: Layer) -> None:
    for rule in (r for chapter in layer.chapters for r in chapter.rules):
        if rule.id in rules:
            raise LayerError(f"Layer {layer.id!r} adds {rule.id}, which layer {rules[rule.id].layer!r} has laid.")
        rules[rule.id] = LaidRule(rule, layer.id)
    for rule in (r for chapter in layer.replaces for r in chapter.rules):
        if rule.id not in rules or rules[rule.id].rule == rule:
            raise LayerError(f"Layer {layer.id!r} replaces {rule.id}, which is not there or is the same rule.")
        rules[rule.id] = LaidRule(rule, layer.id)
    for name in layer.drops:
        if name not in rules:
            raise LayerError(f"Layer {layer.id!r} drops {name}, which is not there.")
        if rules[name].rule.is_enforced_by_name:
            raise LayerError(
                f"Layer {layer.id!r} drops {name}, which a claim, a phase or what is owed names: replace it."
            )
        del rules[name]


def _refuse_gaps(game: Game, rules: Mapping[str, LaidRule], chosen: list[Layer]) -> None:
    """Refuse a stack in which a phase cites a rule that no layer adds."""
    dropped = {name: layer.id for layer in chosen for name in layer.drops}
    for phase in game.flow.values():
        for name in sorted(phase.list_rules() - rules.keys()):
            why = f"layer {dropped[name]!r} drops: replace it" if name in dropped else "no layer lays"
            raise LayerError(f"The phase {phase.name!r} names {name}, which {why}.")


def _lay_folds(folds: dict[type[Event], Fold], layer: Layer) -> None:
    for kind, fold in layer.folds.items():
        if folds.get(kind) is fold:
            raise LayerError(f"Layer {layer.id!r} replaces the fold of {kind.__name__} with itself.")
        folds[kind] = fold


def _lay_terms(changes: dict[str, object], layer: Layer, terms: Own) -> None:
    names = terms.__struct_fields__
    for name, value in layer.terms.items():
        if name not in names:
            raise LayerError(f"Layer {layer.id!r} changes the term {name!r}, which the game does not have.")
        changes[name] = value
