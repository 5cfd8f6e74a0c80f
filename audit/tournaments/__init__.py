"""Counts tournaments: standings from audited logs, open questions for each table, and the places that are safe."""

from __future__ import annotations

from audit.tournaments.file.reader import parse_tournament
from audit.tournaments.tournament import Tournament

__all__ = ["Tournament", "parse_tournament"]
