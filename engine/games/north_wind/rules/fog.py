"""Fog: the white die, treasure, and the pirate's price."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Fog")
