"""Shipwrecks and Destination Harbors."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Shipwrecks and Destination Harbors")
