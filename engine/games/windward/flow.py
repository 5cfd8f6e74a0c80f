"""The phases of Windward: set-up, turns with their battles, and the rest that ends each."""

from __future__ import annotations

from engine.games.windward import events as e
from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import TILES
from engine.games.windward.facts import reckoners
from engine.games.windward.folds.turns import ready
from engine.games.windward.reckoning import following, is_ship, owner, sure_planet
from engine.games.windward.reckoning.battle import idle_pass, piece_of, side_of
from engine.games.windward.reckoning.cards import open_off_turn
from engine.games.windward.reckoning.chasing import reds_to_move
from engine.games.windward.reckoning.picking import may_pick
from engine.games.windward.reckoning.rounds import lost_in_own_turn, wind_roller
from engine.games.windward.state import CANNONS, HITS, ROLL, STEPS, WHITE, Battle, Table, Turn
from engine.games.windward.why_not_now import at_rest, at_the_end, in_battle, setting_up
from engine.kernel.events import Claim, Event, Move
from engine.kernel.flow import Phase, is_any_table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known
from engine.kernel.vocabulary import make_unwritten_event

# Events allowed anywhere: each has a rule of its own that says when it is due.
_ANY_TIME: frozenset[type[Event]] = frozenset({*e.SET_UP, *e.OWED, e.Top, e.ResetStacks, e.RevealAchievements})
_STEPS: frozenset[type[Event]] = frozenset(e.STEPS)
# Events that rules of their own allow under some readings after a battle in the rest. Another player's act ends the
# rest first.
_ALSO_AT_REST: frozenset[type[Event]] = frozenset({e.PickUp, e.LiftBoat, e.PlayCard})
# Events that rules of their own forbid in another's turn, or allow under some readings. Taking things from the planet
# has rules about whose turn it is, and about battles.
_PICKING_UP: frozenset[type[Event]] = frozenset({e.PickUp, e.LiftBoat})
_RULED_APART: frozenset[type[Event]] = frozenset({e.PlayCard, e.DropCargo, *_PICKING_UP})

# The facts that change when a battle is settled, and not before: facts of a seat, and of the table.
OUTCOMES = frozenset(
    {"morale", "place", "crester", "boat.1", "boat.2", "rowing", "tokens", "teeth.red", "teeth.grey"}
) | {"speed", "reds", "greys", "items", "battle", "phase", "beaten", "tagged", "tags"}

# The facts that a battle with the White changes in addition.
OF_WHITE = frozenset({"white", "notoriety", "trigger"})
# The facts that change if a lost ship, or a beaten White, ends the game.
OF_THE_END = frozenset({"phase", "winner", "ending"})
# The prefix of the facts that also change if all play together.
LIVES = "lives."


def unlaid(table: Table) -> bool:
    """Return whether the planet is still to be laid."""
    return not table.tiles


def windless(table: Table) -> bool:
    """Return whether the first wind must be rolled during set-up, and has not been."""
    return not table.wind_set and table.terms.wind_in_set_up


def entered(table: Table) -> bool:
    """Return whether a ship has come to its enemy, and no die of the battle has been rolled."""
    battle = table.battle
    return battle is not None and is_ship(battle.attacker) and not battle.rolled


def set_up_missing(table: Table, _: Event) -> tuple[Event, str] | None:
    """Return the next line that must be written before the first turn."""
    if unlaid(table):
        return e.BuildPlanet((UNKNOWN,) * TILES), "The planet first."
    if windless(table):
        return make_unwritten_event(e.RollWind), "The first roll for the wind."
    return make_unwritten_event(e.RollGrey), "Another roll for a Grey Crester first."


