"""The server and the token, from the environment or from `deadreckon remote login`."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import click

from cli.remote.connection import Address, parse_address
from cli.server.key_file import warn_if_readable

SERVER, TOKEN = "DEADRECKON_SERVER", "DEADRECKON_TOKEN"
NOT_LOGGED_IN = "No server is known. Log in: deadreckon remote login https://deadreckon.example.org"


@dataclass(frozen=True, slots=True)
class Account:
    """A server and its token. Printing the account never shows the token."""

    server: Address
    token: str = field(repr=False)
    origin: str = ""


def find_login_file() -> Path:
    """Return the path of the file that stores a login."""
    return Path(click.get_app_dir("deadreckon"), "remote.json")


def load_account(environment: Mapping[str, str] = os.environ) -> Account:
    """Load the account. A stored token is sent only to the server that it was stored for."""
    kept = _read_login()
    server, token = environment.get(SERVER, ""), environment.get(TOKEN, "").strip()
    if not server and kept is None:
        raise click.UsageError(NOT_LOGGED_IN)
    there = parse_address(server) if server else kept.server  # type: ignore[union-attr] # checked above
    if token:
        return Account(there, check_token(token), f"${TOKEN}")
    if kept is None or kept.server != there:
        raise click.UsageError(f"There is no token for {there.url}. Log in there, or set ${TOKEN}.")
    return kept


def _read_login() -> Account | None:
    file = find_login_file()
    try:
        login = json.loads(file.read_text())
        found = Account(parse_address(str(login["server"])), check_token(str(login["token"])), str(file))
    except FileNotFoundError:
        return None
    except OSError as wrong:
        raise click.UsageError(f"{file} cannot be read: {(wrong.strerror or 'it fails').lower()}.") from None
    except (ValueError, TypeError, KeyError, click.UsageError):
        raise click.UsageError(f"{file} is damaged. Log in again: deadreckon remote login URL") from None
    warn_if_readable(file, "your token")
    return found


def check_token(token: str) -> str:
    """Refuse an invalid token before it is put into a header. The message never quotes it."""
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise click.UsageError("This is not a token. A token is a single word, as shown when it was issued.")
    return token


def save_login(there: Address, token: str) -> Path:
    """Store a login in a file that only its owner can read at any moment."""
    file = find_login_file()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=file.parent, prefix=".remote-")
        try:
            # mkstemp creates the file for its owner only.
            with os.fdopen(handle, "w") as out:
                json.dump({"server": there.url, "token": token}, out)
            Path(draft).replace(file)
        except OSError:
            with suppress(OSError):
                Path(draft).unlink()
            raise
    except OSError as wrong:
        raise click.UsageError(
            f"The login cannot be saved in {file}: {(wrong.strerror or 'it fails').lower()}."
        ) from None
    return file


def delete_login() -> Path | None:
    """Delete the stored login, and return its path."""
    file = find_login_file()
    try:
        file.unlink()
    except FileNotFoundError:
        return None
    except OSError as wrong:
        raise click.UsageError(f"{file} cannot be deleted: {(wrong.strerror or 'it fails').lower()}.") from None
    return file
