"""Stores notices to send, in the transaction of what they report, until they have arrived."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import Connection, delete, func, select, text, update

from audit.store.clock import MICROSECOND, to_datetime
from audit.store.keys.rotation import Signed
from audit.store.keys.signatures import SigningKey, is_right_mac
from audit.store.records import Notice
from audit.store.session import MOST, Cell, parse_id
from audit.store.tables import outbox as table

# A notice that is queued again while it still waits stays one notice.
_PUT = text(
    "INSERT INTO outbox (id, address, body, made_at, tries, due_at, mac) "
    "VALUES (:id, :address, :body, :made_at, 0, :made_at, :mac) ON CONFLICT DO NOTHING"
)


class Outbox(Signed):
    """Holds notices until a sender has delivered them."""

    def _put_notices(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """Queue notices. If the transaction fails, they are not queued either."""
        if not notices:
            return
        key, now = self._find_signing_key(connection, anew=True), self._read_clock()
        for one in notices:
            row = {"id": parse_id(one.id), "address": parse_id(one.address), "body": one.body, "made_at": now}
            connection.execute(_PUT, {**row, "mac": key and key.sign_notice(row)})

    def take_next_notice(self, address: str, pauses: Sequence[timedelta]) -> Notice | None:
        """Return a notice that is due, to one caller only. It is due again after the pause for this try.

        So a sender that fails loses no notice. A notice that is not `sound` was not written by the store.
        """
        due = (table.c.address == parse_id(address), table.c.due_at <= self._read_clock())
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            row = connection.execute(select(table).where(*due).order_by(table.c.due_at).limit(1)).mappings().first()
        if row is None:
            return None
        tries = _read_tries(row)
        due_again = self._read_clock() + pauses[min(tries, len(pauses) - 1)] // MICROSECOND
        here = (*_match_notice(row["id"], address), table.c.tries == row["tries"])
        with self._begin_write() as connection:
            taken = connection.execute(update(table).where(*here).values(tries=tries + 1, due_at=due_again))
        return _make_notice(key, row) if taken.rowcount == 1 else None

    def forget_notice(self, notice: Notice) -> None:
        """Delete a notice that has arrived or has been tried often enough."""
        with self._begin_write() as connection:
            connection.execute(delete(table).where(*_match_notice(notice.id, notice.address)))

    def count_notices(self) -> int:
        """Count the waiting notices."""
        with self._begin_read() as connection:
            return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _match_notice(name: str, address: str) -> tuple[Cell, Cell]:
    return table.c.id == name, table.c.address == address


def _read_tries(row: Cell) -> int:
    """Return the number of tries. It is not signed, so a tampered row may hold any value."""
    tries = row["tries"]
    return tries if isinstance(tries, int) and 0 <= tries < MOST else 0


def _make_notice(key: SigningKey | None, row: Cell) -> Notice:
    sound = key is None or is_right_mac(row["mac"], key.sign_notice(row))
    made_at = to_datetime(row["made_at"] if sound else 0)
    return Notice(row["id"], row["address"], row["body"], tries=_read_tries(row) + 1, made_at=made_at, sound=sound)
