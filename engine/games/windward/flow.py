"""A turn of Windward as the rulebook tells it: set-up, turns with their battles, and the rest that ends each."""

from __future__ import annotations

from engine.games.windward import events as e
from engine.games.windward.content import PORT
from engine.games.windward.facts import reckoners_of
from engine.games.windward.folds.turns import ready
from engine.games.windward.reckoning import following, is_ship, owner
from engine.games.windward.reckoning.battle import piece_of
from engine.games.windward.reckoning.cards import open_off_turn
from engine.games.windward.reckoning.picking import may_pick
from engine.games.windward.reckoning.rounds import wind_roller
from engine.games.windward.state import CANNONS, HITS, ROLL, STEPS, Battle, Table, Turn
from engine.kernel.events import Claim, Event, Move
from engine.kernel.flow import Phase, always
from engine.kernel.unknown import UNKNOWN, known

# What may stand anywhere: each has a rule of its own that says when it is due.
_ANY_TIME: frozenset[type[Event]] = frozenset({*e.SET_UP, *e.OWED, e.Top, e.ResetStacks})
_STEPS: frozenset[type[Event]] = frozenset(e.STEPS)
# What a rule of its own lets pass, by some readings, after a battle in the rest; another's act ends the rest before.
_ALSO_AT_REST: frozenset[type[Event]] = frozenset({e.PickUp, e.LiftBoat, e.PlayCard})
_IN_TURN: frozenset[type[Event]] = frozenset({*e.ACTIONS, e.Rest})
# What is taken from the planet has rules of its own that say in whose turn, and when in a battle.
_PICKING_UP: frozenset[type[Event]] = frozenset({e.PickUp, e.LiftBoat})
# What rules of its own bar in another's turn, and let pass by some readings.
_RULED_APART: frozenset[type[Event]] = frozenset({e.PlayCard, e.DropCargo})


# What changes when a battle is settled, and not before: facts of a seat, and of the table.
OUTCOMES = frozenset({"morale", "place", "crester", "boat.1", "boat.2", "reds", "greys", "items"})


def unlaid(table: Table) -> bool:
    """Say whether the planet is still to be laid."""
    return not table.tiles


def windless(table: Table) -> bool:
    """Say whether the first wind is to be rolled while setting up, and has not been."""
    return not table.wind_set and table.terms.first_wind == "set-up"


def entered(table: Table) -> bool:
    """Say whether a ship has come to its enemy, and no die of the battle has been rolled."""
    battle = table.battle
    return battle is not None and is_ship(battle.attacker) and not battle.rolled


SET_UP = Phase(
    "set-up",
    "the planet is laid, the wind and the first Grey Cresters are rolled.",
    _ANY_TIME,
    elsewhere=((unlaid, "WW-SET-02"), (windless, "WW-SET-18"), (always, "WW-SET-19")),
    out_of_turn="WW-RND-05",
)
TURN = Phase(
    "turn",
    "a player's turn is on.",
    frozenset({*_ANY_TIME, *_STEPS, *e.ACTIONS, e.Rest, e.EndTurn}),
    elsewhere="WW-TURN-05",
    in_turn=_IN_TURN - _PICKING_UP - _RULED_APART,
    out_of_turn="WW-RND-05",
)
BATTLE = Phase(
    "battle",
    "a battle is on.",
    frozenset({*_ANY_TIME, *_STEPS, *_PICKING_UP}),
    elsewhere="WW-BAT-25",
    elsewhere_for=dict.fromkeys((e.Sail, e.Run), ((entered, "WW-MOVE-09"), (always, "WW-BAT-25"))),
    out_of_turn="WW-RND-05",
)
REST = Phase(
    "rest",
    "the ship rests, and Red Cresters come.",
    frozenset({*_ANY_TIME, *_STEPS, *_ALSO_AT_REST, e.EndTurn}),
    elsewhere="WW-TURN-06",
    out_of_turn="WW-RND-05",
)
OVER = Phase(
    "over", "the game is over.", frozenset({e.RollWind}), elsewhere="WW-OVER-08", out_of_turn="WW-OVER-08", over=True
)
FLOW = {phase.name: phase for phase in (SET_UP, TURN, BATTLE, REST, OVER)}


