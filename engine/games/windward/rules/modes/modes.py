"""The chapters of the modes, which layers fill. A general rule for all modes restates their rules."""

from __future__ import annotations

from engine.kernel.rules import Chapter

alone = Chapter("Solo Adventure")
together = Chapter("Cooperative Adventure")
