"""The runtime folder and socket locks of a running service, and the cleanup after killed ones."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "deadreckon-serve-"


@contextmanager
def make_own_folder() -> Iterator[Path]:
    """Make a folder that is removed when this process ends, but not when a fork of it ends.

    The folder is locked while any of these processes lives, so that neither another service nor a cleanup of `/tmp`
    removes it.
    """
    _remove_dead_folders()
    folder, lock = _make_folder()
    owner = os.getpid()
    try:
        yield folder
    finally:
        # A forked worker runs this, too, when it ends.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _make_folder() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Another service may have removed it already.
        with suppress(FileNotFoundError, BlockingIOError):
            lock = _lock_folder(folder)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _remove_dead_folders() -> None:
    """Remove folders of this user whose processes have all ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = _lock_folder(folder)
            if os.fstat(lock).st_uid == os.getuid():
                shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock_folder(folder: Path) -> int:
    """Lock a folder. Raises OSError if it is locked, or not ours to open."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
    return opened


def lock_place(place: Path) -> None:
    """Lock a socket path while this process lives; forks do not inherit the lock. Raises OSError if it is taken."""
    opened = os.open(place.with_name(f"{place.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
