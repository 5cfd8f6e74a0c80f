"""The group of commands; each is imported only when it runs, so that every one of them starts at once."""

from __future__ import annotations

import gc
import importlib
import sys
from typing import Any

import click

from cli import printing
from engine import __version__

# In the order a newcomer needs them. Each name is a module of `cli.commands` with the command of that name.
COMMANDS = (
    "audit",
    "replay",
    "legal",
    "convert",
    "explain",
    "games",
    "rules",
    "rulings",
    "events",
    "new",
    "simulate",
    "spoil",
    "slip",
    "pack",
    "serve",
    "remote",
    "db",
    "token",
    "config",
    "completion",
)
STOPPED = 130
RARELY = 100_000


class Commands(click.Group):
    """A group that knows its commands by name and imports the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click hands it over
        """Name all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse a word that is no command with the one that was probably meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        printing.say("deadreckon ", __version__)
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def app() -> None:
    """Say what really happened in a logged board game.

    Deadreckon replays a log event by event, names each illegal move with the rule it breaks and the page that says
    so, and says whether the claimed result follows from the record.

    \b
    deadreckon audit final.log              is every move legal, did the winner win?
    deadreckon replay final.log             step through it with the arrow keys
    deadreckon explain TW-MOVE-01           one rule, with examples
    deadreckon simulate tailwinds           a made-up game to try all this on

    Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 a log that cannot be read, 70 a fault of ours.
    """


def run(arguments: list[str] | None = None) -> int:
    """Run one command line and give its exit code."""
    try:
        code: Any = app.main(args=arguments, prog_name="deadreckon", standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        printing.tell("Stopped.")
        return STOPPED
    except Exception as wrong:  # noqa: BLE001 - shown in full: a fault of ours crashes loudly, but not as "findings"
        from cli import failing

        failing.tell(failing.lines_of(wrong))
        return failing.OUR_FAULT
    return code if isinstance(code, int) else 0


def main() -> None:
    """Be the `deadreckon` command."""
    # Almost all that is made stays until the end; looking for what could go is a twentieth of the time to start.
    gc.set_threshold(RARELY)
    printing.steady(sys.stdout, sys.stderr)
    sys.exit(run())


if __name__ == "__main__":
    main()
