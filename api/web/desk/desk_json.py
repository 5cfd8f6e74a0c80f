"""The arbiter's desk as JSON: the findings, the chosen one, and a preview of the ruling."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from flask import Response, request

from api.disputes import cases
from api.http.responses import ONCE, answer_json
from api.web.base.rendering import room
from api.web.desk.case_page import weigh_on_request
from api.web.desk.desk import choose_card, gather_case, open_game_desk, open_log_desk
from api.web.desk.ruling_preview import WAYS, preview_correction, read_decision
from api.web.game.finding_cards import make_cards
from api.web.game.replay_layout import get_moments
from api.web.logs.two_books import compare_both_books

if TYPE_CHECKING:
    from api.web.desk.desk import Desk
    from api.web.desk.ruling_preview import Decision
    from api.web.game.finding_cards import Card
    from engine.kernel.basics.json_types import Document


@room.get("/logs/<sha256>/desk.json")
def show_log_desk_json(sha256: str) -> Response:
    """Return the desk of an uploaded log as JSON."""
    return answer_json(_describe_desk(open_log_desk(sha256)), keep=ONCE)


@room.get("/live/<live>/desk.json")
def show_game_desk_json(live: str) -> Response:
    """Return the desk of a live game as JSON."""
    return answer_json(_describe_desk(open_game_desk(live)), keep=ONCE)


def _describe_desk(desk: Desk) -> Document:
    log = desk.log
    if log.report is None:
        raise ValueError("This log lies open and has not been judged.")
    found = list(make_cards(log.report, get_moments(log, None, lambda: desk.raw).moments))
    card, made = choose_card(found), read_decision(log, request.args)
    lines = gather_case(log, card)["lines"] if card else []
    weighed = weigh_on_request(desk.subject, cases.fold_case(cases.list_case_rows(desk.subject)))
    return {
        "state": desk.state,
        "verdict": log.report.verdict,
        "findings": [_describe_card(one) for one in found],
        "finding": card.number if card else None,
        "lines": [{"seq": seq, "text": text} for seq, text, _ in lines],
        "ways": WAYS,
        "decided": _describe_decision(made) if made else None,
        "preview": preview_correction(log, desk.raw, made.event) if made and made.event else None,
        "both": compare_both_books(log, desk.raw),
        **({"case": {"ways": weighed.document()}} if weighed else {}),
    }


def _describe_card(card: Card) -> Document:
    names = ("number", "place", "kind", "rule", "where", "says", "breach", "written", "notes", "outcome", "follows")
    card_says: Document = {name: getattr(card, name) for name in names}
    return {**card_says, "repairs": [{"line": one.line, "note": one.note} for one in card.repairs]}


def _describe_decision(made: Decision) -> Document:
    said = asdict(made)
    return {name: said[name] for name in ("way", "at", "line", "rule", "who", "why", "fault")}
