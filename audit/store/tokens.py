"""Clubs and their tokens: who may ask for what; of a token's secret only the hash is kept."""

from __future__ import annotations

import hmac
import re
from datetime import timedelta

from sqlalchemy import insert, select, update

from audit.store import secret as secrets
from audit.store.base import Cell, Connected, as_id, holdable
from audit.store.records import Role, TokenRow
from audit.store.refusals import Absent, Misformed, Taken
from audit.store.tables import clubs
from audit.store.tables import tokens as table
from audit.store.times import MICROSECOND, maybe, moment

A_CLUB = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_COLUMNS = tuple(column for column in table.c if column.name != "digest")
# Compared with when there is no such token, so that an unknown id takes as long as a wrong secret.
_NOTHING = bytes(32)


def as_club(name: str) -> str:
    """Take a text for the name of a club."""
    if A_CLUB.fullmatch(name) is None:
        raise Misformed("A club is named with lower-case letters, digits and hyphens, 63 at most, as in harbour-open.")
    return name


class Tokens(Connected):
    """Found clubs, issue tokens, look them up and revoke them."""

    def found(self, club: str) -> bool:
        """Found a club; false where there is one of that name."""
        as_club(club)
        try:
            with self._writing() as connection:
                if connection.execute(select(clubs.c.id).where(clubs.c.id == club)).one_or_none() is not None:
                    return False
                connection.execute(insert(clubs), {"id": club, "founded_at": self._now()})
        except Taken:
            return False
        return True

    def clubs(self) -> list[str]:
        """List the clubs by name."""
        with self._reading() as connection:
            return list(connection.execute(select(clubs.c.id).order_by(clubs.c.id)).scalars())

    def issue(
        self,
        club: str,
        role: Role,
        *,
        label: str = "",
        seat: str | None = None,
        game: str | None = None,
        lasting: timedelta | None = None,
    ) -> tuple[TokenRow, str]:
        """Issue a token; its secret is given this once and kept nowhere. Raises Absent: no such club."""
        public, secret = secrets.made()
        now = self._now()
        row = {
            "id": public,
            "club": as_id(club),
            "role": Role(role).value,
            "label": holdable(label, "label"),
            "seat": None if seat is None else holdable(seat, "seat"),
            "game": None if game is None else as_id(game),
            "issued_at": now,
            "expires_at": None if lasting is None else now + lasting // MICROSECOND,
            "revoked_at": None,
        }
        with self._writing() as connection:
            connection.execute(insert(table), {**row, "digest": secrets.digest(secret)})
        return _token(row), secret

    def token(self, secret: str) -> TokenRow | None:
        """Look a secret up; none for a misformed, unknown, wrong, expired or revoked one."""
        public = secrets.public_id(secret)
        if public is None:
            return None
        wanted = select(*_COLUMNS, table.c.digest).where(table.c.id == public)
        with self._reading() as connection:
            row = connection.execute(wanted).mappings().one_or_none()
        right = hmac.compare_digest(_NOTHING if row is None else row["digest"], secrets.digest(secret))
        if row is None or not right or row["revoked_at"] is not None:
            return None
        return _token(row) if row["expires_at"] is None or self._now() < row["expires_at"] else None

    def tokens(self, club: str) -> list[TokenRow]:
        """List a club's tokens, oldest first, the revoked and expired ones too."""
        wanted = select(*_COLUMNS).where(table.c.club == as_id(club)).order_by(table.c.issued_at, table.c.id)
        with self._reading() as connection:
            return [_token(row) for row in connection.execute(wanted).mappings()]

    def revoke(self, club: str, token: str) -> TokenRow:
        """Revoke a token for good; of one revoked before, the time stays. Raises Absent."""
        theirs = (table.c.club == as_id(club), table.c.id == as_id(token))
        with self._writing() as connection:
            connection.execute(
                update(table).where(*theirs, table.c.revoked_at.is_(None)).values(revoked_at=self._now())
            )
            row = connection.execute(select(*_COLUMNS).where(*theirs)).mappings().one_or_none()
        if row is None:
            raise Absent("There is no such token.")
        return _token(row)


def _token(row: Cell) -> TokenRow:
    return TokenRow(
        id=row["id"],
        club=row["club"],
        role=Role(row["role"]),
        label=row["label"],
        seat=row["seat"],
        game=row["game"],
        issued_at=moment(row["issued_at"]),
        expires_at=maybe(row["expires_at"]),
        revoked_at=maybe(row["revoked_at"]),
    )
