"""Live games: begun once with a header that never changes, and read back as they were recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, insert, select

from audit.store.clock import moment, new_id
from audit.store.errors import Absent, Taken
from audit.store.idempotency import Answers
from audit.store.record.hash_chain import seal
from audit.store.records import Digests, EventRow, FirstAnswer, GameHead, GameRow, Key
from audit.store.session import LIVE, TOURNAMENT, Cell, as_id, as_laid, bounded, holdable, kinds_of
from audit.store.tables import events, games, heads
from engine.kernel.basics.json_types import Document

AT_ONCE = 500
_COLUMNS = (
    *(games.c.id, games.c.club, games.c.header, games.c.rulebook, games.c.created_at, games.c.created_by),
    *(heads.c.seq, heads.c.hash, heads.c.closed),
)
EVENT_COLUMNS = (
    *(events.c.seq, events.c.kind, events.c.body, events.c.recorded_at, events.c.recorded_by),
    *(events.c.hash, events.c.rulebook),
)

_KINDS, _EVENT_KINDS = kinds_of(_COLUMNS), kinds_of(EVENT_COLUMNS)


class Games(Answers):
    """Begin games, and read them."""

    def create(  # noqa: PLR0913 - each is a column of its own, or how it is answered
        self,
        club: str,
        header: bytes,
        rulebook: Digests,
        *,
        by: str,
        answer: Callable[[GameRow], bytes],
        key: Key | None = None,
        sort: str = LIVE,
    ) -> FirstAnswer:
        """Begin a game (seq 0); its header never changes. Raises KeyReused, KeyBusy, Absent (no such club).

        A tournament is begun likewise, and appended to like a game (`sort`: TOURNAMENT).
        """
        as_id(club)
        name = sort + new_id(self._clock())
        row = begun(club, header, str(rulebook), (self._now(), holdable(by, "token's id")), name)
        stands = {"game": row["id"], "seq": 0, "hash": row["seal"], "closed": False}
        try:
            with self._writing() as connection:
                if (first := self._first_answer(connection, key)) is not None:
                    return first
                signing = None if key is None else self._signing(connection, anew=True)
                connection.execute(insert(games), row)
                connection.execute(insert(heads), stands)
                said = answer(_game([(row | stands)[column.name] for column in _COLUMNS]))
                return self._keep_answer(connection, key, GameHead(row["id"], 0, row["seal"].hex()), said, signing)
        except Taken:
            return self._answered_meanwhile(key)

    def game(self, club: str, game: str) -> GameRow:
        """Say what a live game began with and how far it has come. Raises Absent."""
        if "." in game:
            raise Absent("There is no such game.")
        return self._game(club, game)

    def tournament(self, club: str, tournament: str) -> GameRow:
        """Say what a tournament began with and how far it has come. Raises Absent."""
        if not tournament.startswith(TOURNAMENT):
            raise Absent("There is no such tournament.")
        return self._game(club, tournament)

    def _game(self, club: str, game: str) -> GameRow:
        wanted = _games(games.c.club == as_id(club), games.c.id == as_id(game))
        with self._reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise Absent("There is no such game.")
        return _game(row)

    def games(self, club: str, *, after: str | None = None, limit: int = 100) -> list[GameRow]:
        """List live games, oldest first; `after` is the id of the last one seen."""
        return self._listed(club, games.c.id.not_like("%.%"), after, limit)

    def tournaments(self, club: str, *, after: str | None = None, limit: int = 100) -> list[GameRow]:
        """List tournaments, oldest first; `after` is the id of the last one seen."""
        return self._listed(club, games.c.id.like(f"{TOURNAMENT}%"), after, limit)

    def _listed(self, club: str, sort: ColumnElement[bool], after: str | None, limit: int) -> list[GameRow]:
        wanted = _games(games.c.club == as_id(club), games.c.id > as_id(after or "!"), sort)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(games.c.id).limit(bounded(limit)))
            return [_game(row) for row in rows]

    def reached(self, names: Sequence[str]) -> dict[str, int]:
        """Say how far each of these games is, whichever club's they are: for whoever was let in to each of them."""
        wanted = select(heads.c.game, heads.c.seq)
        with self._reading() as connection:
            parts = [wanted.where(heads.c.game.in_(names[at : at + AT_ONCE])) for at in range(0, len(names), AT_ONCE)]
            return {row.game: row.seq for part in parts for row in connection.execute(part)}

    def events(self, club: str, game: str, *, after: int = 0, limit: int | None = None) -> list[EventRow]:
        """Give a game's events in order, from the one after `after` on. Raises Absent."""
        theirs = select(games.c.id).where(games.c.club == as_id(club), games.c.id == as_id(game))
        wanted = select(*EVENT_COLUMNS).where(events.c.game == game, events.c.seq > bounded(after))
        with self._reading() as connection:
            if connection.execute(theirs).one_or_none() is None:
                raise Absent("There is no such game.")
            rows = connection.execute(wanted.order_by(events.c.seq).limit(bounded(limit))).all()
        return [event_row(row) for row in rows]

    def heads(self, club: str | None = None) -> list[GameHead]:
        """Say how far each game has come: worth keeping somewhere else, to be compared by `verify`."""
        wanted = select(heads.c.game, heads.c.seq, heads.c.hash).order_by(heads.c.game)
        if club is not None:
            wanted = wanted.join(games, games.c.id == heads.c.game).where(games.c.club == as_id(club))
        with self._reading() as connection:
            return [GameHead(game, seq, head.hex()) for game, seq, head in connection.execute(wanted)]


def begun(club: str, header: bytes, rulebook: str, created: tuple[int, str], game: str) -> Document:
    """Word the row that a game, or a record beside an upload, begins with."""
    return {
        "id": game,
        "club": club,
        "header": header,
        "rulebook": holdable(rulebook, "rulebook's digests"),
        "created_at": created[0],
        "created_by": created[1],
        "seal": seal(game, club, header, rulebook, created),
    }


def _games(*where: ColumnElement[bool]) -> Select[Any]:
    return select(*_COLUMNS).join_from(games, heads, heads.c.game == games.c.id).where(*where)


def _game(row: Sequence[Cell]) -> GameRow:
    name, club, header, rulebook, at, by, seq, head, closed = as_laid(row, _KINDS, "games` or `heads")
    return GameRow(name, club, header, Digests.of(rulebook), moment(at), by, seq, head.hex(), closed)


def event_row(row: Sequence[Cell]) -> EventRow:
    """Read one event of a game, as its columns have it."""
    seq, kind, body, at, by, digest, rulebook = as_laid(row, _EVENT_KINDS, "events")
    noted = None if rulebook is None else Digests.of(rulebook)
    return EventRow(seq, kind, body, moment(at), by, digest.hex(), noted)
