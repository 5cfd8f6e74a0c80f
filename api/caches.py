"""Caches: stored logs that were opened lately, and summaries of logs and audits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from audit.browse.viewer import LogViewer
from engine.kernel.basics.json_types import Document

Title = tuple[str, ...]
# An opened log whose page was viewed takes about ninety times its size in memory.
MOST_BYTES = 4_000_000


class SummaryCache:
    """Summaries of logs and audits by name. They never change; the least recently used is dropped first."""

    def __init__(self, most: int = 20_000) -> None:
        self.most = most
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._lock = Lock()

    def has_entry(self, name: str) -> bool:
        """Say whether it is cached."""
        return name in self._kept

    def get_or_make(self, name: str, look: Callable[[], Document]) -> Document:
        """Return the cached summary, or make it and cache it."""
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
        seen = look()
        with self._lock:
            self._kept[name] = seen
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return seen


class OpenedLogs:
    """A bounded number of opened logs. The least recently used is dropped first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Title, tuple[LogViewer, int]] = OrderedDict()
        self._lock = Lock()

    def get_or_open(self, title: Title, read: Callable[[], bytes], open_: Callable[[bytes], LogViewer]) -> LogViewer:
        """Return an opened log from the cache, or read and open it now."""
        with self._lock:
            if title in self._kept:
                self._kept.move_to_end(title)
                return self._kept[title][0]
        raw = read()
        opened = open_(raw)
        with self._lock:
            self._kept[title] = opened, len(raw)
            while len(self._kept) > 1 and self._is_full():
                self._kept.popitem(last=False)
        return opened

    def has_entry(self, title: Title) -> bool:
        """Say whether it is cached."""
        return title in self._kept

    def _is_full(self) -> bool:
        return len(self._kept) > self.most or sum(size for _, size in self._kept.values()) > MOST_BYTES
