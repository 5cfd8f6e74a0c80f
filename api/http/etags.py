"""The state of a live game as a client names it: `"<seq>-<head>"`, which is its ETag and goes into If-Match."""

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
    """What is recorded event by event, as far as it has come: a live game, or corrections beside a log."""

    @property
    def seq(self) -> int:
        """The number of its last event."""

    @property
    def head(self) -> str:
        """The hash of that event."""


def mask_head(head: str) -> str:
    """Spell a head for this client.

    A head is a hash over every event, and hidden cards are few enough to try them all: a token that is bound to a
    seat is given another name for it, which only this service can make.
    """
    if get_token().seat is None:
        return head
    return hmac.new(str(get_service().signer.secret_key).encode(), head.encode(), hashlib.sha256).hexdigest()


def make_etag(seq: int, head: str) -> str:
    """Spell a state as an ETag, without the quotes."""
    return f"{seq}-{mask_head(head)}"


def check_if_match(row: RecordHead) -> tuple[int, str]:
    """Read If-Match, and refuse a request that builds on another state than the game is in."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem("no-precondition", errors=[{"header": "If-Match", "says": "It is missing."}])
    return check_state(row, header.strip())


def check_state(row: RecordHead, said: str) -> tuple[int, str]:
    """Read the state of a game as a client names it, and refuse another than it is in."""
    found = _STATE.fullmatch(said)
    if found is None:
        raise Problem(
            "bad-precondition", errors=[{"header": "If-Match", "says": "It is not written like an ETag of a game."}]
        )
    if int(found[1]) != row.seq or not hmac.compare_digest(found[2], mask_head(row.head)):
        raise Stale(row.seq, row.head)
    return row.seq, row.head
