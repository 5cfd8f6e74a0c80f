"""Publish the heads of all games and uploads to a file or an address, so that later tampering shows."""

from __future__ import annotations

import os
from base64 import b64encode
from http.client import HTTPException
from io import FileIO
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from audit.store import Store, StoreError

PATIENCE = 10
DONE = "heads"


class HeadsNotSavedError(Exception):
    """Publishing the heads failed; the message says why."""


class _NoRedirects(HTTPRedirectHandler):
    """Does not follow redirects."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Treat a redirect as a refusal."""


class HeadPublisher:
    """Publishes the heads that are new since the last run: appends them to a file, or posts them to an address."""

    def __init__(self, store: Store, place: str) -> None:
        """Read the lines that the file already has, so that they are not written again."""
        self._store, self._place = store, place
        self._known = _read_lines(Path(place)) if not _is_address(place) else set[str]()

    def publish_heads(self) -> int:
        """Publish the new heads, record the success, and return the number of lines. Raises HeadsNotSavedError."""
        try:
            new = [line for line in self._store.write_head_lines() if line not in self._known]
            if new:
                text = "".join(f"{line}\n" for line in new).encode()
                (_send_to_address if _is_address(self._place) else _append_to_file)(self._place, text)
            self._known.update(new)
            self._store.note_upkeep(DONE)
        except (OSError, StoreError, HTTPException, ValueError) as wrong:
            raise HeadsNotSavedError(str(wrong) or type(wrong).__name__) from wrong
        return len(new)


def refuse_place(place: str) -> None:
    """Refuse a place that is neither an address nor a writable file. Raises HeadsNotSavedError."""
    try:
        if _is_address(place):
            named = urlsplit(place).hostname is not None and urlsplit(place).port != 0
        else:
            _read_lines(Path(place))
            named = Path(place).parent.is_dir()
    except (OSError, ValueError) as wrong:
        raise HeadsNotSavedError(str(wrong)) from wrong
    if not named:
        raise HeadsNotSavedError("there is no such host or folder")


def _is_address(place: str) -> bool:
    return place.startswith(("http://", "https://"))


def _read_lines(file: Path) -> set[str]:
    return set(file.read_text().splitlines()) if file.exists() else set()


def _append_to_file(place: str, text: bytes) -> None:
    """Append to a file that only its owner may read, and sync it to disk."""
    opened = os.open(place, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with FileIO(opened, "a") as file:
        # If a full disk cut the last line short, start a new line.
        length = os.fstat(opened).st_size
        left = memoryview(b"\n" + text if length and os.pread(opened, 1, length - 1) != b"\n" else text)
        while left:
            left = left[file.write(left) :]
        os.fsync(opened)


def _send_to_address(place: str, text: bytes) -> None:
    """Post the lines. Raises OSError if the server refuses them."""
    parts = urlsplit(place)
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    if parts.username is not None:
        who = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Authorization"] = f"Basic {b64encode(who.encode()).decode()}"
    address = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    asked = Request(address, text, headers)  # noqa: S310 - the setting allows http and https only
    try:
        with build_opener(_NoRedirects).open(asked, timeout=PATIENCE):
            pass
    except HTTPError as refused:
        refused.close()
        raise OSError(f"{parts.hostname} answers {refused.code}.") from None
    except URLError as wrong:
        raise OSError(f"{parts.hostname} does not answer: {wrong.reason}.") from None
