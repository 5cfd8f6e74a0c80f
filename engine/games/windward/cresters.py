"""Cresters that stand on the planet, that have not come, and battles that were fought on it."""

from __future__ import annotations

import msgspec


class Fought(msgspec.Struct, frozen=True):
    """A battle that was fought: who attacked whom, a Crester being called by its kind, and where."""

    attacker: str
    defender: str
    space: str


class Lack(msgspec.Struct, frozen=True):
    """A Red that did not come since none was in the stock: who was to put it, and in which territory."""

    seat: str
    territory: int


class Crester(msgspec.Struct, frozen=True):
    """A living Crester that stands on a space: the territory that it began in, how many stand there, and are tagged."""

    home: int
    number: int = 1
    tags: int = 0
