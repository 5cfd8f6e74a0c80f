"""The rules of the chapter “Battles”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward import events as e
from engine.games.windward.events import STEPS
from engine.games.windward.reckoning.battle import dice_of, order_of_battle, piece_of, side_of
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_COOP,
    FULL_CREW,
    FULL_EPIC_TURN,
    FULL_GREAT_WHITE,
    FULL_GREYS,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    FULL_SHIP_LOST,
    FULL_TRADING_POST,
    SHORT_CRESTERS,
    SHORT_DEFEATED_SHIP,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_PORT_ORDERS,
    SHORT_WHITE,
)
from engine.games.windward.state import CANNONS, HITS, ROLL, Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Battles")

chapter.not_modelled(
    "WW-BAT-01",
    says="A battle begins when a ship moves into a space with another player's ship, an alive Red or the White, or "
    "when one of those moves into the ship's space.",
    cite=(FULL_BATTLE, FULL_MOVE_SHIP, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-02",
    says="A battle begins when a longboat moves into a space with a rival boat or a living Grey.",
    cite=(FULL_BATTLE, FULL_MOVE_LONGBOATS, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-03",
    says="Leaving port into a space with an enemy starts a battle like any other entry. Spelled out in the full "
    "edition.",
    cite=(FULL_BATTLE, FULL_TRADING_POST, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-04",
    says="Greys stay on their spaces and only defend.",
    cite=(FULL_GREYS, SHORT_CRESTERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-05",
    says="The side whose piece moved into the space is the attacker, the other the defender. (The White arriving at "
    "a ship is worded apart in the full edition; see the chapter of the Great White Crester).",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-06",
    says="Ship 2, longboat 1, Grey 1, Red 5, White 8.",
    cite=(FULL_BATTLE, FULL_GREAT_WHITE, SHORT_HOW_BATTLES_WORK, SHORT_WHITE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-07",
    says="No third player's pieces, cards, tokens or cannons add to a battle.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK, FULL_COOP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-08",
    says="In the full edition: the player to the right of the engaged player (previous in turn order). In the "
    "classic edition: the player to the left (next in turn order).",
    cite=(FULL_BATTLE, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-09",
    says="The roller may not use cards for the Crester; the full edition also bars tokens.",
    cite=(FULL_BATTLE, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-BAT-10",
    on=STEPS,
    says="Strengths, attacker cannons, attacker roll, defender cannons, defender roll, attacker cards and tokens, "
    "defender cards and tokens, compare.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-067",),
)
def step_by_step(
    table: Table, event: e.SpendCannons | e.RollBattle | e.SpendHits | e.FlyFlag | e.Pass
) -> Breach | None:
    battle = table.battle
    if battle is None:
        return Breach("No battle is on.")
    if isinstance(event, e.FlyFlag):
        return Breach("Dice have been rolled already.") if battle.rolled else None
    what, side = order_of_battle(battle)
    piece = piece_of(battle, side)
    stated = event.side if isinstance(event, e.RollBattle) else side_of(battle, event.by)
    fits = {ROLL: (e.RollBattle,), CANNONS: (e.SpendCannons, e.Pass), HITS: (e.SpendHits, e.Pass)}[what]
    if isinstance(event, fits) and stated == side:
        return None
    return Breach(f"This is the step {what} of the side {side}.", {"step": what, "side": side, "piece": piece})


chapter.not_modelled(
    "WW-BAT-11",
    says="Before rolling, an attacking ship may spend any number of its cannon tokens, +1 strength each, back to "
    "stock.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-12",
    says="After the attacker's roll and before its own, a defending ship may do the same.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-BAT-13",
    on=e.RollBattle,
    says="Each side rolls as many battle dice as its strength and counts the hits (harpoon symbols).",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-075",),
)
def dice_by_strength(table: Table, event: e.RollBattle) -> Breach | None:
    battle = table.battle
    if battle is None or len(event.hits) == (dice := dice_of(table, battle, event.side)):
        return None
    strength = battle.strength[event.side]
    says = f"{len(event.hits)} dice are rolled with a strength of {strength}."
    return Breach(says, {"dice": len(event.hits), "strength": strength}, f"{dice} dice.")


chapter.not_modelled(
    "WW-BAT-14",
    says="+1 strength for a ship attacking with a Sergeant aboard.",
    cite=(FULL_CREW, FULL_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-15",
    says="+1 strength for a boat whose owner has a Harpooner.",
    cite=(FULL_CREW, FULL_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-16",
    says="+2 hits for a ship fighting a Red with a Marine aboard.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-17",
    says="After both rolls the attacker, then the defender, may play hit cards for their ship or boat.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-18",
    says="In the same steps a player may spend +2 Hits tokens from the own ship's hold, 2 hits each, also for a "
    "boat's battle.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-19",
    says="Used +2 tokens and cannons leave the ship and return to the stockpile (said of cannons; taken as read for "
    "+2 tokens).",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-20",
    says="Total is dice hits plus cards, tokens and crew hits; the higher total wins.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-21",
    says="On equal totals the attacking piece returns to its previous space, and nothing else is lost.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-22",
    says="In the full edition: every player in the battle gains one +2 Hits token, but only if the attacker was a "
    "ship or boat. In the classic edition: both players take one, with no such condition.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-23",
    says="After a tie the attacker may not start the same battle again this turn.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-BAT-24",
    says="An attacker who drew may go on with the turn; after other results the turn also goes on unless the ship "
    "was lost.",
    cite=(FULL_BATTLE, FULL_SHIP_LOST, FULL_EPIC_TURN, SHORT_HOW_BATTLES_WORK, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.upheld(
    "WW-BAT-25",
    says="From the beginning to the end of a battle no move, order, purchase or pickup takes place.",
    cite=(FULL_BATTLE, SHORT_INITIATE_BATTLE),
    phases=("battle",),
)
