"""Puts living Cresters on spaces and removes them. A log may have several on one, some of them tagged."""

from __future__ import annotations

from engine.games.windward.cresters import Crester


def comes(cresters: dict[str, Crester], space: str, one: Crester) -> None:
    """Put one on a space, together with those already there."""
    there = cresters.get(space)
    cresters[space] = one if there is None else Crester(there.home, there.number + 1, there.tags + one.tags)


def leaves(cresters: dict[str, Crester], space: str) -> Crester | None:
    """Take one from a space, one without a tag first; None if there is none."""
    there = cresters.pop(space, None)
    if there is None:
        return None
    tag = 1 if there.tags == there.number else 0
    if there.number > 1:
        cresters[space] = Crester(there.home, there.number - 1, there.tags - tag)
    return Crester(there.home, 1, tag)
