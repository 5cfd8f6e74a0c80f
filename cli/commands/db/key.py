"""`deadreckon db key`: the key that signs tokens and derived data."""

from __future__ import annotations

from pathlib import Path

import click

from cli import output
from cli.server import key_file
from cli.server.open_store import database_options, open_store
from cli.server.settings import load_settings


@click.group("key", short_help="Manage the key that signs tokens and audits.")
def key() -> None:
    """Maintain the key that signs tokens, stored audits and snapshots.

    `deadreckon serve` makes it at its first start, in a file that only its owner can read: next to an SQLite database,
    or at --secret-file. It may also be set as DEADRECKON_SECRET. Save a copy of it apart from all copies of the
    database.

    \b
    deadreckon db key show
    deadreckon db key rotate
    """


@key.command("show", short_help="Show where the key is, and check it.")
@database_options
@click.pass_context
def show(ctx: click.Context, database: str | None, file: str | None) -> None:
    """Say where the key comes from, and whether the database was signed with it.

    The key itself is never shown.

    \b
    deadreckon db key show
    """
    settings = load_settings({"database": database}, file).settings
    secret = key_file.get_secret(settings)
    place = "DEADRECKON_SECRET, or the settings" if settings.secret else str(key_file.choose_key_file(settings))
    with open_store(database, file) as store:
        right = store.is_signed_with(secret)
    said = {
        None: "The database is not signed yet.",
        True: "The database is signed with it.",
        False: "It is a different key.",
    }
    output.say(f"The key is {'in' if secret else 'not in'} {place}. {said[right] if secret or right is None else ''}")
    if right is False:
        ctx.exit(1)


@key.command("rotate", short_help="Sign everything with a new key.")
@click.option("--to", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A file with the new secret.")
@click.option("--lost", is_flag=True, help="The old key is lost: delete derived data, and sign the tokens as they are.")
@database_options
def rotate(to: Path | None, lost: bool, database: str | None, file: str | None) -> None:
    """Sign tokens, stored audits and snapshots with a new key. Data that does not fit the old key is not signed.

    Stop the service first, or restart it right after; until then it answers 503. If you set the secret yourself
    (DEADRECKON_SECRET), write the new one into a file, pass that with --to, and set it afterwards.

    \b
    deadreckon db key rotate
    deadreckon db key rotate --lost
    """
    settings = load_settings({"database": database}, file).settings
    place = key_file.choose_key_file(settings)
    if settings.secret and to is None:
        raise click.UsageError("You set the secret yourself: write the new one into a file, and name it with --to.")
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
            output.tell(f"{changed} not signed, as they were changed: such tokens are refused, the rest is deleted.")
        if lost:
            output.tell("Check the tokens (`deadreckon token list`): they were signed as they are.")
