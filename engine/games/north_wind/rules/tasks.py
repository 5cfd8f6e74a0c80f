"""Tasks: order, payment and tokens."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Tasks")
