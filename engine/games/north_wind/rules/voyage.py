"""The trading voyage: cutting, range, settling each tile, and when it ends."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("The trading voyage")
