"""The case about a log as a page: its events, each ruling option with its effect, and forms for new events."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, redirect, request
from msgspec.structs import replace

from api import policy
from api.disputes import cases, ruling_options
from api.http.etags import make_etag
from api.http.responses import ONCE
from api.jobs.dispatch import dispatch_report
from api.live.games import find_live_game, load_live_state
from api.logs import uploads
from api.logs.photos import list_photos, send_photo
from api.logs.summaries import describe_log
from api.openapi.report_forms import HTML, answer_report
from api.service import get_service, get_token
from api.web.base import session
from api.web.base.rendering import read_argument, render_page
from api.web.desk.case_forms import parse_reading_and_line, read_event_form
from api.web.live.writes import check_shown_state, make_form_key, read_form_key
from audit.cases.events import AnyCaseEvent, AskParty, AttachExhibit, RuleInCase
from audit.cases.ruling_options import RulingOption
from audit.cases.sentences import (
    describe_case_event,
    describe_case_state,
    describe_game_result,
    describe_option_outcome,
    describe_precedent,
    describe_standings_impact,
)
from audit.model.labels import name_verdict
from audit.options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.disputes.cases import CaseSubject
    from api.disputes.ruling_options import CaseRulingOptions
    from audit.cases import CaseRecord
    from audit.cases.precedents import Precedent
    from audit.cases.ruling_options import RulingOptions
    from audit.store import EventRow
    from engine.kernel.basics.json_types import Document

API = "/api/v1"


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """One event of a case, as a page shows it."""

    number: int
    does: str
    says: str
    recorded_by: str
    # The address of the attached photo, if it is one of this log's.
    photo: str = ""
    # `stands` if the ruling is in force, `waits` if the event needs an answer.
    marked: str = ""


@dataclass(frozen=True, slots=True)
class ShownOption:
    """One ruling option, as a page offers it: its text, its effects, and the value that the form sends."""

    says: str
    changes: tuple[str, ...]
    sent: str
    refused: bool


def gather_dispute(subject: CaseSubject, back: str, rules: frozenset[str] = frozenset()) -> Document:
    """Gather the data of a case for a page. `rules` are further rules to list precedents on."""
    stands = cases.read_case_state(subject)
    rows = cases.list_case_rows(subject)[: stands.seq]
    case = cases.fold_case(rows)
    weighed = weigh_on_request(subject, case)
    ways = weighed.ways if weighed else None
    about = _list_open_subjects(case, ways) | rules
    return {
        "url": _make_page_path(subject.url),
        "back": back,
        "report": f"{_make_page_path(subject.url)}/report",
        "here": f"{_make_subject_path(subject)}/{back}",
        "live": subject.live,
        "match": make_etag(*stands),
        "new_key": make_form_key,
        "case": case,
        "events": _list_events(subject, case, rows) if case else [],
        "state": list(describe_case_state(case)) if case else [],
        "may_say": session.may_ask("add_to_live_case" if subject.live else "add_to_case"),
        "may_judge": policy.may_say(get_token().role, "rule"),
        "rulings": [at for at, one in enumerate(case.events, 1) if isinstance(one, RuleInCase)] if case else [],
        "questions": [at for at, one in enumerate(case.events, 1) if isinstance(one, AskParty)] if case else [],
        "photos": _list_photo_ids(subject),
        "now": f"{name_verdict(ways.now.verdict)}, {describe_game_result(ways.now.result)}" if ways else "",
        "ways": _show_options(weighed) if weighed else None,
        "tournament": weighed.stake.document(weighed.lacks) if weighed and weighed.stake else None,
        "more": ways.more if ways else 0,
        "typed": {"reading": read_argument("reading"), "line": read_argument("line")},
        "precedents": _list_precedents(subject, about),
    }


def _make_subject_path(subject: CaseSubject) -> str:
    return f"/{'live' if subject.live else 'logs'}/{subject.name}"


def _make_page_path(url: str) -> str:
    """Turn the API address of a case into that of its page."""
    return url.removeprefix(API).replace("/live-games/", "/live/", 1)


def _list_events(subject: CaseSubject, case: CaseRecord, rows: list[EventRow]) -> list[ShownEvent]:
    photos = set(_list_photo_ids(subject))
    found = []
    for (number, event), row in zip(enumerate(case.events, 1), rows, strict=True):
        does = row.kind.removeprefix("case ")
        seen = event.sha256 if isinstance(event, AttachExhibit) and event.sha256 in photos else ""
        there = f"/logs/{subject.name}/photos/{seen}" if seen else ""
        found.append(
            ShownEvent(number, does, _describe_event(number, event), row.recorded_by, there, _mark_event(case, number))
        )
    return found


def _list_photo_ids(subject: CaseSubject) -> list[str]:
    return [] if subject.live else [one.sha256 for one in list_photos(subject.name)]


def _describe_event(number: int, event: AnyCaseEvent) -> str:
    return describe_case_event(number, event).removeprefix(f"{number}. ")


def _mark_event(case: CaseRecord, number: int) -> str:
    if number == case.standing:
        return "stands"
    waits = number in case.unanswered or number == case.appeal
    return "waits" if waits else ""


def _list_open_subjects(case: CaseRecord | None, ways: RulingOptions | None) -> frozenset[str]:
    """List the questions, and the rules waived by options, that the next ruling may be about."""
    own = {case.opened.question, *case.readings} if case else set()
    offered = [one.way for one in ways.ways] if ways else []
    rules = {words[2] for way in offered for line in way.lines if (words := line.split())[0] == "ruling" and words[2:]}
    return frozenset({*own, *rules, *(question for way in offered for question in way.readings)} - {""})


def _list_precedents(subject: CaseSubject, about: frozenset[str]) -> list[tuple[str, str]]:
    """List what other cases of the club have ruled on these subjects, with links."""
    listed = cases.find_precedents()[0] if about else []
    return [
        (describe_precedent(_hide_place(one)), _make_page_path(one.case))
        for one in listed
        if _is_relevant(one, subject, about)
    ]


def _is_relevant(one: Precedent, subject: CaseSubject, about: frozenset[str]) -> bool:
    return one.about in about and one.case != subject.url


def _hide_place(one: Precedent) -> Precedent:
    return replace(one, case="another case")


def weigh_on_request(subject: CaseSubject, case: CaseRecord | None) -> CaseRulingOptions | None:
    """Audit the log under each ruling option if the visitor asks for it, with a typed option first."""
    if not read_argument("ways"):
        return None
    readings, lines = parse_reading_and_line(read_argument("reading"), read_argument("line"))
    typed = RulingOption(says="the ruling as entered", readings=readings, lines=lines) if readings or lines else None
    return ruling_options.weigh_ruling_options(subject, case, typed=typed, tournament=read_argument("tournament"))


def _show_options(weighed: CaseRulingOptions) -> list[ShownOption]:
    """Describe the effect of each option on the log and on the standings."""
    found = []
    for at, one in enumerate(weighed.ways.ways):
        sent = json.dumps({"readings": dict(one.way.readings), "lines": list(one.way.lines)}, ensure_ascii=False)
        moved = describe_standings_impact(weighed.moved[at]) if at in weighed.moved else ()
        told_of_it = (*describe_option_outcome(one, weighed.ways.now), *moved)
        found.append(ShownOption(one.way.says, told_of_it, sent, bool(one.refused)))
    return found


def show_log_case(sha256: str) -> Response:
    """Show the case about an uploaded log."""
    session.admit_visitor("read_case")
    return _render_case_page(cases.find_log_subject(sha256), f"/logs/{sha256}/view", session.may_ask("correct_log"))


def show_game_case(live: str) -> Response:
    """Show the case about a live game."""
    session.admit_visitor("read_live_case", live)
    return _render_case_page(cases.find_game_subject(live), f"/live/{live}", session.may_ask("correct_events"))


def show_log_case_report(sha256: str) -> Response:
    """Show the report on an uploaded log with the ruling in its case."""
    session.admit_visitor("read_case_report")
    return _answer_case_report(cases.find_log_subject(sha256))


def show_game_case_report(live: str) -> Response:
    """Show the report on a live game with the ruling in its case."""
    session.admit_visitor("read_live_case_report", live)
    return _answer_case_report(cases.find_game_subject(live))


def _answer_case_report(subject: CaseSubject) -> Response:
    report = dispatch_report(*cases.load_log_under_case(subject, DEFAULT_OPTIONS), HTML, "")
    return answer_report(report.verdict, report.raw, HTML, keep=ONCE)


def show_log_photo(sha256: str, attachment: str) -> Response:
    """Show a photo of a log."""
    session.admit_visitor("read_attachment")
    return send_photo(sha256, attachment)


def say_about_log(sha256: str) -> AnyResponse:
    """Add an event to the case about an uploaded log, once."""
    session.refuse_foreign_request()
    session.admit_visitor("add_to_case")
    return _add_to_case(cases.find_log_subject(sha256))


def say_about_game(live: str) -> AnyResponse:
    """Add an event to the case about a live game, once."""
    session.refuse_foreign_request()
    session.admit_visitor("add_to_live_case", live)
    return _add_to_case(cases.find_game_subject(live))


def _render_case_page(subject: CaseSubject, back: str, desk: bool) -> Response:  # noqa: FBT001 - whether the visitor may open the desk
    return render_page(
        "case_page.html",
        heading=f"The case about {'a live game' if subject.live else 'a log'}",
        game=back,
        about=_describe_game(subject),
        desk=f"{_make_subject_path(subject)}/desk" if desk else "",
        dispute=gather_dispute(subject, "case"),
    )


def _describe_game(subject: CaseSubject) -> str:
    """Describe the game, its players and its event, if the header of the log is readable."""
    if subject.live:
        header = load_live_state(find_live_game(subject.name)).live.header
        seats = [(one.name, one.seat) for one in header.players]
        game, event = header.game, header.event
    else:
        seen = describe_log(uploads.find_upload(subject.name, uploads.LOG))
        seats = [(one["name"], one["seat"]) for one in seen["players"]]
        game, event = seen["game"], seen["event"]
    if game not in get_service().games:
        return ""
    players = ", ".join(name or seat for name, seat in seats)
    return f"{get_service().games[game].title}{f': {players}' if players else ''}{f' ({event})' if event else ''}"


def _add_to_case(subject: CaseSubject) -> AnyResponse:
    said = read_event_form(request.form.to_dict())
    cases.refuse_role(said["do"])
    cases.append_case_event_once(subject, read_form_key(), check_shown_state, said, DEFAULT_OPTIONS)
    back = "desk" if request.form.get("back") == "desk" else "case"
    return redirect(f"{_make_subject_path(subject)}/{back}#case", 303)
