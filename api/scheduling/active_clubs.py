"""Which clubs ask at the moment, as all workers of a service know it: whoever asked last, and the last other one."""

from __future__ import annotations

import mmap
import struct
import time
from zlib import crc32

# Who asked within so many seconds is about: for them others make room.
ABOUT = 10.0
# A club, and when it asked.
_ONE = struct.Struct("=Id")
NOBODY = ""


class ActiveClubs:
    """A page of memory that is shared by whoever is forked from its maker.

    Nobody takes turns for it: what two write at once is at worst wrong for as long as somebody is about.
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._page = mmap.mmap(-1, 2 * _ONE.size)

    def note(self, club: str) -> None:
        """Take note that a club asks now."""
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
