"""Seals: a hidden choice is committed by the hash of it and a salt, and anyone can check it later."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.kernel.unknown import Undetermined, known


def sealed(value: object, salt: str) -> str:
    """Seal a choice: the SHA-256 of `choice:salt`, in hexadecimal."""
    if value is None or not known(value):
        raise Undetermined
    return hashlib.sha256(f"{value}:{salt}".encode()).hexdigest()


def opens(salt: str, seals: Sequence[tuple[str, object]]) -> bool:
    """Say whether a salt opens one of these seals, each given with the choice that it should hold."""
    if not known(salt):
        raise Undetermined
    stated = [(seal, value) for seal, value in seals if value is not None and known(value)]
    if any(sealed(value, salt) == seal.lower() for seal, value in stated):
        return True
    if len(stated) < len(seals):
        raise Undetermined
    return False
