"""Facts that a position may show although rules forbid them. Each check names the fact, which is still believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import CREW, FEEDING, POCKET
from engine.games.windward.reckoning import (
    at_sky,
    boats_at_sky,
    cannon_slots,
    cards_held,
    crew_left,
    gas_slots,
    hand_limit,
    one_slot,
    planet,
)
from engine.games.windward.reckoning.picking import BOAT_CREW
from engine.games.windward.reckoning.sailing import is_drift
from engine.games.windward.state import ASIDE, GAS, Player, Table
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known

GAS_OF_A_POCKET = 2


class OnPlanet(NamedTuple):
    """A piece on the planet: its place, its player, the fact that states it, and its name."""

    at: str
    side: str
    fact: str
    called: str


def told_last(table: Table, *facts: str) -> str:
    """Return which of these facts comes last in the position, so that it is the one too many; "" for none."""
    return next((name for name in reversed(list(table.header.position)) if name in facts), "")


def _found(says: str, fact: str, instead: str = "", **facts: int | str) -> Breach:
    return Breach(says, {**facts, "fact": fact}, instead)


def _ships(table: Table) -> Iterator[tuple[Player, str]]:
    """Yield the ships that are known to be at sky, with their spaces."""
    for player in table.players.values():
        if is_known(player.at) and at_sky(player):
            yield player, player.at


def _sure(reckoned: Any, number: Any) -> bool:  # noqa: ANN401 - numbers, or UNKNOWN
    return is_known(reckoned) and is_known(number)


# Boards


def more_gas_than_slots(table: Table) -> Breach | None:
    """Report a ship with more gas than room for it."""
    for seat, player in table.players.items():
        slots = gas_slots(table, player)
        if _sure(slots, player.gas) and player.gas > slots:
            return _found(f"{seat} has {player.gas} gas.", f"{seat}.gas", f"{slots} at most.", gas=player.gas)
    return None


def more_cannons_than_slots(table: Table) -> Breach | None:
    """Report a ship with more cannons than room for them."""
    for seat, player in table.players.items():
        slots, there = cannon_slots(table, player), player.cannons
        if _sure(slots, there) and there > slots:
            return _found(f"{seat} has {there} cannons.", f"{seat}.cannons", f"{slots} at most.", cannons=there)
    return None


def more_cards_than_allowed(table: Table) -> Breach | None:
    """Report a hand above the limit."""
    for seat, player in table.players.items():
        held, limit = cards_held(player), hand_limit(table, player)
        if _sure(held, limit) and held > limit:
            fact = told_last(table, f"{seat}.hand", f"{seat}.cards")
            return _found(f"{seat} holds {held} cards.", fact, f"{limit} at most.", held=held)
    return None


def two_cresters_aboard(table: Table) -> Breach | None:
    """Report a hold with more than one Crester."""
    seat = next((seat for seat, player in table.players.items() if player.more), "")
    if not seat or table.terms.hold == "no-limit":
        return None
    if table.terms.hold == "board-slots":
        raise Undetermined
    number = 1 + len(table.players[seat].more)
    return _found(f"{seat} has {number} Cresters aboard.", f"{seat}.crester", "One at most.", cresters=number)


def crester_in_port(table: Table) -> Breach | None:
    """Report a ship in port with a Crester in its hold."""
    for seat, player in table.players.items():
        if is_known(player.at) and player.at == PORT and is_known(player.crester) and player.crester:
            says = f"{seat} is in port with a {player.crester.capitalize()} in the hold."
            return _found(says, told_last(table, f"{seat}.place", f"{seat}.crester"), crester=player.crester)
    return None


def boats_out_of_place(table: Table) -> Breach | None:
    """Report a second longboat in use without its crew member, or one that waits though that member is aboard."""
    for seat, player in table.players.items():
        second = player.boats["2"]
        if player.crew_untold or not is_known(second):
            continue
        brought = [name for name in player.crew if name in BOAT_CREW]
        if (second == ASIDE) == (not brought):
            continue
        there = f"aside, with a {brought[0].capitalize()} aboard" if brought else "in play, and nobody has brought it"
        says = f"{seat}'s longboat 2 is {there}."
        return _found(says, told_last(table, f"{seat}.boat.2", f"{seat}.crew"), boat="2")
    return None


def own_boats_together(table: Table) -> Breach | None:
    """Report two longboats of one player on one space."""
    for seat, player in table.players.items():
        spaces = [at for _, at in boats_at_sky(player)]
        if len(spaces) > len(set(spaces)):
            fact = told_last(table, f"{seat}.boat.1", f"{seat}.boat.2")
            return _found(f"{seat}'s longboats are both on {spaces[0]}.", fact, space=spaces[0])
    return None


def boat_in_port(table: Table) -> Breach | None:
    """Report a longboat in the Trading Post."""
    for seat, player in table.players.items():
        for boat, place in player.boats.items():
            if is_known(place) and place == PORT:
                return _found(f"{seat}'s longboat {boat} is in port.", f"{seat}.boat.{boat}", boat=boat)
    return None


# Crew


def hired_twice(table: Table) -> Breach | None:
    """Report a crew member who is aboard twice."""
    for seat, player in table.players.items():
        twice = next((name for name, number in Counter(player.crew).items() if number > 1), "")
        if twice:
            return _found(f"{seat} has {twice} twice.", f"{seat}.crew", "Each once at most.", crew=twice)
    return None


def on_one_slot(table: Table) -> Breach | None:
    """Report two crew members for whom there is one slot."""
    for seat, player in table.players.items():
        for one, other in combinations(dict.fromkeys(player.crew), 2):
            if one_slot(table, one, other):
                says = f"{seat} has {one} and {other}, who go onto one slot."
                return _found(says, f"{seat}.crew", crew=f"{one} {other}")
    return None


def more_tiles_than_there_are(table: Table) -> Breach | None:
    """Report more crew of a slot than there are tiles."""
    for name in CREW:
        left = crew_left(table, name)
        if is_known(left) and left < 0:
            crews = (f"{seat}.crew" for seat, player in table.players.items() if name in player.crew)
            return _found(f"No tile is left for {name}.", told_last(table, *crews), crew=name)
    return None


# The planet; an unknown planet gives no finding about places


def _drift(table: Table, space: str) -> bool:
    return planet(table) is not None and is_drift(table, space)


def rests_on_drift(table: Table) -> Breach | None:
    """Report a ship on drift in another player's turn: its own has ended there."""
    if table.terms.drift_stop == "stop-allowed" or table.terms.retreat_onto_drift == "turn-end-exempt":
        return None
    for player, at in _ships(table):
        if is_known(table.active) and player.seat != table.active and _drift(table, at):
            return _found(f"{player.seat} has ended a turn on drift, at {at}.", f"{player.seat}.place", space=at)
    return None


