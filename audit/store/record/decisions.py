"""What is decided, or disputed, about an upload or a live game, recorded beside it: chained as a game's events are."""

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
    """What may stand beside a log: corrections of an upload, and the case about it or about a live game."""

    CORRECTIONS = "beside"
    CASE = "case"


class CaseRow(NamedTuple):
    """A case, by the upload or the live game that it is about, with its events as far as it has come."""

    about: str
    seq: int
    hash: str
    events: list[EventRow]


class DecisionRecords(Uploads, Appending):
    """Append to what stands beside logs. Where nothing does yet, the state is what it is beside, at 0."""

    def read_decisions_head(self, club: str, about: str, sort: DecisionKind = DecisionKind.CORRECTIONS) -> GameHead:
        """Say how far the record beside a log has come; its first head is that of `first_head`."""
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
        """Give what is recorded beside a log, in order."""
        try:
            return self.list_events(club, _name_record(club, about, sort), limit=limit)
        except Absent:
            return []

    def list_cases(self, club: str, *, limit: int) -> tuple[list[CaseRow], int]:
        """Give the cases of a club, those begun last first, and how many there are in all."""
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
        """Say of those of these uploads beside which something is recorded what the head of that is."""
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
        """Append as `append` does, to what is recorded beside a log. Raises what that raises."""
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
        """Begin the record, if nobody has; until something is in it, nobody sees that it was begun."""
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
    """Name the state of a record beside a log that has not begun: an upload's own SHA-256, or that of a game's id."""
    return about if A_HASH.fullmatch(about) else hashlib.sha256(about.encode()).hexdigest()


def _read_subject(header: bytes) -> str:
    return header.partition(FROM)[2].removesuffix(b'"}').decode()


def _name_record(club: str, about: str, sort: DecisionKind) -> str:
    """Name the record beside a log: always the same, and another for each club."""
    return _name_prefix(sort) + hashlib.sha256(f"{parse_id(club)} {parse_id(about)}".encode()).hexdigest()[:32]


def _name_prefix(sort: DecisionKind) -> str:
    return BESIDE if sort is DecisionKind.CORRECTIONS else f"{BESIDE}{sort}."
