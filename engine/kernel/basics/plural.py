"""Counts and lists things in findings and pictures."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.unknown import is_known


def count_noun(number: object, thing: str) -> str:
    """Count things: 1 point, 3 points."""
    return f"{number} {thing}{'' if is_known(number) and number == 1 else 's'}"


def join_names(names: Sequence[str]) -> str:
    """Join names: a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
