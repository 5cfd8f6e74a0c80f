"""The chain holds the rulebook under which each event was recorded, and only changes are noted."""

from __future__ import annotations

import pytest

from audit.store import Digests, GameRow, Misformed, Store
from tests.support.stores.store_calls import CLUB, LATER, RULEBOOK, appended, begun
from tests.support.stores.tampering import changed


@pytest.fixture
def game(store: Store) -> GameRow:
    """Record a game that an update interrupted after its second event."""
    kept = appended(store, begun(store), "a", "b")
    kept = appended(store, kept, "c", "d", rulebook=LATER)
    return store.read_game(CLUB, appended(store, kept, "e", rulebook=LATER).game)


def noted(store: Store, game: GameRow) -> list[Digests | None]:
    """Return what each event notes."""
    return [event.rulebook for event in store.list_events(CLUB, game.id)]


def test_the_first_event_under_another_rulebook_notes_it(store: Store, game: GameRow) -> None:
    assert noted(store, game) == [None, None, LATER, None, None]
    assert store.read_game(CLUB, game.id).rulebook == RULEBOOK
    assert store.verify() == []


def test_going_back_is_noted_too(store: Store, game: GameRow) -> None:
    appended(store, game, "f")
    assert noted(store, game)[-1] == RULEBOOK
    assert store.verify() == []


def test_what_is_printed_otherwise_is_noted_like_what_judges_otherwise(store: Store, game: GameRow) -> None:
    reworded = LATER._replace(printed="what-is-printed-at-last")
    appended(store, game, "f", rulebook=reworded)
    assert noted(store, game)[-1] == reworded


@pytest.mark.parametrize(
    ("statement", "seq"),
    [
        ("UPDATE events SET rulebook = NULL WHERE game = :game AND seq = 3", 3),
        ("UPDATE events SET rulebook = 'another' WHERE game = :game AND seq = 3", 3),
        ("UPDATE events SET rulebook = 'another' WHERE game = :game AND seq = 4", 4),
        ("UPDATE heads SET rulebook = 'another' WHERE game = :game", 5),
        ("UPDATE heads SET rulebook = NULL WHERE game = :game", 5),
    ],
)
def test_a_note_that_was_changed_is_found(store: Store, url: str, game: GameRow, statement: str, seq: int) -> None:
    assert changed(url, statement, game=game.id) == 1
    assert seq in {one.seq for one in store.verify()}


@pytest.mark.parametrize("other", ["", "another"])
def test_a_note_in_the_head_of_a_game_under_one_rulebook_is_found(store: Store, url: str, other: str) -> None:
    stands = begun(store)
    assert changed(url, "UPDATE heads SET rulebook = :other WHERE game = :game", game=stands.id, other=other) == 1
    assert [(one.place, one.seq) for one in store.verify()] == [(f"game {stands.id}", 0)]


def test_digests_that_no_database_can_hold_are_refused(store: Store, game: GameRow) -> None:
    with pytest.raises(Misformed):
        appended(store, game, "f", rulebook=Digests("a\0b", None))
    assert store.read_game(CLUB, game.id).seq == 5


@pytest.mark.parametrize("digests", [RULEBOOK, Digests("the-one-of-that-time", None), Digests("", None)])
def test_digests_are_read_as_they_are_kept(digests: Digests) -> None:
    assert Digests.parse(str(digests)) == digests
