"""Keep first answers without a second index."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the index; only to forget old answers asks for their age, and that may look at each of them."""
    op.drop_index("ix_keys_kept_at", "keys")


def downgrade() -> None:
    """Refuse, as all steps do."""
    raise NotImplementedError("Restore a backup into a new database instead.")
