"""Signs a store's rows, checks which key it knows, and signs everything again under a new key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Engine, Table, delete, insert, select, text, tuple_, update

from audit.store.backend.sqlite_file import DatabaseFile
from audit.store.errors import SLOW, OtherKey
from audit.store.keys.signatures import SigningKey, is_right_mac
from audit.store.records import Damage, FindingRow
from audit.store.session import Cell, StoreSession
from audit.store.tables import audits, findings, keys, outbox, signing_keys, snapshots, tokens, upkeep

AT_ONCE = 100
AUDITS = "audits"


class Sort(NamedTuple):
    """One kind of signed row: its table, its name in reports, and its signing function."""

    table: Table
    called: str
    sign: Callable[[SigningKey, Cell], bytes]


ROWS = {
    "tokens": Sort(tokens, "token {id} of {club}", SigningKey.sign_token),
    "snapshots": Sort(snapshots, "snapshot {seq} of game {game}", SigningKey.sign_snapshot),
    "notices": Sort(outbox, "notice {id}", SigningKey.sign_notice),
    "answers": Sort(keys, "first answer to key {key} of token {principal}", SigningKey.sign_answer),
    "upkeep": Sort(upkeep, "upkeep {act}", SigningKey.sign_upkeep),
}
# Older versions stored these without a signature, although they signed the other kinds.
SIGNED_LATE = ("answers", "upkeep")
OF_FINDING = tuple(findings.c[name] for name in FindingRow.__slots__)
NOT_OURS = (
    "The database was signed with another key than this one. Put the right one back, or restart the "
    "service if it was changed meanwhile; if it is lost, `deadreckon db key rotate --lost`."
)
NONE_AT_HAND = (
    "The database is signed, and its key is not available: name it (DEADRECKON_SECRET, or DEADRECKON_SECRET_FILE); if "
    "it is lost, `deadreckon db key rotate --lost`."
)
NONE_KNOWN = (
    "There is a key for this database, but the database has none any more. "
    "`deadreckon db key rotate --lost` signs everything anew."
)


class Signed(StoreSession):
    """Signs rows if there is a key, and trusts only rows with a valid MAC."""

    def __init__(
        self, engine: Engine, clock: Callable[[], datetime], file: DatabaseFile, key: SigningKey | None
    ) -> None:
        super().__init__(engine, clock, file)
        self._key = key
        self._agreed = False

    def is_signed_with(self, secret: str) -> bool | None:
        """Return whether the database is signed with this secret. None: it is not signed."""
        with self._begin_read() as connection:
            mark = _read_mark(connection)
        return None if mark is None else is_right_mac(mark, SigningKey(secret).mark)

    def sign_everything_anew(self, secret: str, *, lost: bool = False) -> dict[str, int]:
        """Sign everything with a new secret. Return how many rows were signed, and how many had been changed.

        A row without a valid MAC under the old key is not signed. Derived data is deleted, and a token loses its
        access. With `lost`, all derived data is deleted, and the tokens are signed unchecked. Raises `OtherKey` without
        the old key.
        """
        new = SigningKey(secret)
        with self._begin_write() as connection:
            _lock_signing_keys(connection)
            old = None if lost else self._find_signing_key(connection, anew=True, adopting=True)
            if lost:
                for table in (snapshots, findings, audits, outbox, upkeep):
                    connection.execute(delete(table))
            counts = Counter(dict.fromkeys(("tokens", "snapshots", "audits", "changed"), 0))
            for _, sort, row, right in _walk_signed_rows(connection, old):
                counts[
                    _sign_again(connection, new, sort, row)
                    if right or lost
                    else _drop_mac_or_row(connection, sort, row)
                ] += 1
            connection.execute(delete(signing_keys))
            connection.execute(insert(signing_keys), {"mark": new.mark, "taken_at": self._read_clock()})
        self._key, self._agreed = new, True
        return dict(counts)

    def _sign_late(self, connection: Connection) -> None:
        """Sign the rows that an older version left unsigned, if the right key is present."""
        mark = _read_mark(connection)
        if self._key is None or not is_right_mac(mark, self._key.mark):
            return
        for sort in SIGNED_LATE:
            for row in _read_rows(connection, ROWS[sort].table):
                _sign_again(connection, self._key, sort, row)

    def _find_signing_key(
        self, connection: Connection, *, anew: bool = False, adopting: bool = False
    ) -> SigningKey | None:
        """Return the key to sign and compare with, or None if nothing is signed. Raises `OtherKey`.

        Readers look a key up once. Writers look it up every time (`anew`).
        """
        return self._key if self._agreed and not anew else self._check_mark(_read_mark(connection), adopting=adopting)

    def _check_mark(self, mark: Cell, *, adopting: bool = False) -> SigningKey | None:
        """Compare our key with the mark of the key that the database knows."""
        if mark is None and (self._key is None or adopting):
            return None
        if mark is None or self._key is None:
            raise OtherKey(NONE_KNOWN if mark is None else NONE_AT_HAND, SLOW)
        if not is_right_mac(mark, self._key.mark):
            raise OtherKey(NOT_OURS, SLOW)
        self._agreed = True
        return self._key


def find_wrong_macs(connection: Connection, key: SigningKey | None) -> Iterator[Damage]:
    """Report every signed row without a valid MAC. Without the right key, report nothing."""
    mark = _read_mark(connection)
    if key is None or mark is None or not is_right_mac(mark, key.mark):
        return
    for place, _, _, right in _walk_signed_rows(connection, key):
        if not right:
            yield Damage(place, None, "It was changed or made outside this service.")


def _lock_signing_keys(connection: Connection) -> None:
    """Wait for all transactions that sign, and make later ones wait. Each looks the key up in its own transaction.

    SQLite allows a single writer anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE signing_keys IN ACCESS EXCLUSIVE MODE"))


