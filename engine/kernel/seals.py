"""Seals: a hidden choice is committed by the hash of it and a salt, and anyone can check it later."""

from __future__ import annotations

import hashlib

from engine.kernel.unknown import Undetermined, known


def sealed(value: object, salt: str) -> str:
    """Seal a choice: the SHA-256 of `choice:salt`, in hexadecimal."""
    if value is None or not known(value):
        raise Undetermined
    return hashlib.sha256(f"{value}:{salt}".encode()).hexdigest()
