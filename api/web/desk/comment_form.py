"""Comments on a log or a live game: remarks about one event, written into the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, request

from api.live.append import check_recorder_events, parse_events
from api.logs import uploads
from api.problems import Problem
from api.web.base import session
from api.web.desk.ruling_preview import append_correction
from api.web.live.writes import append_form_events
from api.web.logs.shelf import open_stored_log
from engine.kernel.events import Note

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

LONGEST, LONGEST_WHO = 300, 80


def make_note(seq: str, text: str, who: str) -> Note:
    """Make the note for a remark about an event. Raises `Problem` if the text or the name is missing."""
    text, who = " ".join(text.split())[:LONGEST], " ".join(who.split())[:LONGEST_WHO]
    if not text or not who:
        raise Problem("invalid", "Enter the comment and its author: both become part of the record.")
    return Note(text=f"event {seq}: {text}" if _parse_number(seq) else text, who=who)


def _parse_number(said: str) -> int:
    return int(said) if said.isdecimal() and said.isascii() and len(said) < len("1000000") else 0


def comment_on_log(sha256: str) -> AnyResponse:
    """Store a copy of a log with a remark appended. The uploaded log does not change."""
    session.refuse_foreign_request()
    session.admit_visitor("upload_log")
    log, form = open_stored_log(sha256), request.form
    said = make_note(form.get("at", ""), form.get("text", ""), form.get("who", ""))
    kept = uploads.save_upload(append_correction(log, uploads.read_upload(sha256, uploads.LOG), said), uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view?step={_parse_number(form.get('step', ''))}", 303)


def comment_on_game(live: str) -> AnyResponse:
    """Record a remark in a live game. A player speaks for their seat."""
    session.refuse_foreign_request()
    token, form = session.admit_visitor("append_events", live), request.form
    said = make_note(form.get("at", ""), form.get("text", ""), token.seat or form.get("who", ""))
    written = {"do": "note", "text": said.text, "who": said.who}
    append_form_events(live, lambda game, after: check_recorder_events(parse_events(game, [written], after)))
    return redirect(f"/live/{live}", 303)
