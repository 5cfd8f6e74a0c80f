"""The layout of tables and indices: `db check` names everything that would admit, hide or change stored data."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from audit.store import Store
from audit.store.backend.connections import make_engine
from audit.store.integrity.triggers import list_trigger_faults
from audit.store.session import get_driver


def tried(url: str, statement: str) -> None:
    """Change something as the owner of the database, without the store."""
    parsed = make_url(url)
    engine = create_engine(parsed.set(drivername="postgresql+psycopg") if parsed.drivername == "postgresql" else parsed)
    with engine.begin() as connection:
        for part in statement.split("; "):
            connection.execute(text(part))
    engine.dispose()


# Each admits or removes something that the triggers do not see, and is named in these words.
LAID_OTHERWISE = {
    "no primary key": ("ALTER TABLE keys DROP CONSTRAINT pk_keys", "keys lacks this: PRIMARY KEY (principal, key)"),
    "a wider primary key": (
        "ALTER TABLE events DROP CONSTRAINT pk_events; ALTER TABLE events ADD PRIMARY KEY (game, seq, hash)",
        "events_03 lacks this: PRIMARY KEY (game, seq)",
    ),
    "a primary key that is asked late": (
        "ALTER TABLE keys DROP CONSTRAINT pk_keys; ALTER TABLE keys ADD PRIMARY KEY (principal, key) DEFERRABLE",
        "keys has this, which is not ours: PRIMARY KEY (principal, key) DEFERRABLE",
    ),
    "a foreign key that is asked of no row": (
        """ALTER TABLE heads DROP CONSTRAINT fk_heads_game;
        ALTER TABLE heads ADD CONSTRAINT fk_heads_game FOREIGN KEY (game) REFERENCES games (id) NOT VALID""",
        "heads has this, which is not ours: FOREIGN KEY (game) REFERENCES games(id) NOT VALID",
    ),
    "a foreign key that is switched off": (
        """DO $$ DECLARE refers name; BEGIN
        SELECT tgname INTO refers FROM pg_trigger WHERE tgisinternal AND tgrelid = 'tokens'::regclass LIMIT 1;
        EXECUTE format('ALTER TABLE tokens DISABLE TRIGGER %I', refers); END $$""",
        "tokens has this, which is not ours: FOREIGN KEY (club) REFERENCES clubs(id) SWITCHED OFF",
    ),
    "a check": ("ALTER TABLE events ADD CHECK (seq < 5) NOT VALID", "events_07 has this, which is not ours: CHECK"),
    "an exclusion": ("ALTER TABLE tokens ADD EXCLUDE (label WITH =)", "tokens has this, which is not ours: EXCLUDE"),
    "an index over some rows": (
        "DROP INDEX ix_tokens_club; CREATE INDEX ix_tokens_club ON tokens (club) WHERE role = 'admin'",
        "tokens has this, which is not ours: INDEX btree (club) WHERE",
    ),
    "an index that is not asked": (
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_tokens_club'::regclass",
        "tokens has this, which is not ours: INDEX btree (club) INVALID",
    ),
    "another order of letters": (
        'ALTER TABLE keys ALTER key TYPE text COLLATE "default"',
        'keys has this, which is not ours: a column key TEXT COLLATE "default"',
    ),
    "a default": (
        "ALTER TABLE heads ALTER rulebook SET DEFAULT 'another'",
        "heads has this, which is not ours: a column rulebook TEXT COLLATE \"default\" AS 'another'",
    ),
    "a column that says what another says": (
        "ALTER TABLE tokens DROP seat; ALTER TABLE tokens ADD seat text GENERATED ALWAYS AS (label) STORED",
        'tokens has this, which is not ours: a column seat TEXT COLLATE "default" GENERATED s AS label',
    ),
    "numbers of its own": (
        "ALTER TABLE keys ALTER seq ADD GENERATED ALWAYS AS IDENTITY",
        "keys has this, which is not ours: a column seq INTEGER NOT NULL IDENTITY a",
    ),
    "rows from elsewhere": (
        "CREATE TABLE more () INHERITS (uploads)",
        "uploads has this, which is not ours: a part more",
    ),
    "a partition that is none any more": (
        "ALTER TABLE events DETACH PARTITION events_03",
        "events lacks this: a part events_03 FOR VALUES WITH (modulus 16, remainder 3)",
    ),
    "rows that no crash outlives": (
        "ALTER TABLE keys SET UNLOGGED",
        "keys has this, which is not ours: rows elsewhere",
    ),
    "a view in the place of a table": (
        "ALTER TABLE upkeep RENAME TO aside; CREATE VIEW upkeep AS SELECT * FROM aside",
        "upkeep has this, which is not ours: rows elsewhere",
    ),
    "a trigger where the revision stands": (
        """CREATE TRIGGER aside BEFORE INSERT ON alembic_version
        FOR EACH ROW EXECUTE FUNCTION deadreckon_onward()""",
        "alembic_version.aside is not ours",
    ),
    "connections that call themselves a replica": (
        "SET session_replication_role = replica",
        "begin with session_replication_role replica",
    ),
    "another schema before the system's": (
        "SET search_path = public, pg_catalog",
        "begin with pg_catalog late in search_path",
    ),
}
# What replaces which words of the schema, and what is then named.
LAID_OTHERWISE_ON_SQLITE = {
    "replaced where there is one": ("events", "PRIMARY KEY (game, seq)", "PRIMARY KEY (game, seq) ON CONFLICT REPLACE"),
    "a foreign key less": ("heads", "FOREIGN KEY(game) REFERENCES games (id)", "CHECK (true)"),
    "letters of both cases alike": ("tokens", "role TEXT NOT NULL", "role TEXT COLLATE NOCASE NOT NULL"),
    "a default": ("heads", "rulebook TEXT", "rulebook TEXT DEFAULT 'another'"),
    "a column that says what another says": ("tokens", "seat TEXT", "seat TEXT AS (label)"),
    "a check": ("events", "kind TEXT NOT NULL", "kind TEXT NOT NULL CHECK (seq < 5)"),
}
MADE_ANEW_ON_SQLITE = {
    "without a primary key": (
        "DROP TABLE upkeep; CREATE TABLE upkeep (act text NOT NULL, at bigint NOT NULL)",
        "The table upkeep is not as this version creates it.",
    ),
    "a primary key that is only a name": (
        """DROP TABLE keys; CREATE TABLE keys (principal TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
        answer BLOB NOT NULL, game TEXT NOT NULL, seq INTEGER NOT NULL, head BLOB NOT NULL, kept_at BIGINT NOT NULL,
        mac BLOB, CONSTRAINT "pk_keys PRIMARY KEY (principal, key)")""",
        "The table keys is not as this version creates it.",
    ),
    "an index over some rows": (
        "DROP INDEX ix_tokens_club; CREATE INDEX ix_tokens_club ON tokens (club) WHERE role = 'admin'",
        "The index ix_tokens_club is not as this version creates it.",
    ),
    "an index in another order": (
        "DROP INDEX ix_tokens_club; CREATE INDEX ix_tokens_club ON tokens (club COLLATE NOCASE)",
        "The index ix_tokens_club is not as this version creates it.",
    ),
    "an index that refuses": ("CREATE UNIQUE INDEX aside ON uploads (length(raw))", "The index aside is not ours."),
}


@pytest.mark.parametrize("kind", LAID_OTHERWISE)
def test_a_table_that_is_laid_otherwise_is_named_on_postgresql(postgresql_url, kind):
    statements, named = LAID_OTHERWISE[kind]
    engine = create_engine(make_url(postgresql_url).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        get_driver(connection).execute(statements)
        said = list_trigger_faults(connection)
        connection.rollback()
        assert list_trigger_faults(connection) == []
    engine.dispose()
    assert any(named in one for one in said), said


@pytest.mark.parametrize("kind", LAID_OTHERWISE_ON_SQLITE)
def test_a_table_that_is_laid_otherwise_is_named_on_sqlite(sqlite_url, kind):
    table, words, others = LAID_OTHERWISE_ON_SQLITE[kind]
    other = sqlite3.connect(str(make_url(sqlite_url).database))
    other.execute("PRAGMA writable_schema = ON")
    put = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ? AND instr(sql, ?)"
    assert other.execute(put, (words, others, table, words)).rowcount == 1
    other.commit()
    other.close()
    with Store.open(sqlite_url) as store:
        assert store.list_trigger_faults() == [f"The table {table} is not as this version creates it."]


@pytest.mark.parametrize("kind", MADE_ANEW_ON_SQLITE)
def test_what_is_made_anew_otherwise_is_named_on_sqlite(sqlite_url, kind):
    statements, named = MADE_ANEW_ON_SQLITE[kind]
    for part in statements.split("; "):
        tried(sqlite_url, part)
    with Store.open(sqlite_url) as store:
        assert store.list_trigger_faults() == [named]


def test_what_else_lives_in_the_database_is_nobodys_concern(store, url):
    tried(url, "CREATE TABLE aside (x integer); CREATE INDEX of_aside ON aside (x)")
    try:
        assert (store.list_differences(), store.list_trigger_faults()) == ([], [])
    finally:
        tried(url, "DROP TABLE aside")


def test_a_server_that_acknowledges_early_is_told_not_to(postgresql_url):
    name = make_url(postgresql_url).database
    tried(postgresql_url, f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    try:
        for making in (False, True):
            engine = make_engine(make_url(postgresql_url), pool=1, patience=1.0, making=making)
            with engine.connect() as connection:
                assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            engine.dispose()
    finally:
        tried(postgresql_url, f'ALTER DATABASE "{name}" RESET synchronous_commit')
