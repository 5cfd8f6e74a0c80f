"""Tournaments: standings that follow from audited logs, what each table must still answer, which places are safe."""

from __future__ import annotations

from audit.tournaments.file.reader import tournament_from
from audit.tournaments.tournament import Tournament

__all__ = ["Tournament", "tournament_from"]