SET_UP = Phase(
    "set-up",
    "the table is still being set up.",
    _ANY_TIME | {e.RollWhite},
    elsewhere=((unlaid, "WW-SET-02"), (windless, "WW-SET-18"), (is_any_table, "WW-SET-19")),
    out_of_turn="WW-RND-05",
    lacks=set_up_missing,
    stands=setting_up,
)
TURN = Phase(
    "turn",
    "a player's turn is on.",
    frozenset({*_ANY_TIME, *_STEPS, *e.ACTIONS, e.Rest, e.EndTurn, *e.OF_VARIANTS}),
    elsewhere="WW-TURN-05",
    in_turn=frozenset[type[Event]]({*e.ACTIONS, e.Rest}) - _RULED_APART,
    out_of_turn="WW-RND-05",
)
BATTLE = Phase(
    "battle",
    "a battle is on.",
    frozenset({*_ANY_TIME, *_STEPS, *_PICKING_UP, *e.OF_VARIANTS}),
    elsewhere="WW-BAT-25",
    elsewhere_for=dict.fromkeys((e.Sail, e.Run), ((entered, "WW-MOVE-09"), (is_any_table, "WW-BAT-25"))),
    out_of_turn="WW-RND-05",
    stands=in_battle,
)
REST = Phase(
    "rest",
    "the ship rests, and Red Cresters come.",
    frozenset({*_ANY_TIME, *_STEPS, *_ALSO_AT_REST, e.EndTurn, *e.OF_VARIANTS}),
    elsewhere="WW-TURN-06",
    out_of_turn="WW-RND-05",
    stands=at_rest,
)
OVER = Phase(
    "over",
    "the game is over.",
    frozenset({e.RollWind, e.Pass}),
    elsewhere="WW-OVER-08",
    out_of_turn="WW-OVER-08",
    over=True,
    stands=at_the_end,
)
FLOW = {phase.name: phase for phase in (SET_UP, TURN, BATTLE, REST, OVER)}


def implied(table: Table, event: Event) -> Event | None:
    """Return what a log leaves out: the first player, a pass in a battle, the end of a turn."""
    if table.phase == "set-up":
        return _first_act(table, event)
    if table.battle is not None:
        return _pass(table, table.battle, event)
    turn = table.turn
    if turn is None or table.owed or table.phase == "over" or not is_known(turn.seat):
        return None
    if table.phase == "rest":
        over = _others_act(table, turn, event) and not open_off_turn(table, event)
        return e.EndTurn(turn.seat) if over or _comes_for_the_next(table, turn, event) else None
    if isinstance(event, e.MoveRed):
        rests = _shown_by_a_red(table, turn, event) or _comes_for_the_next(table, turn, event)
        return _rest(table, turn) if rests else None
    if isinstance(event, e.MoveWhite):
        comes = is_known(event.by) and event.by == turn.seat and (not is_known(table.white) or bool(table.white))
        return _rest(table, turn) if comes or _comes_for_the_next(table, turn, event) else None
    return _forgotten_rest(table, turn, event)


def _others_act(table: Table, turn: Turn, event: Event) -> bool:
    """Return whether play has continued after a rest."""
    if len(table.seats) == 1 and isinstance(event, (*e.ACTIONS, e.Rest)):
        return not isinstance(event, tuple(_ALSO_AT_REST))
    if isinstance(event, Move):
        return isinstance(event, (*e.ACTIONS, e.Rest)) and _is_by_another(turn, event) and not may_pick(table, event)
    return isinstance(event, e.RollWind)


def _is_by(seat: str, turn: Turn, event: Move) -> bool:
    return seat != turn.seat and is_known(event.by) and event.by == seat


def _is_by_another(turn: Turn, event: Move) -> bool:
    return is_known(event.by) and event.by != turn.seat


def _first_act(table: Table, event: Event) -> Event | None:
    """The player who acts first was named to start."""
    nobody = not is_known(table.first) or not table.first
    acts = isinstance(event, Move) and is_known(event.by)
    return e.NameFirst(event.by) if nobody and acts and ready(table) else None  # type: ignore[attr-defined] # a Move


def _pass(table: Table, battle: Battle, event: Event) -> Event | None:
    """If a battle has continued, or is said to be over, the player who could have added something has passed."""
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
        # Other players may trade during a battle: that says nothing about it.
        plays_on = isinstance(event, Move | e.RollWind | e.RollGrey) and not isinstance(event, e.Give)
        goes_on = plays_on and not _meddles(table, battle, event)
    return e.Pass(owner(piece_of(battle, side))) if goes_on else None


def _meddles(table: Table, battle: Battle, event: Event) -> bool:
    """Return whether a player without a part in the battle, or out of step, adds something: that does not end it."""
    if not isinstance(event, (e.SpendHits, e.SpendCannons, e.Pass)) or not is_known(event.by):
        return False
    return not side_of(battle, event.by) or (isinstance(event, e.Pass) and idle_pass(table, event.by))


