"""Tournaments: standings that follow from audited logs, what each table must still answer, which places are safe."""

from __future__ import annotations

from audit.tournaments.file.reader import parse_tournament
from audit.tournaments.tournament import Tournament

__all__ = ["Tournament", "parse_tournament"]
