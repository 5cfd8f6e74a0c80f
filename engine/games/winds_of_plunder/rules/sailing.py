"""Sailing and the Gust of Wind."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Sailing and the Gust of Wind")
