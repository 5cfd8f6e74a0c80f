"""Battles: rolls, hits, and what victory or defeat brings."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Battles")
