"""What the layers of a game declare: how each reads the open questions, and which text prints its rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kernel.layers import Rank
from engine.kernel.rulebook import find_answers
from engine.kernel.rules import Cite

if TYPE_CHECKING:
    from engine.kernel.game import Game


def list_layer_answers(game: Game, question: str) -> dict[str, str]:
    """Map each layer that reads an open question to its reading."""
    found = {layer.id: find_answers(game, [layer]).get(question) for layer in game.layers}
    return {layer: str(answer[1]) for layer, answer in found.items() if answer is not None}


def describe_default(game: Game, question: str) -> str:
    """Mark a reading as the default, and list the layers that read the question otherwise."""
    otherwise = (f"in {layer}: {reading}" for layer, reading in list_layer_answers(game, question).items())
    return f"({'; '.join(['default', *otherwise])})"


def find_edition_source(game: Game, layers: Iterable[str]) -> str:
    """Return the key of the text that prints the edition in force, or "" where the game declares none."""
    editions = [layer for layer in game.layers if layer.rank is Rank.EDITION and layer.id in layers]
    return next((layer.source for layer in (*reversed(editions), game.base) if layer.source), "")


def put_own_first(cites: tuple[Cite, ...], source: str) -> tuple[Cite, ...]:
    """Put the citations of one text before all others."""
    return tuple(sorted(cites, key=lambda cite: cite.source != source))
