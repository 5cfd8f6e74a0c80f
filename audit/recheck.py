"""Repeats stored audits with today's rules and auditor, and finds the ones whose outcome has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from audit.browse.packs import read_pack_head
from audit.model.auditor_version import name_auditor
from audit.model.document import ReportDocument, ResultStatus, Verdict
from audit.model.findings import Finding
from audit.model.legacy import read_report_document
from audit.model.report import Report
from audit.options import AuditOptions
from audit.pipeline import audit, report_unreadable_log
from audit.rewrite.with_decisions import load_adjudicated_log
from audit.store import AuditRow, Store
from engine.kernel.game import Game
from engine.kernel.log import LogError


class AuditResult(Struct, frozen=True):
    """The verdict and the status of the result of one audit."""

    verdict: Verdict
    result: ResultStatus


class ChangedRoot(Struct, frozen=True):
    """A root that only one of the two audits has. `found` says which audit."""

    seq: int | None
    rule: str
    status: str
    says: str
    found: Literal["now", "then"]


class ChangedAudit(Struct, frozen=True, kw_only=True):
    """A stored audit whose outcome has changed.

    `since` lists what has changed since that audit. `first` is None if both audits have the same roots.
    """

    club: str
    log: str
    name: str
    audit: str
    made_at: str
    before: AuditResult
    after: AuditResult
    since: tuple[Literal["rules", "auditor"], ...]
    first: ChangedRoot | None


def list_latest_audits(store: Store) -> list[AuditRow]:
    """List the latest stored audit for each log and each set of options."""
    rows = (row for club in store.list_clubs() for row in store.list_audits(club, limit=None))
    return list({(row.club, row.upload, row.asked): row for row in rows}.values())


def recheck_audit(store: Store, row: AuditRow, games: Mapping[str, Game]) -> ChangedAudit | None:
    """Repeat a stored audit and compare the two. Nothing is stored."""
    then, now = (
        read_report_document(json.loads(store.read_audit_report(row.club, row.id))),
        repeat_audit(store, row, games),
    )
    before, after = _summarize_document(then), _summarize_document(now.found)
    first = _find_first_change(_index_roots(then), _index_roots(now.found))
    if before == after and first is None:
        return None
    return ChangedAudit(
        club=row.club,
        log=row.upload,
        name=store.describe_upload(row.club, row.upload).name,
        audit=row.id,
        made_at=row.made_at.isoformat(),
        before=before,
        after=after,
        since=tuple(_list_changes(row, now)),
        first=first,
    )


def repeat_audit(store: Store, row: AuditRow, games: Mapping[str, Game]) -> Report:
    """Run a stored audit again with the same options."""
    asked = json.loads(row.asked)
    raw = load_adjudicated_log(store, row.club, row.upload, games, asked.pop("corrections", 0))
    texts = [store.read_upload(row.club, sha256).decode() for sha256 in asked["packs"]]
    packs = {str(read_pack_head(text).get("id", "")): text for text in texts}
    try:
        return audit(raw, games, AuditOptions(**{**asked, "layers": tuple(asked["layers"]), "packs": packs}))
    except LogError as wrong:
        return report_unreadable_log(raw, wrong)


def _summarize_document(document: ReportDocument) -> AuditResult:
    return AuditResult(document.verdict, document.result.status)


def _index_roots(document: ReportDocument) -> dict[tuple[int, str, str], Finding]:
    return {(one.seq or 0, one.rule, one.status): one for one in document.findings if one.is_root}


def _find_first_change(
    then: Mapping[tuple[int, str, str], Finding], now: Mapping[tuple[int, str, str], Finding]
) -> ChangedRoot | None:
    """Find the first root that only one of the two audits has."""
    differing = sorted(then.keys() ^ now.keys())
    if not differing:
        return None
    found: Literal["now", "then"] = "now" if differing[0] in now else "then"
    root = (now if found == "now" else then)[differing[0]]
    return ChangedRoot(root.seq, root.rule, root.status, root.breach or root.says, found)


def _list_changes(row: AuditRow, now: Report) -> Iterator[Literal["rules", "auditor"]]:
    if row.rulebook.judged != now.document.rulebook.digest:
        yield "rules"
    if row.engine != name_auditor():
        yield "auditor"
