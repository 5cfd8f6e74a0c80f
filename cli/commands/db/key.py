"""`deadreckon db key`: the key that tokens, and what is derived, are signed with."""

from __future__ import annotations

from pathlib import Path

import click

from cli import output
from cli.server import key_file
from cli.server.open_store import database_options, open_store
from cli.server.settings import load_settings


@click.group("key", short_help="The key that tokens and audits are signed with.")
def key() -> None:
    """Look after the key that tokens, kept audits and snapshots are signed with.

    It is made by `deadreckon serve` at its first start, in a file that only its owner can read: beside an SQLite
    database, or where --secret-file says; or it is set as DEADRECKON_SECRET. Keep a copy of it where no copy of the
    database is.

    \b
    deadreckon db key show
    deadreckon db key rotate
    """


@key.command("show", short_help="Where is the key, and is it the right one?")
@database_options
@click.pass_context
def show(ctx: click.Context, database: str | None, file: str | None) -> None:
    """Say where the key comes from, and whether the database was signed with it. The key itself is never shown.

    \b
    deadreckon db key show
    """
    settings = load_settings({"database": database}, file).settings
    secret = key_file.get_secret(settings)
    place = "DEADRECKON_SECRET, or the settings" if settings.secret else str(key_file.choose_key_file(settings))
    with open_store(database, file) as store:
        right = store.is_signed_with(secret)
    said = {None: "The database is not signed yet.", True: "The database is signed with it.", False: "It is another."}
    output.say(f"The key is {'in' if secret else 'not in'} {place}. {said[right] if secret or right is None else ''}")
    if right is False:
        ctx.exit(1)


@key.command("rotate", short_help="Sign everything with a new key.")
@click.option("--to", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A file with the new secret.")
@click.option("--lost", is_flag=True, help="The old key is lost: forget what is derived, sign the tokens as they are.")
@database_options
def rotate(to: Path | None, lost: bool, database: str | None, file: str | None) -> None:
    """Sign tokens, kept audits and snapshots with a new key; what does not fit the old one is not signed.

    Stop the service first, or start it anew right after: until then it answers 503. Where the secret is set by you
    (DEADRECKON_SECRET), write the new one into a file, name that with --to, and set it then.

    \b
    deadreckon db key rotate
    deadreckon db key rotate --lost
    """
    settings = load_settings({"database": database}, file).settings
    place = key_file.choose_key_file(settings)
    if settings.secret and to is None:
        raise click.UsageError("The secret is set by you: write the new one into a file, and name it with --to.")
    with open_store(database, file) as store:
        key_file.activate_next_secret(store, place)
    with open_store(database, file) as store:
        secret = (
            key_file.make_next_secret(place) if to is None else key_file.check_strength(key_file.read_secret_file(to))
        )
        signed = store.sign_everything_anew(secret, lost=lost)
        if to is None:
            key_file.activate_next_secret(store, place)
        changed = signed.pop("changed")
        output.say("Signed anew: ", ", ".join(f"{count} {name}" for name, count in signed.items()), ".")
        if changed:
            output.tell(f"{changed} not signed, for somebody has changed them: tokens open nothing, the rest is gone.")
        if lost:
            output.tell("Look the tokens over (`deadreckon token list`): they were signed as they stand.")
