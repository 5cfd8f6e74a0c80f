"""The arbiter's desk for a program: the findings, the one that lies open, and what a ruling would change."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from flask import Response, request

from api.disputes import cases
from api.http.responses import ONCE, answer
from api.web.base.rendering import room
from api.web.desk.case_page import weighed_for
from api.web.desk.desk import case_of, chosen, of_game, of_log
from api.web.desk.ruling_preview import WAYS, decision, preview
from api.web.game.finding_cards import cards
from api.web.game.replay_layout import moments
from api.web.logs.two_books import both_books

if TYPE_CHECKING:
    from api.web.desk.desk import Desk
    from api.web.desk.ruling_preview import Decision
    from api.web.game.finding_cards import Card
    from engine.kernel.basics.json_types import Document


@room.get("/logs/<sha256>/desk.json")
def desk_of_log_document(sha256: str) -> Response:
    """Tell what lies on the desk of an uploaded log."""
    return answer(_document(of_log(sha256)), keep=ONCE)


@room.get("/live/<live>/desk.json")
def desk_of_game_document(live: str) -> Response:
    """Tell what lies on the desk of a live game."""
    return answer(_document(of_game(live)), keep=ONCE)


def _document(desk: Desk) -> Document:
    log = desk.log
    if log.report is None:
        raise ValueError("This log lies open and has not been judged.")
    found = list(cards(log.report, moments(log, None, lambda: desk.raw).moments))
    card, made = chosen(found), decision(log, request.args)
    lines = case_of(log, card)["lines"] if card else []
    weighed = weighed_for(desk.subject, cases.folded(cases.rows_of(desk.subject)))
    return {
        "state": desk.state,
        "verdict": log.report.verdict,
        "findings": [_told(one) for one in found],
        "finding": card.number if card else None,
        "lines": [{"seq": seq, "text": text} for seq, text, _ in lines],
        "ways": WAYS,
        "decided": _decided(made) if made else None,
        "preview": preview(log, desk.raw, made.event) if made and made.event else None,
        "both": both_books(log, desk.raw),
        **({"case": {"ways": weighed.document()}} if weighed else {}),
    }


def _told(card: Card) -> Document:
    names = ("number", "place", "kind", "rule", "where", "says", "breach", "written", "notes", "outcome", "follows")
    card_says: Document = {name: getattr(card, name) for name in names}
    return {**card_says, "repairs": [{"line": one.line, "note": one.note} for one in card.repairs]}


def _decided(made: Decision) -> Document:
    said = asdict(made)
    return {name: said[name] for name in ("way", "at", "line", "rule", "who", "why", "fault")}
