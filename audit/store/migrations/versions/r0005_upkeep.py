"""Keep for good who let whom in, and when a backup and a verification last ended well; guard events at less cost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLE, KEY = "token_acts", "token act at"
# What is recorded has a head that stands at it or behind it, and only moves on: it is looked up faster than the event.
ONLY_NEW_EVENTS = """
CREATE TRIGGER events_no_insert BEFORE INSERT ON events
WHEN NEW.seq <= (SELECT seq FROM heads WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'The store keeps events for good: this is refused.'); END
"""


def upgrade() -> None:
    """Lay two tables, and guard the one that is kept for good."""
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
    """Word the triggers that are new, and the one that is otherwise, as the first step does."""
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
    """Refuse: what is kept for good is not taken down by a command."""
    raise NotImplementedError("What is kept for good stays. Restore a backup into a new database instead.")
