"""Drop the second index of first answers."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the index. Only pruning filters answers by age, and it may scan the table."""
    op.drop_index("ix_keys_kept_at", "keys")


def downgrade() -> None:
    """Refuse: only a backup restores an older version."""
    raise NotImplementedError("Restore a backup into a new database instead.")
