"""Late lines: a judge inserts a forgotten line where it belongs, with a name and a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, request

from api.problems import Problem
from api.web.base import session
from api.web.live.table_page import LONGEST_LINE, parse_line
from api.web.live.writes import append_form_events
from audit.model.step import spell_event
from engine.kernel.events import Insert
from engine.kernel.log import Fault

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.live import LiveSetup
    from engine.kernel.events import Event

LONGEST = 300


def insert_late_line(live: str) -> AnyResponse:
    """Insert a line after another one. The record shows that it came late."""
    session.refuse_foreign_request()
    session.admit_visitor("correct_events", live)
    append_form_events(live, lambda game, after: [_read_late_line(game, after)])
    return redirect(f"/live/{live}", 303)


def _read_late_line(game: LiveSetup, after: int) -> Event:
    form = request.form
    line, who, why = (" ".join(form.get(name, "").split()) for name in ("line", "who", "why"))
    behind = form.get("behind", "")
    if not (behind.isdecimal() and behind.isascii() and len(behind) < len("1000000") and int(behind) <= after):
        raise Problem("invalid", f"Enter the line that it follows: 0 to {after}.")
    if not who or not why:
        raise Problem("invalid", "Enter who adds it, and why: both become part of the record.")
    event = parse_line(game, line[:LONGEST_LINE]) if line else Fault("Nothing was recorded.")
    if isinstance(event, Fault):
        raise Problem("unreadable-event", event.says, [{"pointer": "/line", "says": event.says, "hint": event.hint}])
    return Insert(at=int(behind), line=spell_event(game.game, event), who=who[:LONGEST], why=why[:LONGEST])
