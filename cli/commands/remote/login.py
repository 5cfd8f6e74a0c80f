"""`deadreckon remote login`, `status`, `logout`: the server and the token to use."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click
import msgspec

from cli import options, output
from engine.kernel.basics.json_types import Document

if TYPE_CHECKING:
    from cli.remote.client import Client

# Limits how much of a piped line is read as a token.
MOST = 10_000


class Token(msgspec.Struct):
    """The use of a token."""

    id: str
    club: str
    role: str
    label: str = ""
    seat: str | None = None
    game: str | None = None
    expires_at: str | None = None


@click.command("login", short_help="Log in to a server with a token.")
@click.argument("url")
def login(url: str) -> None:
    """Log in to the server at URL with a token, which is stored in a file that only you can read.

    The token is prompted for, or taken from standard input or from DEADRECKON_TOKEN. It is never taken from the command
    line, which others on the machine can see.

    \b
    deadreckon remote login https://deadreckon.example.org
    deadreckon remote login http://127.0.0.1:8080 < token.txt
    """
    from cli.remote.account import Account, check_token, save_login
    from cli.remote.client import Client
    from cli.remote.connection import parse_address

    there = parse_address(url)
    token = check_token(_read_token())
    token_shown = _fetch_token(Client(Account(there, token)))
    file = save_login(there, token)
    output.tell(f"Logged in at {there.url}: {_describe_token(token_shown)}. Saved in {file}")
    if there.is_insecure:
        output.tell("The connection is not encrypted: others in the same network can read the token and the logs.")


def _read_token() -> str:
    """Read the token from a place that others on the machine cannot see."""
    from cli.remote.account import TOKEN

    if os.environ.get(TOKEN):
        return os.environ[TOKEN].strip()
    if sys.stdin.isatty():
        typed: str = click.prompt("Token", hide_input=True, err=True)
        return typed.strip()
    return sys.stdin.buffer.readline(MOST).decode(errors="replace").strip()


def _fetch_token(client: Client) -> Token:
    return client.get_json("/token", Token)


def _describe_token(token: Token) -> str:
    parts = [f"club {token.club}, role {token.role}"]
    parts += [f"for {token.label}"] if token.label else []
    parts += [f"for the live game {token.game} only"] if token.game else []
    parts += [f"at the seat {token.seat}"] if token.seat else []
    parts += [f"valid until {token.expires_at}"] if token.expires_at else []
    return ", ".join(parts)


@click.command("status", short_help="Show your server and token.")
@options.format_option
def status(form: str) -> None:
    """Ask the server who you are there: club, role, and what the token is bound to.

    The token itself is never shown.

    \b
    deadreckon remote status
    deadreckon remote status --format json
    """
    from cli.remote.client import connect_to_account

    client = connect_to_account()
    bearer = _fetch_token(client)
    if form == "json":
        document: Document = {"server": client.who.server.url, **msgspec.to_builtins(bearer)}
        output.write_json(document)
        return
    output.say(output.paint(client.who.server.url, "strong"), f"  {_describe_token(bearer)}")
    output.say(f"Token {bearer.id}, from {client.who.origin}")


@click.command("logout", short_help="Delete the token.")
def logout() -> None:
    """Delete the login that is stored here.

    The token stays valid until an admin of your club revokes it.

    \b
    deadreckon remote logout
    """
    from cli.remote.account import delete_login

    file = delete_login()
    output.tell(
        f"Deleted {file}. The token itself stays valid until it is revoked." if file else "You were not logged in."
    )
