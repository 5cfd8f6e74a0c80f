"""The arbiter's desk for a program: the findings, the one that lies open, and what a ruling would change."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from flask import Response, request

from api import cases
from api.responses import ONCE, answer
from api.web.arbiters_desk import case_of, chosen, of_game, of_log
from api.web.cards import cards
from api.web.case_pages import weighed_for
from api.web.cases import WAYS, decision, preview
from api.web.laying_out import moments
from api.web.pages_room import room
from api.web.two_books import both_books

if TYPE_CHECKING:
    from api.web.arbiters_desk import Desk
    from api.web.cards import Card
    from api.web.cases import Decision
    from engine.kernel.jsons import Document


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
