"""What follows from the record and may be thrown away: snapshots, audits and their findings; and keeping house."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import islice

from sqlalchemy import Connection, delete, insert, select, text, tuple_

from audit.store.clock import MICROSECOND, moment
from audit.store.errors import Absent, NotAsKept, Taken
from audit.store.keys.rotation import all_findings, audit_macs, forget_audit, whole
from audit.store.keys.signatures import SigningKey, fits
from audit.store.outbox import Outbox
from audit.store.records import AuditRow, Digests, FindingRow, Notice, Snapshot, Sought
from audit.store.session import Cell, as_hash, as_id, bounded, holdable
from audit.store.tables import audits, findings, keys, outbox, snapshots, upkeep
from engine.kernel.basics.json_types import Document

KEPT_FOR = timedelta(days=30)
ALL = Sought()
AT_ONCE = 100
_AUDIT = tuple(column for column in audits.c if column.name != "report")
_OF_AN_AUDIT = AuditRow.__slots__
_PUT_SNAPSHOT = text(
    "INSERT INTO snapshots (game, engine, seq, body, mac) VALUES (:game, :engine, :seq, :body, :mac) "
    "ON CONFLICT DO NOTHING"
)
CHANGED = "What is kept of this audit is not what was kept: somebody has changed it since. Ask for the audit again."


class Derived(Outbox):
    """Keep what it would take time to work out again."""

    def put_snapshot(self, game: str, seq: int, engine: str, body: bytes) -> None:
        """Keep a folded state; of the same engine at the same place the first stays. Raises Absent: no such game."""
        row = {"game": as_id(game), "engine": as_id(engine), "seq": seq, "body": body}
        with self._writing() as connection:
            key = self._signing(connection, anew=True)
            if key is not None:
                _make_way(connection, key, row)
            connection.execute(_PUT_SNAPSHOT, {**row, "mac": key and key.snapshot(row)})

    def snapshot_before(self, game: str, seq: int, engine: str) -> Snapshot | None:
        """Give the latest snapshot at or before this seq made by this engine; none that does not fit its MAC."""
        wanted = select(snapshots).where(
            snapshots.c.game == as_id(game), snapshots.c.engine == as_id(engine), snapshots.c.seq <= bounded(seq)
        )
        with self._reading() as connection:
            key = self._signing(connection)
            wanted = wanted.order_by(snapshots.c.seq.desc()).execution_options(yield_per=1)
            with connection.execute(wanted) as rows:
                fitting = (row for row in rows.mappings() if key is None or fits(row["mac"], key.snapshot(row)))
                sound = next(fitting, None)
        return None if sound is None else Snapshot(sound["seq"], sound["body"])

    def put_latest(self, game: str, seq: int, engine: str, body: bytes) -> None:
        """Keep what was made of a game as far as it has come, in the place of what was made of it before."""
        row = {"game": as_id(game), "engine": as_id(engine), "seq": seq, "body": body}
        with self._writing() as connection:
            key = self._signing(connection, anew=True)
            connection.execute(delete(snapshots).where(snapshots.c.game == game, snapshots.c.engine == engine))
            connection.execute(_PUT_SNAPSHOT, {**row, "mac": key and key.snapshot(row)})

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
        telling: Callable[[AuditRow], Sequence[Notice]] = lambda _: (),
    ) -> AuditRow:
        """Keep a report and its findings; the same question a second time gives the first row. Raises Absent.

        What an audit says follows from the upload, rulebook, engine and `asked`: its id is their hash. `telling` gives
        what is to be told of one that was not kept before.
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
                key = self._signing(connection, anew=True)
                if (there := _kept_audit(connection, key, club, row["id"])) is not None:
                    return there
                full = {**row, "report": report}
                connection.execute(insert(audits), {**full, **(audit_macs(key, full, list(findings)) if key else {})})
                _put_findings(connection, club, row["id"], findings)
                self._put_down(connection, telling(_as_audit(row)))
        except Taken:
            return self.audit(club, row["id"])
        return _as_audit(row)

    def audit(self, club: str, audit: str) -> AuditRow:
        """Say what was asked and how it came out. Raises Absent, NotAsKept."""
        with self._reading() as connection:
            return _believed(self._signing(connection), _row(connection, as_id(club), as_id(audit)))

    def report(self, club: str, audit: str) -> bytes:
        """Give the report's bytes. Raises Absent, NotAsKept."""
        wanted = select(audits.c.report, audits.c.report_mac)
        with self._reading() as connection:
            key = self._signing(connection)
            row = connection.execute(wanted.where(audits.c.club == as_id(club), audits.c.id == as_id(audit))).first()
        if row is None:
            raise Absent("There is no such audit.")
        if key is not None and not fits(row.report_mac, key.report(club, audit, row.report)):
            raise NotAsKept(CHANGED)
        report: bytes = row.report
        return report

    def audits(
        self, club: str, *, upload: str | None = None, after: str | None = None, limit: int | None = 100
    ) -> list[AuditRow]:
        """List audits, oldest first; `after` is the last one's id. Those that are not as kept are left out."""
        wanted = select(*_AUDIT).where(audits.c.club == as_id(club))
        if upload is not None:
            wanted = wanted.where(audits.c.upload == as_hash(upload))
        if after is not None:
            when = select(audits.c.made_at).where(audits.c.club == club, audits.c.id == as_id(after)).scalar_subquery()
            wanted = wanted.where(tuple_(audits.c.made_at, audits.c.id) > tuple_(when, after))
        with self._reading() as connection:
            key = self._signing(connection)
            wanted = wanted.order_by(audits.c.made_at, audits.c.id).execution_options(yield_per=AT_ONCE)
            with connection.execute(wanted) as rows:
                return list(islice((_as_audit(row) for row in rows.mappings() if _sound(key, row)), bounded(limit)))

    def latest_audit(self, club: str, upload: str, asked: bytes) -> AuditRow | None:
        """Give the latest audit of an upload that was asked like this; None where there is none as it was kept."""
        wanted = select(*_AUDIT).where(audits.c.club == as_id(club), audits.c.upload == as_hash(upload))
        with self._reading() as connection:
            key = self._signing(connection)
            rows = connection.execute(wanted.where(audits.c.asked == asked).order_by(audits.c.made_at.desc()).limit(1))
            row = rows.mappings().first()
        return None if row is None or not _sound(key, row) else _as_audit(row)

    def findings(
        self, club: str, audit: str, sought: Sought = ALL, *, after: int = 0, limit: int = 100
    ) -> list[FindingRow]:
        """List an audit's findings in the report's order; `after` is the number of the last one seen.

        All of them are read, for only all of them can be believed. Raises Absent, NotAsKept.
        """
        with self._reading() as connection:
            key = self._signing(connection)
            row = _row(connection, as_id(club), as_id(audit))
            found = all_findings(connection, row)
        if key is not None and not fits(row["findings_mac"], key.findings(club, audit, found)):
            raise NotAsKept(CHANGED)
        wanted = (one for one in found if one.number > after and sought.has(one))
        return list(islice(wanted, bounded(limit)))

    def did(self, act: str) -> None:
        """Note that something which operators do now and then was done just now, and ended well."""
        there = upkeep.c.act == as_id(act)
        with self._writing() as connection:
            key, row = self._signing(connection, anew=True), {"act": act, "at": self._now()}
            connection.execute(delete(upkeep).where(there))
            connection.execute(insert(upkeep), {**row, "mac": key and key.upkeep(row)})

    def ages(self) -> dict[str, float]:
        """Say how many seconds ago what operators do now and then was last done, and ended well, as it was noted."""
        now = self._now()
        with self._reading() as connection:
            key = self._signing(connection)
            rows = connection.execute(select(upkeep)).mappings().all()
        noted = [row for row in rows if key is None or fits(row["mac"], key.upkeep(row))]
        return {row["act"]: (now - row["at"]) * MICROSECOND.total_seconds() for row in noted}

    def prune(self, *, keys_older_than: timedelta = KEPT_FOR, derived: bool = False) -> dict[str, int]:
        """Forget keys whose time is over and, if wanted, all that can be worked out again; says how much went."""
        gone = {}
        before = self._now() - keys_older_than // MICROSECOND
        with self._writing() as connection:
            gone["keys"] = connection.execute(delete(keys).where(keys.c.kept_at < before)).rowcount
            connection.execute(delete(outbox).where(outbox.c.made_at < before))
            for table in (snapshots, findings, audits) if derived else ():
                gone[table.name] = connection.execute(delete(table)).rowcount
        return gone


