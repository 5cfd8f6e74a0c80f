"""How a log is to be read, as the options of a command say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """How the log is to be read."""

    policy: Any = "as-played"
    book: Any = "adjudicated"
    layers: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    packs: tuple[tuple[str, str], ...] = ()

    def settings(self) -> dict[str, Any]:
        """Spell it as the auditor takes it."""
        return {
            "policy": self.policy,
            "book": self.book,
            "layers": self.layers,
            "rulings": dict(self.rulings),
            "packs": dict(self.packs),
        }
