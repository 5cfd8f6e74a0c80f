"""`deadreckon remote`: a server asked from here; each of its commands is imported only when it runs."""

from __future__ import annotations

import importlib

import click

# In the order in which somebody needs them; each name with the module here that holds it.
COMMANDS = {
    "login": "login",
    "status": "login",
    "logout": "login",
    "push": "logs",
    "logs": "logs",
    "pull": "logs",
    "audit": "audit",
    "correct": "correct",
    "games": "games",
    "begin": "games",
    "append": "append",
    "watch": "watch",
    "close": "games",
}


class RemoteCommands(click.Group):
    """A group that imports the command asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click hands it over
        """Name all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(importlib.import_module(f"{__name__}.{COMMANDS[cmd_name]}"), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse a word that is no command with the one that was probably meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.NoSuchCommand(args[0], possibilities=list(COMMANDS), ctx=ctx)
        return super().resolve_command(ctx, args)


@click.group("remote", cls=RemoteCommands, short_help="Ask a server: push, pull, audit, record live.")
def command() -> None:
    """Ask a Deadreckon server: keep logs there, have them audited, record and follow live games.

    A club runs one with `deadreckon serve`; an admin of the club hands out tokens.

    \b
    deadreckon remote login https://deadreckon.example.org
    deadreckon remote push season/              keep logs there; prints the SHA-256 of each
    deadreckon remote audit final.log           as `deadreckon audit`, but judged there
    deadreckon remote watch GAME                events and findings of a live game as they come

    \b
    Where nobody can type, DEADRECKON_SERVER and DEADRECKON_TOKEN say whom to ask, without a login.
    Exit codes: as locally 0, 1, 2 and 3; 4 the server's bytes are not what they should be, 5 the server does
    not answer or refuses, 6 somebody else was first.
    """
