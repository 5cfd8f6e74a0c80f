"""Share links: each opens one thing to every visitor who has the link. An organiser makes and revokes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import g, request

from api.access.authentication import MAX_TOKEN
from api.http.strict_json import is_printable
from api.problems import Problem, make_not_found
from api.service import get_club, get_service

if TYPE_CHECKING:
    from collections.abc import Iterable

    from audit.store import TokenRow

LONGEST_NAME = 60
A_PAGE = 200


def admit_by_link(secret: str, label: str) -> TokenRow:
    """Admit a visitor by a link. Revoked and unknown links get the same answer."""
    known = 0 < len(secret) <= MAX_TOKEN and secret.isascii()
    token = get_service().store.find_token(secret) if known else None
    if token is None or not token.label.startswith(label):
        raise Problem("not-found", "This link does not work: it was ended, or was not copied in full.")
    g.bearer = token
    return token


def list_links(thing: str, label: str) -> list[TokenRow]:
    """List the links of one kind to one thing, the newest first. Revoked links stay in the list."""
    found: list[TokenRow] = []
    store, after = get_service().store, None
    while some := store.list_tokens(get_club(), after=after, limit=A_PAGE):
        found += (one for one in some if one.game == thing and one.label.startswith(label))
        after = some[-1].id
    return found[::-1]


def revoke_link(link: str, links: Iterable[TokenRow], organiser: TokenRow) -> None:
    """Revoke one of these links for good."""
    if link not in {one.id for one in links}:
        raise make_not_found()
    get_service().store.revoke_token(get_club(), link, by=organiser.id)


def get_link_name(token: TokenRow, label: str) -> str:
    """Return the name that the organiser gave a link."""
    return token.label.removeprefix(label).removeprefix(": ")


def read_new_link_name() -> str:
    """Read the name of a new link from the form."""
    name = " ".join(request.form.get("name", "").split())[:LONGEST_NAME]
    if not is_printable(name):
        raise Problem("invalid", "The name of a link has a character that cannot be written.")
    return name
