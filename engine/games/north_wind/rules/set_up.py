"""Setting up: players and ships, stacks, supplies, and who starts."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Setting up")