def _named(upload: str, rulebook: str, engine: str, asked: bytes) -> str:
    parts = (upload.encode(), rulebook.encode(), engine.encode(), asked)
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()[:32]


def _make_way(connection: Connection, key: SigningKey, row: Document) -> None:
    """Forget a snapshot that somebody else has put in this place, or changed."""
    here = (snapshots.c.game == row["game"], snapshots.c.engine == row["engine"], snapshots.c.seq == row["seq"])
    there = connection.execute(select(snapshots).where(*here)).mappings().one_or_none()
    if there is not None and not fits(there["mac"], key.snapshot(there)):
        connection.execute(delete(snapshots).where(*here))


def _put_findings(connection: Connection, club: str, audit: str, found: Sequence[FindingRow]) -> None:
    if found:
        named = [{name: getattr(one, name) for name in FindingRow.__slots__} for one in found]
        connection.execute(insert(findings), [{"club": club, "audit": audit, **row} for row in named])


def _row(connection: Connection, club: str, audit: str) -> Cell:
    wanted = select(*_AUDIT).where(audits.c.club == club, audits.c.id == audit)
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        raise Absent("There is no such audit.")
    return row


def _sound(key: SigningKey | None, row: Cell) -> bool:
    return key is None or fits(row["mac"], key.audit(row))


def _believed(key: SigningKey | None, row: Cell) -> AuditRow:
    if not _sound(key, row):
        raise NotAsKept(CHANGED)
    return _as_audit(row)


def _kept_audit(connection: Connection, key: SigningKey | None, club: str, audit: str) -> AuditRow | None:
    """Give an audit that is kept and whole; one that is not as it was kept gives way to the one made now."""
    wanted = select(audits).where(audits.c.club == club, audits.c.id == audit)
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        return None
    if key is None or whole(connection, key, row):
        return _as_audit(row)
    forget_audit(connection, club, audit)
    return None


def _as_audit(row: Cell) -> AuditRow:
    read = {"upload": row["upload"].hex(), "rulebook": Digests.of(row["rulebook"]), "made_at": moment(row["made_at"])}
    return AuditRow(**{name: row[name] for name in _OF_AN_AUDIT} | read)
