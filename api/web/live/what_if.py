"""What if: from any step of a log one plays on, and every line is judged; nothing of it is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import Response, redirect, request

from api.http.responses import ONCE, answer
from api.service import service
from api.web.base import session
from api.web.base.rendering import page, room
from api.web.game.severity import worst
from api.web.game.view_options import Look, look, step
from api.web.live.table_page import LONGEST_LINE, LinePlayed, read_line, sent_line, state_of, told
from api.web.logs.shelf import opened
from audit.live import CORRECTIONS, Patience, advance, begin, fold
from audit.model.step import spelled
from engine.kernel.log import Fault

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.browse.viewer import LogViewer
    from audit.live import LiveState

MOST_LINES = 60


@dataclass(slots=True)
class PlayedOn:
    """A game as it would have gone on."""

    live_state: LiveState
    played: list[LinePlayed] = field(default_factory=list)
    # The line at which it broke off, which cannot be read, and why.
    refused: str = ""
    fault: Fault | None = None


def tried(log: LogViewer, place: int, lines: list[str], look_: Look) -> PlayedOn:
    """Play lines on from a place of a log."""
    game = log.prepared.game
    live = begin(msgspec.json.encode(log.prepared.header), service().games, look_.asked.packs)
    events = [event for _, event in log.entries[:place] if type(event) in game.vocabulary.by_class]
    trial = PlayedOn(fold(live, [event for event in events if type(event) not in CORRECTIONS]))
    # One for all lines: each alone may take as long as anybody should wait.
    patience = Patience()
    for line in lines:
        event = read_line(live, line)
        if isinstance(event, Fault):
            trial.refused, trial.fault = line, event
            break
        if type(event) in CORRECTIONS:
            trial.refused, trial.fault = line, Fault("Here only what happens is tried, no correction.")
            break
        trial.live_state, (said,) = advance(trial.live_state, [event], patience=patience)
        found = said.findings
        trial.played.append(LinePlayed(said.seq, spelled(game, event), told(live, found), worst(found)))
    return trial


@room.get("/logs/<sha256>/if")
def what_if(sha256: str) -> AnyResponse:
    """Play on from a step of a log."""
    session.admit("read_legal")
    chosen = look()
    log = opened(sha256, chosen.asked)
    place, lines = min(step(), log.reached), _lines()
    if sent := sent_line():
        return redirect(_address(chosen, place, [*lines, sent][:MOST_LINES]), 303)
    trial = tried(log, place, lines, chosen)
    before = lines[:-1] if trial.fault is None else [one.text for one in trial.played]
    return page(
        "trying.html",
        heading=f"What if? {log.prepared.game.title}",
        place=place,
        at=log.seq_at(place),
        after=log.spelled(log.entries[place - 1][1]) if place else "the start",
        back=f"/logs/{sha256}/view{chosen.link(place)}",
        look=chosen,
        lines=[one.text for one in trial.played],
        undo=_address(chosen, place, before) if lines else "",
        trial=trial,
        **state_of(trial.live_state),
    )


@room.get("/logs/<sha256>/if.json")
def what_if_document(sha256: str) -> Response:
    """Tell the same to a program."""
    session.admit("read_legal")
    chosen = look()
    log = opened(sha256, chosen.asked)
    trial = tried(log, min(step(), log.reached), _lines(), chosen)
    state = state_of(trial.live_state)
    document = {
        "played": [{"seq": one.seq, "text": one.text, "findings": one.found} for one in trial.played],
        "refused": None if trial.fault is None else {"line": trial.refused, "says": trial.fault.says},
        "choices": state["choices"].document(),
    }
    return answer(document, keep=ONCE)


def _lines() -> list[str]:
    return [line.strip()[:LONGEST_LINE] for line in request.args.getlist("line")[:MOST_LINES] if line.strip()]


def _address(chosen: Look, place: int, lines: list[str]) -> str:
    played = urlencode([("line", line) for line in lines])
    return f"{request.path}{chosen.link(place)}&{played}".rstrip("&")
