"""The page on which a live game is recorded: whose turn it is, what may be done, what was written, and undoing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import Response, redirect, request

from api import policy
from api.http.responses import JSON, ONCE, answer
from api.live.append import decoded, ordinary
from api.live.games import row_of, view
from api.problems import Problem
from api.service import bearer, service
from api.web.base import session
from api.web.base.rendering import page, room
from api.web.game.severity import worst
from api.web.live.seats import agreed, result_of
from api.web.live.table_page import LinePlayed, read_line, sent_line, state_of, told
from api.web.live.writes import append, new_key, state_shown
from audit.model.document import Finding
from engine.kernel.events import Record, Retract
from engine.kernel.log import Fault

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.live import Live, View
    from audit.store import FirstAnswer, GameRow
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

# So many of the last lines stand on the page.
LAST = 14
TAKEN_BACK, SCORER = "taken back at once", "the recorder"


@room.get("/live/<live>")
def record(live: str) -> Response:
    """Show a live game to whoever records it, or looks on."""
    session.admit("read_live_game", live)
    row = row_of(live)
    seen = view(row)
    over = seen.live_state.live.game.flow[seen.book.table.phase].over
    return page(
        "recorder.html",
        heading=f"{seen.live_state.live.game.title}, live",
        live=live,
        row=row,
        state=state_shown(row),
        key=new_key(),
        may_record=not row.closed and session.may("append_events"),
        may_rule=not row.closed and session.may("correct_events"),
        may_close=not row.closed and session.may("close_live_game"),
        may_dispute=session.may("read_live_case"),
        may_seat=not row.closed and session.may("issue_token"),
        may_keep=seen.live_state.seq > 0 and session.may("read_live_log") and session.may("upload_log"),
        undo=_undoable(row, seen),
        played=_last_lines(seen),
        seat=seen.seat,
        over=over,
        result=result_of(seen) if over else {},
        agreed=agreed(seen) if over else [],
        **state_of(seen.live_state, seen.seat),
    )


@room.get("/live/<live>.json")
def record_document(live: str) -> Response:
    """Tell a program, or the page itself, how the game stands."""
    session.admit("read_live_game", live)
    row = row_of(live)
    seen = view(row)
    stands = state_of(seen.live_state, seen.seat)
    lines = [{"seq": one.seq, "text": one.text, "findings": one.found} for one in _last_lines(seen)]
    document = {"state": state_shown(row), "seq": row.seq, "closed": row.closed, "lines": lines}
    return answer({**document, "choices": stands["choices"].document()}, keep=ONCE)


@room.post("/live/<live>/lines")
def write(live: str) -> AnyResponse:
    """Record one line, legal or not."""
    session.own_request()
    session.admit("append_events", live)
    line = sent_line()
    return _written(live, append(live, lambda game, after: ordinary(decoded(game, [_read(game, line)], after))))


@room.post("/live/<live>/undo")
def undo(live: str) -> AnyResponse:
    """Take the last line back, by whoever wrote it, or by a judge: it stays in the record, and counts no more."""
    session.own_request()
    session.admit("append_events", live)
    return _written(live, append(live, lambda _game, _after: [_taken_back(row_of(live))]))


def _written(live: str, kept: FirstAnswer) -> AnyResponse:
    if request.accept_mimetypes.best != JSON:
        return redirect(f"/live/{live}", 303)
    said = msgspec.json.decode(kept.answer)
    return answer({"state": f"{said['seq']}-{said['head']}", "answers": said["answers"]}, 201, keep=ONCE)


def _read(game: Live, line: str) -> Document:
    """Read what was tapped or typed; a line that cannot be read is refused in words, and nothing is recorded."""
    event = read_line(game, line) if line else Fault("Nothing was written.", "Tap a line, or type one.")
    if isinstance(event, Fault):
        raise Problem("unreadable-event", event.says, [{"pointer": "/line", "says": event.says, "hint": event.hint}])
    document: Document = msgspec.to_builtins(event)
    return document


def _taken_back(row: GameRow) -> Event:
    seq = _undoable(row, view(row))
    if not seq:
        says = "Only whoever wrote the last line takes it back at once; all else a judge corrects."
        raise Problem("not-allowed", says)
    return Retract(at=seq, who=bearer().seat or SCORER, why=TAKEN_BACK)


def _undoable(row: GameRow, seen: View) -> int:
    """Find the last line that counts, if it may be taken back by whoever looks; 0 if there is none."""
    entries = seen.live_state.adjudicated.entries
    seq = next((seq for seq, event in reversed(entries) if not isinstance(event, Record)), 0)
    if not seq or row.closed or not policy.reaches(bearer().role, "append_events"):
        return 0
    written_by = service().store.events(row.club, row.id, after=seq - 1, limit=1)[0].recorded_by
    return seq if written_by == bearer().id or session.may("correct_events") else 0


def _last_lines(seen: View) -> list[LinePlayed]:
    count = seen.live_state.seq
    by_seq: dict[int | None, list[Finding]] = {}
    for finding in seen.findings():
        by_seq.setdefault(finding.seq, []).append(finding)
    lines = []
    for event in seen.events(max(0, count - LAST)):
        found = by_seq.get(event["seq"], [])
        lines.append(LinePlayed(event["seq"], event["text"], told(seen.live_state.live, found), worst(found)))
    return lines
