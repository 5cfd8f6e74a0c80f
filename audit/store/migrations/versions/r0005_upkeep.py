"""Record who issued and revoked tokens, and the last backup and verification. Make the guard of events cheaper."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLE, KEY = "token_acts", "token act at"
# The head of a game is at or after each recorded event and only moves forward. It is faster to look up than an event.
ONLY_NEW_EVENTS = """
CREATE TRIGGER events_no_insert BEFORE INSERT ON events
WHEN NEW.seq <= (SELECT seq FROM heads WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'The store keeps events for good: this is refused.'); END
"""


def upgrade() -> None:
    """Create two tables, and protect the permanent one."""
    postgresql = op.get_bind().dialect.name == "postgresql"
    text = sa.Text(collation="C") if postgresql else sa.Text()
    op.create_table(
        TABLE,
        sa.Column("token", text, nullable=False),
        sa.Column("act", text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", text, nullable=False),
        sa.PrimaryKeyConstraint("token", "act", "at", name="pk_token_acts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "upkeep",
        sa.Column("act", text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("act", name="pk_upkeep"),
        sqlite_with_rowid=False,
    )
    if postgresql:
        _guard_postgresql()
        return
    op.execute("DROP TRIGGER IF EXISTS events_no_insert")
    for worded in sqlite_guards().values():
        op.execute(worded)


def sqlite_guards() -> dict[str, str]:
    """Write the new triggers and the changed one, as the first migration does."""
    same = " AND ".join(f"{column} = NEW.{column}" for column in KEY.split())
    there = f"WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE {same})"  # noqa: S608 - names from this file only
    return {"events_no_insert": ONLY_NEW_EVENTS} | {
        f"{TABLE}_no_{action}": (
            f"CREATE TRIGGER {TABLE}_no_{action} BEFORE {action.upper()} ON {TABLE} {when} "
            f"BEGIN SELECT RAISE(ABORT, 'The store keeps {TABLE} for good: this is refused.'); END"
        )
        for action, when in {"update": "", "delete": "", "insert": there}.items()
    }


def _guard_postgresql() -> None:
    for what, when in {"rows": "UPDATE OR DELETE ON {} FOR EACH ROW", "table": "TRUNCATE ON {}"}.items():
        op.execute(f"CREATE TRIGGER keep_{what} BEFORE {when.format(TABLE)} EXECUTE FUNCTION deadreckon_refuse()")
        op.execute(f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER keep_{what}")


def downgrade() -> None:
    """Refuse: a command must not remove permanent rows."""
    raise NotImplementedError("What is kept for good stays. Restore a backup into a new database instead.")
