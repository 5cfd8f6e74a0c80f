"""Cresters that stand on the planet, that have not come, and battles that were fought on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that was fought: who attacked whom, a Crester being called by its kind, and where."""

    attacker: str
    defender: str
    space: str


@dataclass(frozen=True, slots=True)
class Lack:
    """A Red that did not come since none was in the stock: who was to put it, and in which territory."""

    seat: str
    territory: int


@dataclass(frozen=True, slots=True)
class Crester:
    """A living Crester that stands on a space: the territory that it began in, how many stand there, and are tagged."""

    home: int
    number: int = 1
    tags: int = 0