def implied(table: Table, event: Event) -> Event | None:
    """What a table does not write: who starts, that nothing is added in a battle, and that a turn is over."""
    if table.phase == "set-up":
        return _first_act(table, event)
    if table.battle is not None:
        return _pass(table, table.battle, event)
    turn = table.turn
    if turn is None or table.owed or table.phase == "over" or not known(turn.seat):
        return None
    if table.phase == "rest":
        over = _others_act(table, turn, event) and not open_off_turn(table, event)
        return e.EndTurn(turn.seat) if over else None
    return _forgotten_rest(table, turn, event)


def _others_act(table: Table, turn: Turn, event: Event) -> bool:
    """Say whether play has gone on behind a rest."""
    if isinstance(event, Move):
        return isinstance(event, (*e.ACTIONS, e.Rest)) and _is_by_another(turn, event) and not may_pick(table, event)
    return isinstance(event, e.RollWind)


def _is_by(seat: str, turn: Turn, event: Move) -> bool:
    return seat != turn.seat and known(event.by) and event.by == seat


def _is_by_another(turn: Turn, event: Move) -> bool:
    return known(event.by) and event.by != turn.seat


def _first_act(table: Table, event: Event) -> Event | None:
    """Whoever acts first has been named to start."""
    nobody = known(table.first) and not table.first
    acts = isinstance(event, Move) and known(event.by)
    return e.NameFirst(event.by) if nobody and acts and ready(table) else None  # type: ignore[attr-defined] # a Move


def _pass(table: Table, battle: Battle, event: Event) -> Event | None:
    """Where a battle has gone on, or is said to be over, whoever could have added something has not."""
    if battle.step >= len(STEPS):
        return None
    what, side = STEPS[battle.step]
    if what == ROLL or _fits(battle, event):
        return None
    if what == CANNONS:
        goes_on = isinstance(event, e.RollBattle)
    elif isinstance(event, Claim):
        goes_on = _tells_outcome(table, event)
    else:
        goes_on = isinstance(event, Move | e.RollWind | e.RollGrey)
    return e.Pass(owner(piece_of(battle, side))) if goes_on else None


def _tells_outcome(table: Table, claim: Claim) -> bool:
    """Say whether a claim states otherwise what only the outcome of a battle changes."""
    fact = str(claim.fact) if known(claim.fact) else ""
    if fact not in OUTCOMES and fact.partition(".")[2] not in OUTCOMES:
        return False
    reckon = reckoners_of(table.seats).get(fact)
    now = UNKNOWN if reckon is None else reckon(table)
    return known(now) and known(claim.value) and sorted(str(now).split()) != sorted(str(claim.value).split())


def _fits(battle: Battle, event: Event) -> bool:
    """Say whether an event is what the step of a battle waits for."""
    what, side = STEPS[battle.step]
    seat = owner(piece_of(battle, side))
    kind = e.SpendCannons if what == CANNONS else e.SpendHits
    return isinstance(event, (kind, e.Pass, e.FlyFlag)) and known(event.by) and event.by == seat


def _forgotten_rest(table: Table, turn: Turn, event: Event) -> Event | None:
    """Where the next player acts, or the wind of a new round is rolled, the turn is over."""
    nxt = following(table, turn.seat)
    roller = wind_roller(table)
    # In further rounds who rolls, and when, is a question of its own: no roll shows that a whole turn was left out.
    asked = bool(table.extra_rounds) and turn.idle
    begins = isinstance(event, e.RollWind) and known(roller) and nxt == roller and not asked
    acts = isinstance(event, Move) and isinstance(event, (*e.ACTIONS, e.Rest)) and _is_by(nxt, turn, event)
    aside = may_pick(table, event) or open_off_turn(table, event)
    if not (acts or begins) or (acts and (table.rested == nxt or aside)):
        # Whoever has just rested, and acts again, has no turn: nobody's was forgotten.
        return None
    at = table.players[turn.seat].at
    return e.Rest(turn.seat) if known(at) and at == PORT else e.Rest(turn.seat, UNKNOWN)


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record a battle is settled that only waited for more hits, and a rest is over."""
    turn, battle = table.turn, table.battle
    if turn is None or table.owed or table.phase == "over" or not known(turn.seat):
        return None
    if battle is not None and battle.step < len(STEPS) and STEPS[battle.step][0] == HITS:
        side = STEPS[battle.step][1]
        return e.Pass(owner(piece_of(battle, side)))
    return e.EndTurn(turn.seat) if table.phase == "rest" else None
