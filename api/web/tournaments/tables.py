"""The page of a tournament's table: players hand its log in and agree, and the organiser settles the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.access.byte_quota import count_bytes
from api.http.responses import ONCE, answer_json
from api.live.games import find_live_game, load_live_state
from api.logs import photos, uploads
from api.problems import Problem
from api.service import get_service
from api.tournaments.events import append_events_now, check_event_roles, get_event_time
from api.tournaments.tables import (
    TableState,
    audit_submission,
    find_doubts,
    find_table,
    load_table,
    make_hand_in_event,
    name_game,
)
from api.web.base import session
from api.web.base.rendering import LONGEST, render_page
from api.web.base.share_links import admit_by_link
from api.web.live.writes import make_form_key, read_form_key
from api.web.logs.link_page import hide_from_search_engines
from api.web.logs.shelf import ShelfQuery, list_live_rows
from audit.store import TABLE_LINK
from audit.tournaments.count.matching import read_table_name
from audit.tournaments.events.events import Confirm, Decide, WalkOver

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.tournaments.record import StoredTournament
    from audit.tournaments.events.events import AnyEvent
    from engine.kernel.basics.json_types import Document

LONGEST_WHO, LONGEST_WHY, MOST_OFFERED = 80, 300, 20
SETTLED = "The organiser has settled this table. If you have something to add, contact the organiser."
MEANWHILE = "Another log was submitted for this table in the meantime. Look at it first."


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as a visitor sees it, by its link or as a member of the club."""

    stands: TableState
    # The address of its page. A visitor with a link may act for this table only.
    here: str
    by_link: bool

    @property
    def permissions(self) -> Document:
        """Say which actions the visitor may take."""
        member = not self.by_link
        may_hand_in = self.by_link or session.may_ask("append_tournament_events")
        replaces = self.by_link or session.may_ask("list_tournament_problems")
        settles = member and session.may_ask("create_tournament")
        open_ = settles or not self.stands.is_final
        return {
            "hand_in": may_hand_in and open_ and (replaces or not self.stands.log),
            "agree": may_hand_in and bool(self.stands.result) and not self.stands.is_final,
            "settle": settles,
        }


def _open_by_link(secret: str) -> TablePage:
    token = admit_by_link(secret, TABLE_LINK)
    return TablePage(find_table(str(token.game), str(token.seat)), f"/hand-in/{secret}", by_link=True)


def _open_for_club(tournament: str, table: str) -> TablePage:
    session.admit_visitor("read_tournament_standings")
    return TablePage(find_table(tournament, table), f"/tournaments/{tournament}/tables/{table}", by_link=False)


def show_hand_in_page(secret: str) -> Response:
    """Show a table to a visitor with its link."""
    return hide_from_search_engines(_render_table(_open_by_link(secret)))


def show_hand_in_json(secret: str) -> Response:
    """Return the table of a link as JSON."""
    return hide_from_search_engines(answer_json(_open_by_link(secret).stands.document(), keep=ONCE))


def show_tournament_table(tournament: str, table: str) -> Response:
    """Show a table to a member of the club."""
    return _render_table(_open_for_club(tournament, table))


def show_tournament_table_json(tournament: str, table: str) -> Response:
    """Return a table as JSON to a member of the club."""
    return answer_json(_open_for_club(tournament, table).stands.document(), keep=ONCE)


def hand_in_by_link(secret: str) -> AnyResponse:
    """Accept the log of a table from a visitor with its link."""
    session.refuse_foreign_request()
    return _answer_hand_in(_open_by_link(secret))


def hand_in_for_club(tournament: str, table: str) -> AnyResponse:
    """Accept the log of a table from a member of the club."""
    session.refuse_foreign_request()
    session.admit_visitor("append_tournament_events")
    return _answer_hand_in(_open_for_club(tournament, table))


