"""A turn of North Wind as the rulebook tells it: gold for the poor, a voyage tile by tile, and the shuffle."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.folds.turns import perhaps_beaten
from engine.games.north_wind.reckoning import at_range_end, letter_due, lost_at_once, open_tile
from engine.games.north_wind.state import Table, Turn
from engine.kernel.events import Event
from engine.kernel.flow import Owed, Phase, Where
from engine.kernel.unknown import Undetermined, known

# What each event breaks where it stands in a phase that has no place for it.
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
# What belongs before the first tile, or before the first turn.
EARLIER: dict[type[Event], Where] = {
    e.BuildStack: "NW-SETUP-02",
    e.NameFirst: "NW-SETUP-10",
    e.TakeIncome: "NW-INCOME-04",
    e.CutStack: "NW-VOYAGE-02",
}


def no_fog(table: Table) -> str:
    """Which rule a roll of the white die breaks where no fog waits for it; a tile nobody wrote down may be fog."""
    tile = open_tile(table)
    if tile is not None and not known(tile.kind):
        raise Undetermined
    return "NW-FOG-01"


NO_FOG: dict[type[Event], Where] = {
    e.RollEvent: no_fog,
    e.PayPirate: "NW-FOG-04",
    e.Fight: "NW-FOG-04",
    e.RollBattle: "NW-BATTLE-01",
}


def missing(table: Table) -> str:
    """Which set-up rule a turn begun too early breaks."""
    return "NW-SETUP-03" if len(table.built) < len(HARBORS) else "NW-SETUP-10"


def no_pirate(table: Table) -> str:
    """Which rule paying or fighting breaks where no pirate waits: there may be a treasure, or the second answer."""
    turn = table.turn
    found = turn is not None and not turn.fought and turn.last in {"event", "gold", "leave"}
    return "NW-FOG-02" if found else "NW-FOG-04"


def pay_too_late(table: Table) -> str:
    """Which rule a payment breaks: after a battle has begun, without the gold, or where no pirate waits."""
    if table.turn is not None and table.turn.fought:
        return "NW-BATTLE-10"
    return "NW-FOG-05" if _beaten_at_once(table) else no_pirate(table)


def lost_already(table: Table) -> str:
    """Which rule a battle breaks after the voyage is over: the pirate may have won without one."""
    return "NW-FOG-06" if _beaten_at_once(table) else "NW-FOG-04"


def _beaten_at_once(table: Table) -> bool:
    """Say whether the pirate just met could be neither paid nor beaten."""
    turn = table.turn
    return table.phase == "home" and turn is not None and turn.reason == "defeat" and not turn.fought


def home_already(table: Table) -> str:
    """Which rule says that no more tiles are revealed."""
    reason = table.turn.reason if table.turn is not None else ""
    return {"actions": "NW-VOYAGE-13", "defeat": "NW-VOYAGE-14"}.get(reason, "NW-VOYAGE-12")


def pirate_waits(table: Table) -> str:
    """Which rule going on breaks while a pirate is neither paid nor fought."""
    return _in_doubt(table, "NW-FOG-04")


def tile_unsettled(table: Table) -> str:
    """Which rule a further tile breaks while a pirate is neither paid nor fought."""
    return _in_doubt(table, "NW-VOYAGE-06")


def income_late(table: Table) -> str:
    """Which rule gold for the poor breaks while a pirate waits, if one does."""
    return _in_doubt(table, "NW-INCOME-04")


def _in_doubt(table: Table, rule: str) -> str:
    """Nobody waits for an answer where the pirate has won at once, and that may not be known."""
    turn = table.turn
    if turn is not None and (not known(turn.seat) or not known(turn.strength)):
        raise Undetermined
    if turn is not None:
        lost_at_once(table, table.players[turn.seat], turn.strength)
    return rule


def wins(table: Table) -> str:
    """Which rule says that enough tokens end the game."""
    return "NW-WIN-02" if len(table.seats) > 3 else "NW-WIN-01"  # noqa: PLR2004 - the rulebook's two sentences


NO_DIE: dict[type[Event], Where] = {e.RollEvent: "NW-FOG-01", e.TakeCaptain: "NW-BRIG-02"}
_BONUS: frozenset[type[Event]] = frozenset({e.PlaceBonus, e.TakeBack})
_ANY_TIME: frozenset[type[Event]] = frozenset({*_BONUS, e.ThrowOverboard, e.ReleaseCaptain})
_TILE: frozenset[type[Event]] = frozenset({*e.TRADES, e.Pass, e.SpendLetter, e.ExamineWreck, e.CompleteTask})
_END: frozenset[type[Event]] = frozenset({e.EndVoyage, e.ReceiveLetter, e.ShuffleStack, e.SailInto})
_REWARD: frozenset[type[Event]] = frozenset({e.TakeCaptain, e.TakeGold, e.LeaveReward})

SET_UP = Phase(
    "set-up",
    "the stacks are built, and the youngest player is named.",
    frozenset({e.BuildStack, e.NameFirst}),
    elsewhere=missing,
    out_of_turn="NW-TURN-02",
)
INCOME = Phase(
    "income",
    "the turn begins: gold for a player who has none, then a stack is chosen.",
    frozenset({e.TakeIncome, e.SailInto, *_ANY_TIME}),
    elsewhere="NW-TURN-01",
    elsewhere_for={**EARLIER, **BEFORE_SAILING, **NO_FOG},
    in_turn=frozenset({e.TakeIncome, e.SailInto}),
    out_of_turn="NW-TURN-03",
)
VOYAGE = Phase(
    "voyage",
    "the ship sails, tile by tile.",
    frozenset({e.TakeIncome, e.CutStack, e.UseLookout, e.RevealTile, *_TILE, *_REWARD, *_ANY_TIME, *_END}),
    elsewhere="NW-TURN-01",
    elsewhere_for={**EARLIER, **NO_FOG, e.PayPirate: pay_too_late, e.Fight: no_pirate},
    in_turn=frozenset({*e.OWN}),
    out_of_turn="NW-TURN-02",
)
FOG = Phase(
    "fog",
    "the white die is rolled for the fog.",
    frozenset({e.RollEvent, *_ANY_TIME}),
    elsewhere="NW-VOYAGE-11",
    elsewhere_for={
        **EARLIER,
        e.RollBattle: "NW-FOG-01",
        e.PayPirate: "NW-FOG-01",
        e.Fight: "NW-FOG-01",
        e.TakeCaptain: "NW-BRIG-02",
    },
    in_turn=frozenset(),
    out_of_turn="NW-TURN-02",
)
PIRATE = Phase(
    "pirate",
    "the pirate is paid or fought.",
    # One reading lets the voyage end here, unanswered, with its last tile: a rule tells when.
    frozenset({e.PayPirate, e.Fight, e.EndVoyage, *_ANY_TIME}),
    elsewhere=pirate_waits,
    elsewhere_for={**EARLIER, e.TakeIncome: income_late, e.RevealTile: tile_unsettled, **NO_DIE},
    in_turn=frozenset({e.PayPirate, e.Fight, e.EndVoyage}),
    out_of_turn="NW-TURN-02",
)
BATTLE = Phase(
    "battle",
    "the black die is rolled, once for each cannon.",
    frozenset({e.RollBattle, *_ANY_TIME}),
    elsewhere="NW-BATTLE-01",
    elsewhere_for={**EARLIER, e.PayPirate: "NW-BATTLE-10", e.RollEvent: "NW-FOG-01", e.TakeCaptain: "NW-BRIG-02"},
    out_of_turn="NW-TURN-02",
)
HOME = Phase(
    "home",
    "the voyage is over: opponents may still return letters for its last tile, then the stack is shuffled.",
    # That income is too late has a rule of its own, which by one reading lets the Treasurer's gold be told here.
    frozenset({e.TakeIncome, *_TILE, *_REWARD, *_ANY_TIME, *_END}),
    elsewhere=home_already,
    elsewhere_for={
        **EARLIER,
        **NO_FOG,
        e.UseLookout: "NW-CREW-07",
        e.PayPirate: pay_too_late,
        e.Fight: lost_already,
    },
    in_turn=frozenset({*e.OWN}),
    out_of_turn="NW-TURN-02",
)
OVER = Phase(
    "over",
    "the game is over.",
    frozenset(_BONUS),
    elsewhere="NW-WIN-05",
    elsewhere_for={e.SailInto: wins, e.TakeIncome: wins},
    out_of_turn="NW-WIN-05",
    over=True,
)
FLOW = {phase.name: phase for phase in (SET_UP, INCOME, VOYAGE, FOG, PIRATE, BATTLE, HOME, OVER)}


# What can be written without all that must have come before it.
IMPLYING: frozenset[type[Event]] = frozenset({e.RollBattle, e.SailInto, e.ShuffleStack, e.ReceiveLetter})


def implied(table: Table, event: Event) -> Event | None:
    """What a table does not write: gold for the poor, that a pirate is fought, the voyage's end, and the letter due."""
    turn, kind = table.turn, type(event)
    if kind not in IMPLYING or turn is None or not known(turn.seat):
        return None
    if kind is e.RollBattle:
        return e.Fight(turn.seat) if table.phase == "pirate" else None
    if kind is e.SailInto:
        return _income(table, turn, event) if table.phase == "income" else _unshuffled(table, turn, event)
    if kind is not e.ShuffleStack and kind is not e.ReceiveLetter:
        return None
    if table.phase == "voyage" or (table.phase == "pirate" and _needs_no_answer(table, turn)):
        return e.EndVoyage(turn.seat)
    return _letter(table, turn) if kind is e.ShuffleStack and table.phase == "home" else None


