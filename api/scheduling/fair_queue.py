"""Choose which request gets a thread next: each club has a queue, queues take turns, and none gets all threads."""

from __future__ import annotations

import math
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, local
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request

from api.scheduling.active_clubs import NOBODY, ActiveClubs

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# With at least this many threads, one is reserved for the other clubs.
MANY = 3
# In seconds. A club with several requests waits if another club's request began this recently, and for this long.
SHORT = 0.05
# The most secrets whose club is cached, and the queue for requests with an unknown secret.
MOST_KNOWN, STRANGERS = 10_000, NOBODY
CLUB = "deadreckon.club"
_SECRET = re.compile(rb"\r\n(authorization|cookie):[ \t]*([^\r\n]*?)[ \t]*(?=\r\n)", re.IGNORECASE)
_HERE = local()


@dataclass(eq=False)
class AtWork:
    """One request that has a thread: its club, and whether the thread is computing at the moment."""

    queues: ClubQueues
    club: str
    works: bool = True
    answered: bool = False


class ClubQueues:
    """The requests that wait for a thread, in one queue for each club. Each worker has one instance.

    If several clubs send requests, only one request of each club computes at a time, because the threads of a process
    share one processor. A request that waits for the pool, or for a slow client, does not block its club. One thread is
    always reserved for the other clubs. A club with several waiting requests does not begin one just after another
    club's request began.
    """

    def __init__(
        self, threads: int, begin: Callable[[Any, str], object], wake: Callable[[], object], who: ActiveClubs
    ) -> None:
        """Start with empty queues. `begin` gives a connection a thread, `wake` makes the loop call `go_on`."""
        self._who = who
        self._threads, self._begin, self._wake = threads, begin, wake
        self._most = threads - 1 if threads >= MANY else threads
        self._waiting: dict[str, deque[Any]] = {}
        self._begun, self._unanswered, self._working = Counter[str](), Counter[str](), Counter[str]()
        # When a request of each club last began, and until when a club makes room.
        self._begun_at: dict[str, float] = {}
        self._makes_room: dict[str, float] = {}
        self._known: dict[str, str] = {}
        self._lock = Lock()

    # ---- called in the loop ----

    def wait(self, conn: object, raw: bytes) -> None:
        """Add a connection to the queue of its club. `raw` is the request."""
        club = self._known.get(_secret(raw), STRANGERS)
        self._who.note(club)
        with self._lock:
            self._waiting.setdefault(club, deque()).append(conn)
        self.go_on()

    def go_on(self) -> None:
        """Give threads to the next requests, as long as there are free threads."""
        for conn, club in iter(self._next, None):
            self._begin(conn, club)

    def look_again(self) -> float:
        """Return the seconds after which to check the queues again."""
        return SHORT if self._makes_room else math.inf

    def _next(self) -> tuple[Any, str] | None:
        with self._lock:
            if self._begun.total() >= self._threads:
                return None
            club = next(filter(self._may_run, self._waiting), None)
            if club is None:
                return None
            # This club's queue becomes the last one.
            queue = self._waiting.pop(club)
            conn = queue.popleft()
            if queue:
                self._waiting[club] = queue
            self._makes_room.pop(club, None)
            self._begun_at[club] = time.monotonic()
            self._begun[club] += 1
            self._unanswered[club] += 1
            self._working[club] += 1
            return conn, club

    def _may_run(self, club: str) -> bool:
        if self._begun[club] >= self._most or (self._working[club] and self._has_other_clubs(club)):
            return False
        return len(self._waiting[club]) == 1 or not self._has_room_for_others(club)

    def _has_room_for_others(self, club: str) -> bool:
        """Return whether a club still waits for work of other clubs: briefly, and not for slow work."""
        now = time.monotonic()
        if all(one in (club, STRANGERS) or self._begun_at[one] < now - SHORT for one in self._working):
            return False
        return now < self._makes_room.setdefault(club, now + SHORT)

    def _has_other_clubs(self, club: str) -> bool:
        return any(one != club for one in self._begun) or self._who.has_others(club)

    # ---- called in a thread ----

    def is_crowding_out(self, club: str) -> bool:
        """Say whether a club asks for several things at once while others ask as well, and a thread is left to them."""
        if self._most == self._threads:
            return False
        with self._lock:
            return (self._unanswered[club] > 1 or club in self._waiting) and self._has_other_clubs(club)

    @contextmanager
    def served(self, club: str) -> Iterator[None]:
        """Mark this thread as serving a request of a club."""
        _HERE.at_work = at_work = AtWork(self, club)
        try:
            yield
        finally:
            self.rests(at_work, answered=True)
            _HERE.at_work = None
            with self._lock:
                self._begun[club] -= 1
                self._begun += Counter()
                if club not in self._begun:
                    self._begun_at.pop(club, None)

    def rests(self, at_work: AtWork, *, answered: bool = False) -> None:
        """Record that a request stops computing, or is answered."""
        if answered and not at_work.answered:
            at_work.answered = True
            with self._lock:
                self._unanswered[at_work.club] -= 1
                self._unanswered += Counter()
        if at_work.works:
            at_work.works = False
            with self._lock:
                self._working[at_work.club] -= 1
                self._working += Counter()
                others = bool(self._waiting)
            if others:
                self._wake()

    def goes_on(self, at_work: AtWork) -> None:
        """Record that a request computes again."""
        at_work.works = True
        with self._lock:
            self._working[at_work.club] += 1

    def learning(self, asked: WSGIApplication) -> WSGIApplication:
        """Wrap a WSGI application, to learn the club of each secret and when an answer is computed."""

        def learnt(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            answer = asked(environ, start)
            secret = environ.get("HTTP_AUTHORIZATION") or environ.get("HTTP_COOKIE", "")
            if (club := environ.get(CLUB)) and secret:
                self._learn(secret, club)
            if at_work := _at_work():
                self.rests(at_work, answered=True)
            return answer

        return learnt

    def _learn(self, secret: str, club: str) -> None:
        if self._known.get(secret) != club:
            with self._lock:
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[secret] = club


def find_queue() -> str:
    """Name the club of this request, whose share of the work it takes; requests without a token share one."""
    token = g.get("bearer")
    return STRANGERS if token is None else str(token.club)


def name_clubs(app: Flask) -> None:
    """Add the club of each request to its WSGI environment."""

    @app.after_request
    def named(response: Response) -> Response:
        if (token := g.get("bearer")) is not None:
            request.environ[CLUB] = token.club
        return response


@contextmanager
def waiting_elsewhere() -> Iterator[None]:
    """Let other requests of the same club compute while this thread waits for another process."""
    at_work = _at_work()
    if at_work is None or not at_work.works:
        yield
        return
    at_work.queues.rests(at_work)
    try:
        yield
    finally:
        at_work.queues.goes_on(at_work)


def crowds_others() -> bool:
    """Say whether the club of this thread has several requests while other clubs are active."""
    at_work = _at_work()
    return at_work is not None and at_work.queues.is_crowding_out(at_work.club)


def _at_work() -> AtWork | None:
    found: AtWork | None = getattr(_HERE, "at_work", None)
    return found


def _secret(raw: bytes) -> str:
    # Sliced without a split, because that would copy a large body.
    given: dict[bytes, bytes] = {name.lower(): said for name, said in _SECRET.findall(raw[: raw.find(b"\r\n\r\n") + 2])}
    return (given.get(b"authorization") or given.get(b"cookie", b"")).decode("latin-1")
