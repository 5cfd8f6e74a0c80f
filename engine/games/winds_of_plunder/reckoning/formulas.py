"""Formulas that rules, folds and offers share: the turn, tallies and markers, boarding, points, cards, votes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.state import ITEMS, LOOT_VP, POINTS, TALLY_OF, Player, Table, Turn
from engine.kernel.events import Move
from engine.kernel.unknown import UNKNOWN, Undetermined, has_no_unknown, is_known

# The turn


def turn_of(table: Table, seat: str) -> Turn | None:
    """The turn in progress, if it is this player's."""
    return table.turn if table.turn is not None and table.turn.seat == seat else None


def own_turn(table: Table, seat: str) -> Turn | None:
    """Return the turn that a player's act belongs to: in progress, or opened by it; None if it is not their turn."""
    turn = table.turn
    if turn is not None and turn.seat == seat:
        return turn
    if table.phase != "plunder" or seat in table.acted or (is_known(table.active) and table.active != seat):
        return None
    return _not_begun(seat)


@lru_cache(maxsize=64)
def _not_begun(seat: str) -> Turn:
    """Return a turn in which nothing has been done. Rules only read it, so that one object serves them all."""
    return Turn(seat)


# Tallies and markers


def tally(player: Player, name: str) -> int:
    """Read a tally by its name (weapons, crew, provisions or booty)."""
    value: int = getattr(player, name)
    return value


def capped(table: Table, value: int) -> int:
    """Limit a tally to its top step, if it has one."""
    cap = table.content.tally_cap
    if table.terms.tally_cap == "no-cap" or cap is None or cap is UNKNOWN:
        return value
    return min(value, cap)


def leaders(table: Table, name: str) -> list[str]:
    """List the players with the most of something."""
    most = max(tally(p, name) for p in table.players.values())
    return [seat for seat, player in table.players.items() if tally(player, name) == most]


def held_markers(table: Table, seat: str) -> int:
    """Count the advantage markers that a player holds."""
    if any(holder is UNKNOWN for holder in table.markers.values()):
        raise Undetermined
    return sum(holder == seat for holder in table.markers.values())


def holds(table: Table, marker: str, seat: str) -> bool:
    """Return whether a player holds a marker."""
    return bool(table.markers[marker] == seat)


# Boarding and reputation


def others_in(table: Table, seat: str, port: str) -> list[str]:
    """The other ships in a port."""
    return [s for s, player in table.players.items() if s != seat and player.port == port]


def may_board(table: Table, seat: str, target: str) -> bool:
    """Return whether the Weapons, or the marker, suffice to board a player."""
    holder = table.markers["weapons"]
    if is_known(holder) and holder == seat:
        return True
    if table.players[seat].weapons > table.players[target].weapons:
        return True
    if not is_known(holder):
        raise Undetermined
    return False


def lootable(table: Table, target: str) -> list[str]:
    """List what can be taken from a player."""
    victim = table.players[target]
    have = [item for item in ITEMS if tally(victim, TALLY_OF[item]) > 0]
    if table.terms.loot_lacking == "vp-may-go-negative" or victim.vp >= LOOT_VP:
        return ["vp", *have]
    return ["vp", *have] if table.terms.loot_lacking == "take-what-exists" and victim.vp > 0 else have


def boardable(table: Table, seat: str) -> list[str]:
    """List the players that this one could board now, with something to take."""
    there = others_in(table, seat, table.players[seat].port)
    return [target for target in there if may_board(table, seat, target) and lootable(table, target)]


def welcome(table: Table, seat: str, then: Mapping[str, int]) -> bool:
    """Return whether a port is unoccupied, or its ships have no more Weapons; `then` overrides the current numbers."""
    player = table.players[seat]
    unmarked = not any(player.port in p.marks for p in table.players.values() if p is not player)
    others = others_in(table, seat, player.port)
    if not others or (unmarked and table.terms.unoccupied == "no-marker-of-others"):
        return True
    own = then.get(seat, player.weapons)
    enough = [own >= then.get(other, table.players[other].weapons) for other in others]
    return all(enough) if table.terms.any_other_ship == "every-ship-there" else any(enough)


# Points


def points_for(table: Table, turn: Turn) -> int:
    """Return how many points a player has in all at this moment of the turn."""
    pooled = table.terms.bonus_point == "pooled-fourth-point" and holds(table, "crew", turn.seat)
    return POINTS + 1 if pooled else POINTS


