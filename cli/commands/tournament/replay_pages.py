"""Write a page for each game of a tournament, which replays it with the tournament's options."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from cli import options
from cli.tournament.standings import write_texts

if TYPE_CHECKING:
    from audit.tournaments.count.count import CountedTable
    from cli.tournament.standings import CountedFiles


def write_replays(files: CountedFiles, directory: str, output: str | None, packs: dict[str, str]) -> dict[str, str]:
    """Write the pages into a directory. Return a link to each by the name of its log, relative to the output."""
    from audit.tournaments.count.submission import make_audit_options
    from cli.commands.view import write_page

    count = files.found
    game = options.load_games()[count.tournament.game]
    seen_from = os.path.dirname(os.path.abspath(output)) if output else os.curdir  # noqa: PTH100, PTH120 - importing pathlib takes time at start-up
    links = {}
    for one in count.tables:
        ruled = (*count.record.rulings_on(""), *count.record.rulings_on(one.table.id))
        asked = make_audit_options(count.tournament, game, packs, ruled)
        for log, name in _name_pages(one).items():
            write_texts(directory, {name: write_page(files.paths[log], asked)})
            links[log] = quote(os.path.relpath(os.path.join(directory, name), seen_from))  # noqa: PTH118 - as above
    return links


def _name_pages(one: CountedTable) -> dict[str, str]:
    """Name the page of each log of a table: R2T7.html, or R2T7-1.html and R2T7-2.html."""
    paths = [matched.log.path for matched in one.logs if not matched.log.refused]
    if len(paths) == 1:
        return {paths[0]: f"{one.table.id}.html"}
    return {path: f"{one.table.id}-{at}.html" for at, path in enumerate(paths, 1)}
