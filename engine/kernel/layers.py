"""Layers: what an edition, a mode, a variant or a reading changes, as a game declares it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

import msgspec

from engine.kernel.events import Event
from engine.kernel.rules import Chapter
from engine.kernel.table import Own

Fold = Callable[[Own, Any], None]


class Rank(IntEnum):
    """The stacking order: later ranks override earlier ones; within a rank the game's order counts, not the log's."""

    BASE = 0
    EDITION = 1
    ERRATA = 2
    MODE = 3
    VARIANT = 4
    RULING = 5
    HOUSE = 6


class LayerError(Exception):
    """Layers that cannot be stacked: unknown, contradictory, or changing something that does not exist."""


class Layer(msgspec.Struct, frozen=True):
    """What one edition, mode, variant or reading changes; `readings` are its own answers to open questions."""

    id: str
    rank: Rank
    says: str
    chapters: tuple[Chapter, ...] = ()
    replaces: tuple[Chapter, ...] = ()
    drops: tuple[str, ...] = ()
    folds: Mapping[type[Event], Fold] = msgspec.field(default_factory=dict)
    terms: Mapping[str, object] = msgspec.field(default_factory=dict)
    readings: Mapping[str, str] = msgspec.field(default_factory=dict)
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    # Why, and which text says so. Printed wherever such a layer is named together with this one.
    excludes_for: str = ""
    # For a base or an edition: the key of the text that prints it, if the game has several.
    source: str = ""


class Question(msgspec.Struct, frozen=True):
    """An open question of the rulebook. Each of its readings sets one term; the first reading is the default."""

    id: str
    asks: str
    term: str
    readings: Mapping[str, str]
    why: str
    unobservable: str = ""
    lays: Mapping[str, Layer] = msgspec.field(default_factory=dict)
    # The question arises only under one of these layers; empty: in every game.
    under: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The reading in force unless a layer or a log chooses another."""
        return next(iter(self.readings))

    def layer_for(self, reading: str) -> Layer:
        """Turn one reading into the layer that applies it."""
        if reading not in self.readings:
            raise LayerError(f"{self.id} has no reading {reading!r}; it has {', '.join(self.readings)}.")
        extra = self.lays.get(reading)
        named = Layer(f"{self.id}={reading}", Rank.RULING, self.readings[reading], terms={self.term: reading})
        return (
            named if extra is None else msgspec.structs.replace(extra, id=named.id, rank=named.rank, terms=named.terms)
        )


def sort_by_id(questions: Iterable[Question]) -> Mapping[str, Question]:
    """Sort the open questions of a game by their IDs."""
    found: dict[str, Question] = {}
    for question in sorted(questions, key=lambda question: question.id):
        if question.id in found:
            raise LayerError(f"{question.id} is asked twice.")
        found[question.id] = question
    return found