def _letter(table: Table, turn: Turn) -> Event | None:
    due = table.terms.letter_due == "compulsory" and letter_due(table, turn)
    return e.ReceiveLetter(turn.seat) if due else None


def _unshuffled(table: Table, turn: Turn, event: Event) -> Event | None:
    """Where only the shuffle is missing, all that comes before it has happened."""
    if event.by == turn.seat:  # type: ignore[attr-defined] # a Move
        return None
    if table.phase == "voyage":
        return e.EndVoyage(turn.seat)
    return _letter(table, turn) if table.phase == "home" else None


def _income(table: Table, turn: Turn, event: Event) -> Event | None:
    """The poor need not say that they take their gold."""
    if turn.income or event.by != turn.seat:  # type: ignore[attr-defined] # a Move
        return None
    gold = table.players[turn.seat].gold
    return e.TakeIncome(turn.seat) if known(gold) and gold == 0 else None


def _needs_no_answer(table: Table, turn: Turn) -> bool:
    """By one reading a pirate on the last tile of the range is neither paid nor fought; or it may have won at once."""
    return perhaps_beaten(table, turn) or (table.terms.last_pirate == "no-need" and at_range_end(table, turn))


def closing(table: Table) -> Event | None:
    """At the end of the record the turn is over in which somebody has won, if a reading lets it be finished."""
    turn = table.turn
    if turn is None or not table.won or table.phase == "over" or table.owed:
        return None
    if table.phase == "voyage":
        return e.EndVoyage(turn.seat)
    return e.ShuffleStack(turn.stack) if table.phase == "home" else None


def lapse(table: Table, owed: Owed) -> None:
    """What was owed never came."""
    table.unapplied.append(f"{owed.says.lower()} is not in the log")
