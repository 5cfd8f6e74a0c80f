"""Shell completion of names, files and event numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Value = TypeVar("Value")


class ReadFile(click.ParamType[Value]):
    """A file that a command reads and converts."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click passes them
        """Let the shell complete file names."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def complete_names(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Offer the names that begin with the typed text."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_place(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the event numbers of the log on the command line."""
    from pathlib import Path

    from audit.rewrite.convert import read_log_leniently
    from engine.games import GAMES
    from engine.kernel.log import LogError

    try:
        # Click has not parsed the arguments to the end, because the number is still missing.
        log = ctx.params.get("file") or next(iter(ctx.args), "")
        events = read_log_leniently(Path(log).read_bytes(), GAMES).events
    except (OSError, LogError, ValueError):
        return []
    return complete_names(map(str, range(len(events) + 1)), incomplete)
