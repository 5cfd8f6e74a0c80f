"""What follows from the record and may be thrown away: snapshots, audits and their findings; and keeping house."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import Connection, delete, insert, select, text, tuple_

from audit.store.base import Cell, Connected, as_hash, as_id, bounded, holdable
from audit.store.records import AuditRow, Digests, FindingRow, Snapshot, Sought
from audit.store.refusals import Absent, Taken
from audit.store.tables import audits, findings, keys, snapshots
from audit.store.times import MICROSECOND, moment
from engine.kernel.jsons import Document

KEPT_FOR = timedelta(days=30)
ALL = Sought()
_AUDIT = tuple(column for column in audits.c if column.name != "report")
_FINDING = tuple(column for column in findings.c if column.name not in {"club", "audit"})
_PUT_SNAPSHOT = text(
    "INSERT INTO snapshots (game, engine, seq, body) VALUES (:game, :engine, :seq, :body) ON CONFLICT DO NOTHING"
)


class Derived(Connected):
    """Keep what it would take time to work out again."""

    def put_snapshot(self, game: str, seq: int, engine: str, body: bytes) -> None:
        """Keep a folded state; of the same engine at the same place the first stays. Raises Absent: no such game."""
        row = {"game": as_id(game), "engine": as_id(engine), "seq": seq, "body": body}
        with self._writing() as connection:
            connection.execute(_PUT_SNAPSHOT, row)

    def snapshot_before(self, game: str, seq: int, engine: str) -> Snapshot | None:
        """Give the latest snapshot at or before this seq made by this engine."""
        wanted = select(snapshots.c.seq, snapshots.c.body).where(
            snapshots.c.game == as_id(game), snapshots.c.engine == as_id(engine), snapshots.c.seq <= bounded(seq)
        )
        with self._reading() as connection:
            row = connection.execute(wanted.order_by(snapshots.c.seq.desc()).limit(1)).one_or_none()
        return None if row is None else Snapshot(*row)

    def put_audit(  # noqa: PLR0913 - each is a column of its own
        self,
        club: str,
        upload: str,
        *,
        rulebook: Digests,
        engine: str,
        asked: bytes,
        verdict: str,
        report: bytes,
        findings: Sequence[FindingRow] = (),
    ) -> AuditRow:
        """Keep a report and its findings; the same question a second time gives the first row. Raises Absent.

        What an audit says follows from the upload, rulebook, engine and `asked`: its id is their hash.
        """
        row: Document = {
            "id": _named(upload, str(rulebook), engine, asked),
            "club": as_id(club),
            "upload": as_hash(upload),
            "rulebook": holdable(str(rulebook), "rulebook's digests"),
            "engine": holdable(engine, "engine's version"),
            "asked": asked,
            "verdict": holdable(verdict, "verdict"),
            "made_at": self._now(),
        }
        try:
            with self._writing() as connection:
                if (there := _audit(connection, club, row["id"])) is not None:
                    return there
                connection.execute(insert(audits), {**row, "report": report})
                _put_findings(connection, club, row["id"], findings)
        except Taken:
            return self.audit(club, row["id"])
        return _as_audit(row)

    def audit(self, club: str, audit: str) -> AuditRow:
        """Say what was asked and how it came out. Raises Absent."""
        with self._reading() as connection:
            there = _audit(connection, as_id(club), as_id(audit))
        if there is None:
            raise Absent("There is no such audit.")
        return there

    def report(self, club: str, audit: str) -> bytes:
        """Give the report's bytes. Raises Absent."""
        wanted = select(audits.c.report).where(audits.c.club == as_id(club), audits.c.id == as_id(audit))
        with self._reading() as connection:
            report: bytes | None = connection.execute(wanted).scalar()
        if report is None:
            raise Absent("There is no such audit.")
        return report

    def audits(
        self, club: str, *, upload: str | None = None, after: str | None = None, limit: int | None = 100
    ) -> list[AuditRow]:
        """List audits, oldest first; `after` is the id of the last one seen."""
        wanted = select(*_AUDIT).where(audits.c.club == as_id(club))
        if upload is not None:
            wanted = wanted.where(audits.c.upload == as_hash(upload))
        if after is not None:
            when = select(audits.c.made_at).where(audits.c.club == club, audits.c.id == as_id(after)).scalar_subquery()
            wanted = wanted.where(tuple_(audits.c.made_at, audits.c.id) > tuple_(when, after))
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(audits.c.made_at, audits.c.id).limit(bounded(limit)))
            return [_as_audit(row) for row in rows.mappings()]

    def findings(
        self, club: str, audit: str, sought: Sought = ALL, *, after: int = 0, limit: int = 100
    ) -> list[FindingRow]:
        """List an audit's findings in the report's order; `after` is the number of the last one seen. Raises Absent."""
        wanted = select(*_FINDING).where(
            findings.c.club == as_id(club), findings.c.audit == as_id(audit), findings.c.number > bounded(after)
        )
        for name in ("rule", "status", "seat"):
            if (value := getattr(sought, name)) is not None:
                wanted = wanted.where(findings.c[name] == holdable(value, name))
        if sought.seq is not None:
            wanted = wanted.where(findings.c.seq == bounded(sought.seq))
        if sought.roots:
            wanted = wanted.where(findings.c.follows.is_(None))
        with self._reading() as connection:
            if _audit(connection, club, audit) is None:
                raise Absent("There is no such audit.")
            rows = connection.execute(wanted.order_by(findings.c.number).limit(bounded(limit)))
            return [FindingRow(**row) for row in rows.mappings()]

    def prune(self, *, keys_older_than: timedelta = KEPT_FOR, derived: bool = False) -> dict[str, int]:
        """Forget keys whose time is over and, if wanted, all that can be worked out again; says how much went."""
        gone = {}
        before = self._now() - keys_older_than // MICROSECOND
        with self._writing() as connection:
            gone["keys"] = connection.execute(delete(keys).where(keys.c.kept_at < before)).rowcount
            for table in (snapshots, findings, audits) if derived else ():
                gone[table.name] = connection.execute(delete(table)).rowcount
        return gone


def _named(upload: str, rulebook: str, engine: str, asked: bytes) -> str:
    parts = (upload.encode(), rulebook.encode(), engine.encode(), asked)
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()[:32]


def _put_findings(connection: Connection, club: str, audit: str, found: Sequence[FindingRow]) -> None:
    if found:
        named = [{name: getattr(one, name) for name in FindingRow.__slots__} for one in found]
        connection.execute(insert(findings), [{"club": club, "audit": audit, **row} for row in named])


def _audit(connection: Connection, club: str, audit: str) -> AuditRow | None:
    wanted = select(*_AUDIT).where(audits.c.club == club, audits.c.id == audit)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else _as_audit(row)


def _as_audit(row: Cell) -> AuditRow:
    read = {"upload": row["upload"].hex(), "rulebook": Digests.of(row["rulebook"]), "made_at": moment(row["made_at"])}
    held = {**row, **read}
    return AuditRow(**held)
