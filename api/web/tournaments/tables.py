"""The table of a tournament as a page: its log is handed in there, its seats agree, and the organiser settles it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.access.byte_quota import count_bytes
from api.http.responses import ONCE, answer
from api.live.games import live_state, row_of
from api.logs import photos, uploads
from api.problems import Problem
from api.service import service
from api.tournaments.events import admitted, now, recorded_now
from api.tournaments.tables import TableStands, doubts, game_of, handing_in, looked_at, stands, table_of
from api.web.base import session
from api.web.base.rendering import LONGEST, page, room
from api.web.base.share_links import let_in
from api.web.live.writes import key_sent, new_key
from api.web.logs.link_page import unfound
from api.web.logs.shelf import Wanted, live_rows
from audit.store import TABLE_LINK
from audit.tournaments.count.matching import named_table
from audit.tournaments.events.events import Confirm, Decide, WalkOver

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.tournaments.record import KeptTournament
    from audit.tournaments.events.events import AnyEvent
    from engine.kernel.basics.json_types import Document

LONGEST_WHO, LONGEST_WHY, MOST_OFFERED = 80, 300, 20
SETTLED = "The organiser has settled this table. Whoever has something to add tells the organiser."
MEANWHILE = "Another log was handed in for this table meanwhile. Look at it first."


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table that somebody looks at: by its link, or as a member of the club."""

    stands: TableStands
    # Where its page is; whoever came by a link speaks for the table only.
    here: str
    by_link: bool

    @property
    def may(self) -> Document:
        """Say what whoever looks may do."""
        member = not self.by_link
        may_hand_in = self.by_link or session.may("append_tournament_events")
        replaces = self.by_link or session.may("list_tournament_problems")
        settles = member and session.may("create_tournament")
        open_ = settles or not self.stands.settled
        return {
            "hand_in": may_hand_in and open_ and (replaces or not self.stands.log),
            "agree": may_hand_in and bool(self.stands.result) and not self.stands.settled,
            "settle": settles,
        }


def _by_link(secret: str) -> TablePage:
    token = let_in(secret, TABLE_LINK)
    return TablePage(table_of(str(token.game), str(token.seat)), f"/hand-in/{secret}", by_link=True)


def _of_club(tournament: str, table: str) -> TablePage:
    session.admit("read_tournament_standings")
    return TablePage(table_of(tournament, table), f"/tournaments/{tournament}/tables/{table}", by_link=False)


@room.get("/hand-in/<secret>")
def hand_in_page(secret: str) -> Response:
    """Show a table to whoever has its link."""
    return unfound(_shown(_by_link(secret)))


@room.get("/hand-in/<secret>.json")
def hand_in_document(secret: str) -> Response:
    """Tell the same to a program."""
    return unfound(answer(_by_link(secret).stands.document(), keep=ONCE))


@room.get("/tournaments/<tournament>/tables/<table>")
def tournament_table(tournament: str, table: str) -> Response:
    """Show a table to the club."""
    return _shown(_of_club(tournament, table))


@room.get("/tournaments/<tournament>/tables/<table>.json")
def tournament_table_document(tournament: str, table: str) -> Response:
    """Tell the same to a program."""
    return answer(_of_club(tournament, table).stands.document(), keep=ONCE)


@room.post("/hand-in/<secret>")
def hand_in(secret: str) -> AnyResponse:
    """Take the log of a table from whoever has its link."""
    session.own_request()
    return _handed_in(_by_link(secret))


@room.post("/tournaments/<tournament>/tables/<table>")
def hand_in_for(tournament: str, table: str) -> AnyResponse:
    """Take the log of a table from somebody of the club."""
    session.own_request()
    session.admit("append_tournament_events")
    return _handed_in(_of_club(tournament, table))


@room.post("/hand-in/<secret>/agree")
def agree(secret: str) -> AnyResponse:
    """Note that somebody of the table agrees with its result."""
    session.own_request()
    return _agreed(_by_link(secret))


@room.post("/tournaments/<tournament>/tables/<table>/agree")
def agree_for(tournament: str, table: str) -> AnyResponse:
    """Note the same, for whoever signed a slip."""
    session.own_request()
    session.admit("append_tournament_events")
    return _agreed(_of_club(tournament, table))


@room.post("/tournaments/<tournament>/tables/<table>/settle")
def settle(tournament: str, table: str) -> AnyResponse:
    """Let a result stand by the organiser's word: as it is reckoned, as it is decided, or as a walk-over."""
    session.own_request()
    session.admit("create_tournament")
    shown = _of_club(tournament, table)
    recorded_now(tournament, key_sent(), lambda found: [_settled(stands(found, table))])
    return redirect(shown.here, 303)


def _shown(shown: TablePage, status: int = 200, **more: object) -> Response:
    here = shown.stands
    return page(
        "tournament_table.html",
        status,
        heading=f"{here.found.laid.name}: round {here.table.round}, table {here.table.table}",
        stands=here,
        one=here.counted,
        here=shown.here,
        by_link=shown.by_link,
        may=shown.may,
        game=game_of(here),
        key=new_key(),
        live=[] if shown.by_link else _live_games(here),
        history=list(here.events()),
        photos=[] if shown.by_link or not here.log else [one.sha256 for one in photos.photos_beside(here.log)],
        **{"doubts": (), "sent": "", "who": "", "why": "", "faults": (), "photo": False} | more,
    )


def _live_games(here: TableStands) -> list[Document]:
    """List closed live games of its game, those first that name this table."""
    there = [one for one in live_rows(Wanted(game=here.found.laid.game)) if one["closed"]]
    return sorted(there, key=lambda one: named_table(one["event"]) != here.table.id)[:MOST_OFFERED]


