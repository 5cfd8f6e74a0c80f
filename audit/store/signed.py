"""A store that signs: which key it knows, and all that is signed taken over from one key to another."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime

from sqlalchemy import Connection, Engine, delete, insert, select, update

from audit.store.base import Cell, Connected
from audit.store.database_file import DatabaseFile
from audit.store.records import Damage, FindingRow
from audit.store.refusals import SLOW, OtherKey
from audit.store.signing import SigningKey, fits
from audit.store.tables import audits, findings, outbox, signing_keys, snapshots, tokens

OF_FINDING = tuple(findings.c[name] for name in FindingRow.__slots__)
NOT_OURS = (
    "The database was signed with another key than the one at hand. Put the right one back; if it is lost, "
    "`deadreckon db key rotate --lost`."
)
NONE_AT_HAND = (
    "The database is signed, and its key is not at hand: name it (DEADRECKON_SECRET, or DEADRECKON_SECRET_FILE); if it "
    "is lost, `deadreckon db key rotate --lost`."
)
NONE_KNOWN = (
    "There is a key for this database, yet it knows none: somebody has taken that away. "
    "`deadreckon db key rotate --lost` signs everything anew."
)


class Signed(Connected):
    """Sign, where there is a key, and believe only what fits."""

    def __init__(
        self, engine: Engine, clock: Callable[[], datetime], file: DatabaseFile, key: SigningKey | None
    ) -> None:
        super().__init__(engine, clock, file)
        self._key = key
        self._agreed = False

    def knows(self, secret: str) -> bool | None:
        """Say whether this is the secret of the key that the database was signed with; none: it was not signed."""
        with self._reading() as connection:
            mark = _mark(connection)
        return None if mark is None else hmac.compare_digest(mark, SigningKey(secret).mark)

    def sign(self, secret: str, *, lost: bool = False) -> dict[str, int]:
        """Sign all that is kept with the key of a secret, from now on; says how many were signed, or were not as kept.

        What does not fit the key before is not signed: what is derived is forgotten, and a token opens nothing any
        more. Where that key is `lost` all that is derived is forgotten, and the tokens are signed as they stand.
        Raises OtherKey: the key before is not at hand.
        """
        new = SigningKey(secret)
        with self._writing() as connection:
            old = None if lost else self._signing(connection, anew=True, adopting=True)
            if lost:
                for table in (snapshots, findings, audits, outbox):
                    connection.execute(delete(table))
            counts = Counter(dict.fromkeys(("tokens", "snapshots", "audits", "changed"), 0))
            for _, sort, row, right in _all(connection, old):
                counts[_resigned(connection, new, sort, row) if right or lost else _left(connection, sort, row)] += 1
            connection.execute(delete(signing_keys))
            connection.execute(insert(signing_keys), {"mark": new.mark, "taken_at": self._now()})
        self._key, self._agreed = new, True
        return dict(counts)

    def _signing(self, connection: Connection, *, anew: bool = False, adopting: bool = False) -> SigningKey | None:
        """Give the key to sign and to compare with; none where nothing is signed. Raises OtherKey.

        A key that was found right is not looked up again by who reads, only by who writes (`anew`).
        """
        if self._agreed and not anew:
            return self._key
        mark = _mark(connection)
        if mark is None and (self._key is None or adopting):
            return None
        if mark is None or self._key is None:
            raise OtherKey(NONE_KNOWN if mark is None else NONE_AT_HAND, SLOW)
        if not hmac.compare_digest(mark, self._key.mark):
            raise OtherKey(NOT_OURS, SLOW)
        self._agreed = True
        return self._key


def unsigned(connection: Connection, key: SigningKey | None) -> Iterator[Damage]:
    """Name every token, snapshot and audit that does not fit its MAC; nothing where the key is not at hand."""
    mark = _mark(connection)
    if key is None or mark is None or not hmac.compare_digest(mark, key.mark):
        return
    for place, _, _, right in _all(connection, key):
        if not right:
            yield Damage(place, None, "It is not as this service left it: somebody else has changed or made it.")


def _mark(connection: Connection) -> bytes | None:
    mark: bytes | None = connection.execute(select(signing_keys.c.mark)).scalar()
    return mark


Found = tuple[str, str, Cell, bool]


def _all(connection: Connection, key: SigningKey | None) -> Iterator[Found]:
    """Go through all that is signed: how it is called, in which table, the row, and whether it fits.

    Without a key what has no MAC fits: it was kept before there was one.
    """
    for row in list(connection.execute(select(tokens)).mappings()):
        yield f"token {row['id']} of {row['club']}", "tokens", row, _fits(row, key.token(row) if key else None)
    for at in list(connection.execute(select(snapshots.c.game, snapshots.c.engine, snapshots.c.seq))):
        here = (snapshots.c.game == at.game, snapshots.c.engine == at.engine, snapshots.c.seq == at.seq)
        row = connection.execute(select(snapshots).where(*here)).mappings().one()
        fitting = _fits(row, key.snapshot(row) if key else None)
        yield f"snapshot {row['seq']} of game {row['game']}", "snapshots", row, fitting
    for club, name in list(connection.execute(select(audits.c.club, audits.c.id))):
        row = connection.execute(select(audits).where(audits.c.club == club, audits.c.id == name)).mappings().one()
        yield f"audit {name} of {club}", "audits", row, whole(connection, key, row)
    for row in list(connection.execute(select(outbox)).mappings()):
        yield f"notice {row['id']}", "notices", row, _fits(row, key.notice(row) if key else None)


def _fits(row: Cell, right: bytes | None) -> bool:
    return row["mac"] is None if right is None else fits(row["mac"], right)


def whole(connection: Connection, key: SigningKey | None, row: Cell) -> bool:
    """Say whether an audit, its report and its findings are as they were kept."""
    if key is None:
        return row["mac"] is None
    return all(fits(row[name], mac) for name, mac in audit_macs(key, row, all_findings(connection, row)).items())


def audit_macs(key: SigningKey, row: Cell, found: list[FindingRow]) -> dict[str, bytes]:
    """Sign an audit: what is said of it, its report, its findings."""
    return {
        "mac": key.audit(row),
        "report_mac": key.report(row["club"], row["id"], row["report"]),
        "findings_mac": key.findings(row["club"], row["id"], found),
    }


def all_findings(connection: Connection, row: Cell) -> list[FindingRow]:
    """Give all findings of an audit, in the order of its report."""
    wanted = select(*OF_FINDING).where(findings.c.club == row["club"], findings.c.audit == row["id"])
    return [FindingRow(**one) for one in connection.execute(wanted.order_by(findings.c.number)).mappings()]


def _resigned(connection: Connection, key: SigningKey, sort: str, row: Cell) -> str:
    if sort == "tokens":
        changed = update(tokens).where(tokens.c.id == row["id"]).values(mac=key.token(row))
    elif sort == "snapshots":
        changed = _snapshot(row, update(snapshots)).values(mac=key.snapshot(row))
    elif sort == "notices":
        changed = _waiting(row, update(outbox)).values(mac=key.notice(row))
    else:
        macs = audit_macs(key, row, all_findings(connection, row))
        changed = update(audits).where(audits.c.club == row["club"], audits.c.id == row["id"]).values(**macs)
    connection.execute(changed)
    return sort


def _left(connection: Connection, sort: str, row: Cell) -> str:
    """Leave a token that does not fit without a MAC; forget what can be made again."""
    if sort == "tokens":
        connection.execute(update(tokens).where(tokens.c.id == row["id"]).values(mac=b""))
    elif sort == "snapshots":
        connection.execute(_snapshot(row, delete(snapshots)))
    elif sort == "notices":
        connection.execute(_waiting(row, delete(outbox)))
    else:
        forget_audit(connection, row["club"], row["id"])
    return "changed"


def _snapshot(row: Cell, statement: Cell) -> Cell:
    here = (snapshots.c.game == row["game"], snapshots.c.engine == row["engine"], snapshots.c.seq == row["seq"])
    return statement.where(*here)


def _waiting(row: Cell, statement: Cell) -> Cell:
    return statement.where(outbox.c.id == row["id"], outbox.c.address == row["address"])


def forget_audit(connection: Connection, club: str, audit: str) -> None:
    """Take an audit away, with its findings."""
    connection.execute(delete(findings).where(findings.c.club == club, findings.c.audit == audit))
    connection.execute(delete(audits).where(audits.c.club == club, audits.c.id == audit))
