"""Hostile logs as bytes and as files."""

from __future__ import annotations

from pathlib import Path


def raw(text: str | bytes) -> bytes:
    """Encode a log."""
    return text if isinstance(text, bytes) else text.encode()


def kept(folder: Path, text: str | bytes) -> str:
    """Write a log to a file."""
    place = folder / "hostile.log"
    place.write_bytes(raw(text))
    return str(place)
