"""The phases of North Wind: gold for the poor, a voyage tile by tile, and the shuffle."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.implied.missing import (
    answer_missing,
    fog_missing,
    roll_missing,
    sail_missing,
    shots_missing,
    waiting_for,
)
from engine.games.north_wind.reckoning import open_tile
from engine.games.north_wind.reckoning.battle import lost_at_once
from engine.games.north_wind.state import Table
from engine.games.north_wind.why_not_now import (
    at_the_end,
    back_home,
    before_pirate,
    before_sailing,
    in_battle,
    in_fog,
    on_voyage,
)
from engine.kernel.events import Event
from engine.kernel.flow import Phase, Where, is_any_table
from engine.kernel.unknown import Undetermined, is_known

# The rule that each event breaks in a phase that has no place for it.
BEFORE_SAILING: dict[type[Event], Where] = {
    e.CutStack: "NW-VOYAGE-02",
    e.UseLookout: "NW-CREW-07",
    e.RevealTile: "NW-VOYAGE-01",
    e.CompleteTask: "NW-DEST-03",
    e.SpendLetter: "NW-LETTER-13",
    e.Buy: "NW-LOG-04",
    e.Sell: "NW-LOG-04",
    e.Exchange: "NW-LOG-04",
    e.Equip: "NW-LOG-04",
    e.Pass: "NW-LOG-04",
    e.ExamineWreck: "NW-LOG-04",
    e.TakeCaptain: "NW-BRIG-02",
    e.ReceiveLetter: "NW-LETTER-12",
    e.ShuffleStack: "NW-VOYAGE-01",
}
# Events that belong before the first tile, or before the first turn.
EARLIER: dict[type[Event], Where] = {
    e.BuildStack: "NW-SETUP-02",
    e.NameFirst: "NW-SETUP-10",
    e.TakeIncome: "NW-INCOME-04",
    e.CutStack: "NW-VOYAGE-02",
}


def no_fog(table: Table) -> bool:
    """Return true, because no fog waits for the white die; raise if the tile is unknown and may be fog."""
    tile = open_tile(table)
    if tile is not None and not is_known(tile.kind):
        raise Undetermined
    return True


NO_FOG: dict[type[Event], Where] = {
    e.RollEvent: ((no_fog, "NW-FOG-01"),),
    e.PayPirate: "NW-FOG-04",
    e.Fight: "NW-FOG-04",
}
NO_BATTLE: dict[type[Event], Where] = {**NO_FOG, e.RollBattle: "NW-BATTLE-01"}


def stacks_missing(table: Table) -> bool:
    """Return whether a stack has not been built yet."""
    return len(table.built) < len(HARBORS)


def treasure_found(table: Table) -> bool:
    """Return whether the die has just shown a treasure."""
    turn = table.turn
    return turn is not None and not turn.fought and turn.last in {"event", "gold", "leave"}


def battle_begun(table: Table) -> bool:
    """Return whether the last pirate was fought."""
    return table.turn is not None and table.turn.fought


def beaten_at_once(table: Table) -> bool:
    """Return whether the current pirate could be neither paid nor beaten."""
    turn = table.turn
    return table.phase == "home" and turn is not None and turn.reason == "defeat" and not turn.fought


def out_of_actions(table: Table) -> bool:
    """Return whether the voyage has ended with its second action."""
    return table.turn is not None and table.turn.reason == "actions"


def out_of_luck(table: Table) -> bool:
    """Return whether the voyage has ended in defeat."""
    return table.turn is not None and table.turn.reason == "defeat"


def pirate_waits(table: Table) -> bool:
    """Return whether a pirate waits for an answer. It does not if it won at once, which may be unknown."""
    turn = table.turn
    if turn is not None and (not is_known(turn.seat) or not is_known(turn.strength)):
        raise Undetermined
    if turn is not None:
        lost_at_once(table, table.players[turn.seat], turn.strength)
    return True


def four_play(table: Table) -> bool:
    """Return whether there are four players, who need fewer tokens."""
    return len(table.seats) > 3  # noqa: PLR2004 - the rulebook's two sentences


# If no pirate waits, there may be a treasure, or this is a second answer.
NO_PIRATE = ((treasure_found, "NW-FOG-02"), (is_any_table, "NW-FOG-04"))
PAID_TOO_LATE = ((battle_begun, "NW-BATTLE-10"), (beaten_at_once, "NW-FOG-05"), *NO_PIRATE)
LOST_ALREADY = ((beaten_at_once, "NW-FOG-06"), (is_any_table, "NW-FOG-04"))
ENOUGH_TOKENS = ((four_play, "NW-WIN-02"), (is_any_table, "NW-WIN-01"))
NO_DIE: dict[type[Event], Where] = {e.RollEvent: "NW-FOG-01"}
_BONUS: frozenset[type[Event]] = frozenset({e.PlaceBonus, e.TakeBack})
_ANY_TIME: frozenset[type[Event]] = frozenset({*_BONUS, e.ThrowOverboard, e.ReleaseCaptain})
_TILE: frozenset[type[Event]] = frozenset({*e.TRADES, e.Pass, e.SpendLetter, e.ExamineWreck, e.CompleteTask})
_END: frozenset[type[Event]] = frozenset({e.EndVoyage, e.ReceiveLetter, e.ShuffleStack, e.SailInto})
_DICE: frozenset[type[Event]] = frozenset({e.RevealTile, e.RollBattle})
_REWARD: frozenset[type[Event]] = frozenset({e.TakeCaptain, e.TakeGold, e.LeaveReward})

SET_UP = Phase(
    "set-up",
    "the stacks are built, and the youngest player is named.",
    frozenset({e.BuildStack, e.NameFirst}),
    elsewhere=((stacks_missing, "NW-SETUP-03"), (is_any_table, "NW-SETUP-10")),
    out_of_turn="NW-TURN-02",
)
INCOME = Phase(
    "income",
    "the turn begins: gold for a player who has none, then a stack is chosen.",
    frozenset({e.TakeIncome, e.SailInto, *_ANY_TIME}),
    elsewhere="NW-TURN-01",
    elsewhere_for={**EARLIER, **BEFORE_SAILING, **NO_BATTLE},
    in_turn=frozenset({e.TakeIncome, e.SailInto}),
    out_of_turn="NW-TURN-03",
    lacks=waiting_for(sail_missing),
    stands=before_sailing,
)
VOYAGE = Phase(
    "voyage",
    "the ship sails, tile by tile.",
    frozenset({e.TakeIncome, e.CutStack, e.UseLookout, *_DICE, *_TILE, *_REWARD, *_ANY_TIME, *_END}),
    elsewhere="NW-TURN-01",
    elsewhere_for={**EARLIER, **NO_FOG, e.PayPirate: PAID_TOO_LATE, e.Fight: NO_PIRATE},
    in_turn=frozenset({*e.OWN}),
    out_of_turn="NW-TURN-02",
    lacks=waiting_for(fog_missing),
    stands=on_voyage,
)
FOG = Phase(
    "fog",
    "the white die is rolled for the fog.",
    frozenset({e.RollEvent, *_ANY_TIME}),
    elsewhere="NW-VOYAGE-11",
    elsewhere_for={
        **EARLIER,
    },
    in_turn=frozenset(),
    out_of_turn="NW-TURN-02",
    lacks=waiting_for(roll_missing),
    stands=in_fog,
)
PIRATE = Phase(
    "pirate",
    "the pirate is paid or fought.",
    # Under one reading the voyage may end here, unanswered, with its last tile; a rule checks when.
    frozenset({e.PayPirate, e.Fight, e.EndVoyage, *_ANY_TIME}),
    elsewhere=((pirate_waits, "NW-FOG-04"),),
    elsewhere_for={
        **EARLIER,
        e.TakeIncome: ((pirate_waits, "NW-INCOME-04"),),
        e.RevealTile: ((pirate_waits, "NW-VOYAGE-06"),),
        **NO_DIE,
    },
    in_turn=frozenset({e.PayPirate, e.Fight, e.EndVoyage}),
    out_of_turn="NW-TURN-02",
    lacks=waiting_for(answer_missing),
    stands=before_pirate,
)
BATTLE = Phase(
    "battle",
    "the black die is rolled, once for each cannon.",
    frozenset({e.RollBattle, *_ANY_TIME}),
    elsewhere="NW-BATTLE-01",
    elsewhere_for={**EARLIER, e.PayPirate: "NW-BATTLE-10", e.RollEvent: "NW-FOG-01", e.TakeCaptain: "NW-BRIG-02"},
    out_of_turn="NW-TURN-02",
    lacks=waiting_for(shots_missing),
    stands=in_battle,
)
HOME = Phase(
    "home",
    "the voyage is over: opponents may still return letters for its last tile, then the stack is shuffled.",
    # A rule of its own forbids late income. One reading allows the Treasurer's gold here.
    frozenset({e.TakeIncome, e.RollBattle, *_TILE, *_REWARD, *_ANY_TIME, *_END}),
    elsewhere=((out_of_actions, "NW-VOYAGE-13"), (out_of_luck, "NW-VOYAGE-14"), (is_any_table, "NW-VOYAGE-12")),
    elsewhere_for={
        **EARLIER,
        **NO_FOG,
        e.UseLookout: "NW-CREW-07",
        e.PayPirate: PAID_TOO_LATE,
        e.Fight: LOST_ALREADY,
    },
    in_turn=frozenset({*e.OWN}),
    out_of_turn="NW-TURN-02",
    stands=back_home,
)
OVER = Phase(
    "over",
    "the game is over.",
    frozenset(_BONUS),
    elsewhere="NW-WIN-05",
    elsewhere_for={e.SailInto: ENOUGH_TOKENS, e.TakeIncome: ENOUGH_TOKENS},
    out_of_turn="NW-WIN-05",
    over=True,
    stands=at_the_end,
)
FLOW = {phase.name: phase for phase in (SET_UP, INCOME, VOYAGE, FOG, PIRATE, BATTLE, HOME, OVER)}
