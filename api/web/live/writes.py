"""Write to a live game from a page. The form's key and state make each write happen once and in order."""

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
    """Make the idempotency key of a form: pressing its button twice sends it once."""
    return secrets.token_hex(16)


def read_form_key() -> Key:
    """Read the key of a form, with a digest of its fields."""
    said = request.form.get("key", "")
    if not A_KEY.fullmatch(said):
        says = "The form has lost its key. Open the page again."
        raise Problem("no-key", says, [{"parameter": "key", "says": says}])
    sent = sorted((name, value) for name, value in request.form.items(multi=True))
    digest = hashlib.sha256(repr((request.path, sent)).encode(errors="replace")).hexdigest()
    return Key(get_token().id, said, digest)


def append_form_events(live: str, read: Read, *, closing: bool = False) -> FirstAnswer:
    """Record the events of a form, once, if the game is still in the state that the page showed."""
    return append_once(live, read, read_form_key(), check_shown_state, closing=closing)


def check_shown_state(row: RecordHead) -> tuple[int, str]:
    """Return the state that the page was made with. Raises `Stale` if the state has changed."""
    return check_state(row, f'"{request.form.get("match", "")}"')


def make_shown_state(row: GameRow) -> str:
    """Write the state of a game into a page."""
    return make_etag(row.seq, row.head)
