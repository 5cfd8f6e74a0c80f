"""Authenticate a request: check its token, the token's role, and the game or seat it is bound to."""

from __future__ import annotations

from flask import g, request

from api import policy
from api.problems import Problem, make_not_found
from api.service import get_service
from audit.store import TokenRow, is_page_label

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="deadreckon"'}
INVALID = {"WWW-Authenticate": 'Bearer realm="deadreckon", error="invalid_token"'}
OF_THE_PAGES = "This is the secret of a link or a session of the pages. Send a token that was issued for programs."
# No token that we issue is nearly this long.
MAX_TOKEN = 200


def read_bearer_secret() -> str | None:
    """Return the secret in the Authorization header, whether or not it is a valid token."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def check_access(operation: str, live: str | None) -> None:
    """Let a request in, or end it with 401, 403 or 404. `live` is the live game that its address names."""
    g.bearer = None
    if policy.LEAST[operation] is None:
        return
    token = g.bearer = _require_token()
    if not policy.may_call(token.role, operation):
        least = policy.LEAST[operation]
        raise Problem("not-allowed", f"This needs the role {least}; the token is for a {token.role}.")
    if token.game is not None:
        check_token_scope(token, operation, live)


def _require_token() -> TokenRow:
    secret = read_bearer_secret()
    if not secret:
        raise Problem("no-token", headers=CHALLENGE)
    token = get_service().store.find_token(secret) if len(secret) <= MAX_TOKEN and secret.isascii() else None
    if token is None:
        raise Problem("bad-token", headers=INVALID)
    if is_page_label(token.label):
        raise Problem("bad-token", OF_THE_PAGES, headers=INVALID)
    return token


def check_token_scope(token: TokenRow, operation: str, live: str | None) -> None:
    """Refuse a token outside the live game, or the seat, that it is bound to."""
    if operation not in policy.BOUND:
        raise Problem("not-allowed", "This token is for one live game only.")
    if live is not None and live != token.game:
        raise make_not_found()
    if token.seat is not None and operation in policy.UNVEILED:
        raise Problem("not-allowed", "This shows every hand; the token is for one seat.")