def bonus_apart(table: Table, turn: Turn) -> bool:
    """Return whether the Largest Crew's point has begun as an action of its own."""
    return turn.bonus and table.terms.bonus_point == "separate-one-point-action"


PRICES: dict[type, int] = {e.DrawCard: 1, e.PlayCard: 1, e.Gust: POINTS}


def cost_of(event: object) -> int:
    """Return the listed cost of an action."""
    return event.points if isinstance(event, e.AddCubes) else PRICES.get(type(event), 0)


def overspent(table: Table, event: Move) -> int:
    """Return by how many points an action exceeds those of the turn. The Largest Crew's point has a rule of its own."""
    turn = own_turn(table, event.by)
    if turn is None or bonus_apart(table, turn):
        return 0
    over = turn.spent + cost_of(event) - points_for(table, turn)
    if over == 1 and cost_of(event) == 1 and not is_known(table.markers["crew"]):
        # It may be the point of Largest Crew.
        raise Undetermined
    return over


def cubes_for(points: int) -> int:
    """Return how many cubes an action of so many points moves."""
    return {1: 2, 2: 5, 3: 9}.get(points, 0)


# Cards


def hand_holds(table: Table, seat: str, card: str) -> bool:
    """Return whether a player can hold an Action card. With unseen cards, only its known place settles that."""
    player, hand = table.players[seat], table.players[seat].actions
    if any(c is not UNKNOWN and c == card for c in hand):
        return True
    if not player.untold and not any(c is UNKNOWN for c in hand):
        return False
    elsewhere = [*table.discard, *(c for s, p in table.players.items() if s != seat for c in p.actions)]
    if any(c is not UNKNOWN and c == card for c in elsewhere):
        return False
    raise Undetermined


def before_play(table: Table) -> bool:
    """Return whether the game is still in set-up, or before the first vote is over."""
    return table.phase == "set-up" or (table.phase == "compass" and table.round == 1)


# Votes


def cubes_behind(table: Table) -> dict[str, int]:
    """Count the cubes for each direction, of all who voted for it together."""
    totals: dict[str, int] = {}
    for direction, cubes in table.votes.values():
        totals[direction] = totals.get(direction, 0) + cubes
    return totals


def voted(table: Table, seat: str) -> tuple[Any, Any]:
    """Return the compass and the bid of a seat: those on the table, else those counted last."""
    player = table.players[seat]
    compass, bid = table.votes.get(seat, (None, None))
    return player.compass if player.compass is not None else compass, player.bid if player.bid is not None else bid


def may_hold_treasure(table: Table, seat: str, port: str) -> bool:
    """Return whether a player can hold a Treasure card.

    Playing it is proof, unless it is known to be in another place.
    """
    player, hand = table.players[seat], table.players[seat].treasures
    if among(port, hand) or (not player.unsure and all(is_known(card) for card in hand)):
        return among(port, hand)
    others = [card for s, p in table.players.items() if s != seat for card in p.treasures]
    under_the_deck = port in table.sunk and table.treasure_deck >= len(table.sunk)
    return not (among(port, others) or under_the_deck)


def among(card: str, cards: Iterable[object]) -> bool:
    """Return whether a card is among the known ones."""
    return card in [other for other in cards if other is not UNKNOWN]


def treasure_waits(table: Table, seat: str, port: str) -> bool:
    """Return whether a card drawn in this arrival must wait for a later one, as one reading says."""
    turn, hand = table.turn, table.players[seat].treasures
    if table.terms.treasure_at_once == "yes" or turn is None or not turn.drawn_now:
        return False
    before, now = hand[: -turn.drawn_now], hand[-turn.drawn_now :]
    if among(port, hand) or has_no_unknown(now):
        return among(port, now)
    if before:
        raise Undetermined
    return True


def treasure_due(table: Table, seat: str) -> bool:
    """Return whether an arriving player must play the Treasure card of the port, as far as the hand is known."""
    player, terms = table.players[seat], table.terms
    if terms.treasure_play == "optional" or not among(player.port, player.treasures):
        return False
    full = terms.seventh_treasure == "no-more-advance" and player.booty >= len(table.content.booty_values)
    return not full and not treasure_waits(table, seat, player.port)


def clockwise_from(seats: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return the seats in order, beginning with `first`."""
    start = seats.index(first)
    return (*seats[start:], *seats[:start])
