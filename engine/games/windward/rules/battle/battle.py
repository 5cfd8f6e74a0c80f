"""The rules of the chapter “Battles”, in the order of the rulebook: which pieces fight, who rolls, and strength."""

from __future__ import annotations

from engine.games.windward import events as e
from engine.games.windward.content import PORT
from engine.games.windward.events import STEPS
from engine.games.windward.reckoning import is_ship, owner
from engine.games.windward.reckoning.battle import (
    OTHER,
    base_strength,
    dice_of,
    engaged,
    idle_pass,
    last_battle,
    order_of_battle,
    piece_of,
    roller,
    side_of,
)
from engine.games.windward.reckoning.meeting import lies_there, of_another_layer
from engine.games.windward.reckoning.telling_battles import Step, called, counted, done, told
from engine.games.windward.reckoning.untold import BATTLE
from engine.games.windward.rules.claims.battle import OfBattle
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_COOP,
    FULL_GREAT_WHITE,
    FULL_GREYS,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    FULL_TRADING_POST,
    SHORT_CRESTERS,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_WHITE,
)
from engine.games.windward.state import ATTACK, CANNONS, DEFEND, HITS, ROLL, Battle, Table
from engine.kernel.events import Event
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Battles")


@chapter.rule(
    "WW-BAT-01",
    on=STEPS,
    says="Ships and Reds fight where one of them comes to a space on which another player's ship or a living Red is, "
    "and nowhere else; so it is with the White.",
    cite=(FULL_BATTLE, FULL_MOVE_SHIP, SHORT_INITIATE_BATTLE),
    narrows=("WW-BAT-10",),
    claims=(OfBattle.SHIPS_MET,),
    hangs_on=(BATTLE,),
)
def ships_have_met(table: Table, _: Event) -> Breach | None:
    last = table.last
    return _nobody(table, last.to, by_boat=False) if isinstance(last, e.Sail | e.Run | e.MoveRed) else None


@chapter.rule(
    "WW-BAT-02",
    on=STEPS,
    says="A longboat fights where it comes to a space on which another player's longboat or a living Grey is, and "
    "nowhere else.",
    cite=(FULL_BATTLE, FULL_MOVE_LONGBOATS, SHORT_INITIATE_BATTLE),
    narrows=("WW-BAT-10",),
    claims=(OfBattle.BOATS_MET,),
    hangs_on=(BATTLE,),
)
def longboats_have_met(table: Table, _: Event) -> Breach | None:
    last = table.last
    return _nobody(table, last.to, by_boat=True) if isinstance(last, e.Row) else None


def _nobody(table: Table, space: str, *, by_boat: bool) -> Breach | None:
    """Report a battle after a piece came to a space without an enemy."""
    if table.battle is not None or not is_known(space) or space == PORT:
        return None
    if of_another_layer(table, space, by_boat=by_boat) or lies_there(table, space):
        return None
    return Breach(f"On {space} there is no enemy, and no battle.", {"space": space})


chapter.permission(
    "WW-BAT-03",
    says="A ship may attack straight out of port whoever is on a space that touches the Trading Post; the full edition "
    "says so outright.",
    cite=(FULL_BATTLE, FULL_TRADING_POST, SHORT_INITIATE_BATTLE),
)


@chapter.rule(
    "WW-BAT-04",
    on=e.MoveRed,
    says="Greys stay where they are: they are attacked, and attack nobody.",
    cite=(FULL_GREYS, SHORT_CRESTERS),
    narrows=("WW-RED-03", "WW-RED-11"),
    claims=(OfBattle.GREY_MOVED,),
)
def greys_stay(table: Table, event: e.MoveRed) -> Breach | None:
    # If the place of a Red is unknown, one may have been on the Grey's space.
    if not is_known(event.start) or event.start in table.reds or event.start not in table.greys:
        return None
    if table.reds_untold or event.start in table.strayed:
        return None
    return Breach(f"On {event.start} is a Grey, and it is said to move to {event.to}.", {"from": event.start})


