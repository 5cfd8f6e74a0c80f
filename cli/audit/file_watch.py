"""Wait for changes of log files, for `audit --watch`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

# The polling interval in seconds, too short for a person to notice.
EVERY = 0.3
Mark = tuple[float, int] | None


def watch_changes(paths: list[str]) -> Iterator[None]:
    """Yield once at first, and then whenever one of the files has changed, until an interrupt."""
    seen = _mark_files(paths)
    yield
    while True:
        time.sleep(EVERY)
        now = _mark_files(paths)
        if now != seen:
            seen = now
            yield


def _mark_files(paths: list[str]) -> list[Mark]:
    return [_mark_file(path) for path in paths]


def _mark_file(path: str) -> Mark:
    """Return the time and size of a file. Editors replace files, so it may be missing for a moment."""
    try:
        found = os.stat(path)  # noqa: PTH116 - importing pathlib is slow, see `cli.inputs`
    except OSError:
        return None
    return found.st_mtime, found.st_size
