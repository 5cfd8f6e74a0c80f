"""The rules of the chapter “Hits and ties”, in the order of the rulebook: crew, cards, tokens, and the winner."""

from __future__ import annotations

from engine.games.windward.events import Row, SpendHits
from engine.games.windward.folds.battle import cannons_spent, hits_spent
from engine.games.windward.folds.settling import drawn, settle
from engine.games.windward.reckoning import mine
from engine.games.windward.reckoning.battle import base_strength, marine_hits, rewarded, side_of, total
from engine.games.windward.reckoning.meeting import barred, met_by_boat
from engine.games.windward.reckoning.telling_battles import called, counted, last_told, told
from engine.games.windward.rules.claims.battle import OfBattle
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CREW,
    FULL_EPIC_TURN,
    FULL_SHIP_LOST,
    SHORT_DEFEATED_SHIP,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_PORT_ORDERS,
)
from engine.games.windward.state import SIDES, TOKEN, Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Hits and ties")

chapter.upheld(
    "WW-BAT-14",
    says="A ship that attacks with a Sergeant aboard has 1 strength more.",
    cite=(FULL_CREW, FULL_BATTLE),
    by=base_strength,
    claims=(OfBattle.NO_SERGEANT,),
    rulings=("WW-AMB-063",),
)
chapter.upheld(
    "WW-BAT-15",
    says="A longboat whose player has a Harpooner has 1 strength more.",
    cite=(FULL_CREW, FULL_BATTLE),
    by=base_strength,
    claims=(OfBattle.NO_HARPOONER,),
    rulings=("WW-AMB-063",),
)
chapter.upheld(
    "WW-BAT-16",
    says="A ship with a Marine aboard has 2 hits more against a Red.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    by=marine_hits,
    claims=(OfBattle.NO_MARINE,),
    rulings=("WW-AMB-063", "WW-AMB-088"),
)


@chapter.rule(
    "WW-BAT-17",
    on=SpendHits,
    says="Cards for battle are played once both sides have rolled: the attacker's, then the defender's.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    narrows=("WW-BAT-10",),
)
def cards_behind_the_rolls(table: Table, event: SpendHits) -> Breach | None:
    return _too_soon(table, event, event.cards[0]) if event.cards else None


def _too_soon(table: Table, event: SpendHits, what: str) -> Breach | None:
    battle = table.battle
    if battle is None or len(battle.rolled) == len(SIDES) or not side_of(battle, event.by):
        return None
    return Breach(f"{event.by} plays {what} before both have rolled. {told(table, battle)}", {"seat": event.by})


@chapter.rule(
    "WW-BAT-18",
    on=SpendHits,
    says="With the cards +2 Hits tokens may be spent out of the own ship's hold, 2 hits each, also for a longboat.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    narrows=("WW-BAT-10",),
    claims=(OfBattle.TOKENS_MISCOUNTED,),
    rulings=("WW-AMB-067", "WW-AMB-077", "WW-AMB-144"),
)
def tokens_of_the_hold(table: Table, event: SpendHits) -> Breach | None:
    battle, held = table.battle, table.players[event.by].cargo[TOKEN]
    if battle is None or not side_of(battle, event.by) or not event.tokens:
        return None
    if event.tokens > held:
        says = f"{event.by} spends {counted(event.tokens, 'token')}, and has {held}. {told(table, battle)}"
        return Breach(says, {"tokens": event.tokens, "held": held})
    return None if event.cards else _too_soon(table, event, counted(event.tokens, "token"))


chapter.upheld(
    "WW-BAT-19",
    says="Cannons and tokens that were used in a battle go back to the stock; of tokens neither edition says it.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    by=(cannons_spent, hits_spent),
    claims=(OfBattle.SPENT_KEPT,),
)
chapter.upheld(
    "WW-BAT-20",
    says="The hits of dice, cards, tokens and crew are added up, and the side that has more has won.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    by=(total, settle),
    claims=("hits.*", OfBattle.OUTCOME_TURNED),
)
chapter.upheld(
    "WW-BAT-21",
    says="After a tie the attacker goes back to where it was before, and nobody loses anything.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    by=drawn,
    claims=(OfBattle.TIED,),
    rulings=("WW-AMB-021", "WW-AMB-041"),
)
chapter.upheld(
    "WW-BAT-22",
    says="After a tie every player in the battle takes a +2 Hits token, if the attacker was a ship or a longboat.",
    cite=FULL_BATTLE,
    by=rewarded,
    claims=(OfBattle.TIED_TOKENS,),
    rulings=("WW-AMB-067",),
)


@chapter.rule(
    "WW-BAT-23",
    on=Row,
    says="Who has drawn does not begin the same battle again in that turn.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-025", "WW-AMB-026"),
)
def no_second_try(table: Table, event: Row) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or not turn.barred:
        return None
    enemy = met_by_boat(table, event.by, event.to)
    if not enemy or not barred(table, turn, f"{event.by}.{event.boat}", enemy, event.to):
        return None
    says = f"{event.by} attacks {called(enemy)} on {event.to} once more in this turn. {last_told(table)}".rstrip()
    return Breach(says, {"space": event.to})


chapter.permission(
    "WW-BAT-24",
    says="After a battle the turn goes on, unless the ship was lost in it.",
    cite=(FULL_BATTLE, FULL_SHIP_LOST, FULL_EPIC_TURN, SHORT_HOW_BATTLES_WORK, SHORT_DEFEATED_SHIP),
    rulings=("WW-AMB-027",),
)
chapter.upheld(
    "WW-BAT-25",
    says="From the beginning to the end of a battle no move, order, purchase or pickup takes place.",
    cite=(FULL_BATTLE, SHORT_INITIATE_BATTLE),
    phases=("battle",),
)