@chapter.rule(
    "WW-BAT-05",
    on=e.RollBattle,
    given="seat",
    says="Whoever has moved to the other is the attacker, and the other the defender; of the White that comes to a "
    "ship the full edition speaks apart.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK, SHORT_INITIATE_BATTLE),
    claims=(OfBattle.ROLES_SWAPPED,),
)
def the_attacker_has_moved(table: Table, event: e.RollBattle) -> Breach | None:
    battle = table.battle
    if battle is None or engaged(battle) or side_of(battle, event.seat) != OTHER[event.side]:
        return None
    who, whom = called(battle.attacker), called(battle.defender)
    says = f"{event.seat} rolls on the side {event.side}, and {who} has come to {whom}. {told(table, battle)}"
    return Breach(says, {"seat": event.seat, "side": event.side}, f"{owner(piece_of(battle, event.side))} rolls.")


chapter.upheld(
    "WW-BAT-06",
    says="A ship fights with strength 2, a longboat and a Grey with 1, a Red with 5, the White with 8.",
    cite=(FULL_BATTLE, FULL_GREAT_WHITE, SHORT_HOW_BATTLES_WORK, SHORT_WHITE),
    by=base_strength,
    claims=("strength.*",),
)


@chapter.rule(
    "WW-BAT-07",
    on=(e.SpendCannons, e.SpendHits, e.RollBattle),
    says="Only those whose ship or longboat fights add anything to a battle, and roll for it.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK, FULL_COOP),
    narrows=("WW-BAT-10",),
    rulings=("WW-AMB-069",),
)
def nobody_else(table: Table, event: e.SpendCannons | e.SpendHits | e.RollBattle) -> Breach | None:
    battle = table.battle
    if battle is None:
        return None
    if isinstance(event, e.RollBattle):
        stranger = event.seat and owner(piece_of(battle, event.side)) and not side_of(battle, event.seat)
        return _stranger(table, battle, event.seat, "rolls") if stranger else None
    if side_of(battle, event.by):
        return None
    if isinstance(event, e.SpendHits) and event.cards and table.terms.off_turn_cards != "any-time":
        # The rule about supply cards covers whose cards these are.
        return None
    return _stranger(table, battle, event.by, "adds to it")


def _stranger(table: Table, battle: Battle, seat: str, does: str) -> Breach:
    return Breach(f"{seat} has no part in this battle, and {does}. {told(table, battle)}", {"seat": seat})


def rolls_for_the_crester(table: Table, event: e.RollBattle) -> Breach | None:
    """Report a roll for a Crester by a player other than the one on the correct side of the player in battle."""
    battle = table.battle
    if battle is None or owner(piece_of(battle, event.side)) or event.seat == (due := roller(table, battle)):
        return None
    says = f"{event.seat} rolls for {called(piece_of(battle, event.side))}, to the {table.terms.roller} of "
    says += f"{engaged(battle)} sits {due}. {told(table, battle)}"
    return Breach(says, {"seat": event.seat, "roller": due}, f"{due} rolls.")


chapter.rule(
    "WW-BAT-08",
    on=e.RollBattle,
    given="seat",
    says="For a Crester that player rolls who sits to the right of the one in battle with it.",
    cite=FULL_BATTLE,
)(rolls_for_the_crester)


def adds_for_the_crester(table: Table, event: e.SpendHits) -> Breach | None:
    """Report cards, or tokens where they are barred, that the roller for a Crester adds to the roll."""
    battle = table.battle
    if battle is None or not engaged(battle) or event.by != roller(table, battle) or side_of(battle, event.by):
        return None
    if not event.cards and "tokens" not in table.terms.roller_bars:
        return None
    what = event.cards[0] if event.cards else counted(event.tokens, "token")
    says = f"{event.by} rolls for the Crester, and adds {what}. {told(table, battle)}"
    return Breach(says, {"seat": event.by}, "Nothing is added for a Crester.")


chapter.rule(
    "WW-BAT-09",
    on=e.SpendHits,
    says="Whoever rolls for a Crester plays neither cards nor tokens for it.",
    cite=FULL_BATTLE,
    narrows=("WW-CARD-06", "WW-BAT-07", "WW-BAT-10"),
)(adds_for_the_crester)


