"""Verification: every change made without the store is found, and its place is named."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from audit.store import CLOSE, Damage, GameHead, Store, Unavailable
from tests.support.stores.store_calls import BY, CLUB, appended, begun, key, visible
from tests.support.stores.tampering import changed, owner

N = int(os.environ.get("N", "1"))
EVENT = "SELECT * FROM events WHERE game = :game AND seq = :seq"
PUT = "INSERT INTO events VALUES (:game, :seq, :kind, :body, :recorded_at, :recorded_by, :hash, :rulebook)"


def found(store: Store, kept: tuple[GameHead, ...] = ()) -> list[tuple[int | None, str]]:
    """Verify; return where something is wrong in the one game, and what."""
    return [(damage.seq, damage.what) for damage in store.verify(kept)]


def places(store: Store) -> list[int | None]:
    """Verify; return where."""
    return [damage.seq for damage in store.verify()]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("body", b'{"says":"E"}'),
        ("body", b""),
        ("kind", "claim"),
        ("recorded_by", "another"),
        ("recorded_at", 0),
        ("hash", b"\0" * 32),
        ("hash", b"short"),
    ],
)
@pytest.mark.parametrize("seq", [1, 5, 10])
def test_whatever_is_changed_in_an_event_is_found_there_and_nowhere_else(store, url, game, column, value, seq):
    changed(
        url,
        f"UPDATE events SET {column} = :value WHERE game = :game AND seq = :seq",
        value=value,
        game=game.id,
        seq=seq,
    )
    ((place, what),) = found(store)
    assert place == seq
    assert ("Its hash was changed" in what) == (column == "hash")


@pytest.mark.parametrize("seq", [1, 10])
def test_every_bit_of_an_event_counts(sqlite_url, seq):
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        game = appended(store, begun(store), *"abcdefghij").game
        body = store.list_events(CLUB, game)[seq - 1].body
        with owner(sqlite_url) as connection:
            for bit in range(0, len(body) * 8, max(1, 4 // N)):
                flipped = bytearray(body)
                flipped[bit // 8] ^= 1 << bit % 8
                values = {"body": bytes(flipped), "game": game, "seq": seq}
                connection.execute(text("UPDATE events SET body = :body WHERE game = :game AND seq = :seq"), values)
                connection.commit()
                assert places(store) == [seq]


@pytest.mark.parametrize(("first", "last"), [(1, 1), (5, 5), (4, 7), (9, 9)])
def test_events_dropped_from_the_middle_are_named(store, url, game, first, last):
    changed(
        url,
        "DELETE FROM events WHERE game = :game AND seq BETWEEN :first AND :last",
        game=game.id,
        first=first,
        last=last,
    )
    ((place, what),) = found(store)
    assert place == first
    assert what in {f"Event {first} is missing.", f"Events {first} to {last} are missing."}


@pytest.mark.parametrize("first", [1, 6, 10])
def test_events_dropped_from_the_end_are_named(store, url, game, first):
    changed(url, "DELETE FROM events WHERE game = :game AND seq >= :first", game=game.id, first=first)
    ((place, _),) = found(store)
    assert place == first


def test_an_event_dropped_and_the_rest_moved_up_is_named(store, url, game):
    with owner(url) as connection:
        connection.execute(text("DELETE FROM events WHERE game = :game AND seq = 4"), {"game": game.id})
        for seq in range(5, 11):
            moved = "UPDATE events SET seq = :seq - 1 WHERE game = :game AND seq = :seq"
            connection.execute(text(moved), {"game": game.id, "seq": seq})
    (place, what), *rest = found(store)
    assert place == 4
    assert "was recorded as event 5" in what
    assert [seq for seq, _ in rest] == [10]


@pytest.mark.parametrize(("one", "other"), [(3, 4), (2, 9), (1, 10)])
@pytest.mark.parametrize(
    "columns", [("kind", "body", "recorded_at", "recorded_by"), ("kind", "body", "recorded_at", "recorded_by", "hash")]
)
def test_events_that_changed_places_are_both_named(store, url, game, one, other, columns):
    with owner(url) as connection:
        rows = {
            seq: connection.execute(text(EVENT), {"game": game.id, "seq": seq}).mappings().one() for seq in (one, other)
        }
        for seq, row in ((one, rows[other]), (other, rows[one])):
            setting = ", ".join(f"{column} = :{column}" for column in columns)
            values = {**row, "seq": seq}
            connection.execute(text(f"UPDATE events SET {setting} WHERE game = :game AND seq = :seq"), values)
    met = dict(found(store))
    assert set(met) == {one, other}
    assert f"is now at event {other}" in met[one]


def test_an_event_doubled_at_the_end_is_named(store, url, game):
    with owner(url) as connection:
        row = connection.execute(text(EVENT), {"game": game.id, "seq": 6}).mappings().one()
        connection.execute(text(PUT), {**row, "seq": 11})
    met = found(store)
    assert (11, "It is event 6 again.") in met
    assert {seq for seq, _ in met} == {11}


def test_an_event_of_another_game_is_named(store, url, game):
    with owner(url) as connection:
        theirs = connection.execute(text("SELECT * FROM events WHERE game <> :game AND seq = 2"), {"game": game.id})
        row = dict(theirs.mappings().one())
        taken = {**row, "game": game.id}
        connection.execute(text("DELETE FROM events WHERE game = :game AND seq = 2"), {"game": game.id})
        connection.execute(text(PUT), taken)
    met = found(store)
    assert [seq for seq, _ in met] == [2]
    assert "not of this game" in met[0][1]


def test_a_whole_game_given_another_name_is_found(store, url, game):
    with owner(url) as connection:
        values = {"game": game.id, "other": "renamed"}
        connection.execute(text("UPDATE events SET game = :other WHERE game = :game"), values)
    damage = store.verify()
    assert {(one.place, one.seq) for one in damage} == {
        (f"game {game.id}", 1),
        *(("game renamed", seq) for seq in range(1, 11)),
    }


def test_an_event_invented_at_the_end_is_named(store, url, game):
    """Even if its hash is right: the head shows that the event was never acknowledged."""
    from audit.store.record.hash_chain import Link, hash_event  # noqa: PLC0415 - only the forger needs it

    with owner(url) as connection:
        seal = connection.execute(text("SELECT seal FROM games WHERE id = :game"), {"game": game.id}).scalar_one()
        link = Link("move", b"{}", 1, BY)
        forged = {
            "game": game.id,
            "seq": 11,
            **link._asdict(),
            "hash": hash_event(bytes(seal), bytes.fromhex(game.head), 11, link),
        }
        connection.execute(text(PUT), forged)
    ((place, what),) = found(store)
    assert place == 11
    assert "did not record what follows" in what


@pytest.mark.parametrize(
    "change",
    [
        "header = :raw",
        "rulebook = 'another'",
        "club = 'lighthouse'",
        "created_at = 1",
        "created_by = 'x'",
        "seal = :raw",
    ],
)
def test_what_a_game_began_with_cannot_be_changed_unnoticed(store, url, game, change):
    values = {"raw": b"\1" * 32} if ":raw" in change else {}
    changed(url, f"UPDATE games SET {change} WHERE id = :game", game=game.id, **values)
    assert (
        Damage(f"game {game.id}", None, "What the game began with was changed (its header, rulebook, club or date).")
        in store.verify()
    )


@pytest.mark.parametrize(
    ("change", "seq"), [("seq = 12", 11), ("seq = 7", 8), ("hash = :raw", 10), ("closed = true", 10)]
)
def test_a_head_that_was_changed_is_named(store, url, game, change, seq):
    values = {"raw": b"\1" * 32} if ":raw" in change else {}
    changed(url, f"UPDATE heads SET {change} WHERE game = :game", game=game.id, **values)
    assert places(store) == [seq]


def test_a_game_without_a_head_is_named(store, url, game):
    changed(url, "DELETE FROM heads WHERE game = :game", game=game.id)
    assert [what for _, what in found(store)] == ["No record is left of how far the game had come."]


def test_a_closed_game_verifies_until_its_closing_is_hidden(store, url):
    kept = appended(store, begun(store), bodies=[(CLOSE, b"{}")])
    assert store.verify() == []
    changed(url, "UPDATE heads SET closed = false WHERE game = :game", game=kept.game)
    assert places(store) == [1]


def test_events_dropped_with_the_head_set_back_show_against_a_head_kept_elsewhere(store, url, game):
    kept = tuple(store.list_heads())
    with owner(url) as connection:
        row = connection.execute(text(EVENT), {"game": game.id, "seq": 8}).mappings().one()
        connection.execute(text("DELETE FROM events WHERE game = :game AND seq > 8"), {"game": game.id})
        back = "UPDATE heads SET seq = 8, hash = :hash WHERE game = :game"
        connection.execute(text(back), {"game": game.id, "hash": row["hash"]})
    assert store.verify() == []
    assert [seq for seq, _ in found(store, kept)] == [10]


def test_a_game_that_went_on_still_goes_back_to_every_head_kept(store, game):
    kept = [GameHead(game.id, 0, begun(store).head), *store.list_heads()]
    appended(store, game, "k")
    assert [damage.seq for damage in store.verify(kept)] == [0]
    assert store.verify(kept[1:]) == []
    gone = GameHead("no-such-game", 3, game.head)
    assert [damage.place for damage in store.verify([gone])] == ["game no-such-game"]


@pytest.mark.parametrize("raw", [b"A log", b"a log ", b""])
@pytest.mark.usefixtures("game")
def test_an_upload_whose_bytes_were_changed_is_named(store, url, raw):
    (kept,) = store.list_uploads(CLUB)
    changed(url, "UPDATE uploads SET raw = :raw", raw=raw)
    (damage,) = store.verify()
    assert kept.sha256 in damage.place
    changed(url, "UPDATE uploads SET raw = :raw, size = 99", raw=b"a log")
    assert [one.what for one in store.verify()] == ["Its size was changed."]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    "change", ["sort = 'pack'", "name = 'x'", "kept_at = 1", "kept_by = 'x'", "club = 'lighthouse'"]
)
def test_what_is_said_of_an_upload_cannot_be_changed_unnoticed(store, url, change):
    (kept,) = store.list_uploads(CLUB)
    changed(url, f"UPDATE uploads SET {change}")
    (damage,) = store.verify()
    assert kept.sha256 in damage.place
    assert "Its description was changed" in damage.what


def test_several_wounds_are_all_named_and_nothing_sound_is(store, url, game):
    changed(url, "UPDATE events SET body = :body WHERE seq = 2 AND game = :game", body=b"{}", game=game.id)
    changed(url, "DELETE FROM events WHERE seq = 5 AND game = :game", game=game.id)
    changed(url, "UPDATE events SET hash = :raw WHERE seq = 8 AND game = :game", raw=b"\7" * 32, game=game.id)
    assert places(store) == [2, 5, 8]


def test_an_event_changed_beside_a_gap_is_called_changed(store, url, game):
    changed(url, "UPDATE events SET body = :body WHERE seq = 4 AND game = :game", body=b"{}", game=game.id)
    changed(url, "DELETE FROM events WHERE seq = 5 AND game = :game", game=game.id)
    (first, what), (second, _) = found(store)
    assert (first, second) == (4, 5)
    assert "changed, or not of this game" in what


def test_random_damage_to_any_row_is_found(sqlite_url):
    dice = random.Random(int(os.environ.get("SEED", "7")))
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        games = [appended(store, begun(store), *"abcdef").game for _ in range(3)]
        with owner(sqlite_url) as connection:
            for _ in range(40 * N):
                game, seq = dice.choice(games), dice.randint(1, 6)
                place = {"game": game, "seq": seq}
                row = dict(connection.execute(text(EVENT), place).mappings().one())
                column = dice.choice(["body", "hash", "kind", "recorded_by"])
                raw = bytearray(row[column] if isinstance(row[column], bytes) else row[column].encode())
                raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(7)
                wrong = bytes(raw) if isinstance(row[column], bytes) else raw.decode()
                update = text(f"UPDATE events SET {column} = :value WHERE game = :game AND seq = :seq")
                connection.execute(update, {**place, "value": wrong})
                connection.commit()
                assert [(one.place, one.seq) for one in store.verify()] == [(f"game {game}", seq)]
                connection.execute(update, {**place, "value": row[column]})
                connection.commit()
        assert store.verify() == []


def test_a_byte_flipped_anywhere_in_the_file_is_found_or_changes_nothing(sqlite_url, tmp_path):
    """Flip one byte of the file itself: either all stored data reads as before, or `verify` reports something."""
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        appended(store, begun(store), *"abcdefghij", key=key())
        store.add_upload(CLUB, b"a log that is long enough to have bytes of its own", by=BY)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        before = visible(store)
    whole = Path(str(make_url(sqlite_url).database)).read_bytes()
    dice = random.Random(int(os.environ.get("SEED", "7")))
    used = [at for at, byte in enumerate(whole) if byte]
    for place in dice.sample(used, min(len(used), 120 * N)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << dice.randrange(8)
        copy = tmp_path / "flipped.db"
        copy.write_bytes(flipped)
        with Store.open(f"sqlite:///{copy}") as store:
            try:
                damaged = bool(store.verify()) or bool(store.list_trigger_faults())
            except Unavailable:
                damaged = True
            assert damaged or visible(store) == before, f"byte {place} of the file"
        for extra in list(tmp_path.glob("flipped.db*")):
            extra.unlink(missing_ok=True)


def test_a_club_that_was_renamed_behind_what_is_its_is_named(store, url, game):
    switched = "PRAGMA foreign_keys = OFF" if url.startswith("sqlite") else "SET session_replication_role = replica"
    with owner(url) as connection:
        connection.execute(text(switched))
        connection.execute(text("UPDATE clubs SET id = 'renamed' WHERE id = :club"), {"club": CLUB})
    damage = store.verify([GameHead(game.id, game.seq, game.head)])
    assert {one.place for one in damage} == {f"club {CLUB}"}
    assert {one.what.split()[6] for one in damage} == {"games", "uploads"}


@pytest.mark.parametrize(
    ("cell", "odd"),
    [(cell, odd) for cell in ("games.seal", "events.seq") for odd in ("'x'", "''", "1.5", "-1", "X'00'")]
    + [("heads.closed", odd) for odd in ("'x'", "1.5", "-1", "2", "1")],
)
def test_whatever_sqlite_lets_stand_in_a_cell_is_named(sqlite_url, cell, odd):
    table, column = cell.split(".")
    name = "id" if table == "games" else "game"
    at = "AND seq = 3" if table == "events" else ""
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        game = appended(store, begun(store), *"abcde")
        assert store.verify() == []
        assert changed(sqlite_url, f"UPDATE {table} SET {column} = {odd} WHERE {name} = :game {at}", game=game.game)
        assert {one.place for one in store.verify()} == {f"game {game.game}"}
