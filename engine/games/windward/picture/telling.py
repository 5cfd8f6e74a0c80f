"""The position in sentences, for readers who cannot see the picture."""

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
from engine.kernel.drawing.lettering import list_names, name_seat, spell_count, spell_value
from engine.kernel.unknown import is_known


def telling(table: Table) -> Telling:
    """Describe the whole position."""
    return Telling("windward", "Windward", moment(table), to_move(table), beneath(table), tuple(_rest(table)))


def _rest(table: Table) -> Iterator[str]:
    yield wind(table)
    yield _planet(table)
    yield f"Red Cresters: {_cresters(table.reds)}; Grey Cresters: {_cresters(table.greys)}"
    if table.terms.white_plays and (not is_known(table.white) or table.white):
        yield f"Great White Crester: {spell_value(table.white)}"
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
    laid = ", ".join(f"{slot} {spell_value(tile)}" for slot, tile in enumerate(table.tiles, 1))
    return f"The {table.side} planet, tiles by territory: {laid}"


def _cresters(there: Mapping[str, Crester]) -> str:
    return list_names(
        (space if one.number == 1 else f"{space} ({spell_value(one.number)})") + (" (tagged)" if one.tags else "")
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
    return f"{spell_value(number)} {called}"


def _stacks(table: Table) -> str:
    if not table.stacks_laid:
        return "The supply cards are not laid out"
    tops = (
        f"{spell_value(card)} ({spell_count(size, 'card')})"
        for card, size in zip(table.tops, table.sizes, strict=False)
    )
    return f"Supply cards on top: {', '.join(tops)}; {discarded(table.discards)} discarded"


def _stock(table: Table) -> str:
    cresters = ", ".join(f"{spell_value(crester_stock(table, kind))} {kind} Cresters" for kind in (RED, GREY))
    cargo = ", ".join(spell_count(cargo_stock(table, item), CARGO_CALLED[item]) for item in CARGO)
    return f"Stockpile: {cresters}, {cargo}, {spell_value(gas_stock(table))} gas".replace("tooths", "teeth")


def _player(table: Table, player: Player) -> str:
    cargo = ", ".join(f"{spell_value(number)} {CARGO_CALLED[item]}" for item, number in player.cargo.items())
    boats = ", ".join(f"{number} {spell_value(place)}" for number, place in player.boats.items())
    owed = is_known(player.kept_teeth) and player.kept_teeth
    teeth = "; teeth are exchanged when the next turn begins" if owed else ""
    return (
        f"{name_seat(table.header, player.seat)}: ship {spell_value(player.at)}; notoriety "
        f"{spell_value(player.notoriety)}, "
        f"morale {spell_value(player.morale)}, gas {spell_value(player.gas)}, cannons "
        f"{spell_value(player.cannons)}, longboat speed "
        f"{spell_value(player.rowing)}; hold: {crester_words(player)} Crester, {cargo}; longboats: {boats}; "
        f"crew: {crew_words(player)}; hand: {hand_words(player)}"
        f"{teeth}"
    )
