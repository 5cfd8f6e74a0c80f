"""Seals: a player commits to a hidden choice by the hash of choice and salt, which anyone can verify later."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.kernel.unknown import Undetermined, is_known


def seal_choice(value: object, salt: str) -> str:
    """Seal a choice: the SHA-256 of `choice:salt`, in hexadecimal."""
    if value is None or not is_known(value):
        raise Undetermined
    return hashlib.sha256(f"{value}:{salt}".encode()).hexdigest()


def can_open(salt: str, seals: Sequence[tuple[str, object]]) -> bool:
    """Return whether a salt opens one of these seals, each paired with the choice that it should hold."""
    if not is_known(salt):
        raise Undetermined
    stated = [(seal, value) for seal, value in seals if value is not None and is_known(value)]
    if any(seal_choice(value, salt) == seal.lower() for seal, value in stated):
        return True
    if len(stated) < len(seals):
        raise Undetermined
    return False
