"""Live events as they come (SSE): one loop holds all connections, and asks the service what each client may see."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TextIO, cast

from flask import Flask
from werkzeug.test import TestResponse

from api.access.cors import make_cors_headers
from api.app import create_app
from api.http.raw_responses import alive, refusal
from api.http.responses import FOR_EVER
from api.service import NAME
from api.settings import UNIX, Settings
from api.streaming.requests import Followed, StreamRequest, followed, head_of, is_place, read_request
from audit.store import Store, StoreError
from engine.kernel.basics.json_types import Document

# Seconds between checks for new events, and of silence until a keep-alive comment.
LOOK, SILENCE = 0.25, 15.0
# The most events for each request, the timeout for a client that reads nothing, and the most streams for each token.
PAGE, UNTAKEN, MOST_OF_ONE = 200, 30.0, 200
LONGEST_HEAD, FIRST_BYTE = 16_384, 10.0
ASKERS = 4
TOLD_BY_ALL = ("authorization", "host", "origin", "x-forwarded-prefix")
BEGIN = b"retry: 2000\n\n"
UNLIMITED = "1000000/second"
PLACE, NO_PLACE = "Last-Event-ID", "It is not the number of an event."
NOTHING_NEW = 200


class NewEvents(NamedTuple):
    """The events after the last known one, or the answer that refused them."""

    answer: TestResponse
    items: list[Document]


@dataclass
class Watched:
    """A game with followers: its last known event, and the event object that wakes them."""

    seq: int = -1
    followers: int = 0
    moved: asyncio.Event = field(default_factory=asyncio.Event)


class OnlyFaults(io.TextIOBase):
    """Passes on log lines about faults only.

    This process asks a thousand times a second, which is not worth logging.
    """

    def write(self, text: str) -> int:
        """Write a line to the log of the service, if it reports a fault."""
        return sys.stderr.write(text) if '"level": "error"' in text else len(text)


class Streams:
    """All streams of live games. Each client gets only what the service would answer to that client."""

    def __init__(self, app: Flask, store: Store, most: int) -> None:
        self.app, self.store, self.most = app, store, most
        self.games: dict[str, Watched] = {}
        self.of_token: Counter[str] = Counter()
        self.pool = ThreadPoolExecutor(ASKERS)
        # Clients at the same event with the same rights share one request to the service.
        self._asking: dict[tuple[object, ...], asyncio.Task[NewEvents]] = {}

    async def met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read one connection's request, answer it, and close it."""
        with suppress(OSError, asyncio.CancelledError):
            try:
                await self._answered(reader, writer)
                await asyncio.wait_for(writer.drain(), UNTAKEN)
            except TimeoutError:
                writer.transport.abort()
            finally:
                writer.close()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            raw = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), FIRST_BYTE)
        except TimeoutError:
            writer.write(refusal(408))
            return
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as wrong:
            writer.write(refusal(431) if isinstance(wrong, asyncio.LimitOverrunError) else b"")
            return
        request = read_request(raw)
        if request is None:
            writer.write(refusal(400))
        elif not is_place(request.headers.get(PLACE.lower(), "0")):
            writer.write(refusal(400, headers=self._readable(request), errors=[{"header": PLACE, "says": NO_PLACE}]))
        elif request.path == "/livez":
            writer.write(alive(close=True))
        elif (wanted := followed(request)) is None:
            answer = await self._ask(request.method, request.target, request.headers)
            writer.write(head_of(answer) + answer.get_data())
        else:
            await self._follow(request, wanted, reader, writer)

    async def _follow(
        self, request: StreamRequest, wanted: Followed, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Send the events after the last known one, until the game is closed or the client is gone."""
        new = await self._new(request, wanted)
        if new.answer.status_code != NOTHING_NEW or request.method == "HEAD":
            streamed = new.answer.status_code == NOTHING_NEW
            body = b"" if request.method == "HEAD" else new.answer.get_data()
            writer.write(head_of(new.answer, streamed=streamed) + body)
            return
        token = request.headers.get("authorization", "")
        if self.of_token.total() >= self.most or self.of_token[token] >= MOST_OF_ONE:
            writer.write(refusal(503, 5, self._readable(request)))
            return
        writer.write(head_of(new.answer, streamed=True) + BEGIN)
        self.of_token[token] += 1
        gone = asyncio.ensure_future(reader.read())
        try:
            async with self._watching(wanted.live) as game:
                while await self._told(new, wanted, writer) and await _awaited(game, wanted, gone, writer):
                    new = await self._new(request, wanted)
        finally:
            gone.cancel()
            self.of_token[token] -= 1
            self.of_token += Counter()

    def _readable(self, request: StreamRequest) -> Mapping[str, str]:
        """Make the headers that let a page of another site read a refusal."""
        settings: Settings = self.app.extensions[NAME].settings
        return make_cors_headers(settings, request.headers.get("origin", ""))

    async def _told(self, new: NewEvents, wanted: Followed, writer: asyncio.StreamWriter) -> bool:
        """Send new events. Return whether more may follow."""
        if new.answer.status_code != NOTHING_NEW:
            writer.write(b"event: refused\ndata: " + new.answer.get_data().strip() + b"\n\n")
            return False
        writer.write(b"".join(f"id: {one['seq']}\ndata: {_json(one)}\n\n".encode() for one in new.items))
        await asyncio.wait_for(writer.drain(), UNTAKEN)
        wanted.seq = new.items[-1]["seq"] if new.items else wanted.seq
        # The service lets clients cache a closed game's events for ever, even if it returns none.
        if len(new.items) < PAGE and new.answer.headers["Cache-Control"] == FOR_EVER:
            writer.write(b"event: closed\ndata: {}\n\n")
            return False
        return True

    async def _new(self, request: StreamRequest, wanted: Followed) -> NewEvents:
        """Ask the service for new events with the client's token, as the client would."""
        watched = self.games.get(wanted.live)
        alike = (request.headers.get(name, "") for name in TOLD_BY_ALL)
        key = (*alike, wanted.live, wanted.seat, wanted.seq, watched and watched.seq)
        if key not in self._asking:
            task = asyncio.ensure_future(self._asked(request, wanted))
            self._asking[key] = task
            # Until the next check for new events, all clients with the same rights get the same answer.
            later = asyncio.get_running_loop().call_later
            task.add_done_callback(lambda _: later(LOOK, self._asking.pop, key, None))
        # A client that disconnects must not cancel the request for the others.
        return await asyncio.shield(self._asking[key])

    async def _asked(self, request: StreamRequest, wanted: Followed) -> NewEvents:
        # Other headers of one client must not affect the answer to the others.
        sent = {name: value for name, value in request.headers.items() if name in TOLD_BY_ALL}
        answer = await self._ask("GET", wanted.events(PAGE), {**sent, "accept": "application/json"})
        items = json.loads(answer.get_data())["items"] if answer.status_code == NOTHING_NEW else []
        return NewEvents(answer, items)

    async def _ask(self, method: str, target: str, headers: Mapping[str, str]) -> TestResponse:
        """Send a request to the service in this process, through all its layers."""

        def ask() -> TestResponse:
            sent = [(name, value) for name, value in headers.items() if name not in {"content-length", "if-none-match"}]
            return self.app.test_client().open(target, method=method, headers=sent)

        return await asyncio.get_running_loop().run_in_executor(self.pool, ask)

    @asynccontextmanager
    async def _watching(self, live: str) -> AsyncIterator[Watched]:
        game = self.games.setdefault(live, Watched())
        game.followers += 1
        try:
            yield game
        finally:
            game.followers -= 1
            if not game.followers:
                self.games.pop(live, None)

    async def look(self) -> None:
        """Check repeatedly which games have new events, with one query for all."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK)
            names = list(self.games)
            with suppress(StoreError):
                self._wake(await loop.run_in_executor(self.pool, self.store.read_last_seqs, names) if names else {})

    def _wake(self, reached: Mapping[str, int]) -> None:
        for live, seq in reached.items():
            game = self.games.get(live)
            if game is not None and game.seq != seq:
                game.seq = seq
                game.moved.set()
                game.moved = asyncio.Event()


async def _awaited(game: Watched, wanted: Followed, gone: asyncio.Future[bytes], writer: asyncio.StreamWriter) -> bool:
    """Wait for new events, with a keep-alive comment now and then. Return False if the client is gone."""
    if game.seq > wanted.seq:
        return not gone.done()
    moved = asyncio.ensure_future(game.moved.wait())
    waited: set[asyncio.Future[Any]] = {moved, gone}
    done, _ = await asyncio.wait(waited, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
    moved.cancel()
    if not done:
        # The request that follows refuses a token that was revoked meanwhile.
        writer.write(b": still here\n\n")
    return not gone.done()


def _json(document: Document) -> str:
    return json.dumps(document, separators=(",", ":"))


async def serve(streams: Streams, address: str, ended: asyncio.Event) -> None:
    """Listen until the event is set."""
    if address.startswith(UNIX):
        os.umask(0o007)
        with suppress(FileNotFoundError):
            os.unlink(address.removeprefix(UNIX))  # noqa: PTH108 - a stale socket of a stopped process
        listening = await asyncio.start_unix_server(streams.met, address.removeprefix(UNIX), limit=LONGEST_HEAD)
    else:
        host, _, port = address.rpartition(":")
        # During a restart, the old and the new service listen at the same port for a moment.
        listening = await asyncio.start_server(
            streams.met, host.strip("[]"), int(port), limit=LONGEST_HEAD, reuse_port=True, backlog=1_024
        )
    looking = asyncio.ensure_future(streams.look())
    await ended.wait()
    looking.cancel()
    listening.close()


def run(settings: Settings, without: Iterable[int] = (0,)) -> None:
    """Stream until the service ends, which closes these files of this process."""
    unlimited = replace(settings, rate_token=UNLIMITED, rate_address=UNLIMITED, rate_storage="memory://")
    store = Store.open(settings.database, pool=ASKERS + 1, secret=settings.secret)

    async def until_the_end() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        for one in without:
            loop.add_reader(one, ended.set)
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, ended.set)
        streams = Streams(
            create_app(unlimited, store, log=cast("TextIO", OnlyFaults())), store, settings.stream_viewers
        )
        await serve(streams, settings.stream, ended)

    try:
        asyncio.run(until_the_end())
    except OSError as wrong:
        sys.stderr.write(f"Nothing can be streamed at {settings.stream}: {wrong.strerror or wrong}.\n")
        os._exit(1)
    store.close()
    # Threads with unfinished requests need not be waited for, because no client is left.
    os._exit(0)
