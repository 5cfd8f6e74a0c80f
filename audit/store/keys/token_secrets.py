"""Secrets of tokens: easy to recognise where they leaked, impossible to guess, and kept nowhere in the clear."""

from __future__ import annotations

import hashlib
import re
import secrets
import zlib

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PREFIX = "dr_"
ID_LENGTH, CHANCE_LENGTH, SUM_LENGTH = 12, 43, 6
WRITTEN = re.compile(rf"{PREFIX}([0-9A-Za-z]{{{ID_LENGTH}}})_[0-9A-Za-z]{{{CHANCE_LENGTH + SUM_LENGTH}}}")


def make_secret() -> tuple[str, str]:
    """Make a token's public id and its secret: prefix, id, chance, and a checksum that finds slips of the pen."""
    public = "".join(secrets.choice(DIGITS) for _ in range(ID_LENGTH))
    chance = "".join(secrets.choice(DIGITS) for _ in range(CHANCE_LENGTH))
    begun = f"{PREFIX}{public}_{chance}"
    return public, begun + write_checksum(begun)


def read_public_id(secret: str) -> str | None:
    """Read the public id out of a secret; none if it cannot be one of ours."""
    found = WRITTEN.fullmatch(secret)
    whole = found is not None and write_checksum(secret[:-SUM_LENGTH]) == secret[-SUM_LENGTH:]
    return found[1] if found is not None and whole else None


def hash_secret(secret: str) -> bytes:
    """Give what is kept of a secret. It is chance throughout, so a slow hash would make nothing safer."""
    return hashlib.sha256(secret.encode()).digest()


def write_checksum(text: str) -> str:
    """Write a CRC-32 in digits of ours."""
    number, written = zlib.crc32(text.encode()), ""
    for _ in range(SUM_LENGTH):
        number, digit = divmod(number, len(DIGITS))
        written = DIGITS[digit] + written
    return written
