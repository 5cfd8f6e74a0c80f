"""Delete the snapshots of the first form, which were pickles. Each game is folded and stored again."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Delete all snapshots, which follow from the events."""
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    """Delete all snapshots, since an older version cannot read those of this one."""
    op.execute("DELETE FROM snapshots")
