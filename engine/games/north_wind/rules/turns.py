"""The turn: its three parts, whose it is, and gold for the poor."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("The turn and gold for the poor")
