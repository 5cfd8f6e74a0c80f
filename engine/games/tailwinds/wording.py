"""How findings name boats."""

from __future__ import annotations

from engine.kernel.unknown import known


def called(seat: str, name: str) -> str:
    """Name a boat in a sentence: `aft` and `orange.aft` are somebody's aft boat."""
    if not known(name):
        return f"a boat of {seat}"
    owner, _, which = name.rpartition(".")
    return f"{owner or seat}'s {'lost' if which == 'out' else which} boat"
