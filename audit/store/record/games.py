"""Creates live games with a permanent header, and reads them as recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, insert, select

from audit.store.clock import make_id, to_datetime
from audit.store.errors import Absent, Taken
from audit.store.idempotency import Answers
from audit.store.record.hash_chain import make_seal
from audit.store.records import Digests, EventRow, FirstAnswer, GameHead, GameRow, Key
from audit.store.session import LIVE, TOURNAMENT, Cell, bound_count, check_row, check_text, list_cell_types, parse_id
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

_KINDS, _EVENT_KINDS = list_cell_types(_COLUMNS), list_cell_types(EVENT_COLUMNS)


class Games(Answers):
    """Creates and reads games."""

    def create_game(  # noqa: PLR0913 - each is a column of its own, or how it is answered
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
        """Create a game (seq 0). Its header never changes. Raises `KeyReused`, `KeyBusy`, `Absent` (no such club).

        A tournament is created and appended to in the same way (`sort`: TOURNAMENT).
        """
        parse_id(club)
        name = sort + make_id(self._clock())
        row = make_game_row(club, header, str(rulebook), (self._read_clock(), check_text(by, "token's id")), name)
        stands = {"game": row["id"], "seq": 0, "hash": row["seal"], "closed": False}
        try:
            with self._begin_write() as connection:
                if (first := self._find_answer(connection, key)) is not None:
                    return first
                signing = None if key is None else self._find_signing_key(connection, anew=True)
                connection.execute(insert(games), row)
                connection.execute(insert(heads), stands)
                said = answer(_parse_game_row([(row | stands)[column.name] for column in _COLUMNS]))
                return self._save_answer(connection, key, GameHead(row["id"], 0, row["seal"].hex()), said, signing)
        except Taken:
            return self._read_rival_answer(key)

    def read_game(self, club: str, game: str) -> GameRow:
        """Return the header and the head of a live game. Raises `Absent`."""
        if "." in game:
            raise Absent("There is no such game.")
        return self._read_game(club, game)

    def read_tournament(self, club: str, tournament: str) -> GameRow:
        """Return the header and the head of a tournament. Raises `Absent`."""
        if not tournament.startswith(TOURNAMENT):
            raise Absent("There is no such tournament.")
        return self._read_game(club, tournament)

    def _read_game(self, club: str, game: str) -> GameRow:
        wanted = _select_games(games.c.club == parse_id(club), games.c.id == parse_id(game))
        with self._begin_read() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise Absent("There is no such game.")
        return _parse_game_row(row)

    def list_games(self, club: str, *, after: str | None = None, limit: int = 100) -> list[GameRow]:
        """List live games, oldest first. `after` is the id of the last one seen."""
        return self._list_rows(club, games.c.id.not_like("%.%"), after, limit)

    def list_tournaments(self, club: str, *, after: str | None = None, limit: int = 100) -> list[GameRow]:
        """List tournaments, oldest first. `after` is the id of the last one seen."""
        return self._list_rows(club, games.c.id.like(f"{TOURNAMENT}%"), after, limit)

    def _list_rows(self, club: str, sort: ColumnElement[bool], after: str | None, limit: int) -> list[GameRow]:
        wanted = _select_games(games.c.club == parse_id(club), games.c.id > parse_id(after or "!"), sort)
        with self._begin_read() as connection:
            rows = connection.execute(wanted.order_by(games.c.id).limit(bound_count(limit)))
            return [_parse_game_row(row) for row in rows]

    def read_last_seqs(self, names: Sequence[str]) -> dict[str, int]:
        """Return the last seq of each of these games, of any club. Callers must have checked the access to each."""
        wanted = select(heads.c.game, heads.c.seq)
        with self._begin_read() as connection:
            parts = [wanted.where(heads.c.game.in_(names[at : at + AT_ONCE])) for at in range(0, len(names), AT_ONCE)]
            return {row.game: row.seq for part in parts for row in connection.execute(part)}

    def list_events(self, club: str, game: str, *, after: int = 0, limit: int | None = None) -> list[EventRow]:
        """List a game's events in order, from the one after `after` on. Raises `Absent`."""
        theirs = select(games.c.id).where(games.c.club == parse_id(club), games.c.id == parse_id(game))
        wanted = select(*EVENT_COLUMNS).where(events.c.game == game, events.c.seq > bound_count(after))
        with self._begin_read() as connection:
            if connection.execute(theirs).one_or_none() is None:
                raise Absent("There is no such game.")
            rows = connection.execute(wanted.order_by(events.c.seq).limit(bound_count(limit))).all()
        return [make_event_row(row) for row in rows]

    def list_heads(self, club: str | None = None) -> list[GameHead]:
        """List the heads of all games. Operators store them outside for `verify`."""
        wanted = select(heads.c.game, heads.c.seq, heads.c.hash).order_by(heads.c.game)
        if club is not None:
            wanted = wanted.join(games, games.c.id == heads.c.game).where(games.c.club == parse_id(club))
        with self._begin_read() as connection:
            return [GameHead(game, seq, head.hex()) for game, seq, head in connection.execute(wanted)]


def make_game_row(club: str, header: bytes, rulebook: str, created: tuple[int, str], game: str) -> Document:
    """Build the first row of a game, or of a record about an upload."""
    return {
        "id": game,
        "club": club,
        "header": header,
        "rulebook": check_text(rulebook, "rulebook's digests"),
        "created_at": created[0],
        "created_by": created[1],
        "seal": make_seal(game, club, header, rulebook, created),
    }


def _select_games(*where: ColumnElement[bool]) -> Select[Any]:
    return select(*_COLUMNS).join_from(games, heads, heads.c.game == games.c.id).where(*where)


def _parse_game_row(row: Sequence[Cell]) -> GameRow:
    name, club, header, rulebook, at, by, seq, head, closed = check_row(row, _KINDS, "games` or `heads")
    return GameRow(name, club, header, Digests.parse(rulebook), to_datetime(at), by, seq, head.hex(), closed)


def make_event_row(row: Sequence[Cell]) -> EventRow:
    """Build an event from its columns."""
    seq, kind, body, at, by, digest, rulebook = check_row(row, _EVENT_KINDS, "events")
    noted = None if rulebook is None else Digests.parse(rulebook)
    return EventRow(seq, kind, body, to_datetime(at), by, digest.hex(), noted)