def _read_mark(connection: Connection) -> Cell:
    return connection.execute(select(signing_keys.c.mark)).scalar()


Found = tuple[str, str, Cell, bool]


def _walk_signed_rows(connection: Connection, key: SigningKey | None) -> Iterator[Found]:
    """Yield every signed row with its name, its kind, and whether its MAC is valid.

    Without a key, a row without a MAC is valid, because it was stored before there was a key.
    """
    for sort, (table, called, sign) in ROWS.items():
        for row in _read_rows(connection, table):
            yield called.format_map(row), sort, row, _has_right_mac(row, sign(key, row) if key else None)
    for row in _read_rows(connection, audits):
        yield f"audit {row['id']} of {row['club']}", AUDITS, row, is_whole_audit(connection, key, row)


def _read_rows(connection: Connection, table: Table) -> Iterator[Cell]:
    """Read a table in parts. The keys are listed at the beginning, so that rows may be changed during the walk."""
    names = list(connection.execute(select(*table.primary_key)))
    for at in range(0, len(names), AT_ONCE):
        here = tuple_(*table.primary_key).in_([tuple(name) for name in names[at : at + AT_ONCE]])
        yield from connection.execute(select(table).where(here)).mappings().all()


def _has_right_mac(row: Cell, right: bytes | None) -> bool:
    return row["mac"] is None if right is None else is_right_mac(row["mac"], right)


def is_whole_audit(connection: Connection, key: SigningKey | None, row: Cell) -> bool:
    """Return whether an audit, its report and its findings are unchanged."""
    if key is None:
        return row["mac"] is None
    return all(
        is_right_mac(row[name], mac)
        for name, mac in make_audit_macs(key, row, read_all_findings(connection, row)).items()
    )


def make_audit_macs(key: SigningKey, row: Cell, found: list[FindingRow]) -> dict[str, bytes]:
    """Compute the MACs of an audit: over its columns, its report and its findings."""
    return {
        "mac": key.sign_audit(row),
        "report_mac": key.sign_report(row["club"], row["id"], row["report"]),
        "findings_mac": key.sign_findings(row["club"], row["id"], found),
    }


def read_all_findings(connection: Connection, row: Cell) -> list[FindingRow]:
    """Read all findings of an audit, in the order of its report."""
    wanted = select(*OF_FINDING).where(findings.c.club == row["club"], findings.c.audit == row["id"])
    return [FindingRow(**one) for one in connection.execute(wanted.order_by(findings.c.number)).mappings()]


def _sign_again(connection: Connection, key: SigningKey, sort: str, row: Cell) -> str:
    table, _, sign = ROWS.get(sort, (audits, "", SigningKey.sign_audit))
    macs = make_audit_macs(key, row, read_all_findings(connection, row)) if table is audits else {"mac": sign(key, row)}
    connection.execute(update(table).where(*_match_key(table, row)).values(**macs))
    return sort


def _drop_mac_or_row(connection: Connection, sort: str, row: Cell) -> str:
    """Clear the MAC of a changed row that cannot be derived again (a token, a first answer).

    Delete any other changed row.
    """
    if sort == AUDITS:
        forget_audit(connection, row["club"], row["id"])
        return "changed"
    table = ROWS[sort].table
    there = _match_key(table, row)
    stays = table in {tokens, keys}
    connection.execute(update(table).where(*there).values(mac=b"") if stays else delete(table).where(*there))
    return "changed"


def _match_key(table: Table, row: Cell) -> list[Cell]:
    return [column == row[column.name] for column in table.primary_key]


def forget_audit(connection: Connection, club: str, audit: str) -> None:
    """Delete an audit with its findings."""
    connection.execute(delete(findings).where(findings.c.club == club, findings.c.audit == audit))
    connection.execute(delete(audits).where(audits.c.club == club, audits.c.id == audit))
