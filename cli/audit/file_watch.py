"""Waiting for a log to change, for whoever audits it while it is written."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

# How often is looked, in seconds: sooner than a person looks up from the keyboard.
EVERY = 0.3
Mark = tuple[float, int] | None


def watch_changes(paths: list[str]) -> Iterator[None]:
    """Go on once at first, and then whenever one of the files is another; until somebody interrupts."""
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
    """Tell a file by its time and size; editors replace it, and for a moment there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - as cli.inputs has it
    except OSError:
        return None
    return found.st_mtime, found.st_size
