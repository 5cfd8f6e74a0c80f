"""Forget the snapshots of the first form, which were pickles: each game is folded once more and kept anew."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forget them all; they follow from the events."""
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    """Forget them again: an older version can read no more of them than this one could of its own."""
    op.execute("DELETE FROM snapshots")
