"""Kept audits asked once more, by the rules and the auditor of today: which come out otherwise, and where first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from audit.browse.packs import head_of
from audit.model.auditor_version import auditor
from audit.model.document import Finding, ReportDocument, ResultStatus, Verdict
from audit.model.legacy import recalled
from audit.model.report import Report
from audit.options import Asked
from audit.pipeline import audit, unreadable
from audit.rewrite.with_decisions import adjudicated
from audit.store import AuditRow, Store
from engine.kernel.game import Game
from engine.kernel.log import LogError


class Rechecked(Struct, frozen=True):
    """What an audit comes to."""

    verdict: Verdict
    result: ResultStatus


class Turned(Struct, frozen=True):
    """A root that only one of the two audits has; `found`: which."""

    seq: int | None
    rule: str
    status: str
    says: str
    found: Literal["now", "then"]


class Otherwise(Struct, frozen=True, kw_only=True):
    """A kept audit that comes out otherwise; `since`: what has changed since then. Roots may be the same ones."""

    club: str
    log: str
    name: str
    audit: str
    made_at: str
    before: Rechecked
    after: Rechecked
    since: tuple[Literal["rules", "auditor"], ...]
    first: Turned | None


def last_asked(store: Store) -> list[AuditRow]:
    """List each question that was ever asked about a log, by its latest audit."""
    rows = (row for club in store.clubs() for row in store.audits(club, limit=None))
    return list({(row.club, row.upload, row.asked): row for row in rows}.values())


def rechecked(store: Store, row: AuditRow, games: Mapping[str, Game]) -> Otherwise | None:
    """Ask the question of a kept audit again, and compare; nothing is kept."""
    then, now = recalled(json.loads(store.report(row.club, row.id))), again(store, row, games)
    before, after = _outcome(then), _outcome(now.found)
    first = _first(_roots(then), _roots(now.found))
    if before == after and first is None:
        return None
    return Otherwise(
        club=row.club,
        log=row.upload,
        name=store.filed(row.club, row.upload).name,
        audit=row.id,
        made_at=row.made_at.isoformat(),
        before=before,
        after=after,
        since=tuple(_since(row, now)),
        first=first,
    )


def again(store: Store, row: AuditRow, games: Mapping[str, Game]) -> Report:
    """Ask what a kept audit was asked once more."""
    asked = json.loads(row.asked)
    raw = adjudicated(store, row.club, row.upload, games, asked.pop("corrections", 0))
    texts = [store.upload(row.club, sha256).decode() for sha256 in asked["packs"]]
    packs = {str(head_of(text).get("id", "")): text for text in texts}
    try:
        return audit(raw, games, Asked(**{**asked, "layers": tuple(asked["layers"]), "packs": packs}))
    except LogError as wrong:
        return unreadable(raw, wrong)


def _outcome(document: ReportDocument) -> Rechecked:
    return Rechecked(document.verdict, document.result.status)


def _roots(document: ReportDocument) -> dict[tuple[int, str, str], Finding]:
    return {(one.seq or 0, one.rule, one.status): one for one in document.findings if one.root}


def _first(then: Mapping[tuple[int, str, str], Finding], now: Mapping[tuple[int, str, str], Finding]) -> Turned | None:
    """Find the first root that only one of two audits has."""
    differing = sorted(then.keys() ^ now.keys())
    if not differing:
        return None
    found: Literal["now", "then"] = "now" if differing[0] in now else "then"
    root = (now if found == "now" else then)[differing[0]]
    return Turned(root.seq, root.rule, root.status, root.breach or root.says, found)


def _since(row: AuditRow, now: Report) -> Iterator[Literal["rules", "auditor"]]:
    if row.rulebook.judged != now.document.rulebook.digest:
        yield "rules"
    if row.engine != auditor():
        yield "auditor"
