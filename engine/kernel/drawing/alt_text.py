"""A table in words: the heading of its picture, and the description for readers who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.kernel.drawing.lettering import join_sentences


class DrawnComponents(Protocol):
    """The components of a game, as far as a picture names them."""

    @property
    def id(self) -> str:
        """The name of their pack."""

    @property
    def is_reconstructed(self) -> bool:
        """Whether what they show is invented."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The texts of a picture: game, moment, what comes next, a line beneath it. `rest` describes the whole table."""

    game: str
    title: str
    moment: str
    comes_next: str
    beneath: str
    rest: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The picture's title: the game and the moment."""
        return f"{self.title}: {self.moment}"

    @property
    def description(self) -> str:
        """Describe the whole position in sentences."""
        return join_sentences((self.moment, self.comes_next, self.beneath, *self.rest))


def describe_components(components: DrawnComponents) -> str:
    """Name the pack that a picture draws, and say so if its content is invented."""
    return f"components: {components.id}{', invented' if components.is_reconstructed else ''}"
