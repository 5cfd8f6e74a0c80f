"""The ship: room in hold and brig."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("The hold and the brig")
