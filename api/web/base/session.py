"""Browser sessions. Each begins with a one-time link and is held in a cookie of this host only."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

from flask import g, redirect, request
from werkzeug.wrappers import Response

from api import policy
from api.access import authentication
from api.access.authentication import MAX_TOKEN
from api.problems import Problem
from api.service import get_service
from audit.store import PAGES_LINK, PAGES_SESSION, TokenRow

# Browsers accept a `__Host-` cookie over HTTPS or from localhost only, and send it back to this host only.
COOKIE = "__Host-deadreckon"
LASTING = timedelta(days=30)
# Phones at a table may use plain HTTP, for one game only, because an eavesdropper could copy this cookie.
SEAT_COOKIE = "deadreckon-seat"
HERE = frozenset({"127.0.0.1", "localhost", "[::1]"})
# How long a sign-in link is valid.
ENTERING = timedelta(minutes=15)
LINK, SESSION = PAGES_LINK, PAGES_SESSION
HOW = (
    "Ask an admin of your club for a link to these pages. Each works once. An admin makes one with "
    "`deadreckon token link` on the machine that runs the service."
)
NOT_USABLE = (
    "This link was used already, is older than 15 minutes, or was not copied in full. Ask an admin of your club, or "
    "the person who sent you the link, for a new one."
)


def get_guest() -> TokenRow | None:
    """Return the token of the session, if there is one."""
    found = _find_labelled_token(request.cookies.get(COOKIE, ""), SESSION)
    if found is not None or not is_plain_http():
        return found
    bound = _find_labelled_token(request.cookies.get(SEAT_COOKIE, ""), SESSION)
    return bound if bound is not None and bound.game is not None else None


def is_opened_from_network() -> bool:
    """Say whether the page was opened at an address that other machines can reach, too."""
    return not {request.host.rpartition(":")[0], request.host} & HERE


def is_plain_http() -> bool:
    """Say whether the request came unencrypted over a network."""
    return not request.is_secure and is_opened_from_network()


def admit_visitor(operation: str, live: str | None = None) -> TokenRow:
    """Let a visitor see a page if their token may call the same API operation. `live` is the game that it shows."""
    token = g.bearer = get_guest()
    if token is None:
        raise Problem("no-token", HOW)
    if not policy.may_call(token.role, operation):
        raise Problem("not-allowed", f"This needs the role {policy.LEAST[operation]}; you are a {token.role} here.")
    if token.game is not None:
        authentication.check_token_scope(token, operation, live)
    return token


def may_ask(operation: str) -> bool:
    """Say whether the visitor may call an operation, as far as role and seat allow."""
    token: TokenRow = g.bearer
    open_to_bound = token.game is None or operation in policy.BOUND
    return (
        policy.may_call(token.role, operation)
        and open_to_bound
        and (token.seat is None or operation not in policy.UNVEILED)
    )


def refuse_foreign_request() -> None:
    """Refuse a request that another site made the browser send."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is None:
        origin = urlsplit(request.headers.get("Origin", ""))
        site = "same-origin" if origin.netloc == request.host else "unknown"
    if site != "same-origin":
        raise Problem("not-allowed", "This was sent from another site.")


def find_link(secret: str) -> TokenRow:
    """Find a sign-in link by its secret, without using it up. Refuse one that cannot begin a session."""
    link = _find_labelled_token(secret, LINK)
    if link is None:
        raise Problem("bad-token", NOT_USABLE)
    if is_plain_http() and link.game is None:
        raise Problem(
            "not-allowed", "Over plain HTTP only a link for one game opens a page. Use https, or this machine."
        )
    return link


def sign_in(secret: str) -> Response:
    """Use a link up, and begin the one session that it allows."""
    refuse_foreign_request()
    session = get_service().store.redeem_link(find_link(secret).id, label=SESSION, lasting=LASTING)
    if session is None:
        raise Problem("bad-token", NOT_USABLE)
    answer = redirect("/", 303)
    secure, name = not is_plain_http(), SEAT_COOKIE if is_plain_http() else COOKIE
    answer.set_cookie(name, session, max_age=LASTING, path="/", secure=secure, httponly=True, samesite="Strict")
    return answer


def end_session() -> Response:
    """End the session, in every browser that has its cookie."""
    refuse_foreign_request()
    token = get_guest()
    if token is not None:
        get_service().store.revoke_token(token.club, token.id, by=token.id)
    answer = redirect("/", 303)
    answer.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Strict")
    answer.delete_cookie(SEAT_COOKIE, path="/", httponly=True, samesite="Strict")
    return answer


def _find_labelled_token(secret: str, label: str) -> TokenRow | None:
    known = 0 < len(secret) <= MAX_TOKEN and secret.isascii()
    found = get_service().store.find_token(secret) if known else None
    return found if found is not None and found.label == label else None
