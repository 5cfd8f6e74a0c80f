"""Makes and parses secrets of tokens, which are easy to recognize in a leak. Only their hash is stored."""

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
    """Make a token's public id and its secret: prefix, id, random part, and a checksum that detects typing errors."""
    public = "".join(secrets.choice(DIGITS) for _ in range(ID_LENGTH))
    chance = "".join(secrets.choice(DIGITS) for _ in range(CHANCE_LENGTH))
    begun = f"{PREFIX}{public}_{chance}"
    return public, begun + write_checksum(begun)


def read_public_id(secret: str) -> str | None:
    """Read the public id from a secret. Return None if it cannot be a secret of ours."""
    found = WRITTEN.fullmatch(secret)
    whole = found is not None and write_checksum(secret[:-SUM_LENGTH]) == secret[-SUM_LENGTH:]
    return found[1] if found is not None and whole else None


def hash_secret(secret: str) -> bytes:
    """Hash a secret for storage. It is fully random, so a slow hash would add no security."""
    return hashlib.sha256(secret.encode()).digest()


def write_checksum(text: str) -> str:
    """Write a CRC-32 in our digits."""
    number, written = zlib.crc32(text.encode()), ""
    for _ in range(SUM_LENGTH):
        number, digit = divmod(number, len(DIGITS))
        written = DIGITS[digit] + written
    return written
