"""A gunicorn worker whose threads never wait for slow clients: one loop reads requests and passes on complete ones."""

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
# Seconds to wait for the first byte of a request: usually, and while the service stops.
FIRST_BYTE, WHEN_STOPPING = 10.0, 2.0
# The most bytes of all incomplete requests.
MOST_ARRIVED = 64_000_000
# Timeouts in seconds: for a client to accept an answer, and to close the connection after it.
UNTAKEN, LINGERING = 10, 2.0
MOST_LINGERED = 64_000_000
# The most bytes in which to look for the Origin header.
LONGEST_SEEN = 16_384
TOO_SLOW, BUSY, TOO_SOON = 408, 503, 429
# Delays the answer to a client that repeats a refused request too soon: the most seconds, and the most clients.
PUT_OFF, MOST_PUT_OFF = 1.0, 100
PASSING = {errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK}
ALIVE = b"GET /livez HTTP/1.1\r\n"
# Requests with another kind of host, or none, go to the service, which refuses them.
NAMED = re.compile(rb"\r\nhost:[ \t]*[\w.-]{1,253}(:[0-9]{1,4})?[ \t]*\r\n")
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class _Said:
    """Captures the status of the answer that gunicorn would have sent."""

    status = BAD_REQUEST

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, raw: bytes) -> None:
        self.status = int(raw.split(b" ", 2)[1])


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Also answers malformed HTTP, which never reaches the service, with problem details."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - gunicorn's signature
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, RequestReader] = {}
        self.rests: dict[TConn, bytes] = {}
        # The time limit, and the number of bytes discarded so far.
        self.lingering: dict[TConn, tuple[float, int]] = {}
        # Clients that came back too soon: the time of the answer, the end of the wait, and the request.
        self.put_off: dict[TConn, tuple[float, float, bytes]] = {}
        # The time after which silent connections are closed.
        self.stopping = math.inf
        self.queues = ClubQueues(
            self.cfg.threads, self._begin, lambda: self.method_queue.defer(self.queues.go_on), self.app.who_asks
        )

    def handle_error(self, req: object, client: socket.socket, addr: object, exc: BaseException) -> None:
        """Let gunicorn log the error and choose a status, and answer with a problem."""
        said = _Said()
        super().handle_error(req, said, addr, exc)
        with suppress(OSError):
            client.sendall(refusal(said.status))

    def handle_usr1(self, sig: int, frame: object) -> None:
        """Reopen the log file."""
        super().handle_usr1(sig, frame)
        if self.app.log is not None:
            self.app.log.reopen()

    def load_wsgi(self) -> None:
        """Load the service, and wrap it to learn which club each secret belongs to."""
        super().load_wsgi()
        service: Any = self.wsgi
        self.wsgi: Any = self.queues.learning(service)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for the next event, and check the queues in time for clubs that make room."""
        super().wait_for_and_dispatch_events(min(timeout, self.queues.look_again()))
        self.queues.go_on()

    def handle(self, conn: TConn, club: str) -> object:
        """Answer a request, in a thread."""
        with self.queues.served(club):
            return super().handle(conn)

    def _begin(self, conn: TConn, club: str) -> None:
        done = self.tpool.submit(self.handle, conn, club)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    # ---- reading ----

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection and start to read its request."""
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
                # The client closed the connection before it sent anything.
                client.close()
                return
        self.nr_conns += 1
        self._await(TConn(self.cfg, client, address, listener.getsockname()), FIRST_BYTE)

    def _await(self, conn: TConn, patience: float, rest: bytes = b"") -> None:
        """Read the next request of a connection.

        If there are too many connections, close the one that has waited longest.
        """
        if len(self.arriving) >= self.worker_connections // 2:
            unheard = (one for one, request in self.arriving.items() if not request.has_head)
            self._close(next(unheard, next(iter(self.arriving))))
        self.arriving[conn] = RequestReader(time.monotonic(), patience, self.app.settings.max_body)
        conn.sock.setblocking(False)  # noqa: FBT003 - the signature of the socket
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
        """Pass a complete request to a thread. A liveness probe is answered at once."""
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
            # The TLS layer has a timeout of its own, apart from the system's.
            conn.sock.settimeout(UNTAKEN)
        conn.parser.unreader.sock = WholeRequest(raw)
        self.queues.wait(conn, raw)

    def _put_off(self, conn: TConn, left: float, raw: bytes) -> None:
        """Delay the refusal of a client that came back too soon. Meanwhile it takes no thread."""
        now = time.monotonic()
        self.put_off[conn] = now + min(left, PUT_OFF), now + left, raw[:LONGEST_SEEN]
        if len(self.put_off) > MOST_PUT_OFF or not self.alive:
            self._refuse(next(iter(self.put_off)), TOO_SOON)

    def finish_request(self, conn: TConn, fs: Future[bool]) -> None:
        """Wait for the next request of the connection, or close it once the client has read the answer."""
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
        except Exception:  # noqa: BLE001 - after any error, the connection is useless
            self._close(conn)

    # ---- closing ----

    def murder_pending(self) -> None:
        """Close connections that have timed out."""
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
        """Stop sending, and discard incoming bytes: closing the connection at once would lose the last answer."""
        try:
            conn.sock.setblocking(False)  # noqa: FBT003 - the signature of the socket
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
            # A client that still sends has not read the answer yet. One that sends very little gets no more time.
            longer = time.monotonic() + LINGERING if len(more) > AT_ONCE // 8 else until
            self.lingering[conn] = longer, thrown + len(more)

    def _leave(self, conn: TConn) -> None:
        """Stop reading."""
        self.arriving.pop(conn, None)
        with suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)

    def _close(self, conn: TConn) -> None:
        self._leave(conn)
        self.lingering.pop(conn, None)
        self.rests.pop(conn, None)
        self.nr_conns -= 1
        conn.close()