def stands_on_drift(table: Table) -> Breach | None:
    """Report a longboat or a living Crester on drift."""
    boats = {f"{seat}.boat.{boat}": at for seat, player in table.players.items() for boat, at in boats_at_sky(player)}
    there = [
        *((at, fact, "A longboat") for fact, at in boats.items()),
        *((at, "reds", "A Red") for at in table.reds),
        *((at, "greys", "A Grey") for at in table.greys),
        *((at, "white", "The White") for at in _white(table)),
    ]
    for at, fact, piece in there:
        if _drift(table, at):
            return _found(f"{piece} is on drift, at {at}.", fact, space=at)
    return None


def together(table: Table) -> Breach | None:
    """Report enemies on one space and one layer: ships, Reds and the White, longboats and Greys."""
    ships, boats = ships_of(table), boats_of(table)
    if table.terms.allied:
        # The cooperative mode has its own rule about mates on one space.
        ships, boats = ([piece._replace(side="captains") for piece in pieces] for pieces in (ships, boats))
    reds = [OnPlanet(at, "reds", "reds", "a Red") for at in table.reds]
    of_white = "reds" if _white_may_share(table) else "white"
    white = [OnPlanet(at, of_white, "white", "the White") for at in _white(table)]
    greys = [OnPlanet(at, "greys", "greys", "a Grey") for at in table.greys]
    return met(table, [*ships, *reds, *white]) or met(table, [*boats, *greys])


def _white(table: Table) -> tuple[str, ...]:
    """Return the space of the White; none, if it is unknown or not on the planet."""
    return (table.white,) if is_known(table.white) and table.white not in {"", PORT} else ()


def _white_may_share(table: Table) -> bool:
    """Return whether the White may be on a Red's space: by its move, or by being put there."""
    put = (table.terms.allied or table.terms.white_last) and table.terms.corner_chosen != "free-only"
    return put or table.terms.white_and_reds == "may-share"


def ships_of(table: Table) -> list[OnPlanet]:
    """The ships at sky."""
    return [OnPlanet(at, player.seat, f"{player.seat}.place", f"{player.seat}'s ship") for player, at in _ships(table)]


def boats_of(table: Table) -> list[OnPlanet]:
    """The longboats at sky."""
    return [
        OnPlanet(at, seat, f"{seat}.boat.{boat}", f"{seat}'s longboat {boat}")
        for seat, player in table.players.items()
        for boat, at in boats_at_sky(player)
    ]


def met(table: Table, pieces: list[OnPlanet]) -> Breach | None:
    """Report two pieces of different sides on one space."""
    for place, (at, seat, fact, piece) in enumerate(pieces):
        for where, whose, other_fact, other in pieces[:place]:
            if where == at and whose != seat:
                says = f"{other[0].upper()}{other[1:]} and {piece} are both on {at}."
                return _found(says, told_last(table, fact, other_fact), space=at)
    return None


def strays(table: Table) -> Breach | None:
    """Report a living Grey that is on no feeding ground; a tagged one may have been released there."""
    laid = planet(table)
    home = [at for at, there in table.greys.items() if not there.tags]
    stray = next((at for at in home if laid is not None and at not in laid.showing(FEEDING)), "")
    if stray and table.terms.researching and table.tags_untold:
        raise Undetermined
    return _found(f"{stray} is no feeding ground.", "greys", space=stray) if stray else None


def gas_elsewhere(table: Table) -> Breach | None:
    """Report gas on a space that is no gas pocket."""
    laid = planet(table)
    with_gas = [at for at, here in table.items.items() if here.get(GAS)]
    there = next((at for at in with_gas if laid is not None and laid.shows.get(at) != POCKET), "")
    return _found(f"Gas lies on {there}, which is no gas pocket.", "items", space=there) if there else None


def refilled(table: Table) -> Breach | None:
    """Report a gas pocket with more gas than at first."""
    for at, here in table.items.items():
        if here.get(GAS, 0) > GAS_OF_A_POCKET:
            says = f"{here[GAS]} gas lie on {at}."
            return _found(says, "items", f"{GAS_OF_A_POCKET} at most.", gas=here[GAS])
    return None
