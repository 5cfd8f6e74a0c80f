"""Stacks and tiles: which tiles a stack can hold, and that they go back."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Stacks and tiles")
