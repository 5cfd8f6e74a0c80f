"""Line-up and choices: infers what the first later line proves, and finds what is missing before it."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.content.pieces import MARKET
from engine.games.tailwinds.folds.choosing import pairs
from engine.games.tailwinds.reckoning import has_a_choice
from engine.games.tailwinds.state import LANE_NUMBER, WAITING, Player, Table, TakenForOpen
from engine.kernel.events import Claim, Event
from engine.kernel.flow import Lacking
from engine.kernel.unknown import UNKNOWN, is_known
from engine.kernel.vocabulary import make_unwritten_event

# Events that need the boats to be lined up, and events that need the choices of the round.
AFTER_SET_UP: frozenset[type[Event]] = frozenset({*e.IN_TURN, e.Commit, e.Reveal})
AFTER_CHOOSING: frozenset[type[Event]] = frozenset({*e.IN_TURN, e.Replace, e.Answer})


def lined_up(table: Table, event: Event) -> Event | None:
    """Choosing a card implies a track and a market, with unknown content; a claim may imply a placed boat."""
    if isinstance(event, Claim):
        return _placing_claimed(table, event)
    if type(event) not in AFTER_SET_UP:
        return None
    if not table.track:
        return e.LayTrack((UNKNOWN,) * len(table.content.track))
    return e.RevealMarket((UNKNOWN,) * MARKET) if not table.market else None


def _placing_claimed(table: Table, claim: Claim) -> Event | None:
    """A claim about the place of a boat that was not placed implies that it was placed there."""
    if not (is_known(claim.fact) and is_known(claim.value)):
        return None
    seat, _, boat = claim.fact.partition(".")
    space, _, lane = str(claim.value).partition(" ")
    if boat not in {"aft", "fore"} or not space.isdigit() or (lane and lane not in LANE_NUMBER):
        return None
    boats = table.players[seat].boats
    waiting = [b for b in boats if b.state is WAITING]
    there = any(b.state is not WAITING and (not is_known(b.space) or b.space == int(space)) for b in boats)
    return e.PlaceBoat(seat, int(space), lane) if waiting and not there else None


def no_boat_placed(table: Table, event: Event) -> Lacking | None:
    """Name the first boat that was not placed before the first card."""
    if type(event) not in AFTER_SET_UP:
        return None
    seat = next((b.seat for b in table.boats if b.state is WAITING), "")
    return (make_unwritten_event(e.PlaceBoat, by=seat), f"{seat} places a boat first.") if seat else None


def chosen(table: Table, event: Event) -> Event | None:
    """A revealed card was chosen before; and when all have chosen, any act implies the reveal."""
    if isinstance(event, e.Reveal):
        given = pairs(table, event.cards)
        return next((e.Commit(seat, card) for seat, card in given.items() if table.players[seat].card is None), None)
    acts = type(event) in AFTER_CHOOSING or (isinstance(event, e.RollDie) and not _for_the_start(event))
    if not acts or _idle(table):
        return None
    lying = TakenForOpen([player.card for player in table.players.values() if player.card is not None])
    return e.Reveal(lying) if lying else None


def _idle(table: Table) -> list[Player]:
    return [player for player in table.players.values() if has_a_choice(table, player)]


def no_card_chosen(table: Table, event: Event) -> Lacking | None:
    """Name the missing choice before the first act of a round, or the missing reveal if several are missing."""
    idle = _idle(table) if type(event) in AFTER_CHOOSING else []
    if not idle:
        return None
    if len(idle) == 1:
        return make_unwritten_event(e.Commit, by=idle[0].seat), f"{idle[0].seat} chooses a card first."
    cards = [UNKNOWN if has_a_choice(table, p) else p.card for p in table.players.values()]
    return e.Reveal(tuple([card for card in cards if card is not None])), "The cards are chosen and turned up first."


def _for_the_start(roll: e.RollDie) -> bool:
    return is_known(roll.purpose) and roll.purpose == "start"
