"""Repeat stored audits with the same rules and auditor. Each must give the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from audit.model.auditor_version import name_auditor
from audit.model.document import convert_to_builtins
from audit.recheck import repeat_audit
from audit.report.json_form import write_json
from audit.store import AuditRow, Digests, FindingRow, Store
from engine.kernel.game import Game


class Rerun(Enum):
    """The result of repeating an audit."""

    SAME = "the same"
    OTHERWISE = "otherwise"
    NOT_BY_THESE = "made by other rules or another auditor, which are not here"


def rerun_audit(store: Store, row: AuditRow, games: Mapping[str, Game]) -> Rerun:
    """Repeat an audit, and compare its report, verdict and findings with the stored ones."""
    if row.engine != name_auditor():
        return Rerun.NOT_BY_THESE
    document = repeat_audit(store, row, games).document
    mark = document.rulebook
    if Digests(mark.digest, mark.printed or None) != row.rulebook:
        return Rerun.NOT_BY_THESE
    tree = convert_to_builtins(document)
    kept = store.list_findings(row.club, row.id, limit=len(tree["findings"]) + 1)
    same = (
        write_json(tree).encode("utf-8", "surrogatepass") == store.read_audit_report(row.club, row.id),
        tree["verdict"] == row.verdict,
        [_make_finding_key(one) for one in kept]
        == [(f["seq"], f["rule"], f["status"], f["seat"], f["follows"]) for f in tree["findings"]],
    )
    return Rerun.SAME if all(same) else Rerun.OTHERWISE


def _make_finding_key(one: FindingRow) -> tuple[object, ...]:
    return one.seq, one.rule, one.status, one.seat, one.follows
