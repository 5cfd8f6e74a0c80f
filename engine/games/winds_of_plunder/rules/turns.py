"""Turns and action points."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Turns and action points")
