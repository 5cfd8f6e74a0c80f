"""The start of a new log with layers: the game's sample, with matching players and set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.events import Move
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log, write_line
from fixtures.kits import kit
from fixtures.simulate import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.kernel.game import Game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
# The number of moves that show how a turn is written.
MOVES = 4
# A solo player may lose with the first of them. Then the next seed is tried.
SEEDS = 50


def write_sample_header(game: Game, layers: tuple[str, ...]) -> str:
    """Write the sample of a game for a stack of layers. Raises `LayerError` if they do not fit together."""
    laid = stack_layers(game, layers).layers
    sizes, like = kit(game.name).company(laid), parse_log(game.sample.encode(), lambda _: game.vocabulary).header
    session = _play_start(game, min(max(len(like.players), sizes[0]), sizes[-1]), laid)
    head, _, body = game.sample.partition("---\n")
    comments = [line for line in body.splitlines() if line.startswith("#")]
    lines = [write_line(event, game.vocabulary) for event in session.events]
    return "\n".join([*_write_header(head, session, laid), "---", *comments, *lines]) + "\n"


def _play_start(game: Game, players: int, layers: tuple[str, ...]) -> Session:
    """Play a few moves of a game that is not over after them, if a seed has one."""
    lots = (_play_moves(Session(game, players, seed, layers=layers)) for seed in range(SEEDS))
    return next((one for one in lots if not one.program.is_over(one.table)), Session(game, players, 0, layers=layers))


def _play_moves(session: Session) -> Session:
    moves = 0
    while moves < MOVES and (event := session.next()) is not None:
        session.happen(event)
        moves += isinstance(event, Move)
    return session


def _write_header(head: str, session: Session, layers: tuple[str, ...]) -> Iterator[str]:
    """Copy the header of the sample, with other layers and players."""
    # No player may be called as another one's seat is.
    seats = {player.seat.title() for player in session.header.players}
    others = iter([name for name in NAMES if name not in seats])
    players = [
        f"{player.seat}={seat if (seat := player.seat.title()) in NAMES else next(others)}"
        f"{f'/{player.role}' if player.role else ''}"
        for player in session.header.players
    ]
    for line in head.splitlines():
        key = line.partition(":")[0]
        if key == "players":
            yield f"players: {', '.join(players)}"
        elif key != "layers":
            yield line
        if key == "game" and layers:
            yield f"layers: {', '.join(layers)}"
