"""`deadreckon sheet`: a paper record sheet to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from engine.kernel.game import Game

ONE_PAGE, TWO_PAGES = 70, 150


@click.command("sheet", short_help="Print a paper record sheet.")
@options.game_argument
@click.option(
    "--lines",
    type=click.IntRange(1, 2_000),
    default=ONE_PAGE,
    show_default=True,
    help=f"How many lines to write on; {TWO_PAGES} fill two pages.",
)
@options.layer_option
def command(game: Game, lines: int, layers: tuple[str, ...]) -> None:
    """Print a record sheet for GAME as a page of HTML: open it in a browser and print it on A4.

    The margin shows the notation to the person who writes at the table. Typed up, the sheet is a log.

    \b
    deadreckon sheet tailwinds > sheet.html
    deadreckon sheet windward --layer solo > alone.html
    """
    from cli.writing.paper_sheet import write_sheet
    from engine.kernel.layers import LayerError
    from engine.kernel.rulebook import stack_layers

    try:
        laid = stack_layers(game, layers).layers
    except LayerError as wrong:
        raise click.UsageError(f"{game.title} cannot be played like this: {wrong}") from None
    output.write_document(write_sheet(game, lines, laid))
