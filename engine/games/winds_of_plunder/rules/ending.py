"""The end of the game."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("The end of the game")
