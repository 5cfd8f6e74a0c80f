"""Let an event record that its game continues under another rulebook."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns without changing existing rows. Triggers and hashes stay valid."""
    for table in ("heads", "events"):
        op.add_column(table, sa.Column("rulebook", sa.Text))


def downgrade() -> None:
    """Refuse, as the first migration does."""
    raise NotImplementedError("Events may note a rulebook by now. Restore a backup into a new database instead.")
