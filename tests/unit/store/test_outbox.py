"""Notices wait in the database: stored with what they report, given to one sender, due again until they arrive."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from audit.store import CLOSE, AuditRow, Notice, Receipt, Stale, Store
from tests.support.stores.store_calls import CLUB, RULEBOOK, Clock, appended, begun
from tests.support.stores.tampering import changed

SECRET = "a key of the test"  # noqa: S105 - of a test
ADDRESS, ELSEWHERE = "here", "elsewhere"
PAUSES = (timedelta(seconds=5), timedelta(minutes=1))


@pytest.fixture
def clock() -> Clock:
    """Set the time by hand."""
    return Clock()


@pytest.fixture
def store(opened: Callable[..., Store], clock: Clock) -> Store:
    """Open a store that signs, with a club in it."""
    store = opened(secret=SECRET, clock=clock)
    store.sign_everything_anew(SECRET)
    store.found_club(CLUB)
    return store


def telling(row: AuditRow | Receipt) -> list[Notice]:
    about = row.id if isinstance(row, AuditRow) else row.game
    return [Notice(f"of-{about}", address, about.encode()) for address in (ADDRESS, ELSEWHERE)]


def audited(store: Store, verdict: str = "broken") -> AuditRow:
    log = store.add_upload(CLUB, b"a log", by="ada").sha256
    return store.put_audit(
        CLUB, log, rulebook=RULEBOOK, engine="one", asked=b"{}", verdict=verdict, report=b"{}", telling=telling
    )


def due(store: Store, address: str = ADDRESS) -> list[Notice]:
    found = []
    while (one := store.take_next_notice(address, PAUSES)) is not None:
        found.append(one)
    return found


def test_an_audit_is_told_once_to_each_address_and_not_again_when_it_is_asked_for_again(store: Store) -> None:
    made = audited(store)
    audited(store)
    assert [(one.body, one.tries, one.sound) for one in due(store)] == [(made.id.encode(), 1, True)]
    assert [one.address for one in due(store, ELSEWHERE)] == [ELSEWHERE]
    assert store.count_notices() == 2


def test_what_is_not_recorded_is_not_told(store: Store) -> None:
    game = begun(store)
    close = {"bodies": [(CLOSE, b"{}")], "telling": telling}
    with pytest.raises(Stale):
        appended(store, game, expected=(7, game.head), **close)
    with pytest.raises(ZeroDivisionError):
        appended(store, game, answer=lambda _: bytes(1 // 0), **close)
    assert store.count_notices() == 0
    appended(store, game, **close)
    assert [one.body for one in due(store)] == [game.id.encode()]


def test_what_has_not_arrived_is_due_again_after_growing_pauses_also_for_another_process(
    store: Store, clock: Clock, opened: Callable[..., Store]
) -> None:
    audited(store)
    tries = []
    for seconds in (0, 4, 1, 59, 1, 60):
        clock.time += timedelta(seconds=seconds)
        with opened(secret=SECRET, clock=clock) as another:
            tries.append([one.tries for one in due(another)])
    assert tries == [[1], [], [2], [], [3], [4]]


def test_of_two_that_ask_at_once_one_gets_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    audited(store)
    first: list[Notice | None] = []
    writing = store._begin_write

    def overtaken() -> object:
        monkeypatch.setattr(store, "_begin_write", writing)
        first.append(store.take_next_notice(ADDRESS, PAUSES))
        return writing()

    monkeypatch.setattr(store, "_begin_write", overtaken)
    assert store.take_next_notice(ADDRESS, PAUSES) is None
    assert [one is not None for one in first] == [True]


def test_what_has_arrived_is_gone_for_that_address(store: Store, clock: Clock) -> None:
    audited(store)
    (one,) = due(store)
    store.forget_notice(one)
    clock.time += timedelta(days=1)
    assert (due(store), store.count_notices()) == ([], 1)


EDITS = {
    "another body": "UPDATE outbox SET body = :bytes",
    "another address": f"UPDATE outbox SET address = '{ADDRESS}'",
    "an invented one": f"UPDATE outbox SET id = 'x', body = :bytes, address = '{ADDRESS}', mac = NULL",
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_somebody_else_has_put_there_is_known_for_that(store: Store, url: str, edit: str) -> None:
    audited(store)
    (here,) = due(store)
    store.forget_notice(here)
    changed(url, EDITS[edit], **({"bytes": b"x"} if ":bytes" in EDITS[edit] else {}))
    assert [one.sound for one in (*due(store), *due(store, ELSEWHERE))] == [False]
    assert ["notice" in found.place for found in store.verify()] == [True]
    store.sign_everything_anew("another key")
    assert (store.verify(), store.count_notices()) == ([], 0)


def test_with_another_key_what_waits_is_signed_anew_and_with_a_lost_one_forgotten(store: Store, clock: Clock) -> None:
    audited(store)
    store.sign_everything_anew("another key")
    assert [one.sound for one in due(store)] == [True]
    clock.time += timedelta(days=1)
    store.sign_everything_anew("a third key", lost=True)
    assert store.count_notices() == 0


def test_what_nobody_has_taken_for_a_month_is_forgotten_with_the_keys(store: Store, clock: Clock) -> None:
    audited(store)
    clock.time += timedelta(days=29)
    store.prune_store()
    assert store.count_notices() == 2
    clock.time += timedelta(days=2)
    store.prune_store()
    assert store.count_notices() == 0
