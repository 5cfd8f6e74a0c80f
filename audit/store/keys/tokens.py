"""Manages clubs and their tokens. Of a token's secret, only the hash is stored."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, insert, or_, select, tuple_, update

from audit.store.clock import LATEST, MICROSECOND, to_datetime, to_datetime_or_none
from audit.store.errors import Absent, Misformed, Taken
from audit.store.keys import token_secrets as secrets
from audit.store.keys.rotation import Signed
from audit.store.keys.signatures import SigningKey, is_right_mac
from audit.store.records import Role, TokenAct, TokenRow
from audit.store.session import Cell, ask_driver, bound_count, check_text, parse_id
from audit.store.tables import clubs, token_acts
from audit.store.tables import tokens as table

A_CLUB = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
# The digest to compare with if there is no token, so that an unknown id takes as long as a wrong secret.
_NOTHING = bytes(32)
# This statement goes straight to the driver, like appends, because every request looks up its token.
_COLUMNS = tuple(column.name for column in table.columns)
_TEXTS, _TIMES = ("id", "club", "label", "seat", "game"), ("issued_at", "expires_at", "revoked_at")
_OF_ID = f"SELECT {', '.join(_COLUMNS)} FROM tokens WHERE id = ?"  # noqa: S608 - names from `tables.py` only


def parse_club(name: str) -> str:
    """Check that a text is a valid name of a club."""
    if A_CLUB.fullmatch(name) is None:
        raise Misformed("A club is named with lower-case letters, digits and hyphens, 63 at most, as in harbour-open.")
    return name


class Tokens(Signed):
    """Founds clubs, and issues, finds and revokes tokens."""

    def found_club(self, club: str) -> bool:
        """Found a club. Return False if there is one of that name."""
        parse_club(club)
        try:
            with self._begin_write() as connection:
                if connection.execute(select(clubs.c.id).where(clubs.c.id == club)).one_or_none() is not None:
                    return False
                connection.execute(insert(clubs), {"id": club, "founded_at": self._read_clock()})
        except Taken:
            return False
        return True

    def list_clubs(self) -> list[str]:
        """List the clubs by name."""
        with self._begin_read() as connection:
            return list(connection.execute(select(clubs.c.id).order_by(clubs.c.id)).scalars())

    def issue_token(  # noqa: PLR0913 - each is a column of its own
        self,
        club: str,
        role: Role,
        *,
        label: str = "",
        seat: str | None = None,
        game: str | None = None,
        lasting: timedelta | None = None,
        by: str = "",
    ) -> tuple[TokenRow, str]:
        """Issue a token. Its secret is returned only here and not stored. Raises `Absent`: no such club.

        `by` is the id of the token that asks for it, or empty for the command line.
        """
        public, secret = secrets.make_secret()
        now = self._read_clock()
        row = {
            "id": public,
            "club": parse_id(club),
            "role": Role(role).value,
            "label": check_text(label, "label"),
            "seat": None if seat is None else check_text(seat, "seat"),
            "game": None if game is None else parse_id(game),
            "issued_at": now,
            "expires_at": None if lasting is None else now + lasting // MICROSECOND,
            "revoked_at": None,
            "digest": secrets.hash_secret(secret),
        }
        with self._begin_write() as connection:
            _insert_token(connection, self._find_signing_key(connection, anew=True), row, by)
        return _make_token_row(row), secret

    def redeem_link(self, link: str, *, label: str, lasting: timedelta) -> str | None:
        """Exchange a one-time link, by its id, for a token with the same rights. Return the secret of that token.

        Return None if the link is unknown, changed, expired or already used. If several requests redeem one link at
        once, exactly one gets a secret, because the row is updated only while it is not revoked.
        """
        public, secret = secrets.make_secret()
        with self._begin_write() as connection:
            key, now = self._find_signing_key(connection, anew=True), self._read_clock()
            row = connection.execute(select(table).where(table.c.id == parse_id(link))).mappings().one_or_none()
            if row is None or not _is_sound(key, row):
                return None
            unused = (table.c.revoked_at.is_(None), or_(table.c.expires_at.is_(None), table.c.expires_at > now))
            if not _revoke_token(connection, key, {**row, "revoked_at": now}, link, *unused):
                return None
            fresh = {"id": public, "label": label, "expires_at": now + lasting // MICROSECOND}
            begun = {**row, **fresh, "issued_at": now, "revoked_at": None, "digest": secrets.hash_secret(secret)}
            _insert_token(connection, key, begun, link)
        return secret

    def find_token(self, secret: str) -> TokenRow | None:
        """Find the token of a secret. Return None for a misformed, unknown, wrong, changed, expired or revoked one."""
        public = secrets.read_public_id(secret)
        if public is None:
            return None
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            found = ask_driver(connection, _OF_ID, (public,)).fetchone()
            row = None if found is None else dict(zip(_COLUMNS, found, strict=True))
            right = is_right_mac(_NOTHING if row is None else row["digest"], secrets.hash_secret(secret))
            if row is None or not right:
                return None
            if not _is_sound(key, row):
                # If the key was changed in the meantime, this raises `OtherKey`: the token may be right.
                self._find_signing_key(connection, anew=True)
                return None
        if row["revoked_at"] is not None:
            return None
        return _make_token_row(row) if row["expires_at"] is None or self._read_clock() < row["expires_at"] else None

    def list_tokens(self, club: str, *, after: str | None = None, limit: int | None = None) -> list[TokenRow]:
        """List a club's tokens, revoked and expired ones too, oldest first. `after` is the id of the last one seen."""
        wanted = select(table).where(table.c.club == parse_id(club))
        if after is not None:
            when = (
                select(table.c.issued_at).where(table.c.club == club, table.c.id == parse_id(after)).scalar_subquery()
            )
            wanted = wanted.where(tuple_(table.c.issued_at, table.c.id) > tuple_(when, after))
        wanted = wanted.order_by(table.c.issued_at, table.c.id).limit(bound_count(limit))
        with self._begin_read() as connection:
            key = self._find_signing_key(connection)
            return [
                _make_token_row(_make_readable(row), sound=_is_sound(key, row))
                for row in connection.execute(wanted).mappings()
            ]

    def list_token_acts(self, club: str) -> list[TokenAct]:
        """List who issued and revoked each token of a club, and when, oldest first."""
        wanted = (
            select(*token_acts.c).join(table, table.c.id == token_acts.c.token).where(table.c.club == parse_id(club))
        )
        with self._begin_read() as connection:
            rows = connection.execute(wanted.order_by(token_acts.c.at, token_acts.c.token, token_acts.c.act)).all()
        return [TokenAct(token, act, to_datetime(at), by) for token, act, at, by in rows]

    def revoke_token(self, club: str, token: str, *, by: str = "") -> TokenRow:
        """Revoke a token for good. A token that was revoked before retains its time. Raises `Absent`."""
        theirs = (table.c.club == parse_id(club), table.c.id == parse_id(token))
        with self._begin_write() as connection:
            key = self._find_signing_key(connection, anew=True)
            row = connection.execute(select(table).where(*theirs)).mappings().one_or_none()
            if row is None:
                raise Absent("There is no such token.")
            if row["revoked_at"] is not None and _is_sound(key, row):
                return _make_token_row(_make_readable(row))
            revoked = {**row, "revoked_at": self._read_clock()}
            _revoke_token(connection, key, revoked, by)
        return _make_token_row(_make_readable(revoked))