def agree_by_link(secret: str) -> AnyResponse:
    """Record that a player agrees with the result, by the table's link."""
    session.refuse_foreign_request()
    return _record_agreement(_open_by_link(secret))


def agree_for_player(tournament: str, table: str) -> AnyResponse:
    """Record that a player agrees with the result, entered by the club from a signed slip."""
    session.refuse_foreign_request()
    session.admit_visitor("append_tournament_events")
    return _record_agreement(_open_for_club(tournament, table))


def settle_table(tournament: str, table: str) -> AnyResponse:
    """Record the organiser's decision on a table: confirm the result, set the places, or declare a walk-over."""
    session.refuse_foreign_request()
    session.admit_visitor("create_tournament")
    shown = _open_for_club(tournament, table)
    append_events_now(tournament, read_form_key(), lambda found: [_read_settlement(load_table(found, table))])
    return redirect(shown.here, 303)


def _render_table(shown: TablePage, status: int = 200, **more: object) -> Response:
    here = shown.stands
    return render_page(
        "tournament_table.html",
        status,
        heading=f"{here.found.laid.name}: round {here.table.round}, table {here.table.table}",
        stands=here,
        one=here.table_count,
        here=shown.here,
        by_link=shown.by_link,
        may=shown.permissions,
        game=name_game(here),
        key=make_form_key(),
        live=[] if shown.by_link else _list_live_games(here),
        history=list(here.events()),
        photos=[] if shown.by_link or not here.log else [one.sha256 for one in photos.list_photos(here.log)],
        **{"doubts": (), "sent": "", "who": "", "why": "", "faults": (), "photo": False} | more,
    )


def _list_live_games(here: TableState) -> list[Document]:
    """List closed live games of the tournament's game, those that name this table first."""
    there = [one for one in list_live_rows(ShelfQuery(game=here.found.laid.game)) if one["closed"]]
    return sorted(there, key=lambda one: read_table_name(one["event"]) != here.table.id)[:MOST_OFFERED]


def _answer_hand_in(shown: TablePage) -> AnyResponse:
    """Accept a log, or show its errors on the table's page, because a visitor with a link has no other page."""
    try:
        return _accept_log(shown)
    except Problem as problem:
        if problem.kind.code != "invalid":
            raise
        faults = [str(one["says"]) for one in problem.errors] or [problem.detail]
        return _render_table(
            shown, 422, faults=faults, who=_read_words("who", LONGEST_WHO), why=_read_words("why", LONGEST_WHY)
        )


def _accept_log(shown: TablePage) -> AnyResponse:
    """Accept a log. One of another game is refused, and one that may be another table's must be confirmed."""
    here, form = shown.stands, request.form
    if get_service().store.find_answer(read_form_key()) is not None:
        return redirect(shown.here, 303)
    if not shown.permissions["hand_in"]:
        raise Problem("not-allowed", SETTLED if here.is_final else "Replacing a log needs the role judge.")
    who, why = _read_words("who", LONGEST_WHO), _read_words("why", LONGEST_WHY)
    raw = _read_sent_log(shown)
    log = audit_submission(here, raw)
    said = {"who": who, "why": why}
    if log.refused:
        return _render_table(
            shown, 422, faults=[f"This cannot be read as a log of {name_game(here)}.", log.refused], **said
        )
    if not who or (here.log and not why):
        lacks = "why it replaces the other log" if who else "who submits it"
        return _render_table(shown, 422, faults=[f"Say {lacks}."], **said)
    if (found := find_doubts(here, log)) and form.get("sure") != log.sha256:
        kept = uploads.save_upload(raw, uploads.LOG)
        return _render_table(shown, 422, doubts=found, sent=kept.sha256, photo=bool(request.files.get("photo")), **said)
    uploads.save_upload(raw, uploads.LOG)
    _save_photo(log.sha256)
    append_events_now(
        here.found.id,
        read_form_key(),
        lambda now_: _make_hand_in_events(shown, now_, log.sha256, (who, _write_reason(why, found))),
    )
    return redirect(shown.here, 303)


