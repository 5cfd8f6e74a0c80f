"""How grave a finding is, and the word and the sign that say so on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audit.model.document import Finding

# The worst first. What is quiet is marked, and passed over on the way from finding to finding.
LOUD = ("illegal", "mismatch", "malformed", "contested")
QUIET = ("unverifiable", "ruled", "latent")
WORDS: Mapping[str, str] = {
    "illegal": "Illegal",
    "mismatch": "Wrong claim",
    "malformed": "Cannot be read",
    "contested": "Contested",
    "unverifiable": "Cannot be checked",
    "ruled": "Ruled by the arbiter",
    "latent": "Legal as read here",
}
# So that nobody has to tell colours apart.
SIGNS: Mapping[str, str] = {
    "illegal": "✗",
    "mismatch": "≠",
    "malformed": "!",
    "contested": "⚖",
    "unverifiable": "?",
    "ruled": "§",
    "latent": "·",
}


def name_severity(finding: Finding) -> str:
    """Name how a finding is shown: by its status, or as one that only another reading forbids."""
    return "latent" if finding.latent else finding.status


def find_worst(findings: Sequence[Finding]) -> str:
    """Name the worst of what was found at one place; nothing where nothing was."""
    kinds = {name_severity(finding) for finding in findings}
    return next((one for one in (*LOUD, *QUIET) if one in kinds), "")
