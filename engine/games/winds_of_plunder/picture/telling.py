"""The position in sentences, for readers who cannot see the picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.games.winds_of_plunder.content.pieces import AREAS
from engine.games.winds_of_plunder.picture.chart import anchorage, charted, uncharted
from engine.games.winds_of_plunder.picture.words import (
    MARKER,
    NOBODY,
    beneath,
    bonus_total,
    cards_held,
    choice_words,
    completed,
    course,
    harbour,
    holder,
    moment,
    place,
    tile_words,
    to_move,
    vote,
    way,
)
from engine.games.winds_of_plunder.state import Player, Table
from engine.kernel.drawing.alt_text import Telling
from engine.kernel.drawing.lettering import list_names, name_seat, spell_count, spell_value


def telling(table: Table) -> Telling:
    """Describe the whole position."""
    return Telling(
        "winds-of-plunder", "Winds of Plunder", moment(table), to_move(table), beneath(table), tuple(_rest(table))
    )


def _rest(table: Table) -> Iterator[str]:
    yield f"Wind: {way(table.wind)}; {course(table)}"
    yield f"Blackbeard's tile: {holder(table.blackbeard)}"
    yield "; ".join(f"{MARKER[name]}: {holder(seat)}" for name, seat in table.markers.items())
    yield from _ports(table)
    yield f"Rotation Bar from the left: {'; '.join(tile_words(table.content, name) for name in table.bar) or 'empty'}"
    yield _areas(table)
    yield (
        f"Treasure deck {spell_count(table.treasure_deck, 'card')}, Action deck "
        f"{spell_count(table.action_deck, 'card')}, "
        f"discards: {list_names(cards_held(table.discard, untold=table.discard_untold))}"
    )
    for seat in table.seats:
        yield _player(table, table.players[seat])


def _ports(table: Table) -> Iterator[str]:
    mapped = [f"{_port(table, port.id)} (area {port.area})" for port in charted(table)]
    if mapped:
        yield f"Ports from the north: {'; '.join(mapped)}"
    listed_ = [_port(table, port) for port in uncharted(table)]
    if listed_:
        yield f"Ports whose place is not known: {'; '.join(listed_)}"


def _port(table: Table, port: str) -> str:
    lying = anchorage(table, port)
    ships = f", ships {list_names(lying.ships)}" if lying.ships else ""
    marks = f", reputation {list_names(lying.marks)}" if lying.marks else ""
    return f"{lying.name}, {tile_words(table.content, lying.tile)}{ships}{marks}"


def _areas(table: Table) -> str:
    done = (
        f"area {area} {list_names(completed(table, area)) if completed(table, area) else NOBODY}"
        for area in range(1, AREAS + 1)
    )
    return f"Areas completed by, in order: {'; '.join(done)}"


def _player(table: Table, player: Player) -> str:
    treasures = cards_held(player.treasures, untold=player.unsure)
    return (
        f"{name_seat(table.header, player.seat)}: {place(table, player)}; {spell_value(player.vp)} VP; "
        f"{spell_count(player.wind, 'Wind cube')}, {spell_value(player.reserve)} in reserve; "
        f"Weapons {spell_value(player.weapons)}, "
        f"Crew {spell_value(player.crew)}, Provisions {spell_value(player.provisions)}, Booty "
        f"{spell_value(player.booty)}; "
        f"Action cards: {list_names(cards_held(player.actions, untold=player.untold))}; "
        f"Treasure cards: {list_names(map(partial(harbour, table), treasures))}; "
        f"{'reputation perhaps in more ports; ' if player.doubtful else ''}{_last(table, player)}"
    )


def _last(table: Table, player: Player) -> str:
    """Describe the vote, or the final bonuses once they are scored."""
    if player.bonus:
        each = ", ".join(f"{name} {spell_value(worth)}" for name, worth in player.bonus.items())
        return f"final bonuses {spell_value(bonus_total(player))} ({each})"
    compass, bid = vote(table, player)
    return f"compass {choice_words(compass, way(compass))}, bid {choice_words(bid, spell_value(bid))}"
