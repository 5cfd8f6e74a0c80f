"""Open the store for a command, and report a database that cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import output
from cli.server.key_file import get_secret
from cli.server.settings import config_option, load_settings

if TYPE_CHECKING:
    from audit.store import Store

Command = TypeVar("Command", bound=Callable[..., Any])
# Exit codes: stored data was changed, and the database is unavailable or has another schema.
DAMAGED, UNAVAILABLE = 4, 5
# The upkeep note that a service leaves when it starts.
SERVED = "serve"


def database_options(command: Command) -> Command:
    """Add the options for the database, as for `deadreckon serve`: a flag, the environment, or a file."""
    says = "The database: sqlite:///FILE or postgresql://…  [default: as `deadreckon config show` says]"
    return click.option("--database", metavar="URL", help=says)(config_option(command))


@contextmanager
def open_store(database: str | None, file: str | None) -> Iterator[Store]:
    """Open the store. An error of the store is printed and ends the command."""
    from audit.store import Absent, Misformed, Store, StoreError
    from audit.store.backend.connections import UnknownDatabaseError

    settings = load_settings({"database": database}, file).settings
    try:
        with Store.open(settings.database, secret=get_secret(settings)) as store:
            yield store
    except (UnknownDatabaseError, Misformed, Absent) as wrong:
        raise click.UsageError(str(wrong)) from None
    except StoreError as wrong:
        output.tell(str(wrong))
        raise click.exceptions.Exit(UNAVAILABLE) from None


def note_act(store: Store, act: str) -> None:
    """Record that an upkeep task succeeded, for monitoring. A database that no service uses gets no note."""
    from audit.store import OtherKey, StoreError

    try:
        if SERVED in store.read_upkeep_ages():
            store.note_upkeep(act)
    except OtherKey:
        output.tell(f"The success of this {act} was not recorded: the key of the database is not available.")
    except StoreError:
        # The task has succeeded even if the note fails.
        return
