"""Runs the migrations for Alembic, on the caller's connection and inside its transaction."""

from __future__ import annotations

from alembic import context

from audit.store.schema import is_ours
from audit.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    include_name=is_ours,
    compare_server_default=True,
)
context.run_migrations()
