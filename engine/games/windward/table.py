"""Sets the table from a header: seats with their ships and boards, and the components of the pack."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.games.windward.content import PORT, Content
from engine.games.windward.content.pieces import CREW, SERVICES, SIDES
from engine.games.windward.facts import MOORINGS, TABLE_FACTS, reckoners_of
from engine.games.windward.facts.variants import PARKED, names_under
from engine.games.windward.reckoning.great_white import DIFFICULTIES
from engine.games.windward.reckoning.sailing import WAYS
from engine.games.windward.reckoning.starting import sides
from engine.games.windward.scoring import CAPTAINS, ENDINGS, OF_WHITE
from engine.games.windward.state import (
    ATTACK,
    BOATS,
    CARGO,
    DEFEND,
    GAS,
    GREY,
    ITEMS,
    MORE_BOATS,
    ORDERS,
    RED,
    WHITE,
    Player,
    Table,
)
from engine.games.windward.terms import Terms
from engine.kernel.facts import NOTHING
from engine.kernel.log import Header, LogError
from engine.kernel.packs.shipped import Names
from engine.kernel.positions import refuse_confusing_players, seats_of
from engine.kernel.unknown import UNKNOWN


def lay(header: Header, pieces: Content, terms: Terms) -> Table:
    """Set the table before the first event."""
    seats = seats_of(header)
    # A battle names a Crester by its kind, and a ship by its seat.
    refuse_confusing_players(
        header, (*(name.partition(".")[0] for name in TABLE_FACTS), *names_under(header.layers), RED, GREY, WHITE)
    )
    _refuse_other_boards(header, pieces)
    boards = {player.seat: player.role or player.seat for player in header.players}
    players = {seat: Player(seat, boards[seat]) for seat in seats}
    table = Table(pieces, terms, seats, players, header)
    table.side = sides(table)[0]
    if terms.allied:
        table.white, table.lives = UNKNOWN, lives_at_first(seats)
    return table


def lives_at_first(seats: tuple[str, ...]) -> dict[str, int]:
    """Return the starting lives of captains and White: as many as there are players."""
    return {CAPTAINS: len(seats), OF_WHITE: len(seats)}


def _refuse_other_boards(header: Header, pieces: Content) -> None:
    for player in header.players:
        if player.role and player.role not in pieces.boards and not pieces.open_boards:
            remedy = f"There are: {', '.join(sorted(pieces.boards))}."
            raise LogError(f"{player.seat} is to play with the {player.role} board, and there is none.", remedy)


def domains(header: Header, pieces: Content) -> Mapping[str, Container[str]]:
    """List the names that a log of this game may use."""
    seats, spaces = seats_of(header), pieces.space_names
    return {
        "seat": frozenset(seats),
        "tile": pieces.tile_names,
        "planet-side": frozenset(SIDES),
        "card": pieces.card_names,
        "achievement": pieces.achievement_names,
        "space": spaces,
        "lair": _beside(spaces, PARKED),
        "place": _beside(spaces, PORT),
        "mooring": _beside(spaces, *MOORINGS),
        "way": frozenset(WAYS),
        "boat": Names(BOATS, MORE_BOATS.__contains__),
        "tow": frozenset({*ITEMS, NOTHING}),
        "order": frozenset(ORDERS),
        "ordered": Names((*BOATS, *CREW), lambda name: name in MORE_BOATS or name in spaces),
        "yes": frozenset({"yes"}),
        "service": frozenset(SERVICES),
        "crew": frozenset(CREW),
        "item": frozenset(ITEMS),
        "crester": frozenset({RED, GREY}),
        "difficulty": frozenset(DIFFICULTIES),
        "goods": _beside(pieces.card_names, *CARGO, GAS, "cannon"),
        "booty": frozenset({*CARGO, GAS, "cannon", "card"}),
        "side": frozenset({ATTACK, DEFEND}),
        "payment": _beside(pieces.card_names, "morale", "card"),
        "ending": frozenset(ENDINGS),
        "lying-thing": _lying(spaces),
        "fact": frozenset(reckoners_of(seats, header.layers)),
    }


def _beside(names: Names, *more: str) -> Names:
    """Return names extended by some others."""
    return Names((*names.listed, *more), names.others)


def _lying(spaces: Names) -> Names:
    """Return the domain of things on spaces: `c32.gas`. For each space one thing is listed as an example."""
    return Names(
        [f"{space}.{GAS}" for space in spaces.listed],
        lambda name: name.partition(".")[0] in spaces and name.partition(".")[2] in ITEMS,
    )
