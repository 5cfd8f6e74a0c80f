"""Two logs of one game, kept by two people: where they differ, which of them the rules bear out, what both say."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, compared
from audit.two_recorders.merge import Merged, merged

__all__ = ["Comparison", "Merged", "compared", "merged"]
