"""The record itself: what it states beside the moves must agree with them."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("The record")
