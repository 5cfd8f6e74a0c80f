"""The end of the game: who has enough tokens, and when that counts."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("The end of the game")
