"""The severity of findings, with the word and the sign that show it on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audit.model.findings import Finding

# The worst come first. Quiet ones are marked, but skipped when stepping from finding to finding.
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
# Signs, because colours alone do not help colour-blind readers.
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
    """Name the severity: the status, or `latent` for a finding that only another reading makes illegal."""
    return "latent" if finding.latent else finding.status


def find_worst(findings: Sequence[Finding]) -> str:
    """Name the worst severity at one place, or return an empty text."""
    kinds = {name_severity(finding) for finding in findings}
    return next((one for one in (*LOUD, *QUIET) if one in kinds), "")
