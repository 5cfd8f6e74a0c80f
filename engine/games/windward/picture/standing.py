"""Collects the pieces of each space, those of the higher elevation first, and draws them in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.windward.cresters import Crester
from engine.games.windward.picture.pieces import LOW, SHIP, Figure, boat, crester, more, ship, thing
from engine.games.windward.state import ABOARD, ASIDE, GREY, RED, Player, Table
from engine.kernel.drawing.lettering import spell_value
from engine.kernel.drawing.marks import WHERE, spot
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

# The key for pieces in an unknown place.
SOMEWHERE: Final = "?"
APART: Final = 2.0
ROWS: Final = 2
ITEM: Final = {"red": "defeated red", "grey": "defeated grey", "token": "+2 Hits token"}


def standing(table: Table, colours: dict[str, Livery]) -> dict[str, list[Figure]]:
    """Collect the pieces of each place, the port included."""
    places: dict[str, list[Figure]] = {}
    for place, piece in _all(table, colours):
        places.setdefault(place, []).append(piece)
    return places


def _all(table: Table, colours: dict[str, Livery]) -> Iterator[tuple[str, Figure]]:
    for seat, player in table.players.items():
        place = spell_value(player.at)
        yield place, Figure(ship(colours[seat]), *SHIP, f"{seat}.place", place, f"{seat}'s ship: {place}")
    yield from _cresters(RED, table.reds)
    yield from _white(table)
    for seat, player in table.players.items():
        yield from _boats(seat, player, colours[seat])
    yield from _cresters(GREY, table.greys)
    yield from _lying(table)


def _cresters(kind: str, there: dict[str, Crester]) -> Iterator[tuple[str, Figure]]:
    for space, one in there.items():
        drawn, width = crester(kind, number=one.number, tags=one.tags)
        yield (
            space,
            Figure(
                drawn,
                width,
                LOW,
                f"{kind}{WHERE}{space}",
                space,
                f"{'tagged ' if one.tags else ''}{kind} Crester: {space}",
            ),
        )


def _white(table: Table) -> Iterator[tuple[str, Figure]]:
    """Draw the White, if it is awake."""
    if table.terms.white_plays and (not is_known(table.white) or table.white):
        drawn, width = crester("white")
        place = spell_value(table.white)
        yield place, Figure(drawn, width, LOW, "white", place, f"Great White Crester: {place}")


def _boats(seat: str, player: Player, livery: Livery) -> Iterator[tuple[str, Figure]]:
    for number, place in player.boats.items():
        if not is_known(place) or place not in {ABOARD, ASIDE}:
            yield spell_value(place), boat_piece(seat, number, spell_value(place), livery)


def boat_piece(seat: str, number: str, place: str, livery: Livery) -> Figure:
    """Draw a longboat that is at a place."""
    drawn, width = boat(livery, number)
    return Figure(drawn, width, LOW, f"{seat}.boat.{number}", place, f"{seat}'s longboat {number}: {place}")


def _lying(table: Table) -> Iterator[tuple[str, Figure]]:
    for space, here in table.items.items():
        for item, number in here.items():
            if is_known(number) and not number:
                continue
            drawn, width = thing(item, number)
            called = ITEM.get(item, item.replace("-", " "))
            says = (
                space
                if item in {RED, GREY} and is_known(number) and number == 1
                else f"{spell_value(number)} on {space}"
            )
            yield space, Figure(drawn, width, LOW, f"{called}{WHERE}{space}", says, f"{called}: {says}")


def heap(pieces: Sequence[Figure], room: float, low: float) -> Markup:
    """Draw the pieces of a space in centred rows that end at `low`; count those that do not fit."""
    parted = rows(pieces, room)
    beyond = [piece for row in parted[ROWS:] for piece in row]
    shown = parted[:ROWS]
    if beyond:
        beyond.insert(0, shown[-1].pop())
        shown[-1].append(_more(beyond))
    high = sum(max(piece.height for piece in row) + 1 for row in shown)
    parts, y = list[Markup](), low - high
    for row in shown:
        tall = max(piece.height for piece in row)
        x = -(sum(piece.width for piece in row) + APART * (len(row) - 1)) / 2
        for piece in row:
            parts.append(piece.at(x, y + tall - piece.height))
            x += piece.width + APART
        y += tall + 1
    return element("g", *parts)


def rows(pieces: Sequence[Figure], room: float) -> list[list[Figure]]:
    """Split pieces into rows that are no wider than the room."""
    parted, left = list[list[Figure]](), 0.0
    for piece in pieces:
        if not parted or piece.width > left:
            parted.append([])
            left = room
        parted[-1].append(piece)
        left -= piece.width + APART
    return parted


def _more(pieces: Sequence[Figure]) -> Figure:
    """Make one figure for the pieces that do not fit. A piece that has moved is still marked there."""
    drawn, width = more(len(pieces))
    first, *others = pieces
    places = (spot(piece.name, piece.says, 0, 0, width, LOW) for piece in others)
    title = "; ".join(piece.title for piece in pieces)
    return Figure(element("g", drawn, *places), width, LOW, first.name, first.says, title)
