"""A live game followed from the command line: over a stream at once, and by polling where there is none."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

import pytest

from audit.store import Role, Store
from cli.remote import client
from tests.support.command_line import asked
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import served
from tests.support.servers.http_servers import listening
from tests.support.servers.remote_server import SERVER, TOKEN
from tests.support.servers.stream_followers import PATIENCE, streams

pytestmark = pytest.mark.usefixtures("nobody_logged_in")
HEADER = "game: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew\n"
STREAMED = "/api/v1/stream/"


class InFront:
    """A proxy in front of both, with a thread for each request; it forwards a stream as it arrives."""

    def __init__(self, app: Any, port: int) -> None:
        self.app, self.port, self.streams = app, port, 0

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        """Forward a request."""
        if not environ["PATH_INFO"].startswith(STREAMED):
            found: Iterable[bytes] = self.app(environ, start)
            return found
        self.streams += 1
        sent = {"Authorization": environ["HTTP_AUTHORIZATION"], "Last-Event-ID": environ["HTTP_LAST_EVENT_ID"]}
        answer = urlopen(Request(f"http://127.0.0.1:{self.port}{environ['PATH_INFO']}", headers=sent))
        start("200 OK", [("Content-Type", answer.headers["Content-Type"])])
        return iter(answer.readline, b"")


def record(admin: Asker, live: str, path: str, **body: Any) -> None:
    state = admin.get(f"/live-games/{live}").headers["ETag"]
    assert admin.written(f"/live-games/{live}/{path}", body, state).status_code == 201


class HeardOf:
    """The last event that the follower has received."""

    def __init__(self) -> None:
        self.seq, self.more = -1, threading.Condition()

    def up_to(self, seq: int) -> None:
        """Note a received event."""
        with self.more:
            self.seq = seq
            self.more.notify()

    def await_(self, seq: int) -> None:
        """Wait until an event has been received."""
        with self.more:
            self.more.wait_for(lambda: self.seq >= seq, PATIENCE)


@contextmanager
def playing(admin: Asker, live: str, heard: HeardOf) -> Iterator[None]:
    """Record one event after the other, each once the one before has been received."""

    def play() -> None:
        for number in range(3):
            heard.await_(number)
            record(admin, live, "events", events=[{"do": "note", "text": f"of {number}"}])
        heard.await_(3)
        record(admin, live, "closing")

    thread = threading.Thread(target=play)
    thread.start()
    yield
    thread.join()


def test_what_is_streamed_is_told_without_looking_now_and_then(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(sqlite_url) as store, streams(sqlite_url) as port:
        here = served(store)
        admin = here.asker()
        live = admin.written("/live-games", {"text": HEADER}).get_json()["id"]
        front = InFront(here.app.wsgi_app, port)
        monkeypatch.setattr(here.app, "wsgi_app", front)
        monkeypatch.setattr(client, "pause", lambda _: pytest.fail("It was looked now and then."))
        heard = HeardOf()
        from cli.commands.remote.watch import Follower  # noqa: PLC0415 - each command is imported when it runs

        catching_up = Follower.catch_up

        def caught_up(follower: Follower) -> None:
            catching_up(follower)
            heard.up_to(follower.seen)

        monkeypatch.setattr(Follower, "catch_up", caught_up)
        with listening(here.app) as url, playing(admin, live, heard):
            monkeypatch.setenv(SERVER, url)
            monkeypatch.setenv(TOKEN, here.asker(Role.VIEWER).token or "")
            result = asked("remote", "watch", live)
    assert result.exit_code == 0, result.output
    assert [line.split(maxsplit=1)[1] for line in result.stdout.splitlines()] == [
        f'record: note "of {number}"' for number in range(3)
    ]
    assert "The game is closed." in result.stderr
    assert front.streams == 1
