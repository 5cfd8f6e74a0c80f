"""Records of living Cresters, of Reds that could not come, and of battles fought."""

from __future__ import annotations

import msgspec


class Fought(msgspec.Struct, frozen=True):
    """A battle that was fought: attacker and defender (a Crester by its kind), and the space."""

    attacker: str
    defender: str
    space: str


class Lack(msgspec.Struct, frozen=True):
    """A Red that did not come because none was in stock: the seat that was to place it, and the territory."""

    seat: str
    territory: int


class Crester(msgspec.Struct, frozen=True):
    """Living Cresters of a kind on one space: the territory of their origin, their number, and their tags."""

    home: int
    number: int = 1
    tags: int = 0
