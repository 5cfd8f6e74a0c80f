"""What the headers of two records say differently, and whether that decides what is legal."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.log import Header

# What the table is set and judged by; and what only says which evening it was.
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
    """One thing that two headers say differently; `judged`: what is legal may hang on it."""

    key: str
    a: str
    b: str
    judged: bool


def compare_headers(one: Header, other: Header) -> list[HeadDifference]:
    """List what two headers say differently, what matters most first."""
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
            # Of a whole table, only what the other does not say so.
            own, others = getattr(header, key), getattr(other, key)
            return ", ".join(f"{name}={value}" for name, value in sorted(own.items()) if others.get(name) != value)
        case _:
            return str(getattr(header, key))
