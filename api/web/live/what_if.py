"""What if: play on from any step of a log. Every line is judged, and nothing is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import redirect, request

from api.service import get_service
from api.web.base import session
from api.web.base.rendering import render_page
from api.web.game.severity import find_worst
from api.web.game.view_options import ViewOptions, read_step_number, read_view_options
from api.web.live.table_page import (
    LONGEST_LINE,
    LinePlayed,
    describe_findings,
    describe_table,
    parse_line,
    read_sent_line,
)
from api.web.logs.shelf import open_stored_log
from audit.live import CORRECTIONS, WorkBudget, advance_game, begin_game, fold_game
from audit.model.step import spell_event
from engine.kernel.log import Fault

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.browse.viewer import LogViewer
    from audit.live import LiveState

MOST_LINES = 60


@dataclass(slots=True)
class WhatIfGame:
    """A game as continued by a trial."""

    live_state: LiveState
    played: list[LinePlayed] = field(default_factory=list)
    # The unreadable line that ended the trial, and why.
    refused: str = ""
    fault: Fault | None = None


def play_lines(log: LogViewer, place: int, lines: list[str], look_: ViewOptions) -> WhatIfGame:
    """Play lines from a place of a log."""
    game = log.prepared.game
    live = begin_game(msgspec.json.encode(log.prepared.header), get_service().games, look_.asked.packs)
    events = [event for _, event in log.entries[:place] if type(event) in game.vocabulary.by_class]
    trial = WhatIfGame(fold_game(live, [event for event in events if type(event) not in CORRECTIONS]))
    # One budget for all lines, because each alone may use all the work that a request is allowed.
    patience = WorkBudget()
    for line in lines:
        event = parse_line(live, line)
        if isinstance(event, Fault):
            trial.refused, trial.fault = line, event
            break
        if type(event) in CORRECTIONS:
            trial.refused, trial.fault = line, Fault("Only moves and results can be tried here, no corrections.")
            break
        trial.live_state, (said,) = advance_game(trial.live_state, [event], patience=patience)
        found = said.findings
        trial.played.append(
            LinePlayed(said.seq, spell_event(game, event), describe_findings(live, found), find_worst(found))
        )
    return trial


def show_what_if(sha256: str) -> AnyResponse:
    """Show the trial from a step of a log."""
    session.admit_visitor("read_legal")
    chosen = read_view_options()
    log = open_stored_log(sha256, chosen.asked)
    place, lines = min(read_step_number(), log.event_count), _read_lines()
    if sent := read_sent_line():
        return redirect(_make_url(chosen, place, [*lines, sent][:MOST_LINES]), 303)
    trial = play_lines(log, place, lines, chosen)
    before = lines[:-1] if trial.fault is None else [one.text for one in trial.played]
    return render_page(
        "trying.html",
        heading=f"What if? {log.prepared.game.title}",
        place=place,
        at=log.seq_at(place),
        after=log.spell_event(log.entries[place - 1][1]) if place else "the start",
        back=f"/logs/{sha256}/view{chosen.make_link(place)}",
        look=chosen,
        lines=[one.text for one in trial.played],
        undo=_make_url(chosen, place, before) if lines else "",
        trial=trial,
        **describe_table(trial.live_state),
    )


def _read_lines() -> list[str]:
    return [line.strip()[:LONGEST_LINE] for line in request.args.getlist("line")[:MOST_LINES] if line.strip()]


def _make_url(chosen: ViewOptions, place: int, lines: list[str]) -> str:
    played = urlencode([("line", line) for line in lines])
    return f"{request.path}{chosen.make_link(place)}&{played}".rstrip("&")
