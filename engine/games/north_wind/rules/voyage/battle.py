"""Battles: rolls, hits, and the results of victory and defeat."""

from __future__ import annotations

from engine.games.north_wind.content.pieces import BRIG
from engine.games.north_wind.events import EndVoyage, Equip, LeaveReward, RollBattle, TakeCaptain, TakeGold
from engine.games.north_wind.folds.fog import beaten, still_rolling
from engine.games.north_wind.reckoning import sails
from engine.games.north_wind.reckoning.battle import hits_of
from engine.games.north_wind.rules.claims.fog import miscounted, used_up_in_battle
from engine.games.north_wind.rules.uses import AT_SEA
from engine.games.north_wind.rules.voyage.fog import several
from engine.games.north_wind.rules.voyage.prizes import captain_again, gold_breach, left_nothing, winner_of
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CREW, PIRATES, SHIP
from engine.games.north_wind.state import CAPTAIN, CAPTAIN_GOLD, REWARD, SPENT, Player, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Battles")


def _fighter(table: Table) -> Player | None:
    """Return the player whose battle is being rolled for, in one line or in several."""
    turn = table.turn
    if turn is None or not (table.phase == "battle" or still_rolling(table, turn)):
        return None
    return table.players[turn.seat]


@chapter.rule(
    "NW-BATTLE-01",
    hangs_on=(SPENT,),
    on=RollBattle,
    says="The black die is rolled once for each cannon aboard.",
    cite=PIRATES,
    rulings=("NW-AMB-15",),
)
def one_roll_per_cannon(table: Table, event: RollBattle) -> Breach | None:
    """Check for too many rolls; if there are too few, the phase reports it at the next event."""
    player, turn = _fighter(table), table.turn
    if turn is None or table.phase not in {"battle", *AT_SEA}:
        return None
    if player is None:
        return Breach("The black die is rolled, and there is no battle to roll it for.", {}, "No roll.")
    rolls = len(event.faces) + turn.rolls
    if rolls <= player.cannons:
        return None
    facts: dict[str, int | str] = {"rolls": rolls, "cannons": player.cannons}
    says = f"{player.seat} has {several(player.cannons, 'cannon')}, and the die is rolled {rolls} times."
    if rolls == 1:
        says = f"{player.seat} has no cannon, and the die is rolled once."
    return Breach(says, facts, f"{several(player.cannons, 'roll')}.", missing=Equip(player.seat, "cannon"))


def _hits_breach(table: Table, event: RollBattle, about: Wrong) -> Breach | None:
    player = _fighter(table)
    if player is None or (is_known(event.hits) and event.hits < 0):
        return None
    hits = hits_of(player, event.faces)
    if event.hits == hits or miscounted(event.faces, event.hits) is not about:
        return None
    says = f"The log counts {several(event.hits, 'hit')} for {' '.join(event.faces)}."
    return Breach(says, {"hits": event.hits}, f"{several(hits, 'hit')}.")


@chapter.rule(
    "NW-BATTLE-02",
    on=RollBattle,
    says="A silver pip on the black die is one hit.",
    cite=PIRATES,
    claims=(Wrong.HITS_MISCOUNTED,),
)
def silver_hits_once(table: Table, event: RollBattle) -> Breach | None:
    return _hits_breach(table, event, Wrong.HITS_MISCOUNTED)


@chapter.rule(
    "NW-BATTLE-03",
    on=RollBattle,
    says="A blue double pip is two hits with a Cannoneer aboard, and a miss without.",
    cite=(PIRATES, CREW),
    claims=(Wrong.DOUBLES_MISCOUNTED,),
)
def blue_hits_with_a_cannoneer(table: Table, event: RollBattle) -> Breach | None:
    return _hits_breach(table, event, Wrong.DOUBLES_MISCOUNTED)


chapter.upheld(
    "NW-BATTLE-04",
    says="A battle is won with at least as many hits as the pirate's strength.",
    cite=PIRATES,
    by=beaten,
    claims=(Wrong.BATTLE_MISTAKEN,),
)


