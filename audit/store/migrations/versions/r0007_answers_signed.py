"""Add MACs to first answers and upkeep, so that all rows that may change have one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ADDED = ("keys", "upkeep")


def upgrade() -> None:
    """Add empty columns. `Store.upgrade` signs existing rows in the same transaction if it has the key."""
    for table in ADDED:
        op.add_column(table, sa.Column("mac", sa.LargeBinary))


def downgrade() -> None:
    """Refuse: an older version would trust rows that are not signed any more."""
    raise NotImplementedError("What is kept may be signed by now. Restore a backup into a new database instead.")
