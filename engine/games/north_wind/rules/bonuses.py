"""Bonus tokens: most tasks, all harbors, full crew."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Bonus tokens")