def _write_reason(why: str, found: list[str]) -> str:
    """Add the doubts that the visitor confirmed to the reason, so that the organiser sees them."""
    return " ".join([why, *(f"(Submitted all the same: {one})" for one in found)]).strip()


def _make_hand_in_events(shown: TablePage, found: StoredTournament, log: str, said: tuple[str, str]) -> list[AnyEvent]:
    here = load_table(found, shown.stands.table.id)
    if here.log != request.form.get("instead", "") or (shown.by_link and here.is_final):
        raise Problem("stale", MEANWHILE)
    event = make_hand_in_event(here, log, *said, get_event_time())
    if event is None:
        raise Problem("invalid", "This log is already the table's log.")
    return [event] if shown.by_link else check_event_roles([event])


def _read_sent_log(shown: TablePage) -> bytes:
    """Return the bytes of the log: an uploaded file, one stored while its doubts were confirmed, or a live game."""
    form, file = request.form, request.files.get("log")
    raw = file.read() if file else b""
    if raw:
        count_bytes(len(raw))
        return raw
    if form.get("sure"):
        return uploads.read_upload(form["sure"][:LONGEST], uploads.LOG)
    if form.get("live") and not shown.by_link:
        session.admit_visitor("read_live_log", form["live"][:LONGEST])
        row = find_live_game(form["live"][:LONGEST])
        if not row.closed:
            raise Problem("invalid", "This game is still being played. Close it first.")
        played = load_live_state(row)
        return played.live.write_log(played.events)
    raise Problem("invalid", "Choose the file of the log.")


def _save_photo(sha256: str) -> None:
    photo = request.files.get("photo")
    raw = photo.read() if photo else b""
    if raw:
        photos.save_photo(sha256, raw)


def _record_agreement(shown: TablePage) -> AnyResponse:
    if get_service().store.find_answer(read_form_key()) is not None:
        return redirect(shown.here, 303)
    if not shown.permissions["agree"]:
        raise Problem("not-allowed", SETTLED if shown.stands.is_final else "There is no result yet to agree with.")
    player = request.form.get("by", "")
    names = {key: name for _, key, name in shown.stands.players}
    if player not in names:
        raise Problem("invalid", "No player of that name sat at this table.")

    def make_event(found: StoredTournament) -> list[AnyEvent]:
        here = load_table(found, shown.stands.table.id)
        if here.log != request.form.get("log", ""):
            raise Problem("stale", MEANWHILE)
        how = "by the link of the table" if shown.by_link else "as the club noted"
        return [Confirm(table=here.table.id, by=player, who=names[player], why=how, at=get_event_time())]

    if player not in shown.stands.agreements:
        append_events_now(shown.stands.found.id, read_form_key(), make_event)
    return redirect(shown.here, 303)


def _read_settlement(here: TableState) -> AnyEvent:
    """Make the event for the organiser's decision on a table."""
    who, why, name = _read_words("who", LONGEST_WHO), _read_words("why", LONGEST_WHY), here.table.id
    if here.log != request.form.get("log", ""):
        raise Problem("stale", MEANWHILE)
    if request.form.get("do") == "walk-over":
        return WalkOver(table=name, absent=tuple(request.form.getlist("absent")), who=who, why=why, at=get_event_time())
    if request.form.get("do") == "decide":
        said = {key: request.form.get(f"place.{key}", "") for _, key, _ in here.players}
        places = {key: int(place) for key, place in said.items() if place.isdecimal() and len(place) == 1}
        return Decide(table=name, places=places, who=who, why=why, at=get_event_time())
    return Confirm(table=name, who=who, why=why, at=get_event_time())


def _read_words(name: str, most: int) -> str:
    """Read a text field as one line."""
    return " ".join(request.form.get(name, "").split())[:most]