def _insert_token(connection: Connection, key: SigningKey | None, row: Cell, by: str) -> None:
    connection.execute(insert(table), {**row, "mac": key and key.sign_token(row)})
    connection.execute(insert(token_acts), {"token": row["id"], "act": "issued", "at": row["issued_at"], "by": by})


def _revoke_token(
    connection: Connection, key: SigningKey | None, revoked: Cell, by: str, *conditions: ColumnElement[bool]
) -> bool:
    """Revoke a token if its row still meets the conditions. Return whether it did."""
    changed = {"revoked_at": revoked["revoked_at"], "mac": key and key.sign_token(revoked)}
    there = (table.c.id == revoked["id"], *conditions)
    if connection.execute(update(table).where(*there).values(**changed)).rowcount != 1:
        return False
    act = {"token": revoked["id"], "act": "revoked", "at": revoked["revoked_at"], "by": by}
    connection.execute(insert(token_acts), act)
    return True


def _is_sound(key: SigningKey | None, row: Cell) -> bool:
    return key is None or is_right_mac(row["mac"], key.sign_token(row))


def _make_readable(row: Cell) -> Cell:
    """Replace invalid values in a tampered row by valid ones for listing. Such a token grants no access anyway."""
    texts = {name: row[name] if row[name] is None else str(row[name]) for name in _TEXTS}
    times = {name: row[name] if isinstance(row[name], int) and 0 <= row[name] < LATEST else None for name in _TIMES}
    role = row["role"] if row["role"] in list(Role) else Role.VIEWER
    return {**texts, **times, "role": role, "issued_at": times["issued_at"] or 0}


def _make_token_row(row: Cell, *, sound: bool = True) -> TokenRow:
    return TokenRow(
        id=row["id"],
        club=row["club"],
        role=Role(row["role"]),
        label=row["label"],
        seat=row["seat"],
        game=row["game"],
        issued_at=to_datetime(row["issued_at"]),
        expires_at=to_datetime_or_none(row["expires_at"]),
        revoked_at=to_datetime_or_none(row["revoked_at"]),
        sound=sound,
    )
