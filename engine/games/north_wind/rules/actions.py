"""Actions: what counts as one, and how many there are."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Actions")