@chapter.rule(
    "WW-BAT-10",
    on=STEPS,
    says="In a battle come, one after the other: the attacker's cannons and roll, the defender's cannons and roll, "
    "cards and tokens of the attacker and of the defender.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-067", "WW-AMB-073", "WW-AMB-077", "WW-AMB-144"),
    hangs_on=(BATTLE,),
)
def step_by_step(table: Table, event: Step) -> Breach | None:
    battle = table.battle
    if isinstance(event, e.Pass) and idle_pass(table, event.by):
        return None
    if battle is None:
        over = None if isinstance(event, e.FlyFlag) else last_battle(table)
        if over is None:
            return Breach("No battle is on.")
        return Breach(f"{done(over, event)}, and the battle is over. {told(table, over)}")
    if isinstance(event, e.FlyFlag):
        return Breach("Dice have been rolled already.") if battle.rolled else None
    what, side = order_of_battle(battle)
    piece = piece_of(battle, side)
    stated = event.side if isinstance(event, e.RollBattle) else side_of(battle, event.by)
    fits = {ROLL: (e.RollBattle,), CANNONS: (e.SpendCannons, e.Pass), HITS: (e.SpendHits, e.Pass)}[what]
    if isinstance(event, fits) and stated == side:
        return None
    adds = what == HITS
    due = f"it is for {owner(piece)} to add hits" if adds else f"the roll for {called(piece)} comes first"
    says = f"{done(battle, event)}, and {due}. {told(table, battle)}"
    instead = f"{owner(piece)} adds cards and tokens, or passes." if adds else f"The roll for {called(piece)}."
    return Breach(says, {"step": what, "side": side, "piece": piece}, instead)


@chapter.rule(
    "WW-BAT-11",
    on=e.SpendCannons,
    says="Before its roll an attacking ship may spend cannons that it has: each adds 1 strength, and goes back to the "
    "stock.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    narrows=("WW-BAT-10",),
    claims=(OfBattle.CANNONS_ATTACKING,),
)
def cannons_of_the_attacker(table: Table, event: e.SpendCannons) -> Breach | None:
    battle = table.battle
    if battle is None or side_of(battle, event.by) != ATTACK:
        return None
    if ATTACK in battle.rolled:
        return _cannons(table, battle, f"{event.by} spends cannons behind the own roll.")
    return _own_cannons(table, battle, event)


@chapter.rule(
    "WW-BAT-12",
    on=e.SpendCannons,
    says="Between the attacker's roll and its own a defending ship may spend cannons that it has, likewise.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    narrows=("WW-BAT-10",),
    claims=(OfBattle.CANNONS_DEFENDING,),
    rulings=("WW-AMB-134",),
)
def cannons_of_the_defender(table: Table, event: e.SpendCannons) -> Breach | None:
    battle = table.battle
    if battle is None or side_of(battle, event.by) != DEFEND:
        return None
    if ATTACK not in battle.rolled:
        return _cannons(table, battle, f"{event.by} spends cannons before the attacker has rolled.")
    if DEFEND in battle.rolled:
        return _cannons(table, battle, f"{event.by} spends cannons behind the own roll.")
    return _own_cannons(table, battle, event)


def _own_cannons(table: Table, battle: Battle, event: e.SpendCannons) -> Breach | None:
    """Report cannons of a longboat, or more than a ship has."""
    if not is_ship(piece_of(battle, side_of(battle, event.by))):
        return _cannons(table, battle, f"{event.by} spends cannons for a longboat.")
    says = f"{event.by} spends {event.number} of {(held := table.players[event.by].cannons)} cannons."
    return _cannons(table, battle, says) if event.number > held else None


def _cannons(table: Table, battle: Battle, says: str) -> Breach:
    return Breach(f"{says} {told(table, battle)}")


@chapter.rule(
    "WW-BAT-13",
    on=e.RollBattle,
    says="Each side rolls as many battle dice as its strength, and counts the harpoons on them as hits.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-075", "WW-AMB-119", "WW-AMB-134"),
)
def dice_by_strength(table: Table, event: e.RollBattle) -> Breach | None:
    battle = table.battle
    if battle is None or len(event.hits) == (dice := dice_of(table, battle, event.side)):
        return None
    strength = battle.strength[event.side]
    says = f"{len(event.hits)} dice are rolled with a strength of {strength}. {told(table, battle)}"
    return Breach(says, {"dice": len(event.hits), "strength": strength}, f"{dice} dice.")
