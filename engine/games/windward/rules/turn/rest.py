"""The rules of the chapter “Ending a turn”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import MoveRed, Rest
from engine.games.windward.folds.resting import rested_in_port, tidied
from engine.games.windward.folds.turns import red_due, rested
from engine.games.windward.reckoning import cards_held, rest_of
from engine.games.windward.rules.claims.rest import OfRest
from engine.games.windward.sources import (
    FULL_AT_PORT,
    FULL_AT_SKY,
    FULL_BATTLE,
    FULL_GREAT_WHITE,
    FULL_SHIP_LOST,
    FULL_TURN_END,
    SHORT_DEFEATED_SHIP,
    SHORT_TURN_END,
)
from engine.games.windward.state import Player, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Ending a turn")
MORALE = "morale"


@chapter.rule(
    "WW-REST-01",
    on=Rest,
    given="pay",
    says="Who ends a turn moves both mates to the rest space of sky or port, wherever the ship is, and does what "
    "stands there; by the full edition tokens of the turn go back first.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
    rulings=("WW-AMB-078", "WW-AMB-079"),
)
def the_right_rest_space(table: Table, event: Rest) -> Breach | None:
    if table.players[event.by].at != PORT:
        return None
    return Breach(f"{event.by} rests in port, and pays {event.pay} as at sky.", {"pay": event.pay}, f"{event.by}: rest")


chapter.upheld(
    "WW-REST-02",
    says="Tokens that were put on orders in a turn, as those of Coffee, go back to the stock at its end.",
    cite=FULL_TURN_END,
    by=tidied,
    claims=(OfRest.COFFEE_STAYED,),
)
chapter.upheld(
    "WW-REST-03",
    says="A rest in port raises morale by the number on the board's rest space, and never above 4.",
    cite=FULL_AT_PORT,
    by=rest_of,
    claims=(OfRest.CHEERED_IN_PORT,),
    reads=("boards",),
)
chapter.upheld(
    "WW-REST-04",
    says="A rest in port brings no notoriety: only one at sky does.",
    cite=(FULL_AT_PORT, SHORT_TURN_END),
    by=rested_in_port,
    claims=(OfRest.NOTED_IN_PORT,),
)


@chapter.rule(
    "WW-REST-05",
    on=Rest,
    says="Who rests at sky gives up one supply card, without its effect, or one morale, as they like; without a card "
    "it is morale.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    claims=(OfRest.UPKEEP,),
    narrows=("WW-CARD-01",),
    rulings=("WW-AMB-086",),
)
def upkeep_paid(table: Table, event: Rest) -> Breach | None:
    player = table.players[event.by]
    if table.active != event.by or player.at == PORT:
        return None
    no_card = not player.hand_untold and not player.hand
    if not is_known(event.pay) or not event.pay:
        if no_card:
            return None
        # The log does not say what was given up.
        raise Undetermined
    if event.pay == MORALE:
        return _could_have_discarded(table, player)
    return Breach(f"{event.by} pays with a card, and holds none.", {"pay": event.pay}, "1 morale.") if no_card else None


def _could_have_discarded(table: Table, player: Player) -> Breach | None:
    """Under one reading a player with a card must not give up the last morale."""
    if table.terms.last_morale != "must-discard" or player.morale > 1 or cards_held(player) == 0:
        return None
    says = f"{player.seat} gives up the last morale, and holds {cards_held(player)} cards."
    return Breach(says, {"morale": player.morale, "cards": cards_held(player)}, "A supply card.")


@chapter.rule(
    "WW-REST-06",
    on=MoveRed,
    says="If that takes morale below 1, the ship is lost for want of supplies, and the turn is over: nothing of the "
    "rest follows.",
    cite=(FULL_AT_SKY, FULL_SHIP_LOST, SHORT_TURN_END, SHORT_DEFEATED_SHIP),
    narrows=("WW-RED-01", "WW-RED-11"),
    claims=(OfRest.LOST_BY_UPKEEP,),
    rulings=("WW-AMB-086",),
)
def lost_by_upkeep(table: Table, event: MoveRed) -> Breach | None:
    """Report a Red that comes for a ship that the rest itself has cost."""
    just_rested = is_known(event.by) and table.rested == event.by and isinstance(table.last, Rest)
    # A ship that was lost before this rest, and sailed out again, is at sky.
    lost = just_rested and table.players[event.by].lost_ship and table.players[event.by].at == PORT
    if not lost:
        return None
    return Breach(f"{event.by}'s ship was lost in the rest: no Red comes for it.", {"from": str(event.start)})


chapter.upheld(
    "WW-REST-07",
    says="After the upkeep any Red of the ship's territory moves towards the ship.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    owed_by=red_due,
    rulings=("WW-AMB-078", "WW-AMB-079", "WW-AMB-094", "WW-AMB-096", "WW-AMB-097", "WW-AMB-106", "WW-AMB-136"),
)
chapter.upheld(
    "WW-REST-08",
    says="A ship that is still at sky once every Crester has moved gains 1 notoriety.",
    cite=(FULL_AT_SKY, FULL_GREAT_WHITE, SHORT_TURN_END),
    by=rested,
    claims=(OfRest.NOTED_AT_SKY,),
)
chapter.permission(
    "WW-REST-09",
    says="Whoever a Crester attacks in the rest defends the ship with cannons, cards and tokens as in any battle.",
    cite=(FULL_AT_SKY, FULL_BATTLE, SHORT_TURN_END),
)
