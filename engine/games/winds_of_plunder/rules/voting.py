"""Voting and Blackbeard's tile."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Voting and Blackbeard's tile")
