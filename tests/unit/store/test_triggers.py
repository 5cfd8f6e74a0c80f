"""Permanent data: both databases themselves refuse to change or remove it, for every user."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from audit.store import Role, Store, Unavailable, schema
from audit.store.backend.connections import ROLE_SUFFIX, UnknownDatabaseError, make_engine
from audit.store.integrity.triggers import list_trigger_faults
from audit.store.migrations.versions.r0001_the_record import ONWARD
from audit.store.tables import FOR_GOOD, METADATA, events, heads, uploads
from tests.support.stores.store_calls import BY, CLUB, OTHER, appended, begun

CHANGES = [
    "UPDATE events SET body = body",
    "UPDATE events SET seq = seq + 1000",
    "UPDATE events SET hash = hash WHERE seq = 1",
    "DELETE FROM events",
    "DELETE FROM events WHERE seq = 3",
    "UPDATE uploads SET raw = raw",
    "UPDATE uploads SET name = 'another'",
    "DELETE FROM uploads",
    "UPDATE games SET header = header",
    "UPDATE games SET rulebook = 'another'",
    "DELETE FROM games",
    "DELETE FROM heads",
    "UPDATE heads SET seq = seq - 1",
    "UPDATE heads SET hash = hash",
    "UPDATE clubs SET id = 'mine'",
    "DELETE FROM clubs",
    "UPDATE token_acts SET by = 'nobody'",
    "DELETE FROM token_acts",
]
REPLACING = [
    "INSERT OR REPLACE INTO events SELECT * FROM events",
    "REPLACE INTO events SELECT game, seq, kind, X'7b7d', recorded_at, recorded_by, hash, rulebook FROM events",
    "UPDATE OR REPLACE events SET seq = 1 WHERE seq = 2",
    "INSERT OR IGNORE INTO events SELECT * FROM events",
    "INSERT OR IGNORE INTO events SELECT game, seq + 1, kind, body, recorded_at, recorded_by, hash, NULL FROM events",
    "INSERT OR REPLACE INTO uploads SELECT * FROM uploads",
    "INSERT OR REPLACE INTO games SELECT * FROM games",
    "INSERT OR REPLACE INTO heads SELECT game, 0, hash, 0, rulebook FROM heads",
    "INSERT OR FAIL INTO events SELECT game, seq - 1, kind, body, recorded_at, recorded_by, hash, rulebook FROM events",
    "INSERT OR REPLACE INTO events SELECT game, seq + 1, kind, body, recorded_at, recorded_by, hash, NULL FROM events",
    "INSERT OR REPLACE INTO token_acts SELECT token, act, at, 'nobody' FROM token_acts",
    "INSERT INTO events SELECT * FROM events WHERE true ON CONFLICT (game, seq) DO UPDATE SET body = X'7b7d'",
]
OVER_ONE = (
    "INSERT OR REPLACE INTO events SELECT game, seq, kind, X'7b7d', recorded_at, recorded_by, hash, rulebook "
    "FROM events WHERE seq = 2"
)
# Cases in which a refusal undoes nothing: without a journal, or after a trigger that ends the statement first.
NOT_TAKEN_BACK = [
    ["PRAGMA journal_mode=OFF"],
    ["CREATE TEMP TRIGGER aside AFTER INSERT ON main.events BEGIN SELECT RAISE(IGNORE); END"],
    ["CREATE TEMP TRIGGER aside AFTER INSERT ON main.events BEGIN SELECT RAISE(FAIL, 'for good'); END"],
]
UPSERTING = [
    "TRUNCATE events",
    "TRUNCATE uploads CASCADE",
    "TRUNCATE games CASCADE",
    "TRUNCATE clubs CASCADE",
    "TRUNCATE token_acts",
    *(f"TRUNCATE events_{part:02}" for part in range(16)),
    "INSERT INTO events SELECT * FROM events ON CONFLICT (game, seq) DO UPDATE SET body = excluded.body",
    "INSERT INTO uploads SELECT * FROM uploads ON CONFLICT (club, sha256) DO UPDATE SET raw = excluded.raw",
    "SET session_replication_role = replica; DELETE FROM events",
    "SET session_replication_role = replica; UPDATE uploads SET raw = raw",
]


@pytest.fixture
def filled(store):
    """Store something in every permanent table."""
    store.add_upload(CLUB, b"a log", by=BY)
    appended(store, begun(store), "a", "b", "c")
    store.issue_token(CLUB, Role.VIEWER)
    return store


def held(store: Store) -> list[object]:
    """Read all permanent data."""
    with store._begin_read() as connection:
        return [connection.execute(table.select()).all() for table in (*FOR_GOOD, heads)]


def tried(url: str, statement: str) -> None:
    """Try to change something as the owner of the database, without the store."""
    parsed = make_url(url)
    engine = create_engine(parsed.set(drivername="postgresql+psycopg") if parsed.drivername == "postgresql" else parsed)
    try:
        with engine.connect() as connection:
            for part in statement.split("; "):
                connection.execute(text(part))
            connection.commit()
    finally:
        engine.dispose()


@pytest.mark.parametrize("statement", CHANGES)
def test_the_database_refuses_every_change(filled, url, statement):
    before = held(filled)
    with pytest.raises(DBAPIError, match=r"for good|only moves on"):
        tried(url, statement)
    assert held(filled) == before


@pytest.mark.parametrize("statement", UPSERTING)
def test_postgresql_refuses_to_empty_or_overwrite_even_as_a_replica(postgresql_url, statement):
    with Store.open(postgresql_url) as filled:
        filled.found_club(CLUB)
        filled.add_upload(CLUB, b"a log", by=BY)
        filled.issue_token(CLUB, Role.VIEWER)
        appended(filled, begun(filled), "a", "b", "c")
        before = held(filled)
        with pytest.raises(DBAPIError, match="for good"):
            tried(postgresql_url, statement)
        assert held(filled) == before


@pytest.mark.parametrize("statement", REPLACING)
@pytest.mark.parametrize("pragma", ["recursive_triggers=OFF", "recursive_triggers=ON", "foreign_keys=OFF"])
def test_sqlite_refuses_to_replace(sqlite_url, statement, pragma):
    with Store.open(sqlite_url) as filled:
        filled.found_club(CLUB)
        filled.add_upload(CLUB, b"a log", by=BY)
        filled.issue_token(CLUB, Role.VIEWER)
        appended(filled, begun(filled), "a", "b", "c")
        before = held(filled)
        other = sqlite3.connect(str(make_url(sqlite_url).database))
        other.execute(f"PRAGMA {pragma}")
        with pytest.raises(sqlite3.IntegrityError, match=r"for good|only moves on"):
            other.execute(statement)
        other.close()
        assert held(filled) == before


@pytest.mark.parametrize("before_it", NOT_TAKEN_BACK)
def test_sqlite_refuses_before_anything_is_written(sqlite_url, before_it):
    """Data that was overwritten before the refusal would stay so if nothing undoes it."""
    place = str(make_url(sqlite_url).database)
    with Store.open(sqlite_url) as filled:
        filled.found_club(CLUB)
        appended(filled, begun(filled), "a", "b", "c")
        before = held(filled)
    with closing(sqlite3.connect(place, isolation_level=None)) as other:
        for statement in before_it:
            other.execute(statement).close()
        other.execute("BEGIN").close()
        with pytest.raises(sqlite3.IntegrityError, match="for good"):
            other.execute(OVER_ONE)
        other.execute("COMMIT").close()
    with Store.open(sqlite_url) as filled:
        assert held(filled) == before
        assert filled.verify() == []


def test_serving_on_postgresql_gives_up_an_owners_rights(postgresql_url):
    with Store.open(postgresql_url) as store:
        store.found_club(CLUB)
        appended(store, begun(store), "a")
        with store._begin_read() as connection:
            role = connection.execute(text("SELECT current_user")).scalar()
            rights = {
                (table.name, right)
                for table in METADATA.sorted_tables
                for right in ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER")
                if connection.execute(
                    text("SELECT has_table_privilege(:table, :right)"), {"table": table.name, "right": right}
                ).scalar()
            }
    assert role == f"{make_url(postgresql_url).database}{ROLE_SUFFIX}"
    for table in FOR_GOOD:
        assert {right for name, right in rights if name == table.name} == {"SELECT", "INSERT"}
    assert {right for name, right in rights if name == "heads"} == {"SELECT", "INSERT", "UPDATE"}
    assert not {right for _, right in rights} & {"TRUNCATE", "TRIGGER"}


@pytest.mark.parametrize(
    "statement", ["DELETE FROM events", "TRUNCATE events", "DROP TABLE events", "DELETE FROM heads"]
)
def test_the_serving_role_may_not_even_try(postgresql_url, statement):
    with Store.open(postgresql_url) as store, store._begin_read() as connection:
        with pytest.raises(DBAPIError, match=r"permission denied|must be owner"):
            connection.execute(text(statement))
        connection.rollback()


def test_every_guard_is_there_and_a_missing_one_is_named(store, url):
    assert store.list_trigger_faults() == []
    sqlite = make_url(url).drivername == "sqlite"
    tried(url, "DROP TRIGGER events_no_delete" if sqlite else "ALTER TABLE events_07 DISABLE TRIGGER keep_rows")
    (said,) = store.list_trigger_faults()
    assert ("events_no_delete is missing" if sqlite else "events_07.keep_rows is switched off") in said


HOLLOW_ON_SQLITE = [
    "DROP TRIGGER {0}; CREATE TRIGGER {0} BEFORE DELETE ON events BEGIN SELECT 1; END",
    "DROP TRIGGER {0}; CREATE TRIGGER {0} BEFORE DELETE ON clubs BEGIN SELECT RAISE(ABORT, 'for good'); END",
]
HOLLOW = {
    "the function does nothing": (
        "CREATE OR REPLACE FUNCTION deadreckon_refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END $$",
        "The function deadreckon_refuse is not as this version creates it",
    ),
    "the trigger asks first": (
        """DROP TRIGGER heads_onward ON heads;
        CREATE TRIGGER heads_onward BEFORE UPDATE ON heads FOR EACH ROW
        WHEN (false) EXECUTE FUNCTION deadreckon_onward();
        ALTER TABLE heads ENABLE ALWAYS TRIGGER heads_onward""",
        "heads.heads_onward is switched off, or not as this version lays it",
    ),
    "another function": (
        """DROP TRIGGER keep_table ON clubs;
        CREATE TRIGGER keep_table BEFORE TRUNCATE ON clubs FOR EACH STATEMENT EXECUTE FUNCTION deadreckon_onward();
        ALTER TABLE clubs ENABLE ALWAYS TRIGGER keep_table""",
        "clubs.keep_table is switched off, or not as this version lays it",
    ),
    "a function of that name elsewhere": (
        """CREATE SCHEMA elsewhere;
        CREATE FUNCTION elsewhere.deadreckon_refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END $$;
        DROP TRIGGER keep_rows ON clubs;
        CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON clubs FOR EACH ROW
        EXECUTE FUNCTION elsewhere.deadreckon_refuse();
        ALTER TABLE clubs ENABLE ALWAYS TRIGGER keep_rows""",
        "clubs.keep_rows is switched off, or not as this version lays it",
    ),
    "a second function of that name that looks like the first": (
        """CREATE OR REPLACE FUNCTION deadreckon_onward() RETURNS trigger LANGUAGE plpgsql
        AS $$BEGIN RETURN NEW; END $$;
        CREATE FUNCTION deadreckon_onward(text) RETURNS heads LANGUAGE plpgsql AS $$"""
        + ONWARD.split("$$")[1]
        + "$$",
        "The function deadreckon_onward is not as this version creates it",
    ),
    "rows that the service does not see": (
        """ALTER TABLE events ENABLE ROW LEVEL SECURITY;
        CREATE POLICY few ON events USING (seq < 3)""",
        "The row security of events is not ours",
    ),
    "one trigger more": (
        "CREATE TRIGGER aside BEFORE INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION deadreckon_onward()",
        "uploads.aside is not ours",
    ),
    "a rule": (
        "CREATE RULE nothing AS ON INSERT TO events DO INSTEAD NOTHING",
        "The rule nothing of events is not ours",
    ),
}


@pytest.mark.parametrize("statement", HOLLOW_ON_SQLITE)
def test_a_guard_that_refuses_nothing_is_named_on_sqlite(sqlite_url, statement):
    for part in statement.format("events_no_delete").split("; ", 1):
        tried_as_it_is(sqlite_url, part)
    with Store.open(sqlite_url) as store:
        (said,) = store.list_trigger_faults()
    assert "events_no_delete is switched off, or not as this version lays it" in said


def test_a_trigger_that_is_not_ours_is_named_on_sqlite(sqlite_url):
    tried_as_it_is(sqlite_url, "CREATE TRIGGER aside AFTER INSERT ON events BEGIN DELETE FROM tokens; END")
    with Store.open(sqlite_url) as store:
        assert store.list_trigger_faults() == ["The trigger aside is not ours: it may change what is recorded."]


@pytest.mark.parametrize("kind", HOLLOW)
def test_a_guard_that_refuses_nothing_is_named_on_postgresql(postgresql_url, kind):
    statements, named = HOLLOW[kind]
    engine = create_engine(make_url(postgresql_url).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        assert list_trigger_faults(connection) == []
        connection.execute(text(statements))
        (said,) = list_trigger_faults(connection)
        connection.rollback()
    engine.dispose()
    assert named in said


def tried_as_it_is(url: str, statement: str) -> None:
    """Change something in a file of SQLite."""
    other = sqlite3.connect(str(make_url(url).database))
    other.execute(statement)
    other.commit()
    other.close()


def test_the_tables_are_as_this_version_knows_them(store):
    with store._begin_read() as connection:
        assert schema.list_schema_differences(connection) == []


def test_a_difference_of_the_tables_is_seen(url):
    tried(url, "ALTER TABLE tokens ADD COLUMN extra text")
    try:
        with Store.open(url) as store, store._begin_read() as connection:
            (found,) = schema.list_schema_differences(connection)
        assert "extra" in found
    finally:
        tried(url, "ALTER TABLE tokens DROP COLUMN extra")


def test_events_are_spread_over_partitions(postgresql_url):
    with Store.open(postgresql_url) as store:
        store.found_club(CLUB)
        for _ in range(40):
            appended(store, begun(store), "a")
        with store._begin_read() as connection:
            used = connection.execute(text("SELECT count(DISTINCT tableoid) FROM events")).scalar()
    assert used is not None
    assert used > 8


def test_opening_lays_no_tables(new_url, tmp_path):
    with Store.open(new_url) as store:
        ready = store.check_readiness()
        assert (ready.ready, ready.revision) == (False, None)
        assert "deadreckon db upgrade" in ready.hint
        with pytest.raises(Unavailable, match="deadreckon db upgrade"):
            store.list_clubs()
        assert store.upgrade() == schema.find_newest_revision()
        assert store.check_readiness().ready
        assert store.upgrade() == schema.find_newest_revision()
        assert store.found_club(CLUB)
    assert (tmp_path / "new.db").exists() == new_url.startswith("sqlite")


def test_a_temporary_store_goes_when_it_is_closed():
    with Store.open("sqlite://") as store:
        store.upgrade()
        store.found_club(OTHER)
        place = make_url(store.url).database
        assert store.list_clubs() == [OTHER]
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(f"file:{place}?mode=ro", uri=True).execute("SELECT 1 FROM clubs")


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://host/name", "sqlite", "http://host"])
def test_a_url_that_names_no_database_is_refused_with_examples(url):
    with pytest.raises(UnknownDatabaseError, match="sqlite:///path"):
        Store.open(url)


def test_a_password_is_never_shown():
    with Store.open("postgresql://ada:very-secret@127.0.0.1:1/none") as store:
        assert "very-secret" not in store.url
        assert "very-secret" not in repr(store.check_readiness())


def test_every_sqlite_connection_syncs_what_it_acknowledges(sqlite_url):
    for making in (False, True):
        engine = make_engine(make_url(sqlite_url), pool=2, patience=1.0, making=making)
        with engine.connect() as one, engine.connect() as two:
            for connection in (one, two):
                asked = {
                    name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys")
                }
                assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        engine.dispose()


def test_one_place_in_a_game_has_one_winner_by_the_databases_own_rule(filled, url):
    place = "INSERT INTO events SELECT game, seq, 'move', body, 0, 'another', hash FROM events WHERE seq = 2"
    with pytest.raises(DBAPIError):
        tried(url, place)
    assert events.primary_key.columns.keys() == ["game", "seq"]
    assert uploads.primary_key.columns.keys() == ["club", "sha256"]
    assert filled.verify() == []
