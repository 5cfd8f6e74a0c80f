"""The page of the shelf, with its JSON version, and the upload of a log that is dropped on it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, get_args
from urllib.parse import urlencode

from flask import Response, redirect, request

from api import policy
from api.http.responses import ONCE, answer_json
from api.logs import uploads
from api.web.base import session
from api.web.base.rendering import read_argument, render_page
from api.web.docs_pages import greet_visitor
from api.web.logs.shelf import ShelfQuery, list_live_rows, list_shelf_rows
from audit.model.document import Verdict
from audit.model.labels import name_verdict

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from engine.kernel.basics.json_types import Document


def show_shelf() -> AnyResponse:
    """Show the shelf, or the start page without a session. A visitor bound to one game is redirected to it."""
    guest = session.get_guest()
    if guest is None:
        return greet_visitor()
    return _render_shelf() if guest.game is None else redirect(f"/live/{guest.game}", 303)


def show_shelf_json() -> Response:
    """Return the shelf as JSON."""
    document = _gather_shelf()
    return answer_json({**document, "rows": [asdict(row) for row in document["rows"]]}, keep=ONCE)


def _render_shelf() -> Response:
    document = _gather_shelf()
    may_upload = policy.may_call(session.admit_visitor("list_logs").role, "upload_log")
    shown = {"may_upload": may_upload, "may_record": session.may_ask("create_live_game")}
    verdicts = [(one, name_verdict(one)) for one in get_args(Verdict)]
    return render_page("shelf.html", heading="Logs", verdicts=verdicts, **shown, **document)


def _gather_shelf() -> Document:
    session.admit_visitor("list_logs")
    wanted = ShelfQuery(*(read_argument(name) for name in ShelfQuery._fields))
    found = list_shelf_rows(wanted, read_argument("after") or None)
    query = {**wanted._asdict(), "after": found.after}
    more = f"/?{urlencode({name: said for name, said in query.items() if said})}" if found.after else ""
    live = [] if read_argument("after") else list_live_rows(wanted)
    return {**wanted._asdict(), "rows": found.rows, "more": more, "looked_at": found.looked_at, "games_live": live}


def save_dropped_log() -> AnyResponse:
    """Store a log that was dropped on the shelf, and show it."""
    session.refuse_foreign_request()
    session.admit_visitor("upload_log")
    sent = request.files.get("log")
    kept = uploads.save_upload(sent.read() if sent else b"", uploads.LOG)
    return redirect(f"/logs/{kept.sha256}/view", 303)
