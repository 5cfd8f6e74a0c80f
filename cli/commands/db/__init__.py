"""`deadreckon db`: maintenance of the service's database, for its operator."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

import click

from cli import output
from cli.commands.db.key import key
from cli.commands.db.recheck import recheck
from cli.commands.db.verify import tell_damage, verify
from cli.server.open_store import UNAVAILABLE, database_options, note_act, open_store
from engine.kernel.basics.visible_text import make_visible


@click.group("db", short_help="Manage the database of the service.")
def command() -> None:
    """Maintain the database: create its schema, verify what is stored, back it up.

    \b
    deadreckon db upgrade                   create the schema, or bring it up to date
    deadreckon db verify                    is everything as it was recorded?
    deadreckon db recheck                   which stored audits have a different result since the update?
    deadreckon db backup season.backup      copy everything, and verify the copy
    deadreckon token new --club harbour --role admin

    Exit codes: 0 all is well, 1 a stored audit has a different result, 2 wrong usage, 4 something is not as recorded, 5
    the database cannot be used.
    """


@command.command("upgrade", short_help="Create or upgrade the schema.")
@database_options
def upgrade(database: str | None, file: str | None) -> None:
    """Create the schema in a new database, or upgrade that of an older version.

    On PostgreSQL, run it as the owner of the database. It creates a role named like the database with _app appended.
    The role may add data but neither change nor remove any, and the service uses it automatically.

    \b
    deadreckon db upgrade
    deadreckon db upgrade --database postgresql://owner@host/deadreckon
    """
    with open_store(database, file) as store:
        before = store.check_readiness().revision
        revision = store.upgrade()
        output.say(f"{store.url} ", "is" if before == revision else "is now", f" at revision {revision}.")


@command.command("check", short_help="Check that the schema fits this version.")
@database_options
@click.pass_context
def check(ctx: click.Context, database: str | None, file: str | None) -> None:
    """Say whether the database answers, has the schema of this version, and protects the stored data.

    \b
    deadreckon db check
    """
    with open_store(database, file) as store:
        readiness = store.check_readiness()
        wrong = [readiness.hint] if not readiness.ready else [*store.list_differences(), *store.list_trigger_faults()]
        for said in wrong:
            output.tell(said)
        if wrong:
            ctx.exit(UNAVAILABLE)
        output.say(
            output.paint("good", "good"), f"  {store.url} is at revision {readiness.revision}, with every guard."
        )


@command.command("heads", short_help="List the head of each game.")
@database_options
def heads(database: str | None, file: str | None) -> None:
    """List each game with its last seq and hash, and each upload.

    Save the list in another place, for `deadreckon db verify`.

    \b
    deadreckon db heads > monday.heads
    """
    with open_store(database, file) as store:
        for line in store.write_head_lines():
            output.say(line)


@command.command("backup", short_help="Copy everything into a new file, and verify the copy.")
@click.argument("place", type=click.Path(dir_okay=False, path_type=Path))
@database_options
@click.pass_context
def backup(ctx: click.Context, place: Path, database: str | None, file: str | None) -> None:
    """Copy everything, as of one moment, into PLACE, an SQLite file of its own, and verify the copy.

    The service may run meanwhile. Audits and snapshots are left out, because they can be made again.

    \b
    deadreckon db backup monday.backup
    deadreckon db verify --database sqlite:///monday.backup
    """
    with open_store(database, file) as store:
        try:
            damage = store.backup(place, _tell_copy_progress)
        except (OSError, UnicodeError):
            raise click.UsageError(f"No file can be written at {make_visible(str(place))}.") from None
        output.say(f"Copied to {place}.")
        tell_damage(ctx, damage)
        note_act(store, "backup")


@command.command("restore", short_help="Copy a backup into a fresh database.")
@click.argument("place", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_options
@click.pass_context
def restore(ctx: click.Context, place: Path, database: str | None, file: str | None) -> None:
    """Copy the backup PLACE into a database that has its schema and nothing else, and verify it.

    \b
    deadreckon db upgrade --database postgresql://owner@host/fresh
    deadreckon db restore monday.backup --database postgresql://owner@host/fresh
    """
    with open_store(database, file) as store:
        store.restore(place, _tell_copy_progress)
        tell_damage(ctx, store.verify())
        output.say(output.paint("good", "good"), f"  {store.url} holds what {place} held.")


def _tell_copy_progress(table: str, count: int) -> None:
    if sys.stderr.isatty():
        output.tell(f"  {count:>9,} {table}")


@command.command("prune", short_help="Delete what is no longer needed.")
@click.option(
    "--days",
    type=click.IntRange(1, 36_500),
    default=30,
    show_default=True,
    help="How long answers are stored for a client that repeats its request.",
)
@click.option("--derived", is_flag=True, help="Also delete snapshots, audits and findings; all can be made again.")
@database_options
def prune(days: int, derived: bool, database: str | None, file: str | None) -> None:
    """Delete stored answers to requests that no client will repeat.

    Uploads, games and events always stay.

    \b
    deadreckon db prune
    deadreckon db prune --derived
    """
    with open_store(database, file) as store:
        gone = store.prune_store(keys_older_than=timedelta(days=days), derived=derived)
        output.say(", ".join(f"{count} {name}" for name, count in gone.items()), " forgotten.")


command.add_command(recheck)
command.add_command(key)
command.add_command(verify)
