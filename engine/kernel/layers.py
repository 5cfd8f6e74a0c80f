"""Editions, modes, variants and readings are layers; a stack of them is resolved once into a frozen `Rulebook`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.kernel.events import Event
from engine.kernel.rules import Chapter, Rule
from engine.kernel.table import Own

if TYPE_CHECKING:
    from engine.kernel.game import Game

Fold = Callable[[Own, Any], None]


class Rank(IntEnum):
    """Later ranks are laid over earlier ones, whatever the order a log names them in."""

    BASE = 0
    EDITION = 1
    ERRATA = 2
    MODE = 3
    VARIANT = 4
    RULING = 5
    HOUSE = 6


class LayerError(Exception):
    """Layers that cannot be stacked: unknown, contradictory, or changing what is not there."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What one edition, mode, variant or reading changes."""

    id: str
    rank: Rank
    says: str
    chapters: tuple[Chapter, ...] = ()
    replaces: tuple[Chapter, ...] = ()
    drops: tuple[str, ...] = ()
    folds: Mapping[type[Event], Fold] = field(default_factory=dict)
    terms: Mapping[str, object] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """An open question of the rulebook: its readings (the first is the default) set one term each."""

    id: str
    asks: str
    term: str
    readings: Mapping[str, str]
    why: str
    unobservable: str = ""
    lays: Mapping[str, Layer] = field(default_factory=dict)

    @property
    def default(self) -> str:
        """The reading in force unless a log says otherwise."""
        return next(iter(self.readings))

    def layer(self, reading: str) -> Layer:
        """Turn one reading into the layer that lays it."""
        if reading not in self.readings:
            raise LayerError(f"{self.id} has no reading {reading!r}; it has {', '.join(self.readings)}.")
        extra = self.lays.get(reading)
        named = Layer(f"{self.id}={reading}", Rank.RULING, self.readings[reading], terms={self.term: reading})
        return named if extra is None else replace(extra, id=named.id, rank=named.rank, terms=named.terms)


@dataclass(frozen=True, slots=True)
class Laid:
    """A rule and the layer that laid it."""

    rule: Rule
    layer: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules in force for one log: frozen, with a digest, each rule with the layer it came from."""

    game: Game
    layers: tuple[str, ...]
    rulings: Mapping[str, str]
    rules: Mapping[str, Laid]
    folds: Mapping[type[Event], Fold]
    terms: Own
    digest: str

    def reading(self, question: str) -> str:
        """Say which reading of an open question is in force."""
        return self.rulings.get(question) or self.game.questions[question].default


def stack(game: Game, layers: tuple[str, ...] = (), rulings: Mapping[str, str] | None = None) -> Rulebook:
    """Lay the named layers and readings over the game's base, lowest rank first."""
    chosen = _chosen(game, layers, rulings or {})
    rules: dict[str, Laid] = {}
    folds: dict[type[Event], Fold] = {}
    changes: dict[str, object] = {}
    for layer in chosen:
        _lay_rules(rules, layer)
        _lay_folds(folds, layer)
        _lay_terms(changes, layer, game.terms)
    names = tuple(la.id for la in chosen if la.rank not in (Rank.BASE, Rank.RULING))
    differing = {q: r for q, r in sorted((rulings or {}).items()) if r != game.questions[q].default}
    digest = _digest(game.name, names, differing, rules)
    return Rulebook(game, names, differing, rules, folds, replace(game.terms, **changes), digest)


def _chosen(game: Game, layers: tuple[str, ...], rulings: Mapping[str, str]) -> list[Layer]:
    known = {la.id: la for la in game.layers}
    for name in layers:
        if name not in known:
            raise LayerError(f"{game.title} has no layer {name!r}; it has {', '.join(known) or 'none'}.")
    for name in rulings:
        if name not in game.questions:
            raise LayerError(f"{game.title} has no open question {name!r}; see `deadreckon rulings {game.name}`.")
    picked = [game.base, *(known[n] for n in dict.fromkeys(layers))]
    picked += [game.questions[q].layer(r) for q, r in rulings.items() if r != game.questions[q].default]
    _must_agree(picked)
    return sorted(picked, key=lambda la: la.rank)


def _must_agree(picked: list[Layer]) -> None:
    names = {la.id for la in picked}
    for layer in picked:
        for other in layer.excludes:
            if other in names:
                raise LayerError(f"Layers {layer.id!r} and {other!r} contradict each other; name one of them.")
        for other in layer.needs:
            if other not in names:
                raise LayerError(f"Layer {layer.id!r} needs layer {other!r}; name both.")


def _lay_rules(rules: dict[str, Laid], layer: Layer) -> None:
    for rule in (r for chapter in layer.chapters for r in chapter.rules):
        if rule.id in rules:
            raise LayerError(f"Layer {layer.id!r} adds {rule.id}, which layer {rules[rule.id].layer!r} has laid.")
        rules[rule.id] = Laid(rule, layer.id)
    for rule in (r for chapter in layer.replaces for r in chapter.rules):
        if rule.id not in rules or rules[rule.id].rule == rule:
            raise LayerError(f"Layer {layer.id!r} replaces {rule.id}, which is not there or is the same rule.")
        rules[rule.id] = Laid(rule, layer.id)
    for name in layer.drops:
        if name not in rules:
            raise LayerError(f"Layer {layer.id!r} drops {name}, which is not there.")
        del rules[name]


def _lay_folds(folds: dict[type[Event], Fold], layer: Layer) -> None:
    for kind, fold in layer.folds.items():
        if folds.get(kind) is fold:
            raise LayerError(f"Layer {layer.id!r} replaces the fold of {kind.__name__} with itself.")
        folds[kind] = fold


def _lay_terms(changes: dict[str, object], layer: Layer, terms: Own) -> None:
    names = {f.name for f in fields(terms)}
    for name, value in layer.terms.items():
        if name not in names:
            raise LayerError(f"Layer {layer.id!r} changes the term {name!r}, which the game does not have.")
        changes[name] = value


def _digest(game: str, layers: tuple[str, ...], rulings: Mapping[str, str], rules: Mapping[str, Laid]) -> str:
    lines = [game, *layers, *(f"{q}={r}" for q, r in rulings.items())]
    lines += [f"{la.rule.id}|{la.rule.status}|{la.rule.says}|{la.layer}" for _, la in sorted(rules.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