@chapter.rule(
    "NW-BATTLE-05",
    on=(TakeCaptain, TakeGold, LeaveReward),
    says="A victory brings one captain, who may be put into a free slot of the brig.",
    cite=PIRATES,
    rulings=("NW-AMB-40",),
    claims=(Wrong.CAPTAIN_MISTAKEN,),
)
def a_captain_for_a_victory(table: Table, event: TakeCaptain | TakeGold | LeaveReward) -> Breach | None:
    turn = winner_of(table, event)
    if turn is None or not turn.fought:
        return None
    if isinstance(event, TakeCaptain):
        return captain_again(turn, event)
    if isinstance(event, TakeGold):
        return gold_breach(turn, event) if turn.reward == CAPTAIN else None
    if turn.reward == CAPTAIN and table.terms.rewards == "automatic" and not turn.reward_said:
        return Breach(f"{event.by} leaves the captain of the beaten pirate.", {}, "The captain is taken.")
    return left_nothing(turn, event) if turn.reward != CAPTAIN_GOLD else None


@chapter.rule(
    "NW-BATTLE-06",
    on=(TakeCaptain, TakeGold, LeaveReward),
    says="With two captains aboard, a victory brings 1 gold instead.",
    cite=PIRATES,
    claims=(Wrong.CAPTAIN_GOLD_MISTAKEN,),
)
def gold_for_a_full_brig(table: Table, event: TakeCaptain | TakeGold | LeaveReward) -> Breach | None:
    turn = winner_of(table, event)
    if turn is None or not turn.fought:
        return None
    if isinstance(event, TakeGold):
        return gold_breach(turn, event) if turn.reward != CAPTAIN else None
    if turn.reward != CAPTAIN_GOLD:
        return None
    if isinstance(event, LeaveReward):
        says = f"{event.by} leaves the gold for a pirate beaten with a full brig."
        return Breach(says, {}, f"{REWARD} gold is received.")
    says = f"{event.by} takes a captain with {BRIG} in the brig already."
    return Breach(says, {"captains": BRIG}, f"{REWARD} gold instead.")


def _ends_with(table: Table, event: EndVoyage, battle: str) -> bool:
    """Return whether the voyage ends after a battle at its last tile with this outcome."""
    turn = table.turn
    return turn is not None and turn.fought and sails(table, event.by) and turn.battle == battle


@chapter.rule(
    "NW-BATTLE-07",
    on=EndVoyage,
    given="reason",
    says="A victory does not end the voyage.",
    cite=PIRATES,
    narrows=("NW-VOYAGE-12", "NW-VOYAGE-14"),
)
def victory_sails_on(table: Table, event: EndVoyage) -> Breach | None:
    if event.reason != "defeat" or not _ends_with(table, event, "won"):
        return None
    return Breach(f"{event.by} has won the battle, and the voyage ends as in defeat.", {}, "It goes on.")


@chapter.rule(
    "NW-BATTLE-08",
    on=EndVoyage,
    given="reason",
    says="A defeat costs the rest of the voyage, and nothing else.",
    cite=PIRATES,
    narrows=("NW-VOYAGE-12", "NW-VOYAGE-14"),
    claims=(Wrong.LOST_IN_DEFEAT,),
)
def defeat_ends_the_voyage(table: Table, event: EndVoyage) -> Breach | None:
    if event.reason == "defeat" or not _ends_with(table, event, "lost"):
        return None
    says = f"{event.by} has lost the battle, and the voyage ends with “{event.reason}”."
    return Breach(says, {"reason": event.reason}, "It is a defeat.")


chapter.upheld(
    "NW-BATTLE-09",
    says="Cannons are not used up in a battle.",
    cite=(PIRATES, SHIP),
    by=used_up_in_battle,
    claims=(Wrong.CANNON_USED_UP,),
)
chapter.upheld(
    "NW-BATTLE-10",
    says="Once the battle has begun, the pirate can no longer be paid.",
    cite=PIRATES,
    phases=(
        "battle",
        "voyage",
        "home",
    ),
)
