"""Digests of facts: the sum of each fact's hash, so that a step's diff updates it without a rebuild."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from engine.kernel.unknown import is_known

Facts = Mapping[str, object]
Diff = dict[str, tuple[object, object]]
_ROOM = 1 << 256


def _weigh_fact(name: str, value: object) -> int:
    text = f"{name}\x00{type(value).__name__ if is_known(value) else '?'}\x00{value}"
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), "big")


def digest_facts(facts: Facts) -> int:
    """Digest all facts from scratch."""
    return sum(_weigh_fact(name, value) for name, value in facts.items()) % _ROOM


def shift_digest(before: int, diff: Diff) -> int:
    """Update a digest by one step's diff."""
    for name, (old, new) in diff.items():
        before += _weigh_fact(name, new) - _weigh_fact(name, old)
    return before % _ROOM


def spell_digest(value: int) -> str:
    """Spell a digest in hexadecimal."""
    return f"{value:064x}"


def diff_facts(before: Facts, after: Facts) -> Diff:
    """List the facts that a step changed. An unknown value differs from every known one, but not from itself."""
    return {name: (before[name], value) for name, value in after.items() if is_different(before[name], value)}


def is_different(one: object, other: object) -> bool:
    """Compare two facts without comparing an unknown value."""
    if not (is_known(one) and is_known(other)):
        return is_known(one) != is_known(other)
    return type(one) is not type(other) or one != other
