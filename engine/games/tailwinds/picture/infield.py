"""The middle of the table: boats that are not on the track, the Rainbow market, the piles."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tailwinds.picture.course import boat_spot
from engine.games.tailwinds.picture.seats import Livery
from engine.games.tailwinds.picture.shapes import HULL, hull, rainbow
from engine.games.tailwinds.picture.words import at_finish, mark, market, number_of
from engine.games.tailwinds.state import FINISHED, REMOVED, WAITING, Boat, Table
from engine.kernel.drawing.lettering import list_names, spell_count, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.shapes import RULE, back, card, draw_caption, draw_text, gap
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

TITLE = 24.0
LINE = 30.0
CAPTION = 100.0
PITCH = HULL[0] + 5
SLOT = (108.0, 64.0)
PILE = 84.0
SPACE = 8.0
MARKET = 3 * (SLOT[0] + SPACE) + 2 * PILE + SPACE
# The number of cards in the market.
SLOTS = 3


@dataclass(frozen=True, slots=True)
class Tray:
    """Boats that are not on the track, and why."""

    name: str
    boats: tuple[Boat, ...]
    sure: bool = True

    def lines(self, room: float) -> int:
        """Return how many lines its boats fill."""
        return max(1, -(-len(self.boats) // self.in_a_line(room)))

    @staticmethod
    def in_a_line(room: float) -> int:
        """Return how many boats fit side by side."""
        return max(1, int((room - CAPTION) // PITCH))


def trays(table: Table, adrift: list[Boat]) -> list[Tray]:
    """Sort the boats that are not on the track into trays. The last tray exists only if it is needed."""
    waiting = tuple(boat for boat in table.boats if boat.state == WAITING)
    finished = tuple(boat for boat in table.boats if boat.state == FINISHED or at_finish(table, boat))
    removed = tuple(boat for boat in table.boats if boat.state == REMOVED)
    usual = [Tray("Not yet placed", waiting), Tray("At the finish", finished), Tray("Out of the race", removed)]
    return [*usual, Tray("Place unsure", tuple(adrift), sure=False)] if adrift else usual


def height(sorted_out: list[Tray], room: float) -> float:
    """Return the height of the middle."""
    return TITLE + max(LINE * sum(tray.lines(room) for tray in sorted_out), SLOT[1] + 4)


def draw_trays(
    table: Table, colours: dict[str, Livery], sorted_out: list[Tray], x: float, y: float, room: float
) -> Markup:
    """Draw the boats that are not on the track, tray by tray."""
    parts = [draw_text(x, y + 13, "Off the track", 13, font_weight="bold")]
    top = y + TITLE
    for tray in sorted_out:
        parts.append(element("path", d=f"M{x} {top:.2f}h{room:.2f}", stroke=RULE))
        parts.append(draw_caption(x, top + 19, tray.name, 12))
        if not tray.boats:
            parts.append(draw_caption(x + CAPTION, top + 19, "none", 12))
        for number, boat in enumerate(tray.boats):
            row, column = divmod(number, tray.in_a_line(room))
            left, low = x + CAPTION + column * PITCH, top + 4 + row * LINE
            parts.append(hull(left, low, colours[boat.seat], mark(table, boat), sure=tray.sure))
            parts.append(boat_spot(table, boat, left, low))
        top += tray.lines(room) * LINE
    return element("g", *parts)


def draw_market(table: Table, x: float, y: float) -> Markup:
    """Draw the three cards of the market, the pile and the discards."""
    parts = [draw_text(x, y + 13, "Rainbow market", 13, font_weight="bold")]
    top = y + TITLE
    slots = market(table)
    for number in range(max(SLOTS, len(slots))):
        left = x + number * (SLOT[0] + SPACE)
        parts.append(_slot(table, slots[number] if number < len(slots) else "", left, top))
        lies = slots[number] if number < len(slots) else ""
        parts.append(spot(f"market#{number}", spell_value(lies) or "gap", left, top, *SLOT))
    left = x + max(SLOTS, len(slots)) * (SLOT[0] + SPACE) + SPACE / 2
    parts.append(_heap(left, top, table.pile, "in the pile", face_down=True))
    parts.append(spot("pile", table.pile, left, top, PILE - SPACE, SLOT[1] - 20))
    parts.append(spot("discard", list_names(table.discard), left + PILE + SPACE / 2, top, PILE - SPACE, SLOT[1] - 20))
    parts.append(_heap(left + PILE + SPACE / 2, top, number_of(table.discard), "discarded", face_down=False))
    return element("g", *parts)


def _slot(table: Table, name: str, x: float, y: float) -> Markup:
    if is_known(name) and not name:
        return gap(x, y, *SLOT, "gap" if table.market else "not turned up")
    return element("g", card(x, y, *SLOT, spell_value(name), _worth(table, name)), rainbow(x + 14, y + 15))


def _worth(table: Table, name: str) -> str:
    """Return the points of a Rainbow card, as far as the pack knows them."""
    listed = table.content.rainbow.get(name) if is_known(name) else None
    return spell_count(listed.points, "point") if listed else ""


def _heap(x: float, y: float, cards: object, caption: str, *, face_down: bool) -> Markup:
    width, high = PILE - SPACE, SLOT[1] - 20
    number = spell_value(cards)
    lying = back(x, y, width, high, number) if face_down else gap(x, y, width, high, number)
    return element("g", lying, draw_caption(x + width / 2, y + SLOT[1] - 5, caption, text_anchor="middle"))
