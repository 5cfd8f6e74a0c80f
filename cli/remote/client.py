"""Send requests to a server for an account, retry where that is safe, and explain refusals."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import TypeVar
from urllib.parse import urlencode

import click
import msgspec

from audit.model.document import ENGINE
from cli import output
from cli.remote.account import Account, load_account
from cli.remote.connection import API, Reply, Wire
from cli.remote.errors import (
    CutError,
    NobodyThereError,
    RefusedError,
    RemoteFault,
    SilentError,
    make_refusal,
    make_stranger_error,
)

JSON, NDJSON, BYTES = "application/json", "application/x-ndjson", "application/octet-stream"
Query = Sequence[tuple[str, str]]
Headers = Mapping[str, str]
NONE: Headers = MappingProxyType({})
Told = TypeVar("Told")
# The first retry is immediate, because the server may have closed an idle connection.
WAITS = (0.0, 0.5, 1.0, 2.0)
PATIENT = (*WAITS, 4.0, 8.0, 8.0, 8.0)
# Statuses after which a retry makes sense, and the most seconds to wait in all.
LATER = frozenset({429, 502, 503, 504})
MOST_SECONDS = 60.0
NOT_CHANGED, MOVED, WRONG = 304, 300, 400
ABSENT = "not-found"


def pause(seconds: float) -> None:
    """Wait. Tests replace this."""
    time.sleep(seconds)


class Client:
    """Sends requests that are safe to repeat: reads, uploads named by content, and appends with a key."""

    def __init__(self, who: Account, *, patient: bool = False) -> None:
        self.who, self.patient = who, patient
        self.wire = Wire(who.server)
        self._answered = False
        command = click.get_current_context(silent=True)
        if command is not None:
            command.call_on_close(self.wire.close)

    def get(
        self, path: str, query: Query = (), *, accept: str = JSON, absent: str = "", headers: Headers = NONE
    ) -> Reply:
        """Fetch something. `absent` is the message if it does not exist."""
        return self.ask("GET", path, query, None, {"Accept": accept, **headers}, absent)

    def post(  # noqa: PLR0913 - all parts of a request
        self,
        path: str,
        body: bytes,
        query: Query = (),
        *,
        kind: str = JSON,
        accept: str = JSON,
        absent: str = "",
        headers: Headers = NONE,
    ) -> Reply:
        """Send a body of some type."""
        return self.ask("POST", path, query, body, {"Content-Type": kind, "Accept": accept, **headers}, absent)

    def get_json(self, path: str, as_: type[Told], query: Query = (), *, absent: str = "") -> Told:
        """Fetch something as JSON."""
        return self.read(self.get(path, query, absent=absent, accept=JSON), as_)

    def get_list(self, path: str, as_: type[Told], query: Query = (), *, absent: str = "") -> Iterator[Told]:
        """Fetch a whole list. The last line shows that it is complete."""
        reply = self.get(path, query, absent=absent, accept=NDJSON)
        self._require_type(reply, NDJSON)
        *lines, last = reply.body.splitlines() or [b""]
        if last != msgspec.json.encode({"end": True, "count": len(lines)}):
            raise CutError("The server broke off in the middle of a list.", "Try again.")
        return (self._decode_json(line, as_, reply) for line in lines)

    def read(self, reply: Reply, as_: type[Told]) -> Told:
        """Decode the JSON of an answer."""
        self._require_type(reply, JSON)
        return self._decode_json(reply.body, as_, reply)

    def ask(
        self, method: str, path: str, query: Query, body: bytes | None, headers: Headers, absent: str = ""
    ) -> Reply:
        """Send a request until there is an answer, or a retry makes no sense."""
        ours = f"deadreckon/{ENGINE.version}"
        whole = {**headers, "Authorization": f"Bearer {self.who.token}", "User-Agent": ours}
        target = f"{API}{path}" + (f"?{urlencode(query)}" if query else "")
        reply = self._send_with_retries(method, target, whole, body)
        if reply.status < MOVED or reply.status == NOT_CHANGED:
            return reply
        raise self._make_refusal(reply, absent)

    def _send_with_retries(self, method: str, target: str, headers: Headers, body: bytes | None) -> Reply:
        waited = 0.0
        for wait in (*(PATIENT if self.patient else WAITS), None):
            try:
                reply = self.wire.ask(method, target, headers, body)
                self._answered = True
            except (CutError, NobodyThereError) as wrong:
                if wait is None or not self._may_retry(wrong):
                    raise
                pause(wait)
                continue
            wished = self._read_wait(reply, wait)
            if wait is None or wished is None or waited + wished > MOST_SECONDS:
                return reply
            waited += wished
            self._wait(reply, wished)
        raise AssertionError("the last try neither gave an answer nor failed")

    def _may_retry(self, wrong: RemoteFault) -> bool:
        """Say whether a retry makes sense. A mistyped address will not start to answer."""
        if isinstance(wrong, NobodyThereError):
            return self.patient and self._answered
        return self.patient or not isinstance(wrong, SilentError)

    def _read_wait(self, reply: Reply, usual: float | None) -> float | None:
        """Return how long to wait before a retry, or None if the answer is final."""
        busy = reply.status == 409 and b'"key-busy"' in reply.body  # noqa: PLR2004 - HTTP status Conflict
        if reply.status not in LATER and not busy:
            return None
        return max(0.0, _parse_retry_after(reply.headers.get("Retry-After", ""), usual or 0.0))

    def _wait(self, reply: Reply, seconds: float) -> None:
        if seconds >= 1:
            notice = f"The server is busy ({reply.status}); trying again in {seconds:.0f} seconds."
            output.tell(output.paint(notice, "quiet"))
        pause(seconds)

    def _make_refusal(self, reply: Reply, absent: str) -> RemoteFault:
        url = self.who.server.url
        if reply.status < WRONG:
            there = reply.headers.get("Location", "elsewhere")
            return RemoteFault(
                f"The server at {url} redirects to {there}.",
                "Log in there if you trust it; the token was not sent there.",
            )
        wrong = make_refusal(reply.status, reply.kind, reply.body, url)
        if (
            reply.status in LATER
            and (after := _parse_retry_after(reply.headers.get("Retry-After", ""), 0)) > MOST_SECONDS
        ):
            wrong.hints = (*wrong.hints, f"It asks to try again in {after:.0f} seconds.")
        if absent and isinstance(wrong, RefusedError) and wrong.problem == ABSENT:
            return RemoteFault(absent)
        if reply.status in LATER and not isinstance(wrong, RefusedError):
            return RemoteFault(f"The server at {url} is not available ({reply.status}).", "Try again later.")
        return wrong

    def _require_type(self, reply: Reply, kind: str) -> None:
        if reply.kind != kind:
            raise make_stranger_error(self.who.server.url, reply.status, reply.kind)

    def _decode_json(self, raw: bytes, as_: type[Told], reply: Reply) -> Told:
        try:
            return msgspec.json.decode(raw, type=as_)
        except (msgspec.DecodeError, RecursionError):
            raise make_stranger_error(self.who.server.url, reply.status, reply.kind) from None


def _parse_retry_after(header: str, usual: float) -> float:
    """Parse Retry-After: seconds, or a date."""
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return parsedate_to_datetime(header).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return usual


def connect_to_account(*, patient: bool = False) -> Client:
    """Make a client for the stored or configured account."""
    return Client(load_account(), patient=patient)
