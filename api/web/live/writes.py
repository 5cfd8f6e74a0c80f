"""Writing to a live game from a page: with the key and the state that the page was made with, once and in order."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING

from flask import request

from api.http.etags import Standing, matching, state
from api.live.append import recorded_once
from api.problems import Problem
from api.service import bearer
from audit.store import Key

if TYPE_CHECKING:
    from api.live.append import Read
    from audit.store import FirstAnswer, GameRow

A_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")


def new_key() -> str:
    """Make up the key of a form, under which it is sent once, however often its button is pressed."""
    return secrets.token_hex(16)


def key_sent() -> Key:
    """Read the key of a form, and what it was sent with."""
    said = request.form.get("key", "")
    if not A_KEY.fullmatch(said):
        says = "The form has lost its key. Open the page again."
        raise Problem("no-key", says, [{"parameter": "key", "says": says}])
    sent = sorted((name, value) for name, value in request.form.items(multi=True))
    digest = hashlib.sha256(repr((request.path, sent)).encode(errors="replace")).hexdigest()
    return Key(bearer().id, said, digest)


def append(live: str, read: Read, *, closing: bool = False) -> FirstAnswer:
    """Record what a form says, once, if the game still stands as the page showed it."""
    return recorded_once(live, read, key_sent(), as_shown, closing=closing)


def as_shown(row: Standing) -> tuple[int, str]:
    """Take the state that the page was made with; raises `Stale` where it is another by now."""
    return matching(row, f'"{request.form.get("match", "")}"')


def state_shown(row: GameRow) -> str:
    """Name the state of a game, for a page to build on."""
    return state(row.seq, row.head)
