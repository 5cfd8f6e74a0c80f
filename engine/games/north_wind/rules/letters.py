"""Commercial letters: joining in, and receiving one."""

from __future__ import annotations

from engine.kernel.rules import Chapter

chapter = Chapter("Commercial letters")
