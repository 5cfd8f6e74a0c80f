"""The secret that a store signs with: a setting, or a file that `serve` makes once."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import output
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from api.settings import Settings
    from audit.store import Store

# A shorter secret can be guessed.
LEAST = 16
PRIVATE = 0o600


def warn_if_readable(file: Path, what: str) -> None:
    """Warn if other users of this machine may read a private file."""
    if os.name == "posix" and file.exists() and stat.S_IMODE(file.stat().st_mode) & ~PRIVATE:
        output.tell(f"Others on this machine may read {what}: chmod 600 {file}")


def choose_key_file(settings: Settings) -> Path:
    """Choose the file: the configured one, or one next to the database, or for a server in our config folder."""
    from audit.store.backend.connections import parse_database_url
    from audit.store.keys.key_file import ENDING, name_key_file

    url = parse_database_url(settings.database)
    if settings.secret_file:
        return Path(settings.secret_file)
    named = re.sub(r"[^\w.-]+", "_", f"{url.host or 'local'}-{url.database}")
    return name_key_file(url) or Path(click.get_app_dir("deadreckon"), f"{named}{ENDING}")


def _make_secret(file: Path) -> str:
    """Make a secret file. Of its parent folders, only our own is created."""
    from audit.store.keys.key_file import make_secret_file

    if file.parent == Path(click.get_app_dir("deadreckon")):
        file.parent.mkdir(parents=True, exist_ok=True)
    return make_secret_file(file)


def get_secret(settings: Settings) -> str:
    """Return the secret from the settings or from its file, or an empty text if there is none yet."""
    return settings.secret or read_secret_file(choose_key_file(settings))


def read_secret_file(file: Path) -> str:
    """Read a secret from a file."""
    from audit.store.keys.key_file import read_secret

    return _read_or_fail(file, read_secret)


def make_next_secret(file: Path) -> str:
    """Make the next secret. It stays in a file of its own until the database uses it."""
    from audit.store.keys.key_file import name_next_file

    return _read_or_fail(name_next_file(file), _make_secret)


def activate_next_secret(store: Store, file: Path) -> None:
    """Replace the secret by the next one if the database uses that already."""
    from audit.store.keys.key_file import name_next_file

    waiting = read_secret_file(name_next_file(file))
    if waiting and store.is_signed_with(waiting):
        # A concurrent rotation may have moved it.
        with suppress(FileNotFoundError):
            name_next_file(file).replace(file)


def adopt_secret(store: Store, settings: Settings) -> str:
    """Return the secret that this store signs with. A store without signatures takes one now, made if necessary.

    Raises OtherKey if the store signs with another key, or if it should sign but knows no key.
    """
    from audit.store.errors import OtherKey
    from audit.store.keys.rotation import NONE_AT_HAND, NONE_KNOWN, NOT_OURS

    file = choose_key_file(settings)
    if not settings.secret:
        activate_next_secret(store, file)
        warn_if_readable(file, "the key of this service")
    there = get_secret(settings)
    right = store.is_signed_with(there)
    if right is not None:
        if not right:
            raise OtherKey(NOT_OURS if there else NONE_AT_HAND)
        return there
    if there and not settings.secret and any(store.list_tokens(club) for club in store.list_clubs()):
        raise OtherKey(NONE_KNOWN)
    secret = there or _read_or_fail(file, _make_secret)
    _tell_key_file(store.sign_everything_anew(secret), None if settings.secret else file)
    return secret


def _tell_key_file(signed: dict[str, int], file: Path | None) -> None:
    if file is not None:
        output.tell(f"The key that signs tokens and audits is in {file}. Save a copy of it in another place.")
    stood = [f"{count} {name}" for name, count in signed.items() if count and name != "changed"]
    if stood:
        output.tell(f"Signed for the first time, as they stood: {', '.join(stood)}.")


def check_strength(secret: str) -> str:
    """Refuse a secret that can be guessed."""
    if len(secret) < LEAST:
        raise click.UsageError(f"A secret has {LEAST} random characters or more: openssl rand -hex 32.")
    return secret


def _read_or_fail(file: Path, way: Callable[[Path], str]) -> str:
    """Read or make a file. A failure is wrong usage."""
    try:
        return way(file)
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"The key cannot be read or made in {make_visible(str(file))}: {why}.") from None
