"""The case about a log on pages: what was said, each way to rule with what it would change, and forms to say more."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, redirect, request
from msgspec.structs import replace

from api import policy
from api.disputes import cases
from api.disputes import ruling_options as case_ways
from api.http.etags import state
from api.http.responses import ONCE, PRIVATE, answer
from api.jobs.dispatch import reported
from api.live.games import live_state, row_of
from api.logs import uploads
from api.logs.photos import photo, photos_beside
from api.logs.summaries import at_a_glance
from api.openapi.report_forms import HTML, told
from api.service import bearer, service
from api.web.base import session
from api.web.base.rendering import asked, page, room
from api.web.desk.case_forms import event_sent, typed_ruling
from api.web.live.writes import as_shown, key_sent, new_key
from audit.cases.events import AnyCaseEvent, AskParty, AttachExhibit, RuleInCase
from audit.cases.ruling_options import WayToRule
from audit.cases.sentences import event_told, outcome_told, precedent_told, result_told, stakes_told, state_told
from audit.options import NOTHING_MORE

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.disputes.cases import CaseSubject
    from api.disputes.ruling_options import WeighedCase
    from audit.cases import CaseRecord
    from audit.cases.precedents import Precedent
    from audit.cases.ruling_options import WaysToRule
    from audit.store import EventRow
    from engine.kernel.basics.json_types import Document

API = "/api/v1"


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """One line of a case, as a page shows it."""

    number: int
    does: str
    says: str
    recorded_by: str
    # Where the photo is that it attaches, if it is kept beside this log.
    photo: str = ""
    # Whether it is what stands, or waits for somebody.
    marked: str = ""


@dataclass(frozen=True, slots=True)
class ShownWay:
    """One way to rule, as a page offers it: what it says, what it would change, and what a form sends for it."""

    says: str
    changes: tuple[str, ...]
    sent: str
    refused: bool


def dispute(subject: CaseSubject, back: str, rules: frozenset[str] = frozenset()) -> Document:
    """Gather what a page shows of a case; `rules`: what precedents are offered on beside what it is about itself."""
    stands = cases.standing(subject)
    rows = cases.rows_of(subject)[: stands.seq]
    case = cases.folded(rows)
    weighed = weighed_for(subject, case)
    ways = weighed.ways if weighed else None
    about = _asked_about(case, ways) | rules
    return {
        "url": _address(subject.url),
        "back": back,
        "report": f"{_address(subject.url)}/report",
        "here": f"{_game_or_log(subject)}/{back}",
        "live": subject.live,
        "match": state(*stands),
        "new_key": new_key,
        "case": case,
        "events": _events(subject, case, rows) if case else [],
        "state": list(state_told(case)) if case else [],
        "may_say": session.may("add_to_live_case" if subject.live else "add_to_case"),
        "may_judge": policy.may_say(bearer().role, "rule"),
        "rulings": [at for at, one in enumerate(case.events, 1) if isinstance(one, RuleInCase)] if case else [],
        "questions": [at for at, one in enumerate(case.events, 1) if isinstance(one, AskParty)] if case else [],
        "photos": _photos(subject),
        "now": f"{ways.now.verdict}, {result_told(ways.now.result)}" if ways else "",
        "ways": _shown(weighed) if weighed else None,
        "tournament": weighed.stake.document(weighed.lacks) if weighed and weighed.stake else None,
        "more": ways.more if ways else 0,
        "typed": {"reading": asked("reading"), "line": asked("line")},
        "precedents": _precedents(subject, about),
    }


def _game_or_log(subject: CaseSubject) -> str:
    return f"/{'live' if subject.live else 'logs'}/{subject.name}"


def _address(url: str) -> str:
    """Lead to the page where the API has a case."""
    return url.removeprefix(API).replace("/live-games/", "/live/", 1)


def _events(subject: CaseSubject, case: CaseRecord, rows: list[EventRow]) -> list[ShownEvent]:
    photos = set(_photos(subject))
    found = []
    for (number, event), row in zip(enumerate(case.events, 1), rows, strict=True):
        does = row.kind.removeprefix("case ")
        seen = event.sha256 if isinstance(event, AttachExhibit) and event.sha256 in photos else ""
        there = f"/logs/{subject.name}/photos/{seen}" if seen else ""
        found.append(ShownEvent(number, does, _told(number, event), row.recorded_by, there, _marked(case, number)))
    return found


def _photos(subject: CaseSubject) -> list[str]:
    return [] if subject.live else [one.sha256 for one in photos_beside(subject.name)]


def _told(number: int, event: AnyCaseEvent) -> str:
    return event_told(number, event).removeprefix(f"{number}. ")


def _marked(case: CaseRecord, number: int) -> str:
    if number == case.standing:
        return "stands"
    waits = number in case.unanswered or number == case.appeal
    return "waits" if waits else ""


def _asked_about(case: CaseRecord | None, ways: WaysToRule | None) -> frozenset[str]:
    """List the questions, and the rules let stand, that the next ruling may be about."""
    own = {case.opened.question, *case.readings} if case else set()
    offered = [one.way for one in ways.ways] if ways else []
    rules = {words[2] for way in offered for line in way.lines if (words := line.split())[0] == "ruling" and words[2:]}
    return frozenset({*own, *rules, *(question for way in offered for question in way.readings)} - {""})


def _precedents(subject: CaseSubject, about: frozenset[str]) -> list[tuple[str, str]]:
    """Say what other cases of the club have ruled on that, and where they are."""
    listed = cases.ruled_before()[0] if about else []
    return [(precedent_told(_without_place(one)), _address(one.case)) for one in listed if _fits(one, subject, about)]


def _fits(one: Precedent, subject: CaseSubject, about: frozenset[str]) -> bool:
    return one.about in about and one.case != subject.url


def _without_place(one: Precedent) -> Precedent:
    return replace(one, case="another case")


def weighed_for(subject: CaseSubject, case: CaseRecord | None) -> WeighedCase | None:
    """Lay each way to rule over the log, where that is asked for, and what somebody has typed before them."""
    if not asked("ways"):
        return None
    readings, lines = typed_ruling(asked("reading"), asked("line"))
    typed = WayToRule(says="it is ruled as typed", readings=readings, lines=lines) if readings or lines else None
    return case_ways.weighed(subject, case, typed=typed, tournament=asked("tournament"))


def _shown(weighed: WeighedCase) -> list[ShownWay]:
    """Say of each way what it would change, in the log and in the standings."""
    found = []
    for at, one in enumerate(weighed.ways.ways):
        sent = json.dumps({"readings": dict(one.way.readings), "lines": list(one.way.lines)}, ensure_ascii=False)
        moved = stakes_told(weighed.moved[at]) if at in weighed.moved else ()
        told_of_it = (*outcome_told(one, weighed.ways.now), *moved)
        found.append(ShownWay(one.way.says, told_of_it, sent, bool(one.refused)))
    return found


@room.get("/logs/<sha256>/case")
def case_of_log(sha256: str) -> Response:
    """Show the case about an uploaded log to its parties."""
    session.admit("read_case")
    return _page(cases.of_log(sha256), f"/logs/{sha256}/view", session.may("correct_log"))


@room.get("/live/<live>/case")
def case_of_game(live: str) -> Response:
    """Show the case about a live game to its parties."""
    session.admit("read_live_case", live)
    return _page(cases.of_game(live), f"/live/{live}", session.may("correct_events"))


@room.get("/logs/<sha256>/case.json")
def case_document_of_log(sha256: str) -> Response:
    """Give the case about an uploaded log to a program."""
    session.admit("read_case")
    return _document(cases.of_log(sha256))


@room.get("/logs/<sha256>/case/report")
def ruled_log(sha256: str) -> Response:
    """Show the report on an uploaded log with what was ruled in its case."""
    session.admit("read_case_report")
    return _report(cases.of_log(sha256))


@room.get("/live/<live>/case/report")
def ruled_game(live: str) -> Response:
    """Show the report on a live game with what was ruled in its case."""
    session.admit("read_live_case_report", live)
    return _report(cases.of_game(live))


def _report(subject: CaseSubject) -> Response:
    report = reported(*cases.as_ruled(subject, NOTHING_MORE), HTML, "")
    return told(report.verdict, report.raw, HTML, keep=ONCE)


@room.get("/logs/<sha256>/photos/<attachment>")
def photo_of_log(sha256: str, attachment: str) -> Response:
    """Show a photo that is kept beside a log."""
    session.admit("read_attachment")
    return photo(sha256, attachment)


@room.get("/live/<live>/case.json")
def case_document_of_game(live: str) -> Response:
    """Give the case about a live game to a program."""
    session.admit("read_live_case", live)
    return _document(cases.of_game(live))


@room.post("/logs/<sha256>/case")
def say_about_log(sha256: str) -> AnyResponse:
    """Say something in the case about an uploaded log, once."""
    session.own_request()
    session.admit("add_to_case")
    return _said(cases.of_log(sha256))


@room.post("/live/<live>/case")
def say_about_game(live: str) -> AnyResponse:
    """Say something in the case about a live game, once."""
    session.own_request()
    session.admit("add_to_live_case", live)
    return _said(cases.of_game(live))


def _page(subject: CaseSubject, back: str, desk: bool) -> Response:  # noqa: FBT001 - whether the desk is open to who looks
    return page(
        "case_page.html",
        heading=f"The case about {'a live game' if subject.live else 'a log'}",
        game=back,
        about=_played(subject),
        desk=f"{_game_or_log(subject)}/desk" if desk else "",
        dispute=dispute(subject, "case"),
    )


def _played(subject: CaseSubject) -> str:
    """Say what was played, by whom and where, as far as the header of the log can be read."""
    if subject.live:
        header = live_state(row_of(subject.name)).live.header
        seats = [(one.name, one.seat) for one in header.players]
        game, event = header.game, header.event
    else:
        seen = at_a_glance(uploads.filed(subject.name, uploads.LOG))
        seats = [(one["name"], one["seat"]) for one in seen["players"]]
        game, event = seen["game"], seen["event"]
    if game not in service().games:
        return ""
    players = ", ".join(name or seat for name, seat in seats)
    return f"{service().games[game].title}{f': {players}' if players else ''}{f' ({event})' if event else ''}"


def _document(subject: CaseSubject) -> Response:
    stands = cases.standing(subject)
    rows = cases.rows_of(subject)[: stands.seq]
    weighed = weighed_for(subject, cases.folded(rows))
    said = {**cases.document(subject, rows), **({"ways": weighed.document()} if weighed else {})}
    response = answer(said, keep=PRIVATE, etag=None if weighed else state(*stands))
    response.headers["Vary"] = "Cookie"
    return response


def _said(subject: CaseSubject) -> AnyResponse:
    said = event_sent(request.form.to_dict())
    cases.refuse_role(said["do"])
    cases.said_once(subject, key_sent(), as_shown, said, NOTHING_MORE)
    back = "desk" if request.form.get("back") == "desk" else "case"
    return redirect(f"{_game_or_log(subject)}/{back}#case", 303)
