"""Merchants, and what a Boatswain adds."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Merchants")
