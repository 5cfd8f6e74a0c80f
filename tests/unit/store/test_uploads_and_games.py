"""The store's promises on every database: files and games stored unchanged, separate for each club."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest

from audit.store import (
    CLOSE,
    Absent,
    Closed,
    KeyReused,
    Misformed,
    Role,
    Stale,
    Store,
)
from tests.support.stores.store_calls import (
    BY,
    CLUB,
    HEADER,
    LATER,
    NOBODYS,
    OTHER,
    RULEBOOK,
    Clock,
    appended,
    begun,
    key,
    moves,
)

UNHOLDABLE = ["a\0b", "a\ud800b"]


# ---- uploads ----


@pytest.mark.parametrize("raw", [b"", b"plain", bytes(range(256)) * 40, b"\0" * 9, "žlutý\r\n".encode("utf-16")])
def test_an_upload_comes_back_byte_for_byte(store, raw):
    kept = store.add_upload(CLUB, raw, by=BY)
    assert kept.sha256 == hashlib.sha256(raw).hexdigest()
    assert store.read_upload(CLUB, kept.sha256) == raw
    assert (kept.size, kept.kept_by, kept.new) == (len(raw), BY, True)


def test_the_same_bytes_are_kept_once(store):
    first = store.add_upload(CLUB, b"a log", by=BY, name="round 2")
    again = store.add_upload(CLUB, b"a log", by="someone else", sort="pack", name="another name")
    assert first.new
    assert not again.new
    assert (again.kept_at, again.kept_by, again.sort, again.name) == (first.kept_at, BY, "log", "round 2")
    assert len(store.list_uploads(CLUB)) == 1


def test_what_another_club_keeps_is_absent(store):
    kept = store.add_upload(OTHER, b"their log", by=BY)
    with pytest.raises(Absent) as theirs:
        store.read_upload(CLUB, kept.sha256)
    with pytest.raises(Absent) as nobodys:
        store.read_upload(CLUB, NOBODYS)
    assert str(theirs.value) == str(nobodys.value)
    with pytest.raises(Absent):
        store.describe_upload(CLUB, kept.sha256)
    assert store.list_uploads(CLUB) == []
    assert store.add_upload(CLUB, b"their log", by=BY).new


def test_a_club_that_was_never_founded_keeps_nothing(store):
    with pytest.raises(Absent):
        store.add_upload("nowhere", b"a log", by=BY)
    with pytest.raises(Absent):
        store.create_game("nowhere", HEADER, RULEBOOK, by=BY, answer=lambda row: row.id.encode())
    with pytest.raises(Absent):
        store.issue_token("nowhere", Role.VIEWER)


def test_uploads_are_listed_page_by_page_oldest_first(store):
    kept = [store.add_upload(CLUB, b"log %d" % number, by=BY).sha256 for number in range(7)]
    seen: list[str] = []
    while page := store.list_uploads(CLUB, after=seen[-1] if seen else None, limit=3):
        seen += [upload.sha256 for upload in page]
    assert sorted(seen) == sorted(kept)
    assert [upload.kept_at for upload in store.list_uploads(CLUB)] == sorted(
        u.kept_at for u in store.list_uploads(CLUB)
    )


def test_uploads_kept_in_one_instant_are_all_listed(opened):
    store = opened(clock=Clock())
    store.found_club(CLUB)
    kept = {store.add_upload(CLUB, b"log %d" % number, by=BY).sha256 for number in range(5)}
    seen: list[str] = []
    while page := store.list_uploads(CLUB, after=seen[-1] if seen else None, limit=2):
        seen += [upload.sha256 for upload in page]
    assert len(seen) == len(set(seen)) == len(kept)


def test_packs_are_told_from_logs(store):
    store.add_upload(CLUB, b"a log", by=BY)
    pack = store.add_upload(CLUB, b"a pack", by=BY, sort="pack", name="our-copy")
    assert [found.sha256 for found in store.list_uploads(CLUB, sort="pack")] == [pack.sha256]
    assert [found.sha256 for found in store.list_uploads(CLUB, sort="pack", name="our-copy")] == [pack.sha256]
    assert store.list_uploads(CLUB, sort="pack", name="another") == []


# ---- games and events ----


def test_a_game_begins_at_seq_0_with_the_header_as_it_came(store):
    game = begun(store)
    assert (game.header, game.rulebook, game.seq, game.closed, game.created_by) == (HEADER, RULEBOOK, 0, False, BY)
    assert len(game.head) == 64
    assert store.list_events(CLUB, game.id) == []


def test_events_come_back_in_order_with_who_recorded_them_and_when(opened):
    clock = Clock()
    store = opened(clock=clock)
    store.found_club(CLUB)
    kept = appended(store, begun(store), "one", "two")
    clock.time += timedelta(minutes=1)
    appended(store, kept, "three", by="another")
    events = store.list_events(CLUB, kept.game)
    assert [(event.seq, event.body) for event in events] == [
        (1, b'{"says":"one"}'),
        (2, b'{"says":"two"}'),
        (3, b'{"says":"three"}'),
    ]
    assert [event.recorded_by for event in events] == [BY, BY, "another"]
    assert events[2].recorded_at == clock.time
    assert events[0].recorded_at == clock.time - timedelta(minutes=1)
    assert events[-1].hash == store.read_game(CLUB, kept.game).head


BATCHES = [
    [("move", b"{}")],
    [("ž {}, \\N\"'", b'"\\u0000 {,} \\\\ \xc5\xbe"'), ("", b"[]"), ("move", b"null")],
    [(f"kind {number % 3}", f'"{number}"'.encode()) for number in range(123)],
]


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("under", [RULEBOOK, LATER])
@pytest.mark.parametrize("with_key", [None, key()])
def test_a_batch_comes_back_as_it_was_given_wherever_it_stands(store, batch, under, with_key):
    once = appended(store, begun(store), "before")
    appended(store, once, bodies=batch, rulebook=under, key=with_key)
    found = store.list_events(CLUB, once.game, after=1)
    assert [(event.seq, event.kind, event.body) for event in found] == [
        (seq, kind, raw) for seq, (kind, raw) in enumerate(batch, 2)
    ]
    assert [event.rulebook for event in found] == [None if under == RULEBOOK else under, *[None] * (len(batch) - 1)]
    assert store.read_game(CLUB, once.game).seq == 1 + len(batch)
    assert store.verify() == []


def test_events_are_read_from_any_place_on(store):
    kept = appended(store, begun(store), *"abcdef")
    assert [event.seq for event in store.list_events(CLUB, kept.game, after=2, limit=3)] == [3, 4, 5]
    assert store.list_events(CLUB, kept.game, after=6) == []
    assert len(store.list_events(CLUB, kept.game, after=-5, limit=10**30)) == 6


def test_a_body_is_kept_in_its_canonical_form(store):
    body = '{"b": 1.50, "a": "\\u00e9", "ﬀ": [1e2], "𐐀": {}}'.encode()
    kept = appended(store, begun(store), bodies=[("move", body)])
    assert store.list_events(CLUB, kept.game)[0].body == '{"a":"é","b":1.5,"𐐀":{},"ﬀ":[100]}'.encode()


@pytest.mark.parametrize("body", [b"", b"{", b"[NaN]", b"\xff", b'{"a":9007199254740992}', b'"\\ud800"', b"[" * 9999])
def test_a_body_without_a_canonical_form_undoes_the_whole_batch(store, body):
    game = begun(store)
    with pytest.raises(Misformed) as refused:
        appended(store, game, bodies=[*moves("fine"), ("move", body)])
    assert refused.value.at == 1
    assert store.read_game(CLUB, game.id) == game


def test_appending_to_where_the_game_no_longer_stands_is_stale(store):
    game = begun(store)
    kept = appended(store, game, "first")
    with pytest.raises(Stale) as stale:
        appended(store, game, "second")
    assert (stale.value.seq, stale.value.head) == (kept.seq, kept.head)
    with pytest.raises(Stale):
        appended(store, kept, "third", expected=(kept.seq, NOBODYS))
    assert len(store.list_events(CLUB, game.id)) == 1


def test_a_closed_game_takes_nothing_more(store):
    kept = appended(store, begun(store), bodies=[*moves("last"), (CLOSE, b'{"winner":"ada"}')])
    assert store.read_game(CLUB, kept.game).closed
    with pytest.raises(Closed):
        appended(store, kept, "one more")
    with pytest.raises(Closed):
        appended(store, kept, "one more", expected=(0, NOBODYS))


def test_nothing_follows_the_closing_in_a_batch(store):
    game = begun(store)
    with pytest.raises(Misformed) as refused:
        appended(store, game, bodies=[(CLOSE, b"{}"), *moves("late")])
    assert refused.value.at == 0
    with pytest.raises(Misformed):
        appended(store, game, bodies=[])
    assert store.read_game(CLUB, game.id) == game


def test_a_fault_in_making_the_answer_undoes_the_append(store):
    game = begun(store)

    def failing(_receipt: object) -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        appended(store, game, "first", answer=failing, key=key())
    assert store.read_game(CLUB, game.id) == game
    assert store.list_events(CLUB, game.id) == []
    assert store.find_answer(key()) is None


def test_another_clubs_game_is_absent(store):
    theirs = begun(store, OTHER)
    for ask in (
        lambda: store.read_game(CLUB, theirs.id),
        lambda: store.list_events(CLUB, theirs.id),
        lambda: appended(store, theirs, "mine now"),
    ):
        with pytest.raises(Absent):
            ask()
    assert store.list_games(CLUB) == []
    assert store.read_game(OTHER, theirs.id).seq == 0


def test_games_are_listed_page_by_page_oldest_first(opened):
    clock = Clock()
    store = opened(clock=clock)
    store.found_club(CLUB)
    ids = []
    for _ in range(7):
        clock.time += timedelta(milliseconds=5)
        ids.append(begun(store).id)
    seen: list[str] = []
    while page := store.list_games(CLUB, after=seen[-1] if seen else None, limit=3):
        seen += [game.id for game in page]
    assert seen == ids


@pytest.mark.parametrize("name", ["", "no such game", "a\0b", "a\ud800b", "é", "x" * 500, "'; DROP TABLE games; --"])
def test_what_cannot_be_an_id_is_absent_and_not_a_fault(store, name):
    for ask in (
        lambda: store.read_game(CLUB, name),
        lambda: store.read_game(name, "x"),
        lambda: store.read_upload(CLUB, name),
        lambda: store.read_audit(CLUB, name),
        lambda: store.revoke_token(CLUB, name),
        lambda: store.list_events(CLUB, name),
    ):
        with pytest.raises(Absent):
            ask()


@pytest.mark.parametrize("text", UNHOLDABLE)
def test_a_text_that_a_database_cannot_hold_is_refused_by_both(store, text):
    game = begun(store)
    for ask in (
        lambda: store.add_upload(CLUB, b"x", by=BY, name=text),
        lambda: appended(store, game, bodies=[(text, b"{}")]),
        lambda: appended(store, game, "a", key=key(text)),
        lambda: store.issue_token(CLUB, Role.VIEWER, label=text),
    ):
        with pytest.raises(Misformed):
            ask()


def test_a_kind_is_kept_as_it_is_whatever_encoding_postgresql_is_told_to_expect(postgresql_url, monkeypatch):
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with Store.open(postgresql_url) as store:
        store.found_club(CLUB)
        game = begun(store)
        appended(store, game, bodies=[("žlutý", b"{}")])
        assert [event.kind for event in store.list_events(CLUB, game.id)] == ["žlutý"]
        assert store.verify() == []


def test_two_games_that_begin_alike_have_different_heads(store):
    one, two = begun(store), begun(store)
    assert one.head != two.head
    assert appended(store, one, "same").head != appended(store, two, "same").head


# ---- retries ----


def test_a_retry_gets_the_first_answer_byte_for_byte(store):
    game = begun(store)
    first = appended(store, game, "a", "b", key=key())
    again = appended(store, game, "a", "b", key=key(), answer=lambda _: b"another answer")
    assert again.answer == first.answer
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.game, again.seq, again.head) == (first.game, first.seq, first.head)
    assert len(store.list_events(CLUB, game.id)) == 2


def test_a_retry_after_others_went_on_still_gets_the_first_answer(store):
    game = begun(store)
    first = appended(store, game, "a", key=key())
    appended(store, first, "b")
    assert appended(store, game, "a", key=key()).answer == first.answer
    assert store.find_answer(key()).answer == first.answer
    assert store.read_game(CLUB, game.id).seq == 2


def test_a_retried_beginning_begins_one_game(store):
    first = begun(store, key=key())
    assert begun(store, key=key()).id == first.id
    assert len(store.list_games(CLUB)) == 1


def test_a_key_is_not_used_for_another_request(store):
    game = begun(store)
    kept = appended(store, game, "a", key=key())
    with pytest.raises(KeyReused):
        appended(store, kept, "b", key=key(fingerprint="otherwise"))
    with pytest.raises(KeyReused):
        store.find_answer(key(fingerprint="otherwise"))
    with pytest.raises(KeyReused):
        begun(store, key=key(fingerprint="otherwise"))
    assert store.read_game(CLUB, game.id).seq == 1


def test_a_key_is_each_ones_own(store):
    game = begun(store)
    kept = appended(store, game, "a", key=key())
    other = appended(store, kept, "b", key=key(principal="another token", fingerprint="otherwise"))
    assert not other.replayed
    assert other.seq == 2


def test_a_refused_append_leaves_its_key_unused(store):
    game = begun(store)
    kept = appended(store, game, "a")
    with pytest.raises(Stale):
        appended(store, game, "b", key=key())
    assert not appended(store, kept, "b", key=key()).replayed


def test_keys_are_forgotten_after_thirty_days(opened):
    clock = Clock()
    store = opened(clock=clock)
    store.found_club(CLUB)
    game = begun(store, key=key("begin"))
    clock.time += timedelta(days=29)
    appended(store, game, "a", key=key())
    clock.time += timedelta(days=2)
    assert store.prune_store()["keys"] == 1
    assert store.find_answer(key("begin")) is None
    assert store.find_answer(key()) is not None
