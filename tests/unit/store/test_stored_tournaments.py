"""Tournaments in the store: chained like games, separate for each club, not live games, and permanent."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.store import TOURNAMENT, Absent, GameRow, Store
from tests.support.stores.store_calls import BY, CLUB, OTHER, RULEBOOK, answer, key, moves
from tests.support.stores.tampering import changed

FILE = b'{"file":"[tournament]","packs":[]}'


def begun(store: Store, club: str = CLUB) -> GameRow:
    kept = store.create_game(club, FILE, RULEBOOK, by=BY, answer=lambda row: row.id.encode(), sort=TOURNAMENT)
    return store.read_tournament(club, kept.game)


def happened(store: Store, row: GameRow, *texts: str) -> str:
    asked = {"expected": (row.seq, row.head), "rulebook": RULEBOOK, "by": BY, "answer": answer, "key": key()}
    return store.append(CLUB, row.id, bodies=moves(*texts), **asked).game  # type: ignore[arg-type] # as they are


def test_a_tournament_is_found_among_tournaments_and_by_its_club_only(store: Store) -> None:
    mine, theirs = begun(store), begun(store, OTHER)
    assert ([row.id for row in store.list_tournaments(CLUB)], store.list_games(CLUB)) == ([mine.id], [])
    assert store.list_tournaments(CLUB, after=mine.id) == []
    assert mine.header == FILE
    for absent in (lambda: store.read_game(CLUB, mine.id), lambda: store.read_tournament(CLUB, theirs.id)):
        with pytest.raises(Absent):
            absent()
    game = store.create_game(CLUB, FILE, RULEBOOK, by=BY, answer=lambda row: row.id.encode()).game
    with pytest.raises(Absent):
        store.read_tournament(CLUB, game)


def test_its_events_are_chained_verified_and_backed_up(store: Store, url: str, tmp_path: Path) -> None:
    row = begun(store)
    happened(store, row, "a", "b")
    assert [one.seq for one in store.list_events(CLUB, row.id)] == [1, 2]
    assert any(line.startswith(f"{row.id} 2 ") for line in store.write_head_lines())
    assert store.verify() == []
    place = tmp_path / "backup.db"
    assert store.backup(place) == []
    with Store.open(f"sqlite:///{place}") as copy:
        assert copy.read_tournament(CLUB, row.id) == store.read_tournament(CLUB, row.id)
    changed(url, "UPDATE events SET kind = 'confirm' WHERE seq = 1")
    assert {(one.place, one.seq) for one in store.verify()} == {(f"game {row.id}", 1)}
    changed(
        url,
        "UPDATE games SET header = CAST('{}' AS BLOB)"
        if url.startswith("sqlite")
        else "UPDATE games SET header = '{}'",
    )
    assert any("began with was changed" in one.what for one in store.verify())


def test_what_stands_beside_many_uploads_is_asked_at_once(store: Store) -> None:
    uploads = [store.add_upload(CLUB, f"log {number}".encode(), by=BY).sha256 for number in range(3)]
    for upload in uploads[:2]:
        store.append_decisions(
            CLUB, upload, expected=(0, upload), bodies=moves("a"), rulebook=RULEBOOK, by=BY, answer=answer
        )
    assert store.read_decisions_heads(CLUB, uploads) == {
        upload: store.read_decisions_head(CLUB, upload).hash for upload in uploads[:2]
    }
    assert store.read_decisions_heads(OTHER, uploads) == store.read_decisions_heads(CLUB, []) == {}
