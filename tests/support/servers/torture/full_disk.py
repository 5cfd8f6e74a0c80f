"""Runs `deadreckon` on an SQLite without room: `python -m tests.support.servers.torture.full_disk COMMAND ...`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.pool import Pool

from cli.main import main

# In the home directory of the process, which the test provides.
SIGN = "disk-is-full"
# As many as SQLite can count.
ENDLESS = 4_294_967_294


def limit(connection: Any, _record: object, _proxy: object) -> None:
    """Limit a connection to the present number of pages, or lift the limit."""
    full = Path(os.environ["HOME"], SIGN).exists()
    pages = connection.execute("PRAGMA page_count").fetchone()[0] if full else ENDLESS
    connection.execute(f"PRAGMA max_page_count = {pages}").close()


if __name__ == "__main__":
    event.listen(Pool, "checkout", limit)
    main()
