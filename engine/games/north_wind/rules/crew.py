"""Crew members and their advantages."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Crew")
