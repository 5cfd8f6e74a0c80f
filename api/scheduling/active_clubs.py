"""The last two clubs that sent a request, in memory shared by all workers."""

from __future__ import annotations

import mmap
import struct
import time
from zlib import crc32

# A club is active for this many seconds after a request. Other clubs make room for it.
ABOUT = 10.0
# A club's checksum, and the time of its request.
_ONE = struct.Struct("=Id")
NOBODY = ""


class ActiveClubs:
    """A page of memory shared by all processes forked from its maker.

    There is no lock. Two concurrent writes can leave a wrong entry, which expires as any other.
    """

    def __init__(self) -> None:
        """Start without clubs."""
        self._page = mmap.mmap(-1, 2 * _ONE.size)

    def note(self, club: str) -> None:
        """Record that a club sends a request now."""
        if club == NOBODY:
            return
        name = crc32(club.encode())
        last = _ONE.unpack_from(self._page)
        if last[0] != name:
            _ONE.pack_into(self._page, _ONE.size, *last)
        _ONE.pack_into(self._page, 0, name, time.monotonic())

    def has_others(self, club: str) -> bool:
        """Say whether another one is about."""
        name, since = crc32(club.encode()), time.monotonic() - ABOUT
        return any(one != name and at > since for one, at in _ONE.iter_unpack(self._page[:]))
