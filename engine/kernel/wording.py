"""How findings and pictures count things."""

from __future__ import annotations

from engine.kernel.unknown import known


def counted(number: object, thing: str) -> str:
    """Count things: 1 point, 3 points."""
    return f"{number} {thing}{'' if known(number) and number == 1 else 's'}"
