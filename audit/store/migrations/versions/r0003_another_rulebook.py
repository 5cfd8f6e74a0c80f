"""Let an event note that its game goes on under another rulebook."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to what is there, and change none of it: the guards stay, and the hashes of before."""
    for table in ("heads", "events"):
        op.add_column(table, sa.Column("rulebook", sa.Text))


def downgrade() -> None:
    """Refuse, as the first step does."""
    raise NotImplementedError("Events may note a rulebook by now. Restore a backup into a new database instead.")
