"""The rules of the chapter “Lost ships”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, Loot, Rest
from engine.games.windward.folds.losing import all_dropped, crester_taken, looted, ship_lost
from engine.games.windward.folds.turns import is_lost
from engine.games.windward.reckoning.looting import half
from engine.games.windward.reckoning.rounds import lost_in_own_turn
from engine.games.windward.reckoning.telling_battles import last_told
from engine.games.windward.reckoning.untold import LOOT
from engine.games.windward.rules.claims.battle import OfBattle
from engine.games.windward.sources import (
    FULL_CREW_MORALE,
    FULL_SHIP_LOST,
    SHORT_AFTER_BATTLE,
    SHORT_DEFEATED_SHIP,
)
from engine.games.windward.state import CARGO, Looting, Table
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Lost ships")

chapter.upheld(
    "WW-LOST-01",
    says="A ship is lost when its morale falls below 1, by a battle or by what a rest at sky costs, and not before.",
    cite=(FULL_SHIP_LOST, FULL_CREW_MORALE, SHORT_DEFEATED_SHIP, SHORT_AFTER_BATTLE),
    by=is_lost,
    claims=(OfBattle.SUNK, OfBattle.BELOW_ONE),
)
chapter.upheld(
    "WW-LOST-02",
    says="If a Crester or want of supplies has cost the ship, all in its hold falls onto the space where it was.",
    cite=FULL_SHIP_LOST,
    by=all_dropped,
    claims=(OfBattle.NOT_DROPPED,),
    rulings=("WW-AMB-081", "WW-AMB-082"),
)
chapter.upheld(
    "WW-LOST-03",
    says="Gas and cannons stay with the lost ship, and so do supply cards, as the classic edition adds.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=ship_lost,
    claims=(OfBattle.STORES_LOST,),
)
chapter.upheld(
    "WW-LOST-04",
    says="If another player's ship has won, that takes the Crester out of the hold of the lost one.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=crester_taken,
    claims=(OfBattle.CRESTER_LEFT,),
)
chapter.upheld(
    "WW-LOST-05",
    says="If the winner has a Crester already, the other one falls onto the space of the battle.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=crester_taken,
    claims=(OfBattle.TWO_CRESTERS,),
)


@chapter.rule(
    "WW-LOST-06",
    on=Loot,
    says="Then the winner takes half, rounded up, of what is left in the hold: the teeth and tokens of its choice.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    claims=(OfBattle.LOOTED,),
    rulings=("WW-AMB-083",),
    hangs_on=(LOOT,),
)
def half_of_the_cargo(table: Table, event: Loot) -> Breach | None:
    looting = table.looting
    if looting is None:
        says = f"{event.by} takes cargo, and no ship was lost to {event.by}. {last_told(table)}"
        return Breach(says.rstrip(), {"seat": event.by})
    cargo = table.players[looting.loser].cargo
    hold = ", ".join(f"{number} {item}" for item, number in cargo.items())
    facts: dict[str, int | str] = {"taken": len(event.items), "half": looting.number}
    if len(event.items) != looting.number:
        says = f"{event.by} takes {len(event.items)} pieces of cargo out of {hold}. {last_told(table)}"
        return Breach(says, facts, f"{looting.number}: half, rounded up.")
    odd = _wrong_kind(table, event, looting)
    says = f"{event.by} takes {event.items.count(odd)} {odd} out of {hold}. {last_told(table)}" if odd else ""
    return Breach(says, facts) if odd else None


def _wrong_kind(table: Table, event: Loot, looting: Looting) -> str:
    """Return a kind of which too many are taken, or under a reading not exactly half; "" for none."""
    cargo, each = table.players[looting.loser].cargo, table.terms.loot_half == "per-kind"
    taken = {item: [one for one in event.items if is_known(one)].count(item) for item in CARGO}
    wrong = (item for item in CARGO if taken[item] > cargo[item] or (each and taken[item] != half(cargo[item])))
    return next(wrong, "") if all(map(is_known, event.items)) else ""


@chapter.rule(
    "WW-LOST-07",
    on=Loot,
    says="The winner does not take gas, cannons or supply cards; the classic edition says so outright.",
    cite=(SHORT_DEFEATED_SHIP, FULL_SHIP_LOST),
    narrows=("WW-LOST-06",),
    claims=(OfBattle.STORES_TAKEN,),
)
def not_from_the_stores(table: Table, event: Loot) -> Breach | None:
    taken = next((item for item in event.items if is_known(item) and item not in CARGO), "")
    says = f"{event.by} takes {taken} out of a lost ship. {last_told(table)}".rstrip()
    return Breach(says, {"item": taken}) if taken else None


chapter.upheld(
    "WW-LOST-08",
    says="What the winner has not chosen stays in the lost ship; its teeth count as its player's next turn begins. The "
    "classic edition speaks of neither.",
    cite=FULL_SHIP_LOST,
    by=looted,
    claims=(OfBattle.KEPT,),
    rulings=("WW-AMB-049", "WW-AMB-050"),
)
chapter.upheld(
    "WW-LOST-09",
    says="The lost ship begins anew with morale 1.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=ship_lost,
    claims=(OfBattle.FROM_ONE,),
)
chapter.upheld(
    "WW-LOST-10",
    says="The lost ship comes into port.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=ship_lost,
    claims=(OfBattle.NOT_IN_PORT,),
)
chapter.upheld(
    "WW-LOST-11",
    says="Its player takes a +2 Hits token, which comes after all else, and so is neither dropped nor taken away.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=ship_lost,
    claims=(OfBattle.UNCONSOLED,),
    rulings=("WW-AMB-067",),
)


@chapter.rule(
    "WW-LOST-12",
    on=(*ACTIONS, Rest),
    out_of_turn=True,
    says="Whoever loses the ship in the own turn ends that turn at once, and has nothing of a rest.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    claims=(OfBattle.TURN_WENT_ON,),
    rulings=("WW-AMB-085",),
)
def over_at_once(table: Table, event: Move) -> Breach | None:
    if lost_in_own_turn(table) != event.by:
        return None
    says = f"{event.by}'s ship was lost, and with it the turn; it is {table.active}'s. {last_told(table)}".rstrip()
    return Breach(says, {"seat": event.by})


chapter.upheld(
    "WW-LOST-13",
    says="Longboats at sky stay there when their ship is lost, and so does what they tow.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=ship_lost,
    claims=(OfBattle.BOATS_RECALLED,),
    rulings=("WW-AMB-051",),
)
