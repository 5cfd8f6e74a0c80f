"""Operations: the tokens of a club, which admins list, issue and revoke."""

from __future__ import annotations

from datetime import timedelta

from flask import Response

from api.http.pagination import PagedList, answer_list
from api.http.responses import NDJSON, ONCE, answer_json
from api.live.games import set_up_game
from api.logs.uploads import format_time
from api.monitoring.request_log import add_to_log_line
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import uploads as schemas
from api.service import get_club, get_service, get_token
from audit.store import Absent, Role, TokenRow, is_page_label
from engine.kernel.basics.json_types import Document

room = Room("tokens", __name__, description="Who may do what, and for how long.")


@room.operation("get", "/token", AnswerForm(schemas.TokenSchema))
def read_own_token() -> Response:
    """Show the token of this request."""
    return answer_json(_describe_token(get_token()), keep=ONCE)


@room.operation(
    "get",
    "/tokens",
    AnswerForm(schemas.TokensSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.ListQuery),
    problems=(406,),
)
def list_tokens(query: Document) -> Response:
    """List the tokens of the club, oldest first, without their secrets."""
    where, store = get_club(), get_service().store
    listing = PagedList(
        lambda after, limit: store.list_tokens(where, after=after, limit=limit),
        lambda row: row.id,
        _describe_token,
        ONCE,
    )
    return answer_list(listing, query)


@room.operation(
    "post",
    "/tokens",
    AnswerForm(schemas.IssuedSchema, 201, says="Issued. The secret is shown only once."),
    takes=Takes(json=schemas.TokenRequest),
    problems=(507,),
)
def issue_token(wanted: Document) -> Response:
    """Issue a token of the club for a role, optionally bound to one live game or to one of its seats."""
    game, seat = wanted.get("game"), wanted.get("seat")
    _require_game_and_seat(game, seat)
    if is_page_label(wanted["label"]):
        raise _make_problem("/label", "The pages give this label to their links and sessions. Choose another one.")
    token, secret = get_service().store.issue_token(
        get_club(),
        Role(wanted["role"]),
        label=wanted["label"],
        seat=seat,
        game=game,
        lasting=timedelta(days=wanted["days"]) if "days" in wanted else None,
        by=get_token().id,
    )
    add_to_log_line(issued=token.id, role=str(token.role), seat=token.seat, game=token.game)
    return answer_json({"token": _describe_token(token), "secret": secret}, 201, keep=ONCE)


def _require_game_and_seat(game: str | None, seat: str | None) -> None:
    """Refuse a token for a game or a seat that does not exist."""
    if game is None:
        if seat is not None:
            raise _make_problem("/seat", "A seat is one of a live game; name the game too.")
        return
    try:
        row = get_service().store.read_game(get_club(), game)
    except Absent:
        raise _make_problem("/game", "There is no such live game in your club.") from None
    seats = [player.seat for player in set_up_game(row).header.players]
    if seat and seat not in seats:
        raise _make_problem("/seat", f"The game has no such seat; it has {', '.join(seats)}.")


def _make_problem(pointer: str, says: str) -> Problem:
    return Problem("invalid", errors=[{"pointer": pointer, "says": says}])


@room.operation("delete", "/tokens/<token>", AnswerForm(schemas.TokenSchema, says="Revoked for good."), problems=(507,))
def revoke_token(token: str) -> Response:
    """Revoke a token of the club for good."""
    revoked = get_service().store.revoke_token(get_club(), token, by=get_token().id)
    add_to_log_line(revoked=revoked.id)
    return answer_json(_describe_token(revoked), keep=ONCE)


def _describe_token(token: TokenRow) -> Document:
    return {
        "id": token.id,
        "club": token.club,
        "role": str(token.role),
        "label": token.label,
        "seat": token.seat,
        "game": token.game,
        "issued_at": format_time(token.issued_at),
        "expires_at": format_time(token.expires_at) if token.expires_at else None,
        "revoked_at": format_time(token.revoked_at) if token.revoked_at else None,
        "sound": token.sound,
    }
