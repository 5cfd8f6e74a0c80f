"""The tokens of a club: one's own, all of them, new ones, and revoking."""

from __future__ import annotations

from datetime import timedelta

from flask import Response

from api.http.pagination import PagedList, listed
from api.http.responses import NDJSON, ONCE, answer
from api.live.games import begun
from api.logs.uploads import moment
from api.monitoring.request_log import note_also
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import uploads as schemas
from api.service import bearer, club, service
from audit.store import Absent, Role, TokenRow, is_page_label
from engine.kernel.basics.json_types import Document

room = Room("tokens", __name__, description="Who may do what, and for how long.")


@room.operation("get", "/token", AnswerForm(schemas.TokenSchema))
def read_own_token() -> Response:
    """Tell what the token is for that this request came with."""
    return answer(_document(bearer()), keep=ONCE)


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
    where, store = club(), service().store
    listing = PagedList(
        lambda after, limit: store.tokens(where, after=after, limit=limit), lambda row: row.id, _document, ONCE
    )
    return listed(listing, query)


@room.operation(
    "post",
    "/tokens",
    AnswerForm(schemas.IssuedSchema, 201, says="Issued; the secret is shown this once."),
    takes=Takes(json=schemas.TokenRequest),
    problems=(507,),
)
def issue_token(wanted: Document) -> Response:
    """Issue a token of the club, for a role, and if wanted for one live game or one seat of it."""
    game, seat = wanted.get("game"), wanted.get("seat")
    _must_be_there(game, seat)
    if is_page_label(wanted["label"]):
        raise _refused("/label", "The pages give this label to their links and sessions. Choose another one.")
    token, secret = service().store.issue(
        club(),
        Role(wanted["role"]),
        label=wanted["label"],
        seat=seat,
        game=game,
        lasting=timedelta(days=wanted["days"]) if "days" in wanted else None,
        by=bearer().id,
    )
    note_also(issued=token.id, role=str(token.role), seat=token.seat, game=token.game)
    return answer({"token": _document(token), "secret": secret}, 201, keep=ONCE)


def _must_be_there(game: str | None, seat: str | None) -> None:
    """Refuse a token for a game, or for a seat, that there is not."""
    if game is None:
        if seat is not None:
            raise _refused("/seat", "A seat is one of a live game; name the game too.")
        return
    try:
        row = service().store.game(club(), game)
    except Absent:
        raise _refused("/game", "There is no such live game in your club.") from None
    seats = [player.seat for player in begun(row).header.players]
    if seat and seat not in seats:
        raise _refused("/seat", f"The game has no such seat; it has {', '.join(seats)}.")


def _refused(pointer: str, says: str) -> Problem:
    return Problem("invalid", errors=[{"pointer": pointer, "says": says}])


@room.operation("delete", "/tokens/<token>", AnswerForm(schemas.TokenSchema, says="Revoked for good."), problems=(507,))
def revoke_token(token: str) -> Response:
    """Revoke a token of the club for good."""
    revoked = service().store.revoke(club(), token, by=bearer().id)
    note_also(revoked=revoked.id)
    return answer(_document(revoked), keep=ONCE)


def _document(token: TokenRow) -> Document:
    return {
        "id": token.id,
        "club": token.club,
        "role": str(token.role),
        "label": token.label,
        "seat": token.seat,
        "game": token.game,
        "issued_at": moment(token.issued_at),
        "expires_at": moment(token.expires_at) if token.expires_at else None,
        "revoked_at": moment(token.revoked_at) if token.revoked_at else None,
        "sound": token.sound,
    }
