"""Links of a tournament, which its organiser makes and revokes: one for each table, and a public page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from flask import Response, redirect, request

from api.problems import Problem
from api.service import get_club, get_service
from api.tournaments.record import StoredTournament, find_tournament
from api.tournaments.standings import count_stored_tournament
from api.web.base import session
from api.web.base.qr_codes import draw_phone_code
from api.web.base.rendering import LONGEST, render_page
from api.web.base.share_links import admit_by_link, get_link_name, list_links, read_new_link_name, revoke_link
from api.web.logs.link_page import hide_from_search_engines
from api.web.logs.share_page import DAYS
from api.web.tournaments.views import lay_out_count, redact_for_public
from audit.store import FINDABLE_PAGE, PUBLIC_PAGE, TABLE_LINK, Role

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from audit.store import TokenRow
    from audit.tournaments.tournament import SeatedTable
    from engine.kernel.basics.json_types import Document

# Labels of public pages. Search engines may index a page with the second one.
PUBLIC, TO_BE_FOUND = PUBLIC_PAGE, FINDABLE_PAGE


def show_tournament_links(tournament: str) -> Response:
    """Show the links of a tournament, and the forms for others."""
    session.admit_visitor("create_tournament")
    return _render_links(find_tournament(tournament))


def make_table_links(tournament: str) -> Response:
    """Make a link for one table, or for each table of a round, unless it has one. Links are shown only here."""
    session.refuse_foreign_request()
    organiser = session.admit_visitor("create_tournament")
    found, wanted = find_tournament(tournament), request.form.get("tables", "")[:LONGEST]
    days = _read_days()
    there = {one.seat for one in _list_table_links(found) if _is_valid(one)}
    tables = [one for one in found.laid.tables if wanted in {one.id, f"round {one.round}"}]
    if not tables:
        raise Problem("invalid", "There is no such table, and no such round.")
    made = [_make_table_link(found, one, days, organiser) for one in tables if one.id not in there]
    return _render_links(found, made, kept_links=len(tables) - len(made))


def open_public_page(tournament: str) -> Response:
    """Make a public page with an address that cannot be guessed. The organiser can close it again."""
    session.refuse_foreign_request()
    organiser = session.admit_visitor("create_tournament")
    found = find_tournament(tournament)
    label = TO_BE_FOUND if request.form.get("found") else PUBLIC
    name = read_new_link_name()
    _, secret = get_service().store.issue_token(
        get_club(),
        Role.VIEWER,
        label=f"{label}: {name}" if name else label,
        seat="",
        game=found.id,
        lasting=_read_days(),
        by=organiser.id,
    )
    link = f"{request.url_root}standings/{secret}"
    return _render_links(found, public={"link": link, "code": draw_phone_code(link)})


def end_tournament_link(tournament: str, link: str) -> AnyResponse:
    """Revoke a link for good."""
    session.refuse_foreign_request()
    organiser = session.admit_visitor("create_tournament")
    found = find_tournament(tournament)
    revoke_link(link, [*_list_table_links(found), *_list_public_links(found)], organiser)
    return redirect(f"/tournaments/{found.id}/links", 303)


def show_public_standings(secret: str) -> Response:
    """Show the standings to every visitor who has the address, without logs, hands or findings."""
    token = admit_by_link(secret, PUBLIC)
    found = find_tournament(str(token.game))
    shown = render_page(
        "tournament.html",
        heading=found.laid.name,
        found=found,
        here=f"/standings/{secret}",
        public=True,
        as_of=None,
        last=found.row.seq,
        title=get_service().find_game(found.laid.game).title,
        may={"open": False, "links": False},
        happened=[],
        waiting=0,
        **redact_for_public(lay_out_count(found, count_stored_tournament(found))),
    )
    return shown if token.label.startswith(TO_BE_FOUND) else hide_from_search_engines(shown)


def _render_links(
    found: StoredTournament, made: list[Document] | None = None, *, kept_links: int = 0, public: Document | None = None
) -> Response:
    return render_page(
        "tournament_links.html",
        heading=f"{found.laid.name}: links",
        found=found,
        made=made,
        kept_links=kept_links,
        public=public,
        days=DAYS,
        rounds=found.laid.rounds,
        tables=list(map(_describe_link, _list_table_links(found))),
        pages=list(map(_describe_link, _list_public_links(found))),
    )


def _make_table_link(
    found: StoredTournament, table: SeatedTable, lasting: timedelta | None, organiser: TokenRow
) -> Document:
    _, secret = get_service().store.issue_token(
        get_club(), Role.VIEWER, label=TABLE_LINK, seat=table.id, game=found.id, lasting=lasting, by=organiser.id
    )
    link = f"{request.url_root}hand-in/{secret}"
    names = [found.laid.find_player(key).name for key in table.players]
    return {"table": table.id, "names": ", ".join(names), "link": link, "code": draw_phone_code(link)}


def _read_days() -> timedelta | None:
    days = request.form.get("days", "7")
    if days not in DAYS:
        raise Problem("invalid", "A link lasts for a week, for three months, or until it is ended.")
    return timedelta(days=int(days)) if days else None


def _list_table_links(found: StoredTournament) -> list[TokenRow]:
    return list_links(found.id, TABLE_LINK)


def _list_public_links(found: StoredTournament) -> list[TokenRow]:
    return list_links(found.id, PUBLIC)


def _is_valid(token: TokenRow) -> bool:
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > datetime.now(UTC))


def _describe_link(token: TokenRow) -> Document:
    found = token.label.startswith(TO_BE_FOUND)
    return {
        "id": token.id,
        "table": token.seat or "",
        "name": get_link_name(token, TO_BE_FOUND if found else PUBLIC) if not token.seat else "",
        "found": found,
        "made": f"{token.issued_at:%Y-%m-%d}",
        "until": f"{token.expires_at:%Y-%m-%d}" if token.expires_at else "",
        "ended": not _is_valid(token),
    }
