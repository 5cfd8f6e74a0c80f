"""The position told in sentences, for those who cannot see the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from engine.games.windward.cresters import Crester
from engine.games.windward.picture.words import (
    CARGO_CALLED,
    battle_words,
    beneath,
    crester_words,
    crew_words,
    discarded,
    hand_words,
    moment,
    notes,
    to_move,
    wind,
)
from engine.games.windward.reckoning import cargo_stock, crester_stock, gas_stock
from engine.games.windward.state import CARGO, GREY, RED, Player, Table
from engine.kernel.drawing.alt_text import Telling
from engine.kernel.drawing.lettering import counted, listed, seated, spelt
from engine.kernel.unknown import known


def telling(table: Table) -> Telling:
    """Tell the whole position."""
    return Telling("windward", "Windward", moment(table), to_move(table), beneath(table), tuple(_rest(table)))


def _rest(table: Table) -> Iterator[str]:
    yield wind(table)
    yield _planet(table)
    yield f"Red Cresters: {_cresters(table.reds)}; Grey Cresters: {_cresters(table.greys)}"
    if table.terms.white_plays and (not known(table.white) or table.white):
        yield f"Great White Crester: {spelt(table.white)}"
    yield _lying(table)
    yield from notes(table)
    yield f"Battle {battle_words(table)}" if table.battle is not None else ""
    yield _stacks(table)
    yield _stock(table)
    for seat in table.seats:
        yield _player(table, table.players[seat])


def _planet(table: Table) -> str:
    if not table.tiles:
        return "The planet has not been laid yet"
    laid = ", ".join(f"{slot} {spelt(tile)}" for slot, tile in enumerate(table.tiles, 1))
    return f"The {table.side} planet, tiles by territory: {laid}"


def _cresters(there: Mapping[str, Crester]) -> str:
    return listed(
        (space if one.number == 1 else f"{space} ({spelt(one.number)})") + (" (tagged)" if one.tags else "")
        for space, one in there.items()
    )


def _lying(table: Table) -> str:
    things = [(space, *thing) for space, here in table.items.items() for thing in here.items()]
    sentences = [
        f"{space}: {', '.join(_thing(item, number) for _, item, number in group)}"
        for space, group in groupby(things, key=lambda one: one[0])
    ]
    return f"Lying on the planet: {'; '.join(sentences)}" if sentences else ""


def _thing(item: str, number: Any) -> str:  # noqa: ANN401 - a number, or UNKNOWN
    called = f"defeated {item}" if item in {RED, GREY} else CARGO_CALLED.get(item, item)
    return f"{spelt(number)} {called}"


def _stacks(table: Table) -> str:
    if not table.stacks_laid:
        return "The supply cards are not laid out"
    tops = (f"{spelt(card)} ({counted(size, 'card')})" for card, size in zip(table.tops, table.sizes, strict=False))
    return f"Supply cards on top: {', '.join(tops)}; {discarded(table.discards)} discarded"


def _stock(table: Table) -> str:
    cresters = ", ".join(f"{spelt(crester_stock(table, kind))} {kind} Cresters" for kind in (RED, GREY))
    cargo = ", ".join(counted(cargo_stock(table, item), CARGO_CALLED[item]) for item in CARGO)
    return f"Stockpile: {cresters}, {cargo}, {spelt(gas_stock(table))} gas".replace("tooths", "teeth")


def _player(table: Table, player: Player) -> str:
    cargo = ", ".join(f"{spelt(number)} {CARGO_CALLED[item]}" for item, number in player.cargo.items())
    boats = ", ".join(f"{number} {spelt(place)}" for number, place in player.boats.items())
    return (
        f"{seated(table.header, player.seat)}: ship {spelt(player.at)}; notoriety {spelt(player.notoriety)}, "
        f"morale {spelt(player.morale)}, gas {spelt(player.gas)}, cannons {spelt(player.cannons)}, longboat speed "
        f"{spelt(player.rowing)}; hold: {crester_words(player)} Crester, {cargo}; longboats: {boats}; "
        f"crew: {crew_words(player)}; hand: {hand_words(player)}"
        f"{'; teeth are exchanged when the next turn begins' if known(player.kept_teeth) and player.kept_teeth else ''}"
    )
