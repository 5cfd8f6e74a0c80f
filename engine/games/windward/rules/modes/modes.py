"""The chapters of the modes, which layers fill: a general rule of all modes says theirs once more."""

from __future__ import annotations

from engine.kernel.rules import Chapter

alone = Chapter("Solo Adventure")
together = Chapter("Cooperative Adventure")
