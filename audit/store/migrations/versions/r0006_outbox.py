"""Store notices of verdicts in the database until they have arrived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create an empty table. Earlier records cause no notices."""
    text = sa.Text(collation="C") if op.get_bind().dialect.name == "postgresql" else sa.Text()
    op.create_table(
        "outbox",
        sa.Column("id", text, nullable=False),
        sa.Column("address", text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("mac", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", "address", name="pk_outbox"),
    )
    op.create_index("ix_outbox_address_due_at", "outbox", ["address", "due_at"])


def downgrade() -> None:
    """Delete the waiting notices, since an older version sends none."""
    op.drop_table("outbox")
