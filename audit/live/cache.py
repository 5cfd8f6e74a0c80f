"""How the games being played stand, kept at hand for all threads of a process, and never too many."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from audit.live.state import LiveState

MOST_GAMES = 256
# Events with their tables are what takes the room: some 200 KB for a game of 1,000.
MOST_EVENTS = 100_000


class LiveCache:
    """A bounded cache from a game's id to its latest state; what has not been asked for longest is put away first.

    Standings never change, so that any thread may work with one that it was handed while another puts a later one down.
    """

    def __init__(self, most_games: int = MOST_GAMES, most_events: int = MOST_EVENTS) -> None:
        """Begin with nothing on it."""
        self.most_games, self.most_events = most_games, most_events
        self._lock = Lock()
        self._kept: OrderedDict[str, LiveState] = OrderedDict()
        self._events = 0

    def get_state(self, game: str) -> LiveState | None:
        """Hand out how a game stands, as far as this process knows: the store may know of more."""
        with self._lock:
            if game in self._kept:
                self._kept.move_to_end(game)
            return self._kept.get(game)

    def put_state(self, game: str, live_state: LiveState) -> None:
        """Keep how a game stands; an earlier stand never replaces a later one.

        Only what the store has acknowledged belongs here.
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
        """Put a game away."""
        with self._lock:
            gone = self._kept.pop(game, None)
            self._events -= gone.seq if gone is not None else 0

    def __len__(self) -> int:
        return len(self._kept)
