"""Possible outcomes of chance: rolls that are due, and new tops of the stacks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.games.windward import events as e
from engine.games.windward.content.pieces import WINDS
from engine.games.windward.reckoning.battle import dice_of
from engine.games.windward.reckoning.cresters import greys_wanted
from engine.games.windward.reckoning.starting import may_start
from engine.games.windward.state import (
    ROLL,
    STEPS,
    Battle,
    Table,
)
from engine.kernel.events import Event
from engine.kernel.facts import offer_while_sure, require_known
from engine.kernel.unknown import is_known


@offer_while_sure
def outcomes(table: Table) -> Iterator[Event]:
    """List the possible outcomes of chance here: rolls that are due, and new tops of the stacks."""
    if table.phase == "over":
        return
    if table.phase == "set-up":
        yield from _first_rolls(table)
        return
    if table.owed:
        kind = table.owed[-1].what
        if kind in {e.RollWind, e.RollGrey, e.RollWhite}:
            yield from (kind(wind) for wind in WINDS)
        return
    if table.battle is not None:
        yield from _rolls(table, table.battle)
    elif table.phase == "turn":
        yield from _tops(table)


def _first_rolls(table: Table) -> Iterator[Event]:
    """List the rolls before the first turn, and the players who may start."""
    if table.tiles and not table.wind_set and table.terms.wind_in_set_up:
        yield from (e.RollWind(wind) for wind in WINDS)
    elif table.tiles and greys_wanted(table) > 0:
        yield from (e.RollGrey(wind) for wind in WINDS)
    if table.terms.allied and table.tiles and not table.white_awake:
        yield from (e.RollWhite(wind) for wind in WINDS)
    if is_known(table.first) and not table.first:
        yield from (e.NameFirst(seat) for seat in may_start(table))


def _rolls(table: Table, battle: Battle) -> Iterator[Event]:
    """List every result of the dice of one side, ignoring their order."""
    what, side = STEPS[battle.step]
    if what != ROLL:
        return
    faces = sorted(set(require_known(table.content.die.faces)))
    for hits in combinations_with_replacement(faces, max(0, require_known(dice_of(table, battle, side)))):
        yield e.RollBattle(side, hits)


def _tops(table: Table) -> Iterator[Event]:
    """List the cards that an unseen top can be: those with copies that are neither visible nor held."""
    hidden = [place for place, card in enumerate(table.tops, 1) if not is_known(card) and _there_are(table, place)]
    for place in hidden[:1]:
        out = [card for player in table.players.values() for card in player.hand]
        out += [*table.tops, *table.discards]
        seen = [card for card in out if is_known(card)]
        for name, card in table.content.cards.items():
            if require_known(card.copies) > seen.count(name):
                yield e.Top(place, name)


def _there_are(table: Table, place: int) -> bool:
    size = table.sizes[place - 1]
    return is_known(size) and size > 0
