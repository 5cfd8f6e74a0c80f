"""Below the chart: the Rotation Bar, the two decks, and the discards."""

from __future__ import annotations

from typing import Any

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.picture.pieces import SIDE, tile
from engine.games.winds_of_plunder.picture.words import card_name, harbour, number_held
from engine.games.winds_of_plunder.state import Table
from engine.kernel.drawing.lettering import list_names, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.shapes import RULE, back, card, draw_caption, draw_text, gap
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

BAR = 6
PITCH = SIDE + 12
TITLE = 24.0
HEIGHT = TITLE + SIDE + 22
ARROW = 34.0
HEAP = 100.0
APART = 20.0
TOP_CARD = 140.0


def draw_supply(table: Table, x: float, y: float, room: float) -> Markup:
    """Draw the bar on the left, and the cards on the right."""
    cards = 2 * (HEAP + APART) + TOP_CARD
    return element("g", _bar(table.content, table.bar, x, y), _cards(table, x + room - cards, y))


@draw_once
def _bar(content: Content, bar: list[Any], x: float, y: float) -> Markup:
    """Draw the Rotation Bar; arrows show where the taken tile comes in, and where the next one leaves."""
    tiles = [*bar, *[""] * (BAR - len(bar))]
    top = y + TITLE
    parts = [draw_text(x, y + 13, "Rotation Bar", 13, font_weight="bold"), _arrow(x, top)]
    for number, name in enumerate(tiles):
        parts.append(tile(content, name, x + ARROW + number * PITCH, top))
        parts.append(spot(f"bar#{number}", spell_value(name) or "none", x + ARROW + number * PITCH, top, SIDE, SIDE))
    right = x + ARROW + len(tiles) * PITCH
    parts.append(_arrow(right - 4, top))
    parts.append(draw_caption(x + ARROW, top + SIDE + 15, "the tile taken comes in here"))
    parts.append(draw_caption(right - PITCH + SIDE, top + SIDE + 15, "this one goes to the port", text_anchor="end"))
    return element("g", *parts)


def _arrow(x: float, y: float) -> Markup:
    middle = y + SIDE / 2
    shaft = element("path", d=f"M{x + 2:.2f} {middle:.2f}h14", stroke=RULE, stroke_width=5)
    return element("g", shaft, element("path", d=f"M{x + 14:.2f} {middle - 8:.2f}l12 8l-12 8z", fill=RULE))


def _cards(table: Table, x: float, y: float) -> Markup:
    thrown = number_held(table.discard, untold=table.discard_untold)
    second, third = x + HEAP + APART, x + 2 * (HEAP + APART)
    return element(
        "g",
        _deck(table, x, y),
        _heading(second, y, "Action deck"),
        back(second, y + TITLE, HEAP, SIDE, spell_value(table.action_deck)),
        _heading(third, y, "Action discards"),
        _top(table, third, y + TITLE),
        spot("treasure.deck", table.treasure_deck, x, y + TITLE, HEAP, SIDE),
        spot("action.deck", table.action_deck, second, y + TITLE, HEAP, SIDE),
        spot("discard", list_names(table.discard), third, y + TITLE, TOP_CARD, SIDE),
        draw_caption(third + TOP_CARD / 2, y + TITLE + SIDE + 15, f"{thrown} discarded", text_anchor="middle"),
    )


def _heading(x: float, y: float, text: str) -> Markup:
    return draw_text(x, y + 13, text, 13, font_weight="bold")


def _deck(table: Table, x: float, y: float) -> Markup:
    """Draw the Treasure deck, with the played cards that are known to be at its bottom."""
    parts = [_heading(x, y, "Treasure deck"), back(x, y + TITLE, HEAP, SIDE, spell_value(table.treasure_deck))]
    if table.sunk:
        bottom = ", ".join(harbour(table, port) for port in table.sunk)
        says = draw_caption(
            x + HEAP / 2, y + TITLE + SIDE + 15, f"{len(table.sunk)} known at the bottom", text_anchor="middle"
        )
        parts.append(element("g", element("title", f"At the bottom: {bottom}"), says))
    return element("g", *parts)


def _top(table: Table, x: float, y: float) -> Markup:
    """Draw the last card discarded."""
    if not table.discard:
        return gap(x, y, TOP_CARD, SIDE, "?" if table.discard_untold else "none")
    last = table.discard[-1]
    return card(x, y, TOP_CARD, SIDE, card_name(last) if is_known(last) else "?")
