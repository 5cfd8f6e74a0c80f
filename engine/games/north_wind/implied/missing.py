"""Missing lines: which line a phase expects, and the state once a finding has named it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content.pieces import CANNONS
from engine.games.north_wind.folds.fog import battle_begun, battle_rolled, event_rolled, pirate_paid
from engine.games.north_wind.folds.trading import bought, equipped, hired, letter_spent, load
from engine.games.north_wind.folds.voyage import tile_revealed
from engine.games.north_wind.reckoning import mine, newest, next_tile
from engine.games.north_wind.state import GAINED, LATELY, PIRATE_PRICE, SPENT, Table
from engine.kernel.events import Event, Move
from engine.kernel.flow import Lacking
from engine.kernel.unknown import UNKNOWN, is_known
from engine.kernel.vocabulary import verb_of

MakesGood = Callable[[Table, Any], None]


# The line that a phase expects


def waiting_for(missing_before: Callable[[Table, Event], Event | None]) -> Callable[[Table, Event], Lacking | None]:
    """Wrap a function that finds a missing line, to report that this line comes first."""

    def lacking(table: Table, event: Event) -> Lacking | None:
        missing = missing_before(table, event)
        if missing is None:
            return None
        who = missing.by if isinstance(missing, Move) else missing.actor
        return missing, f"First “{who}: {verb_of(type(missing))}”."

    return lacking


def sail_missing(table: Table, event: Event) -> Event | None:
    """Before the voyage: the next player must have sailed into a stack, as the first line of the voyage proves."""
    turn = table.turn
    if turn is None or not is_known(turn.seat):
        return None
    if isinstance(event, e.SailInto):
        # This is another player's voyage: the current turn has no line at all.
        return e.SailInto(turn.seat, UNKNOWN)
    if not isinstance(event, (e.CutStack, e.UseLookout, e.RevealTile)):
        return None
    harbor = getattr(event, "harbor", "")
    if isinstance(event, e.RevealTile) and is_known(event.tile) and not (is_known(harbor) and harbor):
        harbor = next((name for name, stack in table.stacks.items() if event.tile in stack.holds), "")
    return e.SailInto(turn.seat, harbor if is_known(harbor) and harbor else UNKNOWN)


def roll_missing(_table: Table, event: Event) -> Event | None:
    """In fog: the roll of the white die."""
    return e.RollEvent(UNKNOWN) if _goes_on(event) else None


def answer_missing(table: Table, event: Event) -> Event | None:
    """Before a pirate: the payment, or the battle if there is no gold."""
    turn = table.turn
    if turn is None or not is_known(turn.seat) or not _goes_on(event):
        return None
    gold = table.players[turn.seat].gold
    return e.PayPirate(turn.seat) if not is_known(gold) or gold >= PIRATE_PRICE else e.Fight(turn.seat)


def shots_missing(table: Table, event: Event) -> Event | None:
    """In battle: the rolls for the remaining cannons."""
    turn = table.turn
    if turn is None or not is_known(turn.seat) or not _goes_on(event):
        return None
    cannons = table.players[turn.seat].cannons
    return e.RollBattle((UNKNOWN,) * (max(1, cannons - turn.rolls) if is_known(cannons) else 1))


def fog_missing(table: Table, event: Event) -> Event | None:
    """On a voyage: the fog tile for which a die was rolled, or a pirate answered."""
    drawn, fog = newest(table), isinstance(event, (e.RollEvent, e.PayPirate, e.Fight))
    if not fog or (drawn is not None and (not is_known(drawn.tile) or table.content.tile(drawn.tile).kind == "fog")):
        return None
    return next_tile(table)


def _goes_on(event: Event) -> bool:
    """Return whether a line continues the voyage, or begins the next, so that what came before it was over."""
    return isinstance(event, (e.RevealTile, e.EndVoyage, e.ReceiveLetter, e.ShuffleStack, e.SailInto, *e.TRADES))


# The state as if the line had been written


def make_good(table: Table, missing: Event) -> None:
    """Continue as if a missing line had been written."""
    goes_on = MADE_GOOD.get(type(missing))
    if goes_on is not None:
        goes_on(table, missing)


def _sailed(table: Table, missing: e.SailInto) -> None:
    """The voyage of the active player has begun."""
    turn = table.turn
    if turn is not None and table.phase == "income" and mine(turn, missing.by):
        turn.stack, table.phase = missing.harbor, "voyage"


def _revealed(table: Table, missing: e.RevealTile) -> None:
    """The open tile is unknown. It counts for the range only if the row was empty."""
    turn = table.turn
    if turn is not None and not turn.row:
        tile_revealed(table, missing)
    elif turn is not None and table.phase == "voyage":
        turn.row[-1].tile = UNKNOWN


def _rolled(table: Table, missing: e.RollEvent) -> None:
    if table.phase == "fog":
        event_rolled(table, missing)


def _paid(table: Table, missing: e.PayPirate) -> None:
    if table.phase == "pirate":
        pirate_paid(table, missing)
        # Or the pirate could not be paid, and won at once.
        table.players[missing.by].untold.add(SPENT)


def _fought(table: Table, missing: e.Fight) -> None:
    if table.phase == "pirate":
        battle_begun(table, missing)
        table.players[missing.by].untold.add(SPENT)
        battle_rolled(table, e.RollBattle((UNKNOWN,)))


def _shot(table: Table, missing: e.RollBattle) -> None:
    if table.phase == "battle":
        battle_rolled(table, missing)


def _fitted_out(table: Table, missing: e.Equip) -> None:
    """A part that the ship has proved to have was bought at an unknown price."""
    player = table.players[missing.by]
    if not is_known(missing.item):
        _used(table, missing)
    elif missing.item == "sail":
        player.sail += 1
    elif missing.item == "cannon":
        player.cannons = min(CANNONS, player.cannons + 1) if is_known(player.cannons) else UNKNOWN
    else:
        hired(table, player, missing.role)
    if is_known(missing.item):
        player.untold.add(SPENT)


def _bought(table: Table, missing: e.Buy) -> None:
    """Goods that a player has sold or delivered were aboard; they were bought at an unknown price."""
    player = table.players[missing.by]
    if not all(map(is_known, missing.goods)):
        _used(table, missing)
        return
    for goods in missing.goods:
        load(player, goods, 1)
    player.untold.add(SPENT)


def _used(table: Table, missing: e.Buy | e.Equip) -> None:
    """The player who sails has used the tile in an unknown way; an opponent's use may still come."""
    turn = table.turn
    if turn is None or not turn.row:
        return
    if not mine(turn, missing.by):
        turn.row[-1].overdue.append(missing.by)
        return
    if isinstance(missing, e.Equip):
        equipped(table, missing)
    else:
        bought(table, missing)
    table.players[missing.by].gold = UNKNOWN


def _made_room(table: Table, missing: e.ThrowOverboard) -> None:
    player = table.players[missing.by]
    for goods in missing.goods:
        load(player, goods, -1)
    player.untold.add(LATELY)


def _delivered(table: Table, missing: e.CompleteTask) -> None:
    """Unknown goods or gold were delivered."""
    table.players[missing.by].untold |= {SPENT, GAINED}


MADE_GOOD: Mapping[type[Event], MakesGood] = {
    e.SailInto: _sailed,
    e.RevealTile: _revealed,
    e.RollEvent: _rolled,
    e.PayPirate: _paid,
    e.Fight: _fought,
    e.RollBattle: _shot,
    e.SpendLetter: letter_spent,
    e.Equip: _fitted_out,
    e.Buy: _bought,
    e.ThrowOverboard: _made_room,
    e.CompleteTask: _delivered,
}
