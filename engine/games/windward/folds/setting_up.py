"""Set-up: the planet with its Reds and its gas, the start, hands and stacks."""

from __future__ import annotations

from engine.games.windward.content.pieces import FEEDING, POCKET, RED_START
from engine.games.windward.cresters import Crester
from engine.games.windward.events import BuildPlanet, Deal, LayStacks, RollStart
from engine.games.windward.folds.turns import start
from engine.games.windward.reckoning import planet
from engine.games.windward.state import GAS, STACKS, Table
from engine.kernel.unknown import UNKNOWN, is_known

GAS_IN_A_POCKET = 2
# The most rounds of start rolls to record, so that a forged log cannot grow the table.
MOST_ROUNDS = 10


def planet_built(table: Table, event: BuildPlanet) -> None:
    """The tiles are laid with a Red on each red start, and gas in each pocket."""
    if table.tiles:
        # The planet stays as it was laid first.
        return
    table.tiles = event.tiles if is_known(event.side) else (UNKNOWN,) * len(event.tiles)
    table.side = event.side if is_known(event.side) and event.side else table.side
    peopled(table)
    start(table)


def peopled(table: Table) -> None:
    """Put Reds and gas where the tiles have them; if a tile is unknown, their places are unknown."""
    laid = planet(table)
    if laid is None:
        return
    table.reds = {space: Crester(laid.territory[space]) for space in laid.showing(RED_START)}
    if table.terms.first_greys == "every-ground":
        table.greys = {space: Crester(laid.territory[space]) for space in laid.showing(FEEDING)}
        table.greys_untold = False
    table.items = {space: {GAS: GAS_IN_A_POCKET} for space in laid.showing(POCKET)}
    table.reds_untold = table.items_untold = False


def start_rolled(table: Table, event: RollStart) -> None:
    """A player has rolled for the start. A second roll by a player begins a new round of rolls, up to a limit."""
    if not is_known(event.seat):
        return
    again = bool(table.start_rolls) and event.seat in table.start_rolls[-1]
    if not table.start_rolls or (again and len(table.start_rolls) < MOST_ROUNDS):
        table.start_rolls.append({})
    table.start_rolls[-1][event.seat] = event.value


def hand_dealt(table: Table, event: Deal) -> None:
    """A hand is dealt face down."""
    if not is_known(event.seat):
        for player in table.players.values():
            player.hand_untold = player.hand_untold or player.seat not in table.dealt
        return
    table.dealt.append(event.seat)
    player = table.players[event.seat]
    player.hand += event.cards
    player.hand_untold = False


def stacks_laid(table: Table, event: LayStacks) -> None:
    """The rest of the deck is laid out in three stacks."""
    table.stacks_laid = True
    table.tops = [*event.tops, *[UNKNOWN] * STACKS][:STACKS]
    table.sizes = [*event.sizes, *[UNKNOWN] * STACKS][:STACKS]
