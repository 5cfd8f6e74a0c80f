"""Caches the states of live games for all threads of a process."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from audit.live.state import LiveState

MOST_GAMES = 256
# Events with their tables take most of the memory: some 200 KB for a game of 1,000.
MOST_EVENTS = 100_000


class LiveCache:
    """A bounded cache from a game's id to its latest state. It drops the least recently used state first.

    States are immutable. A thread may work with one while another thread stores a later one.
    """

    def __init__(self, most_games: int = MOST_GAMES, most_events: int = MOST_EVENTS) -> None:
        """Start empty."""
        self.most_games, self.most_events = most_games, most_events
        self._lock = Lock()
        self._kept: OrderedDict[str, LiveState] = OrderedDict()
        self._events = 0

    def get_state(self, game: str) -> LiveState | None:
        """Return the latest state of a game in this process. The store may have later events."""
        with self._lock:
            if game in self._kept:
                self._kept.move_to_end(game)
            return self._kept.get(game)

    def put_state(self, game: str, live_state: LiveState) -> None:
        """Cache the state of a game, unless the cache holds a later one.

        Callers pass only states whose events the store has acknowledged.
        """
        with self._lock:
            before = self._kept.get(game)
            if before is not None and before.seq > live_state.seq:
                return
            self._events += live_state.seq - (before.seq if before is not None else 0)
            self._kept[game] = live_state
            self._kept.move_to_end(game)
            while len(self._kept) > self.most_games or (self._events > self.most_events and len(self._kept) > 1):
                self._events -= self._kept.popitem(last=False)[1].seq

    def forget_game(self, game: str) -> None:
        """Drop a game from the cache."""
        with self._lock:
            gone = self._kept.pop(game, None)
            self._events -= gone.seq if gone is not None else 0

    def __len__(self) -> int:
        return len(self._kept)
