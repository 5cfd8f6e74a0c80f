"""Turns of the cooperative mode: trades in port, spaces of mates, battles, no new Cresters, and teeth for gas."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import (
    STEPS,
    Give,
    PlaceRed,
    PlayCard,
    RollBattle,
    RollGrey,
    Row,
    Run,
    Sail,
    SpendCannons,
    SpendHits,
    TradeTeeth,
)
from engine.games.windward.layers.co_op_set_up import chapter
from engine.games.windward.reckoning import cards_held, hand_limit, owner
from engine.games.windward.reckoning.battle import piece_of, roller, side_of
from engine.games.windward.reckoning.meeting import mate_on
from engine.games.windward.reckoning.sailing import path_of
from engine.games.windward.reckoning.telling_battles import told
from engine.games.windward.reckoning.untold import perhaps_starved
from engine.games.windward.rules.claims.co_op import Allied
from engine.games.windward.rules.creatures.new_cresters import bait_is_idle, none_comes_anew
from engine.games.windward.rules.modes.teeth import teeth_for_gas
from engine.games.windward.rules.positions.declared_in_modes import mates_together
from engine.games.windward.sources import FULL_COOP, SHORT_COOP
from engine.games.windward.state import Table
from engine.kernel.events import Event, Start
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known

# The chapter that these rules extend. Importing it from here includes them.
__all__ = ["chapter"]
BOTH = (FULL_COOP, SHORT_COOP)


@chapter.rule(
    "WW-COOP-07",
    on=Give,
    says="Players may trade supply cards openly, in any player's turn, while both their ships are in port.",
    cite=BOTH,
    rulings=("WW-AMB-122", "WW-AMB-123"),
)
def traded_in_port(table: Table, event: Give) -> Breach | None:
    if event.by == event.to:
        return Breach(f"{event.by} trades with nobody else.", {"seat": event.by})
    goods = (*event.cards, *event.back)
    other = next((name for name in goods if is_known(name) and name not in table.content.card_names), "")
    if other:
        return Breach(f"{event.by} and {event.to} trade {other}.", {"goods": other}, "Supply cards.")
    for seat in (event.by, event.to):
        if (at := table.players[seat].at) != PORT:
            if perhaps_starved(table, seat):
                raise Undetermined
            return Breach(f"{event.by} trades with {event.to}, and {seat} is on {at}.", {"seat": seat, "at": at})
    if table.terms.gifts == "exchange-only" and not (event.cards and event.back):
        giver, taker = (event.by, event.to) if event.cards else (event.to, event.by)
        return Breach(f"{giver} has nothing from {taker} in exchange.", {"seat": giver}, "A card each way.")
    return _too_many_cards(table, event)


def _too_many_cards(table: Table, event: Give) -> Breach | None:
    """Check a hand that a trade takes above the limit."""
    if table.terms.traded_hand == "no-limit":
        return None
    more = len(event.cards) - len(event.back)
    for seat, change in ((event.to, more), (event.by, -more)):
        player = table.players[seat]
        limit = hand_limit(table, player) if change > 0 else 0
        if change > 0 and cards_held(player) + change > limit:
            says = f"{seat} has {cards_held(player) + change} cards after the trade."
            return Breach(says, {"seat": seat, "limit": limit}, f"{limit} at most.")
    return None


@chapter.rule(
    "WW-COOP-08",
    on=(Start, Sail, Run, Row, *STEPS),
    says="No player begins a battle with another: no piece comes onto a space where a mate's piece of the same "
    "layer is.",
    cite=BOTH,
    narrows=("WW-BAT-01", "WW-BAT-02", "WW-BAT-10"),
    reads=("tiles", "planet"),
)
def no_space_of_a_mate(table: Table, event: Event) -> Breach | None:
    if isinstance(event, Start):
        return mates_together(table)
    if not isinstance(event, (Sail, Run, Row)):
        return _fought_with_a_mate(table)
    spaces = [event.to] if isinstance(event, Row) or event.to == PORT else path_of(table, event)
    for space in spaces:
        if mate := mate_on(table, event.by, space, by_boat=isinstance(event, Row)):
            return Breach(f"{event.by} comes to {space}, where {mate} is.", {"space": space, "there": mate})
    return None


def _fought_with_a_mate(table: Table) -> Breach | None:
    """Check for a battle after a player has just come to a mate's space."""
    last = table.last
    if table.battle is not None or not isinstance(last, (Sail, Run, Row)) or not is_known(last.to):
        return None
    mate = mate_on(table, last.by, last.to, by_boat=isinstance(last, Row))
    return Breach(f"{last.by} fights with {mate}.", {"there": mate}) if mate else None


@chapter.rule(
    "WW-COOP-09",
    on=(SpendCannons, SpendHits, RollBattle),
    says="One player at a time is in a battle, and no mate adds anything to it.",
    cite=BOTH,
    narrows=("WW-BAT-07", "WW-BAT-10", "WW-CARD-06"),
)
def no_help_of_a_mate(table: Table, event: SpendCannons | SpendHits | RollBattle) -> Breach | None:
    battle = table.battle
    if battle is None:
        return None
    helper = event.seat if isinstance(event, RollBattle) else event.by
    # The roller for a Crester has rules of its own.
    apart = (
        not owner(piece_of(battle, event.side)) if isinstance(event, RollBattle) else helper == roller(table, battle)
    )
    if not helper or side_of(battle, helper) or apart:
        return None
    return Breach(f"{helper} has a hand in another's battle. {told(table, battle)}", {"seat": helper})


chapter.rule(
    "WW-COOP-15",
    on=(Start, PlaceRed, RollGrey, PlayCard),
    under={PlayCard: bait_is_idle},
    says="No new Reds or Greys appear.",
    cite=BOTH,
    narrows=("WW-SPWN-01", "WW-SPWN-02", "WW-SPWN-05", "WW-SPWN-08", "WW-SPWN-09", "WW-CON-11"),
    rulings=("WW-AMB-121",),
)(none_comes_anew)


chapter.rule(
    "WW-COOP-16",
    on=TradeTeeth,
    says="Teeth bring no notoriety in port; they may be traded for gas, 3 for a Grey's and 4 for a Red's.",
    cite=BOTH,
    claims=(Allied.TEETH,),
    rulings=("WW-AMB-120",),
)(teeth_for_gas)
