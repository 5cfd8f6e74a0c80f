"""`deadreckon simulate`: random legal games, to try everything else on."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cli import audit_options, options, output
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from engine.kernel.game import Game

ENDING = {"text": "log", "jsonl": "jsonl", "csv": "csv"}


@click.command("simulate", short_help="Generate random legal games.")
@options.game_argument
@click.option("--players", type=click.IntRange(1, 12), help="The number of players; by default the fewest.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed gives the same game.")
@click.option(
    "--count", type=click.IntRange(1), default=1, show_default=True, help="How many games, with seeds from --seed on."
)
@click.option("--out", type=click.Path(file_okay=False), help="Write one file for each game into this directory.")
@click.option(
    "--to",
    "spelling",
    type=click.Choice(options.SPELLINGS),
    default="text",
    show_default=True,
    help="The spelling to write.",
)
@audit_options.rulebook_options
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    game: Game,
    players: int | None,
    seed: int,
    count: int,
    out: str | None,
    spelling: str,
    layers: tuple[str, ...],
    rulings: tuple[tuple[str, str], ...],
) -> None:
    """Play GAME at random, by the rules, and print the log.

    Players get invented names if Faker is installed (`deadreckon[generate]`).

    \b
    deadreckon simulate tailwinds > try.log
    deadreckon simulate tailwinds --players 4 --count 100 --out games/
    deadreckon simulate tailwinds --seed 7 | deadreckon audit -
    """
    from engine.kernel.basics.plural import count_noun
    from engine.kernel.layers import LayerError
    from fixtures.simulate import simulate

    if out == "":
        raise click.UsageError("--out is empty. Name a directory; . is this one.")
    if count > 1 and out is None:
        raise click.UsageError("Several games need a directory to go to. Add --out DIR.")
    for number in range(seed, seed + count):
        try:
            log = simulate(game.name, players, number, layers, dict(rulings), spelling)
        except (ValueError, LayerError) as wrong:
            raise click.UsageError(f"No game of {game.title} could be generated: {wrong}") from None
        if out is None:
            output.write_document(log)
        else:
            _write_log(out, f"{game.name}-{f'{players}p-' if players else ''}{number}.{ENDING[spelling]}", log)
    if out is not None:
        output.tell(f"{count_noun(count, 'log')} in {out}.")


def _write_log(directory: str, name: str, log: str) -> None:
    """Write one log. An existing file with another content is not overwritten."""
    from pathlib import Path

    place = Path(directory, name)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() and place.read_bytes() != log.encode():
            raise click.UsageError(
                f"{make_visible(os.fspath(place))} exists and holds another log. Choose another --out."
            )
        place.write_bytes(log.encode())
    except OSError as wrong:
        raise click.UsageError(f"Cannot write {os.fspath(place)}: {(wrong.strerror or 'it fails').lower()}.") from None
