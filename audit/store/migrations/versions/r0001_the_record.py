"""Create the tables, and the triggers that protect permanent rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

PARTS = 16
FOR_GOOD = {"clubs": "id", "uploads": "club sha256", "games": "id", "events": "game seq"}

REFUSE = """
CREATE FUNCTION deadreckon_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The store keeps % for good: % is refused.', TG_TABLE_NAME, TG_OP
  USING ERRCODE = 'restrict_violation';
END $$
"""
ONWARD = """
CREATE FUNCTION deadreckon_onward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game <> OLD.game OR NEW.seq <= OLD.seq OR OLD.closed THEN
    RAISE EXCEPTION 'The head of a game only moves on.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$
"""
SQLITE_ONWARD = """
CREATE TRIGGER heads_onward BEFORE UPDATE ON heads
WHEN NEW.game <> OLD.game OR NEW.seq <= OLD.seq OR OLD.closed
BEGIN SELECT RAISE(ABORT, 'The head of a game only moves on.'); END
"""


def upgrade() -> None:
    """Create all tables and triggers."""
    postgresql = op.get_bind().dialect.name == "postgresql"
    text = sa.Text(collation="C") if postgresql else sa.Text()
    _people(text)
    _record(text)
    _answers(text)
    _derived(text)
    if postgresql:
        _guard_postgresql()
    else:
        _guard_sqlite()


def _people(text: sa.Text) -> None:
    op.create_table(
        "clubs",
        sa.Column("id", text, nullable=False),
        sa.Column("founded_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tokens",
        sa.Column("id", text, nullable=False),
        sa.Column("club", text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("seat", sa.Text),
        sa.Column("game", text),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("issued_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("revoked_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_tokens_club"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tokens_club", "tokens", ["club"])


def _record(text: sa.Text) -> None:
    op.create_table(
        "uploads",
        sa.Column("club", text, nullable=False),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("sort", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("kept_at", sa.BigInteger, nullable=False),
        sa.Column("kept_by", sa.Text, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("club", "sha256", name="pk_uploads"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_uploads_club"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_uploads_club_kept_at_sha256", "uploads", ["club", "kept_at", "sha256"])
    op.create_table(
        "games",
        sa.Column("id", text, nullable=False),
        sa.Column("club", text, nullable=False),
        sa.Column("header", sa.LargeBinary, nullable=False),
        sa.Column("rulebook", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_games_club"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_games_club_id", "games", ["club", "id"])
    op.create_table(
        "heads",
        sa.Column("game", text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_heads"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_heads_game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("game", text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("recorded_by", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sqlite_with_rowid=False,
        postgresql_partition_by="HASH (game)",
    )


def _answers(text: sa.Text) -> None:
    op.create_table(
        "keys",
        sa.Column("principal", text, nullable=False),
        sa.Column("key", text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("game", text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("kept_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("principal", "key", name="pk_keys"),
    )
    op.create_index("ix_keys_kept_at", "keys", ["kept_at"])


def _derived(text: sa.Text) -> None:
    op.create_table(
        "snapshots",
        sa.Column("game", text, nullable=False),
        sa.Column("engine", text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "engine", "seq", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_snapshots_game"),
    )
    op.create_table(
        "audits",
        sa.Column("club", text, nullable=False),
        sa.Column("id", text, nullable=False),
        sa.Column("upload", sa.LargeBinary, nullable=False),
        sa.Column("rulebook", sa.Text, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.Column("asked", sa.LargeBinary, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("report", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("club", "id", name="pk_audits"),
        sa.ForeignKeyConstraint(["club", "upload"], ["uploads.club", "uploads.sha256"], name="fk_audits_club_upload"),
    )
    op.create_index("ix_audits_club_made_at_id", "audits", ["club", "made_at", "id"])
    op.create_index("ix_audits_club_upload", "audits", ["club", "upload"])
    op.create_table(
        "findings",
        sa.Column("club", text, nullable=False),
        sa.Column("audit", text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer),
        sa.Column("rule", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("seat", sa.Text),
        sa.Column("follows", sa.Integer),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("club", "audit", "number", name="pk_findings"),
        sa.ForeignKeyConstraint(
            ["club", "audit"], ["audits.club", "audits.id"], name="fk_findings_club_audit", ondelete="CASCADE"
        ),
    )


def sqlite_guards() -> dict[str, str]:
    """Write the SQLite triggers. REPLACE fires no DELETE trigger, so an INSERT over an existing row is refused too."""
    worded = {"heads_onward": SQLITE_ONWARD}
    for table, key in {**FOR_GOOD, "heads": "game"}.items():
        same = " AND ".join(f"{column} = NEW.{column}" for column in key.split())
        there = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - names from this file only
        refused = {"delete": "", "insert": there} if table == "heads" else {"update": "", "delete": "", "insert": there}
        for action, when in refused.items():
            worded[f"{table}_no_{action}"] = (
                f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} {when} "
                f"BEGIN SELECT RAISE(ABORT, 'The store keeps {table} for good: this is refused.'); END"
            )
    return worded


def _guard_sqlite() -> None:
    for worded in sqlite_guards().values():
        op.execute(worded)


def _guard_postgresql() -> None:
    """Refuse changes, even in sessions that call themselves a replica.

    Each partition refuses TRUNCATE by a trigger of its own.
    """
    parts = [f"events_{part:02}" for part in range(PARTS)]
    for part, name in enumerate(parts):
        op.execute(f"CREATE TABLE {name} PARTITION OF events FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})")
    op.execute(REFUSE)
    op.execute(ONWARD)
    for table in FOR_GOOD:
        _refuse(table, "rows", "UPDATE OR DELETE ON {} FOR EACH ROW")
    _refuse("heads", "rows", "DELETE ON {} FOR EACH ROW")
    for table in (*FOR_GOOD, "heads", *parts):
        _refuse(table, "table", "TRUNCATE ON {} FOR EACH STATEMENT")
    op.execute("CREATE TRIGGER heads_onward BEFORE UPDATE ON heads FOR EACH ROW EXECUTE FUNCTION deadreckon_onward()")
    op.execute("ALTER TABLE heads ENABLE ALWAYS TRIGGER heads_onward")
    for name in parts:
        op.execute(f"ALTER TABLE {name} ENABLE ALWAYS TRIGGER keep_rows")


def _refuse(table: str, what: str, when: str) -> None:
    op.execute(f"CREATE TRIGGER keep_{what} BEFORE {when.format(table)} EXECUTE FUNCTION deadreckon_refuse()")
    op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER keep_{what}")


def downgrade() -> None:
    """Refuse: a command must not remove permanent rows."""
    raise NotImplementedError("The first step cannot be taken back. Restore a backup into a new database instead.")