def _tells_outcome(table: Table, claim: Claim) -> bool:
    """Return whether a claim about a fact that only the outcome of a battle changes contradicts the present value."""
    fact = str(claim.fact) if is_known(claim.fact) else ""
    what = fact.partition(".")[2] or fact
    battle = table.battle
    of_white = battle is not None and WHITE in {battle.attacker, battle.defender} and what in OF_WHITE
    ends = (table.terms.lost_at_once or table.terms.allied) and what in OF_THE_END
    of_lives = fact.startswith(LIVES)
    if what not in OUTCOMES and not of_white and not ends and not of_lives:
        return False
    reckon = reckoners(table).get(fact)
    now = UNKNOWN if reckon is None else reckon(table)
    return is_known(now) and is_known(claim.value) and sorted(str(now).split()) != sorted(str(claim.value).split())


def _fits(battle: Battle, event: Event) -> bool:
    """Return whether an event is the one that the current step of a battle waits for."""
    what, side = STEPS[battle.step]
    seat = owner(piece_of(battle, side))
    kind = e.SpendCannons if what == CANNONS else e.SpendHits
    return isinstance(event, (kind, e.Pass, e.FlyFlag)) and is_known(event.by) and event.by == seat


def _shown_by_a_red(table: Table, turn: Turn, event: e.MoveRed) -> bool:
    """Return whether a Red that comes for a ship proves that the ship rests."""
    try:
        return is_known(event.by) and event.by == turn.seat and event.start in reds_to_move(table, turn)
    except Undetermined:
        return True


def _comes_for_the_next(table: Table, turn: Turn, event: Event) -> bool:
    """Return whether a Red that comes for the next ship, and cannot come for this one, proves that this turn is over.

    The same holds for the White, which is owed to this ship if it is to come for it.
    """
    nxt = following(table, turn.seat)
    if not isinstance(event, e.MoveRed | e.MoveWhite) or not _is_by(nxt, turn, event):
        return False
    if nxt in {table.rested, lost_in_own_turn(table)}:
        return False
    if isinstance(event, e.MoveWhite):
        return True
    try:
        laid, ship = sure_planet(table), table.players[turn.seat].at
        elsewhere = is_known(ship) and laid.territory.get(ship) != laid.territory.get(event.start)
        return elsewhere or event.start in turn.fought or event.start not in reds_to_move(table, turn)
    except Undetermined:
        return False


def _forgotten_rest(table: Table, turn: Turn, event: Event) -> Event | None:
    """If the next player acts, or the wind of a new round is rolled, the turn is over.

    The same holds if the player after that acts, and all of the next player's turn may have been done out of turn.
    """
    nxt, beside = following(table, turn.seat), {one.seat for one in table.beside}
    shown = _begins(table, turn, event, nxt)
    while not shown and nxt in beside and not table.turning:
        beside.remove(nxt)
        nxt = following(table, nxt)
        shown = _begins(table, turn, event, nxt)
    return _rest(table, turn) if shown else None


def _begins(table: Table, turn: Turn, event: Event, seat: str) -> bool:
    """Return whether an event proves that a later turn has come."""
    roller = wind_roller(table)
    # In further rounds another rule decides who rolls, and when: no roll proves that a whole turn was left out.
    asked = bool(table.extra_rounds) and turn.idle
    if isinstance(event, e.RollWind):
        return is_known(roller) and seat == roller and not asked
    if not isinstance(event, Move) or not isinstance(event, (*e.ACTIONS, e.Rest)) or not _is_by(seat, turn, event):
        return False
    # A player who has just rested, or lost the ship, and acts again, acts out of turn. This proves no missing turn.
    at_any_time = open_off_turn(table, event) or may_pick(table, event)
    return not at_any_time and seat not in {table.rested, lost_in_own_turn(table)}


def _rest(table: Table, turn: Turn) -> Event:
    """Return a missing rest; at sky its cost is unknown."""
    at = table.players[turn.seat].at
    return e.Rest(turn.seat) if is_known(at) and at == PORT else e.Rest(turn.seat, UNKNOWN)


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record, settle a battle that only waited for more hits, and end a rest."""
    turn, battle = table.turn, table.battle
    if turn is None or table.owed or table.phase == "over" or not is_known(turn.seat):
        return None
    if battle is not None and battle.step < len(STEPS) and STEPS[battle.step][0] == HITS:
        side = STEPS[battle.step][1]
        return e.Pass(owner(piece_of(battle, side)))
    return e.EndTurn(turn.seat) if table.phase == "rest" else None
