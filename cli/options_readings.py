"""The option that tries other readings: of open questions, or of every one."""

from __future__ import annotations

import click

from cli.options import Command

# What `--readings` may say; alone it says the first.
OPEN, EVERY = "open", "all"


class WithReadings(click.Command):
    """A command whose `--readings` may stand alone: what follows it is a file, and no value of it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say what it means alone, as far as options go."""
        end = args.index("--") if "--" in args else len(args)
        named = [f"--readings={OPEN}" if arg == "--readings" else arg for arg in args[:end]]
        return super().parse_args(ctx, named + args[end:])


def readings_option(command: Command) -> Command:
    """Take how many readings are tried that no broken rule calls for."""
    return click.option(
        "--readings",
        type=click.Choice((OPEN, EVERY)),
        metavar=f"[={EVERY}]",
        help="Try every reading of every open question, and name moves that one of them forbids; with =all also of"
        " questions that the log or you settle.",
    )(command)
