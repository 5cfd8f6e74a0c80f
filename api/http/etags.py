"""The state of a live game as an ETag and in If-Match: `"<seq>-<head>"`."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Protocol

from flask import request

from api.problems import Problem
from api.service import get_service, get_token
from audit.store import Stale

_STATE = re.compile(r'"(0|[1-9][0-9]{0,8})-([0-9a-f]{64})"')


class RecordHead(Protocol):
    """The last event of a record: a live game, or the corrections of a log."""

    @property
    def seq(self) -> int:
        """The number of the last event."""

    @property
    def head(self) -> str:
        """The hash of the last event."""


def mask_head(head: str) -> str:
    """Return the head as this client may see it.

    A head is a hash over every event. There are few enough hidden cards to try them all against it. A client whose
    token is bound to a seat therefore gets an HMAC of the head, which only this service can compute.
    """
    if get_token().seat is None:
        return head
    return hmac.new(str(get_service().signer.secret_key).encode(), head.encode(), hashlib.sha256).hexdigest()


def make_etag(seq: int, head: str) -> str:
    """Write a state as an ETag, without the quotes."""
    return f"{seq}-{mask_head(head)}"


def check_if_match(row: RecordHead) -> tuple[int, str]:
    """Parse If-Match, and refuse the request if the game has moved on from that state."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem("no-precondition", errors=[{"header": "If-Match", "says": "It is missing."}])
    return check_state(row, header.strip())


def check_state(row: RecordHead, said: str) -> tuple[int, str]:
    """Parse the state that a client names, and refuse it unless it is the current one."""
    found = _STATE.fullmatch(said)
    if found is None:
        raise Problem(
            "bad-precondition", errors=[{"header": "If-Match", "says": "It is not written like an ETag of a game."}]
        )
    if int(found[1]) != row.seq or not hmac.compare_digest(found[2], mask_head(row.head)):
        raise Stale(row.seq, row.head)
    return row.seq, row.head
