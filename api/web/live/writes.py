"""Writing to a live game from a page: with the key and the state that the page was made with, once and in order."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING

from flask import request

from api.http.etags import RecordHead, check_state, make_etag
from api.live.append import append_once
from api.problems import Problem
from api.service import get_token
from audit.store import Key

if TYPE_CHECKING:
    from api.live.append import Read
    from audit.store import FirstAnswer, GameRow

A_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")


def make_form_key() -> str:
    """Make up the key of a form, under which it is sent once, however often its button is pressed."""
    return secrets.token_hex(16)


def read_form_key() -> Key:
    """Read the key of a form, and what it was sent with."""
    said = request.form.get("key", "")
    if not A_KEY.fullmatch(said):
        says = "The form has lost its key. Open the page again."
        raise Problem("no-key", says, [{"parameter": "key", "says": says}])
    sent = sorted((name, value) for name, value in request.form.items(multi=True))
    digest = hashlib.sha256(repr((request.path, sent)).encode(errors="replace")).hexdigest()
    return Key(get_token().id, said, digest)


def append_form_events(live: str, read: Read, *, closing: bool = False) -> FirstAnswer:
    """Record what a form says, once, if the game still stands as the page showed it."""
    return append_once(live, read, read_form_key(), check_shown_state, closing=closing)


def check_shown_state(row: RecordHead) -> tuple[int, str]:
    """Take the state that the page was made with; raises `Stale` where it is another by now."""
    return check_state(row, f'"{request.form.get("match", "")}"')


def make_shown_state(row: GameRow) -> str:
    """Name the state of a game, for a page to build on."""
    return make_etag(row.seq, row.head)
