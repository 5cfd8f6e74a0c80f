"""What a shell is offered while a command is typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Value = TypeVar("Value")


class ReadFile(click.ParamType[Value]):
    """A file that is read and turned into something."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click hands them over
        """Have the shell offer its files."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def complete_names(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Offer a shell the names that begin like this."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_place(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the numbers of the events in the log that stands on the command line."""
    from pathlib import Path

    from audit.rewrite.convert import read_log_leniently
    from engine.games import GAMES
    from engine.kernel.log import LogError

    try:
        # While the number is still missing, the command line before it is not parsed to the end.
        log = ctx.params.get("file") or next(iter(ctx.args), "")
        events = read_log_leniently(Path(log).read_bytes(), GAMES).events
    except (OSError, LogError, ValueError):
        return []
    return complete_names(map(str, range(len(events) + 1)), incomplete)
