"""The arbiter's desk: each finding with its context, and a preview of every ruling before it is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.disputes import cases, corrections
from api.http.etags import make_etag
from api.jobs.dispatch import open_with_report
from api.live.games import find_live_game, load_live_state
from api.problems import Problem
from api.service import get_service
from api.web.base import session
from api.web.base.rendering import read_argument, render_page
from api.web.desk.case_page import gather_dispute
from api.web.desk.ruling_preview import WAYS, preview_correction, read_decision
from api.web.game.finding_cards import make_cards
from api.web.game.page import draw_place_for_page, get_dark_colours
from api.web.game.replay_layout import get_moments
from api.web.live.writes import append_form_events, check_shown_state, make_form_key, make_shown_state, read_form_key
from api.web.logs.shelf import open_stored_log
from api.web.logs.two_books import compare_both_books
from audit.live.game import FILLER
from audit.options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.disputes.cases import CaseSubject
    from api.web.game.finding_cards import Card
    from audit.browse.viewer import LogViewer
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

# The number of lines to show before and after the one that is ruled on.
AROUND = 4
# The fields of a ruling, in the form and in its preview.
SENT = ("way", "at", "line", "rule", "who", "why")


@dataclass(frozen=True, slots=True)
class Desk:
    """A record that is open on the desk."""

    raw: bytes
    log: LogViewer
    # The addresses of its page and of the desk.
    back: str
    here: str
    # The state that a ruling builds on.
    state: str
    # The subject of its case.
    subject: CaseSubject


def open_log_desk(sha256: str) -> Desk:
    """Open an uploaded log, if the visitor may rule on it."""
    session.admit_visitor("read_log")
    if not session.may_ask("correct_log"):
        raise Problem("not-allowed", "Only a judge may rule.")
    stands = corrections.read_correction_state(sha256)
    raw = corrections.read_log_with_corrections(sha256, stands.seq)
    return Desk(
        raw,
        open_stored_log(sha256),
        f"/logs/{sha256}/view",
        f"/logs/{sha256}/desk",
        make_etag(*stands),
        cases.find_log_subject(sha256),
    )


def open_game_desk(live: str) -> Desk:
    """Open a live game, if the visitor may rule on it."""
    session.admit_visitor("correct_events", live)
    session.admit_visitor("read_live_report", live)
    row = find_live_game(live)
    found = load_live_state(row)
    raw = found.live.write_log(found.events) + (b"" if found.seq else FILLER[True].lstrip())
    log = open_with_report(raw, get_service().games, DEFAULT_OPTIONS)
    return Desk(raw, log, f"/live/{live}", f"/live/{live}/desk", make_shown_state(row), cases.find_game_subject(live))


def show_log_desk(sha256: str) -> Response:
    """Show an uploaded log on the desk."""
    return _render_desk(open_log_desk(sha256))


def show_game_desk(live: str) -> Response:
    """Show a live game on the desk."""
    return _render_desk(open_game_desk(live))


def rule_on_log(sha256: str) -> AnyResponse:
    """Record a ruling on a log, once. The uploaded bytes do not change."""
    session.refuse_foreign_request()
    desk = open_log_desk(sha256)
    made = _read_decision(desk)
    corrections.append_corrections_once(sha256, read_form_key(), check_shown_state, lambda _: [made])
    return redirect(desk.here, 303)


def rule_on_game(live: str) -> AnyResponse:
    """Record a ruling in a live game, once."""
    session.refuse_foreign_request()
    desk = open_game_desk(live)
    made = _read_decision(desk)
    append_form_events(live, lambda _game, _after: [made])
    return redirect(desk.here, 303)


def _read_decision(desk: Desk) -> Event:
    made = read_decision(desk.log, request.form)
    if made is None or made.event is None:
        says = made.fault if made is not None else "No decision was recorded."
        raise Problem("invalid", says, [{"parameter": "line", "says": says}])
    return made.event


def _render_desk(desk: Desk) -> Response:
    log = desk.log
    if log.report is None:
        raise ValueError("This log is being opened and has not been judged yet.")
    laid = get_moments(log, None, lambda: desk.raw).moments
    found = list(make_cards(log.report, laid))
    card = choose_card(found)
    made = read_decision(log, request.args)
    return render_page(
        "desk.html",
        heading=f"Arbiter's desk: {log.report.title}",
        desk=desk,
        cards=found,
        card=card,
        case=gather_case(log, card) if card else {},
        ways=WAYS,
        made=made,
        preview=preview_correction(log, desk.raw, made.event) if made is not None and made.event is not None else None,
        sent=[(name, request.args.get(name, "")) for name in SENT],
        key=make_form_key(),
        both=compare_both_books(log, desk.raw),
        links=lambda to: f"{desk.back}?step={to}",
        moments=laid,
        dispute=gather_dispute(desk.subject, "desk", frozenset({card.rule} if card else ())),
    )


def choose_card(found: list[Card]) -> Card | None:
    """Choose the requested finding, or the first without a ruling."""
    wanted = read_argument("finding")
    named = next((card for card in found if str(card.number) == wanted), None)
    return named or next((card for card in found if card.kind != "ruled"), found[0] if found else None)


def gather_case(log: LogViewer, card: Card) -> Document:
    """Gather the context of one finding for an arbiter: the lines around it, and the picture."""
    first, last = max(1, card.place - AROUND), min(log.event_count, card.place + AROUND)
    lines = [(log.seq_at(place), log.spell_event(log.entries[place - 1][1]), place) for place in range(first, last + 1)]
    spelled = log.spell_event(log.entries[card.place - 1][1]) if card.place else ""
    picture = {"picture": draw_place_for_page(log, card.place), "night": get_dark_colours(log)}
    return {"lines": lines, "at": log.seq_at(card.place), "line": spelled, **picture}
