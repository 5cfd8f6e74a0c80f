"""Commercial Harbors: what is bought or sold there, for how much."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Commercial Harbors")
