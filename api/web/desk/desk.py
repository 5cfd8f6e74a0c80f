"""The arbiter's desk: each finding with what is needed to rule on it, and every ruling previewed before it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.disputes import cases
from api.disputes import corrections as beside
from api.http.etags import state
from api.jobs.dispatch import open_judged
from api.live.games import live_state, row_of
from api.problems import Problem
from api.service import service
from api.web.base import session
from api.web.base.rendering import asked, page, room
from api.web.desk.case_page import dispute
from api.web.desk.ruling_preview import WAYS, decision, preview
from api.web.game.finding_cards import cards
from api.web.game.page import night_of, picture_of
from api.web.game.replay_layout import moments
from api.web.live.writes import append, as_shown, key_sent, new_key, state_shown
from api.web.logs.shelf import opened
from api.web.logs.two_books import both_books
from audit.live.game import FILLER
from audit.options import NOTHING_MORE

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.disputes.cases import CaseSubject
    from api.web.game.finding_cards import Card
    from audit.browse.viewer import LogViewer
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

# So many lines stand before and behind the one that is ruled on.
AROUND = 4
# What a ruling is made of, on the form and in its preview.
SENT = ("way", "at", "line", "rule", "who", "why")


@dataclass(frozen=True, slots=True)
class Desk:
    """A record that lies on the desk."""

    raw: bytes
    log: LogViewer
    # Where its page is, and where the desk is.
    back: str
    here: str
    # The state that a ruling builds on.
    state: str
    # What the case on it is about.
    subject: CaseSubject


def of_log(sha256: str) -> Desk:
    """Take an uploaded log, for whoever may rule on it."""
    session.admit("read_log")
    if not session.may("correct_log"):
        raise Problem("not-allowed", "Ruling needs the role judge.")
    stands = beside.standing(sha256)
    raw = beside.raw_as_decided(sha256, stands.seq)
    return Desk(
        raw, opened(sha256), f"/logs/{sha256}/view", f"/logs/{sha256}/desk", state(*stands), cases.of_log(sha256)
    )


def of_game(live: str) -> Desk:
    """Take a live game, for whoever may rule on it."""
    session.admit("correct_events", live)
    session.admit("read_live_report", live)
    row = row_of(live)
    found = live_state(row)
    raw = found.live.log(found.events) + (b"" if found.seq else FILLER[True].lstrip())
    log = open_judged(raw, service().games, NOTHING_MORE)
    return Desk(raw, log, f"/live/{live}", f"/live/{live}/desk", state_shown(row), cases.of_game(live))


@room.get("/logs/<sha256>/desk")
def desk_of_log(sha256: str) -> Response:
    """Lay an uploaded log on the desk."""
    return _desk(of_log(sha256))


@room.get("/live/<live>/desk")
def desk_of_game(live: str) -> Response:
    """Lay a live game on the desk."""
    return _desk(of_game(live))


@room.post("/logs/<sha256>/desk")
def rule_on_log(sha256: str) -> AnyResponse:
    """Record a ruling beside a log, once: what was handed in stays what it is."""
    session.own_request()
    desk = of_log(sha256)
    made = _decided(desk)
    beside.corrected_once(sha256, key_sent(), as_shown, lambda _: [made])
    return redirect(desk.here, 303)


@room.post("/live/<live>/desk")
def rule_on_game(live: str) -> AnyResponse:
    """Record a ruling in a live game, once."""
    session.own_request()
    desk = of_game(live)
    made = _decided(desk)
    append(live, lambda _game, _after: [made])
    return redirect(desk.here, 303)


def _decided(desk: Desk) -> Event:
    made = decision(desk.log, request.form)
    if made is None or made.event is None:
        says = made.fault if made is not None else "Nothing was decided."
        raise Problem("invalid", says, [{"parameter": "line", "says": says}])
    return made.event


def _desk(desk: Desk) -> Response:
    log = desk.log
    if log.report is None:
        raise ValueError("This log lies open and has not been judged.")
    laid = moments(log, None, lambda: desk.raw).moments
    found = list(cards(log.report, laid))
    card = chosen(found)
    made = decision(log, request.args)
    return page(
        "desk.html",
        heading=f"Arbiter's desk: {log.report.title}",
        desk=desk,
        cards=found,
        card=card,
        case=case_of(log, card) if card else {},
        ways=WAYS,
        made=made,
        preview=preview(log, desk.raw, made.event) if made is not None and made.event is not None else None,
        sent=[(name, request.args.get(name, "")) for name in SENT],
        key=new_key(),
        both=both_books(log, desk.raw),
        links=lambda to: f"{desk.back}?step={to}",
        moments=laid,
        dispute=dispute(desk.subject, "desk", frozenset({card.rule} if card else ())),
    )


def chosen(found: list[Card]) -> Card | None:
    """Take the finding that is asked for, or the first that is not ruled on."""
    wanted = asked("finding")
    named = next((card for card in found if str(card.number) == wanted), None)
    return named or next((card for card in found if card.kind != "ruled"), found[0] if found else None)


def case_of(log: LogViewer, card: Card) -> Document:
    """Gather what an arbiter needs of one finding: the lines around it, the picture, and what it is about."""
    first, last = max(1, card.place - AROUND), min(log.reached, card.place + AROUND)
    lines = [(log.seq_at(place), log.spelled(log.entries[place - 1][1]), place) for place in range(first, last + 1)]
    spelled = log.spelled(log.entries[card.place - 1][1]) if card.place else ""
    picture = {"picture": picture_of(log, card.place), "night": night_of(log)}
    return {"lines": lines, "at": log.seq_at(card.place), "line": spelled, **picture}
