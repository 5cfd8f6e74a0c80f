"""Stores what can be derived again (snapshots, audits and their findings), notes upkeep and prunes the store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import islice

from sqlalchemy import Connection, delete, insert, select, text, tuple_

from audit.store.clock import MICROSECOND, to_datetime
from audit.store.errors import Absent, NotAsKept, Taken
from audit.store.keys.rotation import forget_audit, is_whole_audit, make_audit_macs, read_all_findings
from audit.store.keys.signatures import SigningKey, is_right_mac
from audit.store.outbox import Outbox
from audit.store.records import AuditRow, Digests, FindingFilter, FindingRow, Notice, Snapshot
from audit.store.session import Cell, bound_count, check_text, parse_hash, parse_id
from audit.store.tables import audits, findings, keys, outbox, snapshots, upkeep
from engine.kernel.basics.json_types import Document

KEPT_FOR = timedelta(days=30)
ALL = FindingFilter()
AT_ONCE = 100
_AUDIT = tuple(column for column in audits.c if column.name != "report")
_OF_AN_AUDIT = AuditRow.__slots__
_PUT_SNAPSHOT = text(
    "INSERT INTO snapshots (game, engine, seq, body, mac) VALUES (:game, :engine, :seq, :body, :mac) "
    "ON CONFLICT DO NOTHING"
)
CHANGED = "The stored audit was changed after it was stored. Ask for the audit again."


class Derived(Outbox):
    """Stores results that take time to compute."""

    def put_snapshot(self, game: str, seq: int, engine: str, body: bytes) -> None:
        """Store a folded state.

        If the same engine has one at the same place, that one stays. Raises `Absent`: no such game.
        """
        row = {"game": parse_id(game), "engine": parse_id(engine), "seq": seq, "body": body}
        with self._begin_write() as connection:
            key = self._find_signing_key(connection, anew=True)
            if key is not None:
                _clear_snapshot(connection, key, row)
            connection.execute(_PUT_SNAPSHOT, {**row, "mac": key and key.sign_snapshot(row)})

    def find_snapshot_before(self, game: str, seq: int, engine: str) -> Snapshot | None:
        """Find the latest snapshot by this engine at or before `seq` with a valid MAC."""
        wanted = select(snapshots).where(
            snapshots.c.game == parse_id(game),
            snapshots.c.engine == parse_id(engine),
            snapshots.c.seq <= bound_count(seq),
        )
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            wanted = wanted.order_by(snapshots.c.seq.desc()).execution_options(yield_per=1)
            with connection.execute(wanted) as rows:
                fitting = (
                    row for row in rows.mappings() if key is None or is_right_mac(row["mac"], key.sign_snapshot(row))
                )
                sound = next(fitting, None)
        return None if sound is None else Snapshot(sound["seq"], sound["body"])

    def put_latest(self, game: str, seq: int, engine: str, body: bytes) -> None:
        """Store the latest result for a game in place of earlier ones."""
        row = {"game": parse_id(game), "engine": parse_id(engine), "seq": seq, "body": body}
        with self._begin_write() as connection:
            key = self._find_signing_key(connection, anew=True)
            connection.execute(delete(snapshots).where(snapshots.c.game == game, snapshots.c.engine == engine))
            connection.execute(_PUT_SNAPSHOT, {**row, "mac": key and key.sign_snapshot(row)})

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
        """Store a report and its findings. The same question again returns the first row. Raises `Absent`.

        A report follows from the upload, rulebook, engine and `asked`, so its id is their hash. `telling` returns the
        notices to send about a new audit.
        """
        row: Document = {
            "id": _name_audit(upload, str(rulebook), engine, asked),
            "club": parse_id(club),
            "upload": parse_hash(upload),
            "rulebook": check_text(str(rulebook), "rulebook's digests"),
            "engine": check_text(engine, "engine's version"),
            "asked": asked,
            "verdict": check_text(verdict, "verdict"),
            "made_at": self._read_clock(),
        }
        try:
            with self._begin_write() as connection:
                key = self._find_signing_key(connection, anew=True)
                if (there := _find_whole_audit(connection, key, club, row["id"])) is not None:
                    return there
                full = {**row, "report": report}
                connection.execute(
                    insert(audits), {**full, **(make_audit_macs(key, full, list(findings)) if key else {})}
                )
                _put_findings(connection, club, row["id"], findings)
                self._put_notices(connection, telling(_make_audit_row(row)))
        except Taken:
            return self.read_audit(club, row["id"])
        return _make_audit_row(row)

    def read_audit(self, club: str, audit: str) -> AuditRow:
        """Return the options and the verdict of an audit. Raises `Absent`, `NotAsKept`."""
        with self._begin_read() as connection:
            return _check_audit(
                self._find_signing_key(connection), _read_row(connection, parse_id(club), parse_id(audit))
            )

    def read_audit_report(self, club: str, audit: str) -> bytes:
        """Return the report's bytes. Raises `Absent`, `NotAsKept`."""
        wanted = select(audits.c.report, audits.c.report_mac)
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            row = connection.execute(
                wanted.where(audits.c.club == parse_id(club), audits.c.id == parse_id(audit))
            ).first()
        if row is None:
            raise Absent("There is no such audit.")
        if key is not None and not is_right_mac(row.report_mac, key.sign_report(club, audit, row.report)):
            raise NotAsKept(CHANGED)
        report: bytes = row.report
        return report

    def list_audits(
        self, club: str, *, upload: str | None = None, after: str | None = None, limit: int | None = 100
    ) -> list[AuditRow]:
        """List audits, oldest first. `after` is the id of the last one seen. Tampered audits are left out."""
        wanted = select(*_AUDIT).where(audits.c.club == parse_id(club))
        if upload is not None:
            wanted = wanted.where(audits.c.upload == parse_hash(upload))
        if after is not None:
            when = (
                select(audits.c.made_at).where(audits.c.club == club, audits.c.id == parse_id(after)).scalar_subquery()
            )
            wanted = wanted.where(tuple_(audits.c.made_at, audits.c.id) > tuple_(when, after))
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            wanted = wanted.order_by(audits.c.made_at, audits.c.id).execution_options(yield_per=AT_ONCE)
            with connection.execute(wanted) as rows:
                return list(
                    islice((_make_audit_row(row) for row in rows.mappings() if _is_sound(key, row)), bound_count(limit))
                )

    def find_latest_audit(self, club: str, upload: str, asked: bytes) -> AuditRow | None:
        """Find the latest audit of an upload with these options.

        Return None if there is none, or if it was tampered with.
        """
        wanted = select(*_AUDIT).where(audits.c.club == parse_id(club), audits.c.upload == parse_hash(upload))
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            rows = connection.execute(wanted.where(audits.c.asked == asked).order_by(audits.c.made_at.desc()).limit(1))
            row = rows.mappings().first()
        return None if row is None or not _is_sound(key, row) else _make_audit_row(row)

    def list_findings(
        self, club: str, audit: str, sought: FindingFilter = ALL, *, after: int = 0, limit: int = 100
    ) -> list[FindingRow]:
        """List an audit's findings in the report's order. `after` is the number of the last one seen.

        All findings are read, because their MAC covers all of them. Raises `Absent`, `NotAsKept`.
        """
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            row = _read_row(connection, parse_id(club), parse_id(audit))
            found = read_all_findings(connection, row)
        if key is not None and not is_right_mac(row["findings_mac"], key.sign_findings(club, audit, found)):
            raise NotAsKept(CHANGED)
        wanted = (one for one in found if one.number > after and sought.is_match(one))
        return list(islice(wanted, bound_count(limit)))

    def note_upkeep(self, act: str) -> None:
        """Record that an upkeep task of the operators has just succeeded."""
        there = upkeep.c.act == parse_id(act)
        with self._begin_write() as connection:
            key, row = self._find_signing_key(connection, anew=True), {"act": act, "at": self._read_clock()}
            connection.execute(delete(upkeep).where(there))
            connection.execute(insert(upkeep), {**row, "mac": key and key.sign_upkeep(row)})

    def read_upkeep_ages(self) -> dict[str, float]:
        """Return for each upkeep task how many seconds ago it last succeeded."""
        now = self._read_clock()
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            rows = connection.execute(select(upkeep)).mappings().all()
        noted = [row for row in rows if key is None or is_right_mac(row["mac"], key.sign_upkeep(row))]
        return {row["act"]: (now - row["at"]) * MICROSECOND.total_seconds() for row in noted}

    def prune_store(self, *, keys_older_than: timedelta = KEPT_FOR, derived: bool = False) -> dict[str, int]:
        """Delete expired idempotency keys and, if `derived`, everything that can be derived again.

        Return the counts.
        """
        gone = {}
        before = self._read_clock() - keys_older_than // MICROSECOND
        with self._begin_write() as connection:
            gone["keys"] = connection.execute(delete(keys).where(keys.c.kept_at < before)).rowcount
            connection.execute(delete(outbox).where(outbox.c.made_at < before))
            for table in (snapshots, findings, audits) if derived else ():
                gone[table.name] = connection.execute(delete(table)).rowcount
        return gone


