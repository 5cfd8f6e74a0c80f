"""Add MACs to tokens and derived data, made with a key outside the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ADDED = {"tokens": ("mac",), "snapshots": ("mac",), "audits": ("mac", "report_mac", "findings_mac")}


def upgrade() -> None:
    """Add empty columns. The service signs existing rows when it first gets a key."""
    for table, names in ADDED.items():
        for name in names:
            op.add_column(table, sa.Column(name, sa.LargeBinary))
    op.create_table(
        "signing_keys",
        sa.Column("mark", sa.LargeBinary, nullable=False),
        sa.Column("taken_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_signing_keys"),
    )


def downgrade() -> None:
    """Refuse: an older version would trust rows that are not signed any more."""
    raise NotImplementedError("What is kept may be signed by now. Restore a backup into a new database instead.")
