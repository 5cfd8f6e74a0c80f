"""Wait for new events of a live game: by a stream if the server has one, else by polling."""

from __future__ import annotations

from http.client import HTTPException, HTTPResponse

from cli.remote import client
from cli.remote.client import Client
from cli.remote.connection import API, Wire
from cli.remote.errors import RemoteFault

STREAM, GOOD = "text/event-stream", 200
# A line of a stream that begins like this means a new event or the end. All others keep the connection open.
RINGS = (b"data:", b"event:")


class GameNotifications:
    """Waits for new events of one game on one server."""

    def __init__(self, asking: Client, path: str, every: float) -> None:
        self.asking, self.path, self.every = asking, path, every
        self.wire = Wire(asking.who.server)
        self._stream: HTTPResponse | None = None
        # Whether the server has refused to stream. It is not asked again.
        self._silent = False

    def wait(self, seq: int) -> None:
        """Wait until an event after this one exists, or the polling interval has passed."""
        if self._stream is None and not self._silent:
            self._stream = self._open_stream(seq)
        if self._stream is None or not self._wait_for_line(self._stream):
            client.pause(self.every)

    def _open_stream(self, seq: int) -> HTTPResponse | None:
        sent = {"Authorization": f"Bearer {self.asking.who.token}", "Accept": STREAM, "Last-Event-ID": str(seq)}
        try:
            reply = self.wire.open_stream(f"{API}/stream{self.path}", sent)
        except (RemoteFault, OSError, HTTPException):
            self.wire.close()
            return None
        if reply.status == GOOD and reply.headers.get_content_type() == STREAM:
            return reply
        self._silent = True
        self.wire.close()
        return None

    def _wait_for_line(self, stream: HTTPResponse) -> bool:
        try:
            while line := stream.readline():
                if line.startswith(RINGS):
                    return True
        except (OSError, HTTPException):
            pass
        # The stream broke or ended. The next wait opens another one after the last known event.
        self._stream = None
        self.wire.close()
        return False
