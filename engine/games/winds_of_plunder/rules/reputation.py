"""Reputation."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Reputation")
