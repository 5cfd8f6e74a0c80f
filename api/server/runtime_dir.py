"""What a running service keeps for itself: a folder, and the places it listens at; what killed services have left."""

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
    """Make a folder that goes with this process, and with none that it forks.

    It is locked as long as one of them lives: so nobody else who begins takes it away, nor does what tidies up `/tmp`.
    """
    _remove_dead_folders()
    folder, lock = _make_folder()
    owner = os.getpid()
    try:
        yield folder
    finally:
        # A forked worker, too, comes by here when it ends.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _make_folder() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Somebody who sweeps may have been faster.
        with suppress(FileNotFoundError, BlockingIOError):
            lock = _lock_folder(folder)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _remove_dead_folders() -> None:
    """Remove such folders of this user in which no process lives any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = _lock_folder(folder)
            if os.fstat(lock).st_uid == os.getuid():
                shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock_folder(folder: Path) -> int:
    """Lock a folder. Raises OSError where it is locked, or is no folder of ours to open."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
    return opened


def lock_place(place: Path) -> None:
    """Hold a place for as long as this process lives, and not those that it forks. Raises OSError: another has it."""
    opened = os.open(place.with_name(f"{place.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
