"""`deadreckon remote`: the client of a server. Each of its commands is imported only when it runs."""

from __future__ import annotations

import importlib

import click

# In the order in which a user needs them, each with the module that defines it.
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
    """A group that imports only the command that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click passes it
        """List the names of all commands."""
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
        """Refuse an unknown command, with a suggestion."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.NoSuchCommand(args[0], possibilities=list(COMMANDS), ctx=ctx)
        return super().resolve_command(ctx, args)


@click.group("remote", cls=RemoteCommands, short_help="Use a server: push, pull, audit, record live.")
def command() -> None:
    """Use a Deadreckon server: store logs there, have them audited, record and follow live games.

    A club runs one with `deadreckon serve`, and an admin of the club issues tokens.

    \b
    deadreckon remote login https://deadreckon.example.org
    deadreckon remote push season/              store logs there; prints the SHA-256 of each
    deadreckon remote audit final.log           as `deadreckon audit`, but judged there
    deadreckon remote watch GAME                events and findings of a live game as they come

    \b
    In scripts, DEADRECKON_SERVER and DEADRECKON_TOKEN name the server and the token, without a login.
    Exit codes: 0, 1, 2 and 3 as for local commands; 4 the server sent other bytes than it should have, 5 the
    server does not answer or refuses, 6 another client was first.
    """
