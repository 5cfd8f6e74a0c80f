"""The page that records a live game: whose turn it is, the legal moves, the last lines, and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import Response, redirect, request

from api import policy
from api.http.responses import JSON, ONCE, answer_json
from api.live.append import check_recorder_events, parse_events
from api.live.games import find_live_game, view_game
from api.problems import Problem
from api.service import get_service, get_token
from api.web.base import session
from api.web.base.rendering import render_page
from api.web.game.severity import find_worst
from api.web.live.seats import compute_live_result, list_agreeing_seats
from api.web.live.table_page import LinePlayed, describe_findings, describe_table, parse_line, read_sent_line
from api.web.live.writes import append_form_events, make_form_key, make_shown_state
from audit.model.findings import Finding
from engine.kernel.events import Record, Retract
from engine.kernel.log import Fault

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.live import LiveSetup, View
    from audit.store import FirstAnswer, GameRow
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

# The number of last lines on the page.
LAST = 14
TAKEN_BACK, SCORER = "taken back at once", "the recorder"


def show_recorder(live: str) -> Response:
    """Show a live game to a recorder or an onlooker."""
    session.admit_visitor("read_live_game", live)
    row = find_live_game(live)
    seen = view_game(row)
    over = seen.live_state.live.game.flow[seen.book.table.phase].over
    return render_page(
        "recorder.html",
        heading=f"{seen.live_state.live.game.title}, live",
        live=live,
        row=row,
        state=make_shown_state(row),
        key=make_form_key(),
        may_record=not row.closed and session.may_ask("append_events"),
        may_rule=not row.closed and session.may_ask("correct_events"),
        may_close=not row.closed and session.may_ask("close_live_game"),
        may_dispute=session.may_ask("read_live_case"),
        may_seat=not row.closed and session.may_ask("issue_token"),
        may_keep=seen.live_state.seq > 0 and session.may_ask("read_live_log") and session.may_ask("upload_log"),
        undo=_find_undoable_line(row, seen),
        played=_list_last_lines(seen),
        seat=seen.seat,
        over=over,
        result=compute_live_result(seen) if over else {},
        agreed=list_agreeing_seats(seen) if over else [],
        **describe_table(seen.live_state, seen.seat),
    )


def show_recorder_json(live: str) -> Response:
    """Return the state of the game as JSON, for programs and for the page's script."""
    session.admit_visitor("read_live_game", live)
    row = find_live_game(live)
    seen = view_game(row)
    stands = describe_table(seen.live_state, seen.seat)
    lines = [{"seq": one.seq, "text": one.text, "findings": one.found} for one in _list_last_lines(seen)]
    document = {"state": make_shown_state(row), "seq": row.seq, "closed": row.closed, "lines": lines}
    return answer_json({**document, "choices": stands["choices"].choices_document()}, keep=ONCE)


def record_line(live: str) -> AnyResponse:
    """Record one line, legal or not."""
    session.refuse_foreign_request()
    session.admit_visitor("append_events", live)
    line = read_sent_line()
    return _answer_write(
        live,
        append_form_events(
            live, lambda game, after: check_recorder_events(parse_events(game, [_parse_line(game, line)], after))
        ),
    )


def undo_line(live: str) -> AnyResponse:
    """Take the last line back. Its author and judges may do so; it stays in the record but no longer counts."""
    session.refuse_foreign_request()
    session.admit_visitor("append_events", live)
    return _answer_write(live, append_form_events(live, lambda _game, _after: [_make_retraction(find_live_game(live))]))


def _answer_write(live: str, kept: FirstAnswer) -> AnyResponse:
    if request.accept_mimetypes.best != JSON:
        return redirect(f"/live/{live}", 303)
    said = msgspec.json.decode(kept.answer)
    return answer_json({"state": f"{said['seq']}-{said['head']}", "answers": said["answers"]}, 201, keep=ONCE)


def _parse_line(game: LiveSetup, line: str) -> Document:
    """Parse a line that was tapped or typed. An unreadable line is refused, and nothing is recorded."""
    event = parse_line(game, line) if line else Fault("Nothing was recorded.", "Tap a line, or type one.")
    if isinstance(event, Fault):
        raise Problem("unreadable-event", event.says, [{"pointer": "/line", "says": event.says, "hint": event.hint}])
    document: Document = msgspec.to_builtins(event)
    return document


def _make_retraction(row: GameRow) -> Event:
    seq = _find_undoable_line(row, view_game(row))
    if not seq:
        says = "Only the author of the last line can take it back at once. A judge corrects everything else."
        raise Problem("not-allowed", says)
    return Retract(at=seq, who=get_token().seat or SCORER, why=TAKEN_BACK)


def _find_undoable_line(row: GameRow, seen: View) -> int:
    """Find the last line that counts, if the visitor may take it back. Return 0 otherwise."""
    entries = seen.live_state.adjudicated.entries
    seq = next((seq for seq, event in reversed(entries) if not isinstance(event, Record)), 0)
    if not seq or row.closed or not policy.may_call(get_token().role, "append_events"):
        return 0
    written_by = get_service().store.list_events(row.club, row.id, after=seq - 1, limit=1)[0].recorded_by
    return seq if written_by == get_token().id or session.may_ask("correct_events") else 0


def _list_last_lines(seen: View) -> list[LinePlayed]:
    count = seen.live_state.seq
    by_seq: dict[int | None, list[Finding]] = {}
    for finding in seen.findings():
        by_seq.setdefault(finding.seq, []).append(finding)
    lines = []
    for event in seen.event_documents(max(0, count - LAST)):
        found = by_seq.get(event["seq"], [])
        lines.append(
            LinePlayed(event["seq"], event["text"], describe_findings(seen.live_state.live, found), find_worst(found))
        )
    return lines
