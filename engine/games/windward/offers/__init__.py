"""Candidate moves, a finite superset of the legal ones for the rules to filter; and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from engine.games.windward import events as e
from engine.games.windward.content import PORT
from engine.games.windward.offers.achievements import achievements
from engine.games.windward.offers.acting import at_sky, cards, drops, in_port, picks, takes
from engine.games.windward.offers.chance import outcomes
from engine.games.windward.offers.co_op import teeth, trades
from engine.games.windward.offers.moving import rows, sails
from engine.games.windward.reckoning import (
    owner,
)
from engine.games.windward.reckoning.battle import hits_of, piece_of
from engine.games.windward.reckoning.chasing import chase_of, last_spaces, reds_to_move, ways
from engine.games.windward.reckoning.cresters import places_for_red
from engine.games.windward.reckoning.great_white import corners, white_chase, white_goals
from engine.games.windward.reckoning.looting import half
from engine.games.windward.reckoning.sailing import is_drift
from engine.games.windward.state import (
    CANNONS,
    CARGO,
    ROLL,
    STEPS,
    TOKEN,
    Battle,
    Player,
    Table,
    Turn,
)
from engine.kernel.events import Event
from engine.kernel.facts import offer_while_sure, require_known
from engine.kernel.unknown import is_known

__all__ = ["offers", "outcomes"]


@offer_while_sure
def offers(table: Table) -> Iterator[Event]:
    """List what each seat could decide now. The list ends where the record leaves doubt."""
    turn = table.turn
    if turn is None or table.phase in {"set-up", "over"}:
        return
    seat = require_known(turn.seat)
    if table.owed:
        yield from _owed(table, turn)
    elif table.battle is not None:
        yield from _step(table, table.battle)
    elif table.phase == "turn":
        yield from achievements(table)
        yield from trades(table)
        yield from _turn(table, turn, table.players[seat])
    else:
        yield from achievements(table)
        yield e.EndTurn(seat)
        yield from picks(table, table.players[seat])
        yield from cards(table, turn, table.players[seat])


def _owed(table: Table, turn: Turn) -> Iterator[Event]:
    """List what a player must decide before anything else."""
    what, looting = table.owed[-1].what, table.looting
    if what is e.MoveRed:
        yield from _reds(table, turn)
    elif what is e.MoveWhite:
        yield from _white(table, turn)
    elif what is e.PlaceWhite:
        by = (*table.owed[-1].seats, require_known(turn.seat))[0]
        yield from (e.PlaceWhite(by, space) for space in corners(table))
    elif what is e.PlaceRed:
        seat = table.owed[-1].seats[0]
        yield from (e.PlaceRed(seat, space) for space in places_for_red(table, seat))
    elif what is e.Loot and looting is not None:
        cargo = table.players[looting.loser].cargo
        there = [item for item in CARGO if require_known(cargo[item])]
        for chosen in combinations_with_replacement(there, require_known(looting.number)):
            each = table.terms.loot_half == "per-kind"
            if all(chosen.count(item) <= (half(cargo[item]) if each else cargo[item]) for item in there):
                yield e.Loot(looting.winner, chosen)


def _reds(table: Table, turn: Turn) -> Iterator[Event]:
    """List each Red that must move with each possible space; and its way, if that decides from where it attacks."""
    for red, ends in reds_to_move(table, turn).items():
        chase = chase_of(table, turn.seat, red)
        several = len(last_spaces(table, chase)) > 1
        for to in ends:
            paths = ways(table, chase, to) if several and to == chase.ship else [()]
            yield from (e.MoveRed(turn.seat, red, to, path) for path in paths)


def _white(table: Table, turn: Turn) -> Iterator[Event]:
    """List each possible space of the White; and its way, if that decides from where it attacks."""
    chase = white_chase(table, turn.seat)
    several = len(last_spaces(table, chase)) > 1
    for to in white_goals(table, turn):
        paths = ways(table, chase, to)[:3] if several and to == chase.ship else [()]
        yield from (e.MoveWhite(turn.seat, to, path) for path in paths)


def _step(table: Table, battle: Battle) -> Iterator[Event]:
    """List what a player can add in the current step of a battle; and a flag before the dice."""
    what, side = STEPS[battle.step]
    if not battle.rolled:
        yield from _flags(table, battle)
    seat = owner(piece_of(battle, side))
    if what == ROLL or not seat:
        return
    player = table.players[seat]
    yield e.Pass(seat)
    if what == CANNONS:
        yield from (e.SpendCannons(seat, number) for number in range(1, require_known(player.cannons) + 1))
        return
    cards = [card for card in dict.fromkeys(player.hand) if is_known(card) and require_known(hits_of(table, card))]
    counts = [range(player.hand.count(card) + 1) for card in cards]
    for *numbers, tokens in product(*counts, range(require_known(player.cargo[TOKEN]) + 1)):
        if any(numbers) or tokens:
            played = tuple(card for card, number in zip(cards, numbers, strict=True) for _ in range(number))
            yield e.SpendHits(seat, played, tokens)


def _flags(table: Table, battle: Battle) -> Iterator[Event]:
    """List a False Flag for the defender."""
    seat = owner(battle.defender)
    if seat:
        hand = table.players[seat].hand
        effects = [table.content.card(card).effect for card in hand if is_known(card)]
        if "cancel" in [effect for effect in effects if is_known(effect)]:
            yield e.FlyFlag(seat)


def _turn(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """List the moves of a player's own turn, at sky or in port."""
    yield from takes(table, turn, player)
    yield from cards(table, turn, player)
    yield from sails(table, turn, player)
    yield from rows(table, player)
    if player.at == PORT:
        yield from in_port(table, turn, player)
        yield from teeth(table, player)
    else:
        yield from at_sky(table, turn, player)
        yield from drops(player)
    yield from _rests(table, player)


def _rests(table: Table, player: Player) -> Iterator[Event]:
    if player.at == PORT:
        yield e.Rest(player.seat)
    elif not is_drift(table, player.at):
        yield from (e.Rest(player.seat, card) for card in dict.fromkeys(player.hand) if is_known(card))
        yield e.Rest(player.seat, "morale")
