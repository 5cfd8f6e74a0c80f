"""Compares the headers of two records, and says whether a difference affects what is legal."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.log import Header

# Keys that set the table and the rules, and keys that only describe the occasion.
JUDGED = ("layers", "pack", "inline", "seats", "rulings", "position")
TOLD = ("players", "event", "date", "continues")
SAYS = {
    "layers": "layers",
    "pack": "pack",
    "inline": "pack written in the header",
    "seats": "seats and roles",
    "rulings": "rulings",
    "position": "position",
    "players": "names of the players",
    "event": "occasion",
    "date": "date",
    "continues": "log that it goes on from",
}


class HeadDifference(NamedTuple):
    """One key in which two headers differ. `judged`: the difference may affect what is legal."""

    key: str
    a: str
    b: str
    judged: bool


def compare_headers(one: Header, other: Header) -> list[HeadDifference]:
    """List the differences of two headers, the most important first."""
    pairs = ((key, _spell_value(one, key, other), _spell_value(other, key, one)) for key in (*JUDGED, *TOLD))
    return [HeadDifference(key, a, b, key in JUDGED) for key, a, b in pairs if a != b]


def _spell_value(header: Header, key: str, other: Header) -> str:
    match key:
        case "seats":
            return ", ".join(f"{p.seat}/{p.role}" if p.role else p.seat for p in header.players)
        case "players":
            return ", ".join(f"{p.seat}={p.name}" for p in header.players if p.name)
        case "layers":
            return ", ".join(header.layers)
        case "rulings" | "position":
            # Only the entries that the other header does not share.
            own, others = getattr(header, key), getattr(other, key)
            return ", ".join(f"{name}={value}" for name, value in sorted(own.items()) if others.get(name) != value)
        case _:
            return str(getattr(header, key))
