"""The corners next to the planet: the wind, a battle, the supply cards, and the stockpile."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any, Final

from engine.games.windward.content.pieces import TILES
from engine.games.windward.picture.ground import BOARD
from engine.games.windward.picture.pieces import crester, thing
from engine.games.windward.picture.planet import PLANET
from engine.games.windward.picture.words import battle_words, sides, wind
from engine.games.windward.reckoning import cargo_stock, crester_stock, gas_stock
from engine.games.windward.state import GAS, GREY, GREY_TOOTH, RED, RED_TOOTH, TOKEN, Table
from engine.kernel.drawing.lettering import BOLD, Told, breadth, cut_to_fit, spell_count, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.shapes import INK, SHADE, WHITE, box, draw_caption, draw_text, gap
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

WIDE: Final = 200.0
LINE: Final = 23.0
FOOT: Final = 3 * LINE + 18
COMPASS: Final = (54.0, 72.0, 30.0)


def draw_corners(table: Table, x: float, y: float) -> Markup:
    """Draw all four."""
    low = PLANET - FOOT
    return element(
        "g",
        _wind(wind(table), table.wind, set_=table.wind_set),
        element("g", *_battle(table), transform=f"translate({BOARD - WIDE:.2f} 0)"),
        element("g", *_stacks(table.tops, table.sizes, laid=table.stacks_laid), transform=f"translate(0 {low:.2f})"),
        element("g", *_stock(table), transform=f"translate({BOARD - WIDE + 24:.2f} {low:.2f})"),
        transform=f"translate({x:.2f} {y:.2f})",
    )


@draw_once
def _wind(says: str, blows: Told, *, set_: bool) -> Markup:
    """Draw a compass of the six directions, its arrow in the direction of the wind."""
    x, y, reach = COMPASS
    parts = [
        draw_text(0, 15, says, 15, font_weight="bold"),
        element("circle", cx=x, cy=y, r=reach, fill=WHITE, stroke=INK),
        spot("wind", spell_value(blows) if set_ else "none", 0, 0, 2 * x, y + reach + 18),
    ]
    for way in range(1, TILES + 1):
        across, down = _bearing(way)
        here = is_known(blows) and blows == way
        bold = "bold" if here else None
        parts.append(
            draw_text(x + across * 41, y + down * 41 + 4, str(way), 11, text_anchor="middle", font_weight=bold)
        )
    if set_ and is_known(blows) and blows in range(1, TILES + 1):
        parts.append(_arrow(blows))
    elif set_:
        parts.append(draw_text(x, y + 7, "?", 20, text_anchor="middle", font_weight="bold"))
    return element("g", *parts)


def _bearing(way: int) -> tuple[float, float]:
    turn = radians(60 * (way - 1))
    return sin(turn), -cos(turn)


def _arrow(way: int) -> Markup:
    x, y, _ = COMPASS
    drawn = element("path", d="M0 22V-8H-9L0 -25L9 -8H0", fill=INK, stroke=INK, stroke_width=3)
    return element("g", drawn, transform=f"translate({x} {y}) rotate({60 * (way - 1)} 0 0)")


def _battle(table: Table) -> list[Markup]:
    """Describe a battle: the pieces, the space, their strength and hits."""
    battle = table.battle
    place = spot("battle", battle_words(table), 0, 0, WIDE, 84)
    if battle is None:
        return [gap(0, 0, WIDE, 84, "no battle"), place]
    rows = [
        box(0, 0, WIDE, 84, fill=WHITE, stroke=INK, stroke_width=2),
        draw_text(8, 18, cut_to_fit(f"Battle on {spell_value(battle.space)}", 12 * BOLD, 102), 12, font_weight="bold"),
        draw_caption(WIDE - 44, 18, "strength", text_anchor="end"),
        draw_caption(WIDE - 8, 18, "hits", text_anchor="end"),
    ]
    for number, (says, piece, strength, hits) in enumerate(sides(table, battle)):
        y = 38 + number * 28
        rows += [
            draw_text(8, y, cut_to_fit(piece, 12 * BOLD, 122), 12, font_weight="bold"),
            draw_caption(8, y + 12, says, 10),
            draw_text(WIDE - 56, y, cut_to_fit(strength, 14, 30), 14, text_anchor="end"),
            draw_text(WIDE - 10, y, cut_to_fit(hits, 16 * BOLD, 34), 16, text_anchor="end", font_weight="bold"),
        ]
    return [*rows, place]


@draw_once
def _stacks(tops: list[Any], sizes: list[Any], *, laid: bool) -> tuple[Markup, ...]:
    """Draw the three stacks of supply cards, the top card of each open."""
    if not laid:
        return (draw_caption(0, 14, "Supply cards: not laid out"),)
    parts = [draw_caption(0, 12, "Supply cards")]
    for number, (card, size) in enumerate(zip(tops, sizes, strict=False)):
        y = 18 + number * LINE
        left = f"{spell_value(size)} left" if is_known(size) else "? left"
        name = spell_value(card).replace("_", " ")
        parts += [
            element("title", f"Stack {number + 1}: {name} on top, {spell_count(size, 'card')}"),
            draw_caption(0, y + 14, str(number + 1)),
            box(12, y, 98, LINE - 4, fill=WHITE if is_known(card) else SHADE, stroke=INK),
            draw_text(61, y + 13.5, cut_to_fit(name, 11, 92), 11, text_anchor="middle"),
            draw_caption(116, y + 14, cut_to_fit(left, 11, 60)),
            spot(f"stack.{number + 1}", f"{name}, {left}", 12, y, 98, LINE - 4),
        ]
    return (element("g", *parts),)


def _stock(table: Table) -> list[Markup]:
    """Draw the stockpile, one of each kind with its number."""
    left: Sequence[tuple[str, tuple[Markup, float], str, Any]] = [
        ("Reds", crester(RED), "stock.red", crester_stock(table, RED)),
        ("Greys", crester(GREY), "stock.grey", crester_stock(table, GREY)),
        ("red teeth", thing(RED_TOOTH, 1), "stock.teeth.red", cargo_stock(table, RED_TOOTH)),
        ("grey teeth", thing(GREY_TOOTH, 1), "stock.teeth.grey", cargo_stock(table, GREY_TOOTH)),
        ("+2 Hits tokens", thing(TOKEN, 1), "stock.tokens", cargo_stock(table, TOKEN)),
        ("gas and cannons", thing(GAS, 1), "stock.gas", gas_stock(table)),
    ]
    parts = [draw_caption(WIDE - 24, 12, "Stockpile", text_anchor="end")]
    for number, (name, (drawn, width), fact, count) in enumerate(left):
        row, column = divmod(number, 2)
        x, y = 84.0 * column + 40, 18 + row * LINE
        parts.append(_left(name, drawn, width, fact, count, x, y))
    return [element("g", *parts)]


@draw_once
def _left(  # noqa: PLR0913, PLR0917 - what is left, and where it is drawn
    name: str, drawn: Markup, width: float, fact: str, count: Told, x: float, y: float
) -> Markup:
    return element(
        "g",
        element("title", f"{name} in the stockpile: {spell_value(count)}"),
        element("g", drawn, transform=f"translate({-width - 4:.2f} 2)"),
        draw_text(0, 14, cut_to_fit(count, 13, 36), 13, font_weight="bold"),
        spot(fact, count, -width - 4, 0, width + 4 + breadth(spell_value(count), 14), LINE - 4),
        transform=f"translate({x:.2f} {y:.2f})",
    )
