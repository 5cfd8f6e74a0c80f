"""Records about an upload: chained like a game's events, in one place for each club, and permanent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from audit.store import Absent, FirstAnswer, KeyReused, Stale, Store
from tests.support.stores.store_calls import BY, CLUB, OTHER, RULEBOOK, answer, key, moves
from tests.support.stores.tampering import changed

RAW = b"a log"


def kept(store: Store, club: str = CLUB) -> str:
    return store.add_upload(club, RAW, by=BY).sha256


def decided(store: Store, upload: str, *texts: str, club: str = CLUB, **more: Any) -> FirstAnswer:
    stands = store.read_decisions_head(club, upload)
    asked = {"expected": (stands.seq, stands.hash), "bodies": moves(*texts), "rulebook": RULEBOOK, "by": BY, **more}
    return store.append_decisions(club, upload, **{"answer": answer, **asked})


def test_nothing_is_beside_an_upload_until_something_is_recorded(store: Store) -> None:
    upload = kept(store)
    assert (store.read_decisions_head(CLUB, upload).seq, store.read_decisions_head(CLUB, upload).hash) == (0, upload)
    assert store.list_decisions(CLUB, upload) == []
    decided(store, upload, "a", "b")
    decided(store, upload, "c")
    assert [row.body for row in store.list_decisions(CLUB, upload)] == [body for _, body in canonical("a", "b", "c")]
    assert [row.seq for row in store.list_decisions(CLUB, upload, limit=2)] == [1, 2]
    assert store.read_decisions_head(CLUB, upload).hash == store.list_decisions(CLUB, upload)[-1].hash
    assert store.read_upload(CLUB, upload) == RAW
    assert store.verify() == []


def canonical(*texts: str) -> list[tuple[str, bytes]]:
    return [(kind, body.replace(b": ", b":")) for kind, body in moves(*texts)]


def test_it_is_no_live_game_and_no_other_clubs(store: Store) -> None:
    upload, theirs = kept(store), kept(store, OTHER)
    name = decided(store, upload, "a").game
    assert store.list_games(CLUB) == []
    with pytest.raises(Absent):
        store.read_game(CLUB, name)
    assert store.list_decisions(OTHER, theirs) == []
    assert store.read_decisions_head(OTHER, theirs).game != name
    with pytest.raises(Absent):
        decided(store, "0" * 64, "a")


def test_of_many_who_decide_at_once_one_is_first_and_the_others_hear_where_it_stands(store: Store) -> None:
    upload = kept(store)

    def one(number: int) -> FirstAnswer | Stale:
        try:
            return decided(store, upload, f"of {number}", expected=(0, upload))
        except Stale as stale:
            return stale

    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(one, range(4)))
    won = [one for one in came if isinstance(one, FirstAnswer)]
    assert len(won) == 1
    assert {(one.seq, one.head) for one in came if isinstance(one, Stale)} == {(1, won[0].head)}
    assert len(store.list_decisions(CLUB, upload)) == 1


def test_a_retry_gets_the_first_answer_and_the_key_serves_for_nothing_else(store: Store) -> None:
    upload = kept(store)
    first = decided(store, upload, "a", key=key())
    again = decided(store, upload, "a", key=key(), expected=(0, upload))
    assert (again.answer, again.replayed) == (first.answer, True)
    with pytest.raises(KeyReused):
        decided(store, upload, "b", key=key(fingerprint="something else"))
    assert len(store.list_decisions(CLUB, upload)) == 1


def test_what_somebody_has_changed_of_it_is_found(store: Store, url: str) -> None:
    name = decided(store, kept(store), "a", "b").game
    changed(url, "UPDATE events SET kind = 'amend' WHERE seq = 1")
    assert {(one.place, one.seq) for one in store.verify()} == {(f"game {name}", 1)}


def test_it_goes_into_a_backup(store: Store, tmp_path: Path) -> None:
    upload = kept(store)
    decided(store, upload, "a")
    place = tmp_path / "backup.db"
    assert store.backup(place) == []
    with Store.open(f"sqlite:///{place}") as copy:
        assert copy.read_decisions_head(CLUB, upload) == store.read_decisions_head(CLUB, upload)
