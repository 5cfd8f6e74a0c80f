"""Kept audits made once more by the rules and the auditor that made them: each must come to the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from audit.model.auditor_version import auditor
from audit.model.document import laid_out
from audit.recheck import again
from audit.report.json_form import written
from audit.store import AuditRow, Digests, FindingRow, Store
from engine.kernel.game import Game


class Rerun(Enum):
    """What came of it."""

    SAME = "the same"
    OTHERWISE = "otherwise"
    NOT_BY_THESE = "made by other rules or another auditor, which are not here"


def rerun(store: Store, row: AuditRow, games: Mapping[str, Game]) -> Rerun:
    """Make an audit once more, and compare report, verdict and findings with what is kept."""
    if row.engine != auditor():
        return Rerun.NOT_BY_THESE
    document = again(store, row, games).document
    mark = document.rulebook
    if Digests(mark.digest, mark.printed or None) != row.rulebook:
        return Rerun.NOT_BY_THESE
    tree = laid_out(document)
    kept = store.findings(row.club, row.id, limit=len(tree["findings"]) + 1)
    same = (
        written(tree).encode("utf-8", "surrogatepass") == store.report(row.club, row.id),
        tree["verdict"] == row.verdict,
        [_told(one) for one in kept]
        == [(f["seq"], f["rule"], f["status"], f["seat"], f["follows"]) for f in tree["findings"]],
    )
    return Rerun.SAME if all(same) else Rerun.OTHERWISE


def _told(one: FindingRow) -> tuple[object, ...]:
    return one.seq, one.rule, one.status, one.seat, one.follows
