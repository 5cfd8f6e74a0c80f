"""Read one HTTP request from a socket's bytes, and detect when it is complete, too large or too slow."""

from __future__ import annotations

import io
import re
from typing import Literal

# gunicorn's limits: the length of a line, and the number of headers.
LONGEST_LINE, MOST_LINES = 8_190, 100
HEAD_SECONDS, BODY_SECONDS = 10.0, 10.0
# Bytes a second. A client that sends a body more slowly gets a timeout.
SLOWEST = 10_000
# The most bytes that chunk headers may add, and the most bytes of trailers.
WRAPPING = 65_536
_SIZE = re.compile(rb"[0-9A-Fa-f]{1,8}")
_WISH = re.compile(rb"(?<=\n)expect:[ \t]*100-continue[ \t]*\r?\n", re.IGNORECASE)
TOO_LONG_A_LINE, TOO_MANY_HEADERS, TOO_LARGE, NO_HEAD = 414, 431, 413, 400

Sort = Literal["none", "length", "chunked"]


class RequestReader:
    """The bytes of one request so far. `whole` is its end, `refused` the status of a refusal."""

    def __init__(self, now: float, patience: float, most: int) -> None:
        """Start to read. `patience` is the timeout for the first byte, `most` the largest body."""
        self.raw = bytearray()
        self.most = most
        self.whole: int | None = None
        self.refused: int | None = None
        self.expects = False
        self._begun = now
        self._first = now + patience
        self._head: int | None = None
        self._headed = now
        self._sort: Sort = "none"
        self._length = 0
        # The end of the counted lines, or the start of the next chunk.
        self._at = self._lines = 0

    @property
    def deadline(self) -> float:
        """Return the time by which more bytes must arrive."""
        if not self.raw:
            return self._first
        if self._head is None:
            return self._begun + HEAD_SECONDS
        return self._headed + BODY_SECONDS + (len(self.raw) - self._head) / SLOWEST

    @property
    def has_head(self) -> bool:
        """Say whether all headers are there."""
        return self._head is not None

    def without_expect(self, end: int) -> bytes:
        """Return the request up to `end` without its Expect header, because the body is here."""
        head = bytes(self.raw[: self._head or 0])
        return _WISH.sub(b"", head) + bytes(self.raw[len(head) : end])

    def take(self, more: bytes, now: float) -> None:
        """Add received bytes. Empty bytes mean that the client sends no more."""
        if not self.raw:
            self._begun = now
        self.raw += more
        if not more and self._head is None:
            # gunicorn would close the connection without an answer. This client may still read one.
            self.refused = NO_HEAD
        elif not more:
            # The parser will report what is missing.
            self.whole = len(self.raw)
        elif self._head is None:
            self._take_head(now)
        if self._head is not None and self.whole is None and self.refused is None:
            self._take_body()

    def _take_head(self, now: float) -> None:
        while (end := self.raw.find(b"\n", self._at)) >= 0:
            length = end - self._at
            self._at, self._lines = end + 1, self._lines + 1
            if not self._is_bearable(length):
                return
            if length <= 1 and self._lines == 1:
                self.refused = NO_HEAD
                return
            # Exactly as the parser finds the end. It would never answer a request whose end it does not find.
            if self.raw[end - 3 : end + 1] == b"\r\n\r\n":
                self._head, self._headed = self._at, now
                self._read_head()
                return
        self._is_bearable(len(self.raw) - self._at)

    def _is_bearable(self, length: int) -> bool:
        if length > LONGEST_LINE:
            self.refused = TOO_MANY_HEADERS if self._lines > 1 else TOO_LONG_A_LINE
        elif self._lines > MOST_LINES + 2:
            self.refused = TOO_MANY_HEADERS
        return self.refused is None

    def _read_head(self) -> None:
        """Find the length of the body. If the headers are contradictory, the parser refuses them later."""
        lines = bytes(self.raw[: self._head]).split(b"\n")
        fields = [line.partition(b":") for line in lines[1:]]
        named = [(name.lower(), value.strip().lower()) for name, _, value in fields]
        lengths = [value for name, value in named if name == b"content-length"]
        coded = [value for name, value in named if name == b"transfer-encoding"]
        self.expects = (b"expect", b"100-continue") in named
        if not lengths and coded == [b"chunked"]:
            self._sort = "chunked"
            self._at = self._head or 0
        elif len(lengths) == 1 and not coded and lengths[0].isdigit():
            self._sort = "length"
            self._length = int(lengths[0][:18])
            if self._length > self.most:
                self.refused = TOO_LARGE
        else:
            self.whole = self._head if lines[0].count(b" ") > 1 else len(self.raw)

    def _take_body(self) -> None:
        head = self._head or 0
        if self._sort == "length":
            self.whole = head + self._length if len(self.raw) >= head + self._length else None
            return
        if len(self.raw) - head > 2 * self.most + WRAPPING:
            self.refused = TOO_LARGE
            return
        self._take_chunks()

    def _take_chunks(self) -> None:
        while (end := self.raw.find(b"\n", self._at)) >= 0:
            size = _SIZE.match(bytes(self.raw[self._at : min(end, self._at + 8)]))
            if size is None:
                self.whole = len(self.raw)
                return
            if int(size[0], 16) == 0:
                self._take_trailers()
                return
            self._at = end + 1 + int(size[0], 16) + 2
        if 0 <= self._at < len(self.raw) - LONGEST_LINE:
            self.whole = len(self.raw)

    def _take_trailers(self) -> None:
        """Look for the end of the trailers. Each call scans them again, so their size is limited."""
        last = self.raw.find(b"\r\n\r\n", self._at, self._at + WRAPPING)
        if last >= 0:
            self.whole = last + 4
        elif len(self.raw) - self._at > WRAPPING:
            self.refused = TOO_MANY_HEADERS


class WholeRequest:
    """A complete request for the parser to read in pieces, because it copies its whole buffer for each chunk."""

    def __init__(self, raw: bytes) -> None:
        """Start at the first byte."""
        self._left = io.BytesIO(raw)

    def recv(self, size: int) -> bytes:
        """Read on, as from a socket."""
        return self._left.read(size)
