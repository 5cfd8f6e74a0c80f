"""A worker that holds no thread for a slow client: one loop takes requests in, and only whole ones get a thread."""

from __future__ import annotations

import errno
import math
import re
import selectors
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped] # gunicorn has no types

from api.access.cors import make_raw_cors_headers
from api.http.raw_responses import BAD_REQUEST, alive, refusal
from api.scheduling.fair_queue import ClubQueues
from api.server import tls
from api.server.request_reader import RequestReader, WholeRequest

AT_ONCE = 65_536
# A service that has not been spoken to is waited for so long, and so long one that has been told to stop.
FIRST_BYTE, WHEN_STOPPING = 10.0, 2.0
# All that has arrived and is not whole yet: so many bytes in all.
MOST_ARRIVED = 64_000_000
# An answer that nobody takes is not offered for ever; a connection is closed once its client has, or soon.
UNTAKEN, LINGERING = 10, 2.0
MOST_LINGERED = 64_000_000
# So much of a request is looked at for the site whose page sends it.
LONGEST_SEEN = 16_384
TOO_SLOW, BUSY, TOO_SOON = 408, 503, 429
# Who comes back sooner than told is not answered before that, or this: so many at once, and others without waiting.
PUT_OFF, MOST_PUT_OFF = 1.0, 100
PASSING = {errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK}
ALIVE = b"GET /livez HTTP/1.1\r\n"
# Whoever names another sort of host, or none, is answered by the service, which refuses those.
NAMED = re.compile(rb"\r\nhost:[ \t]*[\w.-]{1,253}(:[0-9]{1,4})?[ \t]*\r\n")
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class _Said:
    """Takes in what gunicorn would have sent."""

    status = BAD_REQUEST

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, raw: bytes) -> None:
        self.status = int(raw.split(b" ", 2)[1])


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Answers in our words, too, what is no HTTP and never gets as far as the service."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - gunicorn's
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, RequestReader] = {}
        self.rests: dict[TConn, bytes] = {}
        # Until when, and how many bytes were thrown away meanwhile.
        self.lingering: dict[TConn, tuple[float, int]] = {}
        # Who came back too soon: when they are answered, when they may come again, and what they sent.
        self.put_off: dict[TConn, tuple[float, float, bytes]] = {}
        # When those who have said nothing are waited for no longer.
        self.stopping = math.inf
        self.queues = ClubQueues(
            self.cfg.threads, self._begin, lambda: self.method_queue.defer(self.queues.go_on), self.app.who_asks
        )

    def handle_error(self, req: object, client: socket.socket, addr: object, exc: BaseException) -> None:
        """Let gunicorn log it and choose a status, and answer with a problem."""
        said = _Said()
        super().handle_error(req, said, addr, exc)
        with suppress(OSError):
            client.sendall(refusal(said.status))

    def handle_usr1(self, sig: int, frame: object) -> None:
        """Begin the file of log lines anew."""
        super().handle_usr1(sig, frame)
        if self.app.log is not None:
            self.app.log.reopen()

    def load_wsgi(self) -> None:
        """Load the service, and hear for which clubs it answers."""
        super().load_wsgi()
        service: Any = self.wsgi
        self.wsgi: Any = self.queues.learning(service)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for what happens next, and let nobody make room for others for too long."""
        super().wait_for_and_dispatch_events(min(timeout, self.queues.look_again()))
        self.queues.go_on()

    def handle(self, conn: TConn, club: str) -> object:
        """Answer a request, in a thread."""
        with self.queues.served(club):
            return super().handle(conn)

    def _begin(self, conn: TConn, club: str) -> None:
        done = self.tpool.submit(self.handle, conn, club)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    # ---- taking in ----

    def accept(self, listener: socket.socket) -> None:
        """Begin to take a request in."""
        try:
            client, address = listener.accept()
        except OSError as wrong:
            if wrong.errno in PASSING:
                return
            raise
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", UNTAKEN, 0))
        if self.app.tls is not None:
            try:
                client = tls.encrypted(self.app.tls, client)
            except OSError:
                # Gone before it has said anything.
                client.close()
                return
        self.nr_conns += 1
        self._await(TConn(self.cfg, client, address, listener.getsockname()), FIRST_BYTE)

    def _await(self, conn: TConn, patience: float, rest: bytes = b"") -> None:
        """Take the next request of a connection in; where there are too many, the one that waits longest goes."""
        if len(self.arriving) >= self.worker_connections // 2:
            unheard = (one for one, request in self.arriving.items() if not request.has_head)
            self._close(next(unheard, next(iter(self.arriving))))
        self.arriving[conn] = RequestReader(time.monotonic(), patience, self.app.settings.max_body)
        conn.sock.setblocking(False)  # noqa: FBT003 - the socket's own way
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._readable, conn))
        if rest:
            self._take_bytes(conn, rest)

    def _readable(self, conn: TConn, _sock: socket.socket) -> None:
        if conn not in self.arriving:
            # Closed a moment ago, to make room for another.
            return
        try:
            more = conn.sock.recv(AT_ONCE)
        except tls.UNFINISHED:
            return
        except OSError:
            self._close(conn)
            return
        self._take_bytes(conn, more)

    def _take_bytes(self, conn: TConn, more: bytes) -> None:
        request = self.arriving[conn]
        if not more and not request.raw:
            self._close(conn)
            return
        request.take(more, time.monotonic())
        if request.refused is not None:
            self._refuse(conn, request.refused)
        elif request.whole is not None:
            self._whole(conn, request, request.whole)
        elif sum(len(one.raw) for one in self.arriving.values()) > MOST_ARRIVED:
            self._refuse(conn, BUSY)
        elif request.expects:
            request.expects = False
            self._try_to_send_now(conn, CONTINUE)

    def _whole(self, conn: TConn, request: RequestReader, end: int) -> None:
        """Give a whole request to a thread, but for the question whether the service lives."""
        raw, rest = request.without_expect(end), bytes(request.raw[end:])
        if raw.startswith(ALIVE) and NAMED.search(said := raw.lower()):
            close = b"\r\nconnection: close" in said or not self.alive
            self._leave(conn)
            if not self._try_to_send_now(conn, alive(close=close)) or close:
                self._linger(conn)
            else:
                self._await(conn, self.cfg.keepalive, rest)
            return
        self._leave(conn)
        if (left := self.app.told_later.seconds(raw)) > 0:
            self._put_off(conn, left, raw)
            return
        self.rests[conn] = rest
        conn.data_ready = True
        conn.init()
        if self.app.tls is not None:
            # What encrypts waits by a clock of its own, not by the system's.
            conn.sock.settimeout(UNTAKEN)
        conn.parser.unreader.sock = WholeRequest(raw)
        self.queues.wait(conn, raw)

    def _put_off(self, conn: TConn, left: float, raw: bytes) -> None:
        """Refuse a client that was told to come later and came at once; no thread is taken, and it waits for that."""
        now = time.monotonic()
        self.put_off[conn] = now + min(left, PUT_OFF), now + left, raw[:LONGEST_SEEN]
        if len(self.put_off) > MOST_PUT_OFF or not self.alive:
            self._refuse(next(iter(self.put_off)), TOO_SOON)

    def finish_request(self, conn: TConn, fs: Future[bool]) -> None:
        """Wait for the next request of the connection, or end it once its client has read the answer."""
        self.queues.go_on()
        rest = self.rests.pop(conn, b"")
        try:
            kept = not fs.cancelled() and bool(fs.result())
            if kept:
                unread = conn.parser.unreader.sock.recv(-1)
                rest = conn.parser.unreader.take_buffered() + unread + rest
                self._await(conn, self.cfg.keepalive if self.alive else WHEN_STOPPING, rest)
            else:
                self._linger(conn)
        except Exception:  # noqa: BLE001 - whatever it was, the connection is of no more use
            self._close(conn)

    # ---- ending ----

    def murder_pending(self) -> None:
        """End what has taken too long."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [one for one, (due, *_) in self.put_off.items() if due < now or not self.alive]:
            self._refuse(conn, TOO_SOON)
        for conn, request in self._late(now):
            if request.raw:
                self._refuse(conn, TOO_SLOW)
            else:
                self._close(conn)
        for conn in [one for one, (until, _) in self.lingering.items() if until < now]:
            self._close(conn)

    def _late(self, now: float) -> Iterator[tuple[TConn, RequestReader]]:
        if not self.alive:
            self.stopping = min(self.stopping, now + WHEN_STOPPING)
        for conn, request in list(self.arriving.items()):
            if (request.deadline if request.raw else min(request.deadline, self.stopping)) < now:
                yield conn, request

    def _refuse(self, conn: TConn, status: int) -> None:
        request = self.arriving.get(conn)
        raw = bytes(request.raw[:LONGEST_SEEN]) if request else b""
        self._leave(conn)
        _, until, raw = self.put_off.pop(conn, (0.0, 0.0, raw))
        later = max(1, math.ceil(until - time.monotonic())) if until else None
        self._try_to_send_now(conn, refusal(status, later, make_raw_cors_headers(self.app.settings, raw)))
        self._linger(conn)

    def _try_to_send_now(self, conn: TConn, raw: bytes) -> bool:
        """Send what is small, without waiting."""
        with suppress(OSError):
            return bool(conn.sock.send(raw) == len(raw))
        return False

    def _linger(self, conn: TConn) -> None:
        """Send no more, and throw away what still comes: a connection that is closed at once loses its last answer."""
        try:
            conn.sock.setblocking(False)  # noqa: FBT003 - the socket's own way
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._thrown_away, conn))
        except (OSError, ValueError, KeyError):
            self._close(conn)
            return
        self.lingering[conn] = time.monotonic() + LINGERING, 0

    def _thrown_away(self, conn: TConn, _sock: socket.socket) -> None:
        if conn not in self.lingering:
            return
        until, thrown = self.lingering[conn]
        try:
            more = conn.sock.recv(AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        if not more or thrown > MOST_LINGERED:
            self._close(conn)
        else:
            # Who still sends has not read the answer yet; who only dribbles is not waited for.
            longer = time.monotonic() + LINGERING if len(more) > AT_ONCE // 8 else until
            self.lingering[conn] = longer, thrown + len(more)

    def _leave(self, conn: TConn) -> None:
        """Take in no more."""
        self.arriving.pop(conn, None)
        with suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)

    def _close(self, conn: TConn) -> None:
        self._leave(conn)
        self.lingering.pop(conn, None)
        self.rests.pop(conn, None)
        self.nr_conns -= 1
        conn.close()
