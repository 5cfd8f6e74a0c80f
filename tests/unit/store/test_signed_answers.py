"""Stored answers and upkeep are signed, too; wrong rows cause no failure; signing and rotation wait for each other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from alembic import command
from sqlalchemy import text

from audit.store import KeyReused, NotAsKept, Notice, OtherKey, Role, Store, schema
from audit.store.backend.connections import make_engine, parse_database_url
from audit.store.keys.signatures import SigningKey
from tests.support.servers.api_client import code_of
from tests.support.servers.fixtures import served
from tests.support.stores.store_calls import CLUB, appended, begun, key
from tests.support.stores.tampering import changed

SECRET, ANOTHER = "a key of the test", "another key"


@pytest.fixture
def store(opened: Callable[..., Store]) -> Store:
    """Open a store that signs, with a club in it."""
    store = opened(secret=SECRET)
    store.sign_everything_anew(SECRET)
    store.found_club(CLUB)
    return store


# ---- a key change while others sign ----


def _at_once(*ways: Callable[[], object]) -> list[object]:
    """Do things at the same time; return the result of each, or its refusal."""
    ready = Barrier(len(ways))

    def tried(way: Callable[[], object]) -> object:
        ready.wait()
        try:
            return way()
        except OtherKey as wrong:
            return wrong

    with ThreadPoolExecutor(len(ways)) as pool:
        return list(pool.map(tried, ways))


def test_of_two_who_rotate_at_once_one_is_refused_and_nothing_loses_its_mac(store, opened):
    given = [store.issue_token(CLUB, Role.VIEWER) for _ in range(150)]
    others = [opened(secret=SECRET) for _ in range(2)]
    came = _at_once(*(partial(other.sign_everything_anew, f"the key of {at}") for at, other in enumerate(others)))
    assert sorted(isinstance(one, OtherKey) for one in came) == [False, True]
    right = others[isinstance(came[0], OtherKey)]
    assert [right.find_token(secret) for _, secret in given] == [row for row, _ in given]
    assert right.verify() == []


def test_what_is_issued_while_somebody_rotates_is_good_or_refused(store, opened):
    for _ in range(100):
        store.issue_token(CLUB, Role.VIEWER)
    others = [opened(secret=SECRET) for _ in range(4)]

    given: list[str] = []

    def issuing(other: Store) -> None:
        # One by one, because everything given before a refusal counts as good.
        given.extend(other.issue_token(CLUB, Role.JUDGE)[1] for _ in range(60))

    _at_once(partial(store.sign_everything_anew, ANOTHER), *(partial(issuing, other) for other in others))
    assert store.verify() == []
    assert all(store.find_token(secret) for secret in given)


# ---- stored answers ----

ANSWER_EDITS = {
    "answer": "answer = :bytes",
    "of which request": "fingerprint = 'another request'",
    "of which game": "game = 'another'",
    "how far": "seq = seq + 1",
    "head": "head = :bytes",
    "when": "kept_at = kept_at + 1",
    "whose": "principal = 'another', key = 'first'",
    "which": "key = 'another'",
    "no mac": "answer = :bytes, mac = NULL",
    "an empty mac": "answer = :bytes, mac = ''",
}


@pytest.mark.parametrize("edit", ANSWER_EDITS)
def test_an_edited_first_answer_is_not_given_and_nothing_is_recorded_twice(store, url, edit):
    game = begun(store)
    appended(store, game, "a", key=key())
    statement = f"UPDATE keys SET {ANSWER_EDITS[edit]}"
    assert changed(url, statement, **({"bytes": b"{}"} if ":bytes" in statement else {})) == 1
    asking = key(*{"whose": ("first", "as asked", "another"), "which": ("another",)}.get(edit, ()))
    for ask in (
        lambda: store.find_answer(asking),
        lambda: appended(store, game, "a", key=asking),
        lambda: begun(store, key=asking),
    ):
        with pytest.raises(NotAsKept, match="stored answer"):
            ask()
    assert len(store.list_events(CLUB, game.id)) == 1
    (said,) = store.verify()
    assert said.place.startswith("first answer to key ")


def test_the_answer_to_another_key_is_not_given_in_its_place(store, url):
    game = begun(store)
    second = appended(store, appended(store, game, "a", key=key()), "b", key=key("second"))
    columns = ("answer", "seq", "head", "mac")
    copied = ", ".join(f"{one} = (SELECT k.{one} FROM keys k WHERE k.key = 'second')" for one in columns)
    assert changed(url, f"UPDATE keys SET {copied} WHERE key = 'first'") == 1
    with pytest.raises(NotAsKept):
        appended(store, game, "a", key=key())
    assert store.find_answer(key("second")).answer == second.answer


def test_a_first_answer_outlives_a_new_key_and_a_lost_one(store, opened):
    game = begun(store)
    first = appended(store, game, "a", key=key())
    store.note_upkeep("serve")
    assert store.sign_everything_anew(ANOTHER)["answers"] == 1
    assert appended(store, game, "a", key=key()).answer == first.answer
    with pytest.raises(KeyReused):
        store.find_answer(key(fingerprint="another"))
    with pytest.raises(OtherKey):
        opened(secret=SECRET).find_answer(key())
    assert store.read_upkeep_ages().keys() == {"serve"}
    store.sign_everything_anew(SECRET, lost=True)
    assert appended(store, game, "a", key=key()).answer == first.answer
    assert store.read_upkeep_ages() == {}


def test_a_new_key_makes_no_edited_answer_good(store, url):
    game = begun(store)
    appended(store, game, "a", key=key())
    changed(url, "UPDATE keys SET answer = :bytes", bytes=b"{}")
    assert (store.sign_everything_anew(ANOTHER)["changed"], len(store.verify())) == (1, 1)
    with pytest.raises(NotAsKept):
        appended(store, game, "a", key=key())


def test_over_http_an_edited_first_answer_is_gone(opened, url):
    store = opened(secret=SECRET)
    store.sign_everything_anew(SECRET)
    admin = served(store).asker()
    sent = {"text": "game: pebbles\nplayers: ada=Ada, ben=Ben\n"}
    begun_live = admin.written("/live-games", sent, key="begin")
    path, state = begun_live.get_json()["url"].removeprefix("/api/v1"), begun_live.headers["ETag"]
    note = {"events": [{"do": "note", "text": "We begin."}]}
    assert admin.written(f"{path}/events", note, state, key="note").status_code == 201
    changed(url, "UPDATE keys SET answer = :bytes", bytes=b'{"heads": "of something else"}')
    for answer in (
        admin.written("/live-games", sent, key="begin"),
        admin.written(f"{path}/events", note, state, key="note"),
    ):
        assert (answer.status_code, code_of(answer)) == (410, "not-as-kept")
    assert (len(store.list_games(CLUB)), store.list_games(CLUB)[0].seq) == (1, 1)


@pytest.mark.parametrize("edit", ["at = at + 1000", "act = 'verify'", "mac = NULL", "mac = ''"])
def test_edited_upkeep_is_not_told(store, url, edit):
    store.note_upkeep("backup")
    assert list(store.read_upkeep_ages()) == ["backup"]
    assert changed(url, f"UPDATE upkeep SET {edit}") == 1
    assert store.read_upkeep_ages() == {}
    assert len(store.verify()) == 1
    store.note_upkeep("backup" if "act" not in edit else "verify")
    assert store.verify() == []


# ---- wrong types, which only SQLite stores ----

ODD = {
    "at": "UPDATE upkeep SET at = 'soon'",
    "act": "UPDATE upkeep SET act = X'ff'",
    "answer": "UPDATE keys SET answer = 5",
    "head": "UPDATE keys SET head = 'text'",
    "digest": "UPDATE tokens SET digest = 5",
    "made_at": "UPDATE outbox SET made_at = 'soon'",
    "later than any": "UPDATE outbox SET made_at = 9223372036854775807",
    "tries": "UPDATE outbox SET tries = 'often'",
    "fewer than none": "UPDATE outbox SET tries = -7",
}


@pytest.mark.parametrize("odd", ODD)
def test_what_is_of_no_type_of_ours_is_not_believed_and_fails_nothing(sqlite_url, odd):
    with Store.open(sqlite_url, secret=SECRET) as store:
        store.sign_everything_anew(SECRET)
        store.found_club(CLUB)
        game = begun(store)
        appended(store, game, "a", key=key())
        store.note_upkeep("backup")
        _, secret = store.issue_token(CLUB, Role.ADMIN)
        with store._begin_write() as connection:
            store._put_notices(connection, [Notice("one", "here", b"{}")])
        assert changed(sqlite_url, ODD[odd]) == 1
        assert store.read_upkeep_ages().keys() == (set() if "upkeep" in ODD[odd] else {"backup"})
        assert (store.find_token(secret) is None) == ("tokens" in ODD[odd])
        waiting = store.take_next_notice("here", [timedelta(seconds=1)])
        assert waiting is not None
        assert (waiting.sound, waiting.tries) == ("made_at" not in ODD[odd], 1)
        if "keys" in ODD[odd]:
            with pytest.raises(NotAsKept):
                store.find_answer(key())
        assert (store.verify() == []) == ("tries" in ODD[odd])


@pytest.mark.parametrize("odd", ["seq = 'abc'", "seq = X'00'", "seq = 1.5", "hash = 'text'", "hash = 5"])
def test_a_head_that_is_none_is_named_by_verify_and_fails_nothing_in_it(sqlite_url, odd):
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        game = begun(store)
        appended(store, game, "a")
        changed(sqlite_url, f"UPDATE heads SET {odd}")
        assert [one.place for one in store.verify()] == [f"game {game.id}"]


@pytest.mark.parametrize("mark", ["'text'", "5", "X''"])
def test_a_mark_that_is_none_is_that_of_no_key(sqlite_url, mark):
    with Store.open(sqlite_url, secret=SECRET) as store:
        store.sign_everything_anew(SECRET)
        store.found_club(CLUB)
        _, secret = store.issue_token(CLUB, Role.ADMIN)
    changed(sqlite_url, f"UPDATE signing_keys SET mark = {mark}")
    with Store.open(sqlite_url, secret=SECRET) as store:
        assert store.is_signed_with(SECRET) is False
        assert store.verify() == []
        with pytest.raises(OtherKey):
            store.find_token(secret)


# ---- stored by a version that signed less ----


def _laid_at_0006(url: str) -> None:
    """Insert what a signed store had at that revision: a stored answer and the notes of upkeep, unsigned."""
    engine = make_engine(parse_database_url(url), pool=1, patience=5.0, making=True)
    with engine.begin() as connection:
        command.upgrade(schema._make_config(connection), "0006")
        for table, row in {
            "signing_keys": {"mark": SigningKey(SECRET).mark, "taken_at": 1},
            "clubs": {"id": CLUB, "founded_at": 1},
            "keys": dict(zip(("principal", "key", "fingerprint"), ("recorder-token", "first", "as asked"), strict=True))
            | {"answer": b"the first", "game": "g", "seq": 1, "head": b"h", "kept_at": 1},
            "upkeep": {"act": "backup", "at": 1},
        }.items():
            named = ", ".join(row)
            marks = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({named}) VALUES ({marks})"), row)
    engine.dispose()


@pytest.fixture
def before(new_url: str) -> str:
    """Name a database of revision 0006, of each kind in turn."""
    _laid_at_0006(new_url)
    return new_url


def test_what_was_kept_unsigned_is_signed_by_the_upgrade_where_the_key_is_at_hand(before):
    with Store.open(before, secret=SECRET) as store:
        store.upgrade()
        assert (first := store.find_answer(key())) is not None
        assert first.answer == b"the first"
        assert list(store.read_upkeep_ages()) == ["backup"]
        assert (store.verify(), store.list_trigger_faults()) == ([], [])


@pytest.mark.parametrize("secret", ["", ANOTHER])
def test_what_was_kept_unsigned_is_believed_no_more_where_the_key_was_not_at_hand_and_never_signed_later(
    before, secret
):
    with Store.open(before, secret=secret) as store:
        store.upgrade()
    with Store.open(before, secret=SECRET) as store:
        store.upgrade()
        with pytest.raises(NotAsKept):
            store.find_answer(key())
        assert store.read_upkeep_ages() == {}
        assert len(store.verify()) == 2