def _handed_in(shown: TablePage) -> AnyResponse:
    """Take a log in, or say on its own page what is wrong with what was sent: a table's link leads nowhere else."""
    try:
        return _taken_in(shown)
    except Problem as problem:
        if problem.kind.code != "invalid":
            raise
        faults = [str(one["says"]) for one in problem.errors] or [problem.detail]
        return _shown(shown, 422, faults=faults, who=_words("who", LONGEST_WHO), why=_words("why", LONGEST_WHY))


def _taken_in(shown: TablePage) -> AnyResponse:
    """Take a log in: what is no log of this game is refused, what may be another table's is asked about first."""
    here, form = shown.stands, request.form
    if service().store.answered(key_sent()) is not None:
        return redirect(shown.here, 303)
    if not shown.may["hand_in"]:
        raise Problem("not-allowed", SETTLED if here.settled else "Replacing a log needs the role judge.")
    who, why = _words("who", LONGEST_WHO), _words("why", LONGEST_WHY)
    raw = _sent(shown)
    log = looked_at(here, raw)
    said = {"who": who, "why": why}
    if log.refused:
        return _shown(shown, 422, faults=[f"This is no log of {game_of(here)} that can be read.", log.refused], **said)
    if not who or (here.log and not why):
        lacks = "why it takes the place of the other log" if who else "who hands it in"
        return _shown(shown, 422, faults=[f"Say {lacks}."], **said)
    if (found := doubts(here, log)) and form.get("sure") != log.sha256:
        kept = uploads.kept(raw, uploads.LOG)
        return _shown(shown, 422, doubts=found, sent=kept.sha256, photo=bool(request.files.get("photo")), **said)
    uploads.kept(raw, uploads.LOG)
    _photo(log.sha256)
    recorded_now(here.found.id, key_sent(), lambda now_: _event(shown, now_, log.sha256, (who, _reason(why, found))))
    return redirect(shown.here, 303)


def _reason(why: str, found: list[str]) -> str:
    """Keep what was doubted with the hand-in, so that nobody takes it for unseen."""
    return " ".join([why, *(f"(Handed in all the same: {one})" for one in found)]).strip()


def _event(shown: TablePage, found: KeptTournament, log: str, said: tuple[str, str]) -> list[AnyEvent]:
    here = stands(found, shown.stands.table.id)
    if here.log != request.form.get("instead", "") or (shown.by_link and here.settled):
        raise Problem("stale", MEANWHILE)
    event = handing_in(here, log, *said, now())
    if event is None:
        raise Problem("invalid", "This very log stands for the table already.")
    return [event] if shown.by_link else admitted([event])


def _sent(shown: TablePage) -> bytes:
    """Give the bytes of what is handed in: a file, one that was sent before and asked about, or a live game."""
    form, file = request.form, request.files.get("log")
    raw = file.read() if file else b""
    if raw:
        count_bytes(len(raw))
        return raw
    if form.get("sure"):
        return uploads.raw_of(form["sure"][:LONGEST], uploads.LOG)
    if form.get("live") and not shown.by_link:
        session.admit("read_live_log", form["live"][:LONGEST])
        row = row_of(form["live"][:LONGEST])
        if not row.closed:
            raise Problem("invalid", "This game is still played. Close it first.")
        played = live_state(row)
        return played.live.log(played.events)
    raise Problem("invalid", "Choose the file of the log.")


def _photo(sha256: str) -> None:
    photo = request.files.get("photo")
    raw = photo.read() if photo else b""
    if raw:
        photos.kept_beside(sha256, raw)


def _agreed(shown: TablePage) -> AnyResponse:
    if service().store.answered(key_sent()) is not None:
        return redirect(shown.here, 303)
    if not shown.may["agree"]:
        raise Problem("not-allowed", SETTLED if shown.stands.settled else "There is no result yet to agree with.")
    player = request.form.get("by", "")
    names = {key: name for _, key, name in shown.stands.players}
    if player not in names:
        raise Problem("invalid", "Nobody of that name sat at this table.")

    def event(found: KeptTournament) -> list[AnyEvent]:
        here = stands(found, shown.stands.table.id)
        if here.log != request.form.get("log", ""):
            raise Problem("stale", MEANWHILE)
        how = "by the link of the table" if shown.by_link else "as the club noted"
        return [Confirm(table=here.table.id, by=player, who=names[player], why=how, at=now())]

    if player not in shown.stands.agreed:
        recorded_now(shown.stands.found.id, key_sent(), event)
    return redirect(shown.here, 303)


def _settled(here: TableStands) -> AnyEvent:
    """Word what the organiser says of a table."""
    who, why, name = _words("who", LONGEST_WHO), _words("why", LONGEST_WHY), here.table.id
    if here.log != request.form.get("log", ""):
        raise Problem("stale", MEANWHILE)
    if request.form.get("do") == "walk-over":
        return WalkOver(table=name, absent=tuple(request.form.getlist("absent")), who=who, why=why, at=now())
    if request.form.get("do") == "decide":
        said = {key: request.form.get(f"place.{key}", "") for _, key, _ in here.players}
        places = {key: int(place) for key, place in said.items() if place.isdecimal() and len(place) == 1}
        return Decide(table=name, places=places, who=who, why=why, at=now())
    return Confirm(table=name, who=who, why=why, at=now())


def _words(name: str, most: int) -> str:
    """Read what somebody wrote, in one line."""
    return " ".join(request.form.get(name, "").split())[:most]
