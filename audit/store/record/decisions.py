"""Records decisions and disputes about an upload or a live game, chained like a game's events."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import insert, select

from audit.store.errors import Absent, Stale, Taken
from audit.store.record.append import Appending
from audit.store.record.games import AT_ONCE, EVENT_COLUMNS, make_event_row, make_game_row
from audit.store.record.uploads import Uploads
from audit.store.records import Digests, EventRow, FirstAnswer, GameHead, Key, Receipt
from audit.store.session import A_HASH, BESIDE, bound_count, check_text, hold_one_moment, parse_hash, parse_id
from audit.store.tables import events, games, heads

HEADER, FROM = b'{"%s":"%s"}', b'":"'


class DecisionKind(StrEnum):
    """The kinds of record about a log: corrections of an upload, and a case about it or about a live game."""

    CORRECTIONS = "beside"
    CASE = "case"


class CaseRow(NamedTuple):
    """A case with its events, and the upload or live game that it is about."""

    about: str
    seq: int
    hash: str
    events: list[EventRow]


class DecisionRecords(Uploads, Appending):
    """Appends to the records about logs. A record that does not exist yet has seq 0."""

    def read_decisions_head(self, club: str, about: str, sort: DecisionKind = DecisionKind.CORRECTIONS) -> GameHead:
        """Return the head of the record about a log. Its first head is that of `name_first_head`."""
        if sort is DecisionKind.CORRECTIONS:
            parse_hash(about)
        name = _name_record(club, about, sort)
        wanted = select(heads.c.seq, heads.c.hash).join(games, games.c.id == heads.c.game)
        with self._begin_read() as connection:
            row = connection.execute(wanted.where(games.c.club == parse_id(club), games.c.id == name)).one_or_none()
        begins = GameHead(name, 0, name_first_head(about))
        return begins if row is None or not row.seq else GameHead(name, row.seq, row.hash.hex())

    def list_decisions(
        self, club: str, about: str, sort: DecisionKind = DecisionKind.CORRECTIONS, *, limit: int | None = None
    ) -> list[EventRow]:
        """List the recorded decisions about a log, in order."""
        try:
            return self.list_events(club, _name_record(club, about, sort), limit=limit)
        except Absent:
            return []

    def list_cases(self, club: str, *, limit: int) -> tuple[list[CaseRow], int]:
        """List the cases of a club, newest first, and count all of them."""
        theirs = (
            games.c.club == parse_id(club),
            games.c.id.like(f"{_name_prefix(DecisionKind.CASE)}%"),
            heads.c.seq > 0,
        )
        wanted = select(games.c.id, games.c.header, heads.c.seq, heads.c.hash).join(heads, heads.c.game == games.c.id)
        newest = wanted.where(*theirs).order_by(games.c.created_at.desc(), games.c.id)
        with self._begin_read() as connection:
            hold_one_moment(connection)
            listed = connection.execute(newest).all()
            said: dict[str, list[EventRow]] = {row.id: [] for row in listed[: bound_count(limit)]}
            names = list(said)
            for at in range(0, len(names), AT_ONCE):
                lines = select(events.c.game, *EVENT_COLUMNS).where(events.c.game.in_(names[at : at + AT_ONCE]))
                for name, *line in connection.execute(lines.order_by(events.c.game, events.c.seq)):
                    said[name].append(make_event_row(line))
        found = [
            CaseRow(_read_subject(row.header), row.seq, row.hash.hex(), said[row.id])
            for row in listed
            if row.id in said
        ]
        return found, len(listed)

    def read_decisions_heads(self, club: str, uploads: Sequence[str]) -> dict[str, str]:
        """Return the head of the record about each of these uploads, if there is one."""
        named = {_name_record(club, upload, DecisionKind.CORRECTIONS): upload for upload in uploads}
        names = list(named)
        wanted = select(heads.c.game, heads.c.hash).join(games, games.c.id == heads.c.game).where(heads.c.seq > 0)
        found: dict[str, str] = {}
        with self._begin_read() as connection:
            for at in range(0, len(names), AT_ONCE):
                there = wanted.where(games.c.club == parse_id(club), games.c.id.in_(names[at : at + AT_ONCE]))
                found |= {named[row.game]: row.hash.hex() for row in connection.execute(there)}
        return found

    def append_decisions(  # noqa: PLR0913 - as of `append`
        self,
        club: str,
        about: str,
        sort: DecisionKind = DecisionKind.CORRECTIONS,
        *,
        expected: tuple[int, str],
        bodies: Sequence[tuple[str, bytes]],
        rulebook: Digests,
        by: str,
        answer: Callable[[Receipt], bytes],
        key: Key | None = None,
    ) -> FirstAnswer:
        """Append to the record about a log. Raises the same errors as `append`."""
        name = _name_record(club, about, sort)
        if expected == (0, name_first_head(about)):
            expected = (0, self._begin_decisions(club, about, sort, rulebook, by))
        try:
            return self.append(
                club, name, expected=expected, bodies=bodies, rulebook=rulebook, by=by, answer=answer, key=key
            )
        except Stale:
            stands = self.read_decisions_head(club, about, sort)
            raise Stale(stands.seq, stands.hash) from None

    def _begin_decisions(self, club: str, about: str, sort: DecisionKind, rulebook: Digests, by: str) -> str:
        """Create the record if there is none. An empty record stays invisible."""
        known = self.describe_upload(club, about).sha256 if A_HASH.fullmatch(about) else self.read_game(club, about).id
        name, header = _name_record(club, about, sort), HEADER % (sort.encode(), known.encode())
        row = make_game_row(club, header, str(rulebook), (self._read_clock(), check_text(by, "token's id")), name)
        wanted = select(games.c.seal).where(games.c.id == name)
        try:
            with self._begin_write() as connection:
                seal: bytes | None = connection.execute(wanted).scalar()
                if seal is None:
                    seal = row["seal"]
                    connection.execute(insert(games), row)
                    connection.execute(insert(heads), {"game": name, "seq": 0, "hash": seal, "closed": False})
        except Taken:
            with self._begin_read() as connection:
                seal = connection.execute(wanted).scalar_one()
        return bytes(seal).hex()


def name_first_head(about: str) -> str:
    """Name the head of a record that does not exist yet: an upload's own SHA-256, or that of a game's id."""
    return about if A_HASH.fullmatch(about) else hashlib.sha256(about.encode()).hexdigest()


def _read_subject(header: bytes) -> str:
    return header.partition(FROM)[2].removesuffix(b'"}').decode()


def _name_record(club: str, about: str, sort: DecisionKind) -> str:
    """Name the record about a log. The name is stable and differs between clubs."""
    return _name_prefix(sort) + hashlib.sha256(f"{parse_id(club)} {parse_id(about)}".encode()).hexdigest()[:32]


def _name_prefix(sort: DecisionKind) -> str:
    return BESIDE if sort is DecisionKind.CORRECTIONS else f"{BESIDE}{sort}."
