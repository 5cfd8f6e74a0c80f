"""The options of an audit: rulings, layers, packs, the book, the policy, and other readings to try."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from cli.options import Command, PackFile, RulingChoice, layer_option
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from audit import AuditOptions

POLICIES = ("as-played", "skip-illegal", "stop")
BOOKS = ("adjudicated", "played")
BOTH = "both"
# Values of `--readings`. Without a value it means the first.
OPEN, EVERY = "open", "all"


def make_audit_options(
    rulings: Iterable[tuple[str, str]],
    packs: Iterable[tuple[str, str]],
    readings: str | None = None,
    **more: Json,
) -> AuditOptions:
    """Make `AuditOptions` from the values of a command's options."""
    from audit import AuditOptions

    tried = readings is not None
    return AuditOptions(rulings=dict(rulings), packs=dict(packs), readings=tried, settled=readings == "all", **more)


def rulebook_options(command: Command) -> Command:
    """Add the options for rulings and layers, which add to the log's header."""
    command = click.option(
        "--ruling",
        "rulings",
        type=RulingChoice(),
        multiple=True,
        help="Read an open question this way (repeatable), or all as house=ID has them; wins over the log's header.",
    )(command)
    return layer_option(command)


def book_and_rule_options(command: Command) -> Command:
    """Add all options for reading a log."""
    return book_option(BOOKS)(bookless_options(command))


def book_option(books: Sequence[str]) -> Callable[[Command], Command]:
    """Add the option for the book of the log."""
    return click.option(
        "--book",
        type=click.Choice(books),
        default="adjudicated",
        show_default=True,
        help="With the arbiter's corrections, or as first written" + ("; or both." if BOTH in books else "."),
    )


def bookless_options(command: Command) -> Command:
    """Add all options for reading a log, except the book."""
    command = click.option(
        "--pack",
        "packs",
        type=PackFile(),
        multiple=True,
        help="Make a content pack known, by its id, to logs that name it (repeatable).",
    )(command)
    command = click.option(
        "--policy",
        type=click.Choice(POLICIES),
        default="as-played",
        show_default=True,
        help="What follows an illegal move: it happens, it is skipped, or the replay stops.",
    )(command)
    command = click.option("--strict", is_flag=True, help="Refuse each line that is not canonical.")(command)
    return rulebook_options(command)


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
