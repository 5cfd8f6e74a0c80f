"""Candidate moves, a finite superset of the legal ones for the rules to filter; and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.state import DIRECTIONS, LOOT, MARKERS, Player, Table, Turn
from engine.kernel.events import Event
from engine.kernel.facts import offer_while_sure, require_known
from engine.kernel.unknown import UNKNOWN, is_known


@offer_while_sure
def offers(table: Table) -> Iterator[Event]:
    """List what each seat could decide now. The list ends where the record leaves doubt."""
    if table.owed:
        yield from _owed(table)
    elif table.phase == "compass":
        waiting = [p.seat for p in table.players.values() if p.compass is None]
        yield from (e.SetCompass(seat, direction) for seat in waiting for direction in DIRECTIONS)
    elif table.phase == "bid":
        waiting_players = [p for p in table.players.values() if p.bid is None and is_known(p.wind)]
        yield from (e.Bid(p.seat, cubes) for p in waiting_players for cubes in range(p.wind + 1))
    elif table.phase in {"award", "wind", "first"}:
        yield from _decisions(table, require_known(table.blackbeard))
    elif table.phase == "plunder" and require_known(table.active):
        yield from _turn(table, table.active)


def _decisions(table: Table, holder: str) -> Iterator[Event]:
    """List what the holder of Blackbeard's tile decides after a vote."""
    if table.phase == "award":
        yield from (e.AwardTile(holder, seat) for seat in table.tied)
    elif table.phase == "wind":
        yield from (e.ChooseWind(holder, direction) for direction in table.tied_winds)
    else:
        yield from (e.NameFirst(holder, seat) for seat in table.seats)


def _owed(table: Table) -> Iterator[Event]:
    if table.owed[-1].what is e.GiveMarker:
        holder = require_known(table.blackbeard)
        yield from (e.GiveMarker(holder, marker, seat) for marker in MARKERS for seat in table.seats)


def _turn(table: Table, seat: str) -> Iterator[Event]:
    turn, player = table.turn or Turn(seat), table.players[seat]
    if turn.arriving:
        yield from _arriving(table, turn, player)
        return
    yield e.DrawCard(seat)
    yield from (e.AddCubes(seat, points) for points in (1, 2, 3))
    yield from _plays(table, player)
    yield e.Gust(seat, "extra")
    yield from (e.Gust(seat, "turn", direction) for direction in DIRECTIONS)
    yield from (e.Sail(seat, port) for port in table.content.ports)
    if not turn.sailed and turn.last != "windlock":
        yield e.DeclareWindlock(seat)
    yield from (e.BonusPoint(seat), e.Done(seat))
    # With an unseen hand it is unknown which cards could be played.
    yield from (e.PlayCard(seat, require_known(card)) for card in player.actions if not is_known(card))


def _arriving(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    rivals = [seat for seat in table.seats if seat != player.seat]
    yield from (e.Board(player.seat, rival, loot) for rival in rivals for loot in LOOT)
    if player.treasures and is_known(player.port):
        yield e.PlayTreasure(player.seat, player.port)
    if turn.drawn_now:
        yield e.DeclineTreasure(player.seat)
    yield e.Arrived(player.seat)


def _plays(table: Table, player: Player) -> Iterator[Event]:
    for card in dict.fromkeys(c for c in player.actions if is_known(c)):
        yield from _play(table, player, card)


def _play(table: Table, player: Player, card: str) -> Iterator[Event]:
    effect, seat = table.content.action(card).effect, player.seat
    if effect == "swap_tiles":
        tiles = [tile for tile in (*table.tiles.values(), *table.bar) if is_known(tile)]
        yield from (e.PlayCard(seat, card, one=one, other=other) for one, other in combinations(tiles, 2))
    elif effect == "opponent_loses":
        yield from (e.PlayCard(seat, card, target) for target in table.seats if target != seat)
    else:
        yield e.PlayCard(seat, card)


@offer_while_sure
def outcomes(table: Table) -> Iterator[Event]:
    """List the possible outcomes of chance here, each as often as it is likely."""
    if table.unseen:
        yield from (e.SeeCard(card) for card in _faces(table, table.unseen[-1][0]))
    elif table.owed:
        return
    elif table.phase == "compass" and all(p.compass is not None for p in table.players.values()):
        yield e.RevealCompasses(tuple(p.compass for p in table.players.values()))
    elif table.phase == "bid" and all(p.bid is not None for p in table.players.values()):
        yield e.RevealBids(tuple(p.bid for p in table.players.values()))


def _faces(table: Table, kind: str) -> list[str]:
    """List the cards that the one just drawn can be."""
    if kind == "action":
        seen = {
            *(c for p in table.players.values() for c in p.actions if is_known(c)),
            *(c for c in table.discard if is_known(c)),
        }
        return [card for card in table.content.actions if card not in seen]
    held = {port for p in table.players.values() for port in p.treasures if is_known(port)}
    away = [card for card, port in table.content.treasures.items() if port not in held and port not in table.sunk]
    hidden = sum(port is UNKNOWN for p in table.players.values() for port in p.treasures)
    if table.treasure_deck + hidden > len(table.sunk):
        return away
    return [card for card, port in table.content.treasures.items() if table.sunk and port == table.sunk[0]]
