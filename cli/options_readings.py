"""The option that tries other readings of open questions."""

from __future__ import annotations

import click

from cli.options import Command

# Values of `--readings`. Without a value it means the first.
OPEN, EVERY = "open", "all"


class WithReadings(click.Command):
    """A command whose `--readings` needs no value: the word after it is a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Replace a bare `--readings` by its default value. Arguments after `--` do not change."""
        end = args.index("--") if "--" in args else len(args)
        named = [f"--readings={OPEN}" if arg == "--readings" else arg for arg in args[:end]]
        return super().parse_args(ctx, named + args[end:])


def readings_option(command: Command) -> Command:
    """Add the option that tries more readings than those that a broken rule depends on."""
    return click.option(
        "--readings",
        type=click.Choice((OPEN, EVERY)),
        metavar=f"[={EVERY}]",
        help="Try every reading of every open question, and list moves that one of them forbids. With =all, also try"
        " questions that the log or you have settled.",
    )(command)
