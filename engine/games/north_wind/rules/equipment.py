"""Equipment Harbors: sails, cannons and crew."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Equipment Harbors")
