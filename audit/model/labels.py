"""Names verdicts and results in the words that people read. Documents keep the values of the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from audit.model.findings import Finding
from engine.kernel.basics.plural import count_noun

_RESULTS: Mapping[str, str] = {"none claimed": "no result given"}


def name_verdict(verdict: str, broken: int = 0) -> str:
    """Name a verdict. A broken log is named by its number of broken rules, if that number is given."""
    if verdict != "broken":
        return verdict
    return f"{count_noun(broken, 'rule')} broken" if broken else "rules broken"


def count_verdict(count: int, verdict: str) -> str:
    """Say how many logs have a verdict."""
    return f"{count} with rules broken" if verdict == "broken" else f"{count} {verdict}"


def name_result(status: str) -> str:
    """Name the comparison of the claimed result with the computed one."""
    return _RESULTS.get(status, f"result {status}")


def count_broken_rules(findings: Iterable[Finding]) -> int:
    """Count the rules that are broken. Consequences of a correction or an unreadable line do not count."""
    sure = [finding for finding in findings if finding.status in {"illegal", "mismatch"}]
    roots = {finding.seq for finding in sure if finding.is_root}
    return len({finding.rule for finding in sure if finding.is_root or finding.follows in roots})
