"""Let first answers, and what is noted of upkeep, carry a MAC as all else does that can be changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ADDED = ("keys", "upkeep")


def upgrade() -> None:
    """Add empty columns; `Store.upgrade` signs what is there, in the same transaction, where its key is at hand."""
    for table in ADDED:
        op.add_column(table, sa.Column("mac", sa.LargeBinary))


def downgrade() -> None:
    """Refuse: an older version would believe what nobody signs any more."""
    raise NotImplementedError("What is kept may be signed by now. Restore a backup into a new database instead.")