def _name_audit(upload: str, rulebook: str, engine: str, asked: bytes) -> str:
    parts = (upload.encode(), rulebook.encode(), engine.encode(), asked)
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()[:32]


def _clear_snapshot(connection: Connection, key: SigningKey, row: Document) -> None:
    """Delete a snapshot in this place that has no valid MAC."""
    here = (snapshots.c.game == row["game"], snapshots.c.engine == row["engine"], snapshots.c.seq == row["seq"])
    there = connection.execute(select(snapshots).where(*here)).mappings().one_or_none()
    if there is not None and not is_right_mac(there["mac"], key.sign_snapshot(there)):
        connection.execute(delete(snapshots).where(*here))


def _put_findings(connection: Connection, club: str, audit: str, found: Sequence[FindingRow]) -> None:
    if found:
        named = [{name: getattr(one, name) for name in FindingRow.__slots__} for one in found]
        connection.execute(insert(findings), [{"club": club, "audit": audit, **row} for row in named])


def _read_row(connection: Connection, club: str, audit: str) -> Cell:
    wanted = select(*_AUDIT).where(audits.c.club == club, audits.c.id == audit)
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        raise Absent("There is no such audit.")
    return row


def _is_sound(key: SigningKey | None, row: Cell) -> bool:
    return key is None or is_right_mac(row["mac"], key.sign_audit(row))


def _check_audit(key: SigningKey | None, row: Cell) -> AuditRow:
    if not _is_sound(key, row):
        raise NotAsKept(CHANGED)
    return _make_audit_row(row)


def _find_whole_audit(connection: Connection, key: SigningKey | None, club: str, audit: str) -> AuditRow | None:
    """Find an intact audit. Delete a tampered one, so that the new audit can replace it."""
    wanted = select(audits).where(audits.c.club == club, audits.c.id == audit)
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        return None
    if key is None or is_whole_audit(connection, key, row):
        return _make_audit_row(row)
    forget_audit(connection, club, audit)
    return None


def _make_audit_row(row: Cell) -> AuditRow:
    read = {
        "upload": row["upload"].hex(),
        "rulebook": Digests.parse(row["rulebook"]),
        "made_at": to_datetime(row["made_at"]),
    }
    return AuditRow(**{name: row[name] for name in _OF_AN_AUDIT} | read)
