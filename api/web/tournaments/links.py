"""Links of a tournament, made and ended by its organiser: one for each table, and a page that anybody may look at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.http.responses import ONCE, answer
from api.problems import Problem
from api.service import club, service
from api.tournaments.record import KeptTournament, kept
from api.tournaments.standings import counted
from api.web.base import session
from api.web.base.qr_codes import code_for_phones
from api.web.base.rendering import LONGEST, page, room
from api.web.base.share_links import ended, let_in, links_to, name_of, name_sent
from api.web.logs.link_page import unfound
from api.web.logs.share_page import DAYS
from api.web.tournaments.views import in_public, laid_out
from audit.store import FINDABLE_PAGE, PUBLIC_PAGE, TABLE_LINK, Role

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.store import TokenRow
    from audit.tournaments.tournament import SeatedTable
    from engine.kernel.basics.json_types import Document

# What whoever has the address of a public page may look at; the second may be found by search engines, too.
PUBLIC, TO_BE_FOUND = PUBLIC_PAGE, FINDABLE_PAGE


@room.get("/tournaments/<tournament>/links")
def tournament_links(tournament: str) -> Response:
    """Show the links of a tournament, and offer others."""
    session.admit("create_tournament")
    return _shown(kept(tournament))


@room.get("/tournaments/<tournament>/links.json")
def tournament_links_document(tournament: str) -> Response:
    """List them for a program; their secrets are nowhere."""
    session.admit("create_tournament")
    found = kept(tournament)
    return answer({"tables": list(map(_told, _tables(found))), "public": list(map(_told, _pages(found)))}, keep=ONCE)


@room.post("/tournaments/<tournament>/links")
def make_table_links(tournament: str) -> Response:
    """Make a link for each table of a round, or for one table, that has none; they are shown this once."""
    session.own_request()
    organiser = session.admit("create_tournament")
    found, wanted = kept(tournament), request.form.get("tables", "")[:LONGEST]
    days = _days()
    there = {one.seat for one in _tables(found) if _lasts(one)}
    tables = [one for one in found.laid.tables if wanted in {one.id, f"round {one.round}"}]
    if not tables:
        raise Problem("invalid", "There is no such table, and no such round.")
    made = [_table_link(found, one, days, organiser) for one in tables if one.id not in there]
    return _shown(found, made, kept_links=len(tables) - len(made))


@room.post("/tournaments/<tournament>/public")
def open_to_public(tournament: str) -> Response:
    """Make a page that whoever has its address may look at; it can be closed again."""
    session.own_request()
    organiser = session.admit("create_tournament")
    found = kept(tournament)
    label = TO_BE_FOUND if request.form.get("found") else PUBLIC
    name = name_sent()
    _, secret = service().store.issue(
        club(),
        Role.VIEWER,
        label=f"{label}: {name}" if name else label,
        seat="",
        game=found.id,
        lasting=_days(),
        by=organiser.id,
    )
    link = f"{request.url_root}standings/{secret}"
    return _shown(found, public={"link": link, "code": code_for_phones(link)})


@room.post("/tournaments/<tournament>/links/<link>/end")
def end_tournament_link(tournament: str, link: str) -> AnyResponse:
    """End a link for good."""
    session.own_request()
    organiser = session.admit("create_tournament")
    found = kept(tournament)
    ended(link, [*_tables(found), *_pages(found)], organiser)
    return redirect(f"/tournaments/{found.id}/links", 303)


@room.get("/standings/<secret>")
def public_standings(secret: str) -> Response:
    """Show standings to whoever has the address, for the organiser has opened them: no log, no hand, no finding."""
    token = let_in(secret, PUBLIC)
    found = kept(str(token.game))
    shown = page(
        "tournament.html",
        heading=found.laid.name,
        found=found,
        here=f"/standings/{secret}",
        public=True,
        as_of=None,
        last=found.row.seq,
        title=service().game(found.laid.game).title,
        may={"open": False, "links": False},
        happened=[],
        waiting=0,
        **in_public(laid_out(found, counted(found))),
    )
    return shown if token.label.startswith(TO_BE_FOUND) else unfound(shown)


@room.get("/standings/<secret>.json")
def public_standings_document(secret: str) -> Response:
    """Tell the same to a program."""
    token = let_in(secret, PUBLIC)
    found = kept(str(token.game))
    shown = answer(in_public(laid_out(found, counted(found))), keep=ONCE)
    return shown if token.label.startswith(TO_BE_FOUND) else unfound(shown)


def _shown(
    found: KeptTournament, made: list[Document] | None = None, *, kept_links: int = 0, public: Document | None = None
) -> Response:
    return page(
        "tournament_links.html",
        heading=f"{found.laid.name}: links",
        found=found,
        made=made,
        kept_links=kept_links,
        public=public,
        days=DAYS,
        rounds=found.laid.rounds,
        tables=list(map(_told, _tables(found))),
        pages=list(map(_told, _pages(found))),
    )


def _table_link(found: KeptTournament, table: SeatedTable, lasting: timedelta | None, organiser: TokenRow) -> Document:
    _, secret = service().store.issue(
        club(), Role.VIEWER, label=TABLE_LINK, seat=table.id, game=found.id, lasting=lasting, by=organiser.id
    )
    link = f"{request.url_root}hand-in/{secret}"
    names = [found.laid.player(key).name for key in table.players]
    return {"table": table.id, "names": ", ".join(names), "link": link, "code": code_for_phones(link)}


def _days() -> timedelta | None:
    days = request.form.get("days", "7")
    if days not in DAYS:
        raise Problem("invalid", "A link lasts for a week, for three months, or until it is ended.")
    return timedelta(days=int(days)) if days else None


def _tables(found: KeptTournament) -> list[TokenRow]:
    return links_to(found.id, TABLE_LINK)


def _pages(found: KeptTournament) -> list[TokenRow]:
    return links_to(found.id, PUBLIC)


def _lasts(token: TokenRow) -> bool:
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > datetime.now(UTC))


def _told(token: TokenRow) -> Document:
    found = token.label.startswith(TO_BE_FOUND)
    return {
        "id": token.id,
        "table": token.seat or "",
        "name": name_of(token, TO_BE_FOUND if found else PUBLIC) if not token.seat else "",
        "found": found,
        "made": f"{token.issued_at:%Y-%m-%d}",
        "until": f"{token.expires_at:%Y-%m-%d}" if token.expires_at else "",
        "ended": not _lasts(token),
    }
