"""The area below the stacks: the result of the fog, and the supply."""

from __future__ import annotations

from typing import Any, Final

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import LETTERS
from engine.games.north_wind.picture.pieces import LETTER, PIECE, letter, piece, skull
from engine.games.north_wind.picture.words import fog
from engine.games.north_wind.reckoning import bank, captains_left, in_supply
from engine.games.north_wind.state import SKULLS, TREASURE, Table
from engine.kernel.drawing.lettering import cut_to_fit, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import coin
from engine.kernel.drawing.shapes import FAINT, INK, box, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

FOG: Final = 40.0
SUPPLY: Final = 28.0
WATERS: Final = FOG + SUPPLY + 8
DIE: Final = 30.0


def draw_waters(table: Table, x: float, y: float, room: float) -> Markup:
    """Draw the fog, and below it the supply."""
    return element("g", _fog(table, room), _supply(table, FOG + 8, room), transform=f"translate({x:.2f} {y:.2f})")


def _fog(table: Table, room: float) -> Markup:
    says = fog(table)
    label = draw_text(0, 24, "Fog", 14, font_weight="bold")
    if not says:
        return element("g", label, draw_text(74, 24, "none met", 12, fill=FAINT))
    place = spot("fog", says, 74, 3, DIE, DIE)
    return element(
        "g", label, place, _die(table, 74, 3), draw_text(74 + DIE + 12, 24, cut_to_fit(says, 14, room - 120), 14)
    )


def _die(table: Table, x: float, y: float) -> Markup:
    """Draw the current face of the white die."""
    turn = table.turn
    die = box(x, y, DIE, DIE, rx=6, stroke=INK, stroke_width=1.4)
    if turn is None or table.phase == "fog" or not is_known(turn.strength):
        return element("g", die, draw_text(x + DIE / 2, y + 22, "?", 20, text_anchor="middle", font_weight="bold"))
    if turn.strength and turn.strength in SKULLS.values():
        spots = {1: ((10, 10),), 2: ((4, 10), (16, 10)), 3: ((10, 3), (4, 16), (16, 16))}[turn.strength]
        return element("g", die, *(skull(x + dx, y + dy) for dx, dy in spots))
    if is_known(turn.reward) and turn.reward == TREASURE:
        return element("g", die, coin(x + 6, y + 6, "", 18))
    return element(
        "g", die, draw_text(x + DIE / 2, y + 21, cut_to_fit(turn.strength, 14, DIE), 14, text_anchor="middle")
    )


def _supply(table: Table, y: float, room: float) -> Markup:
    """Draw one of each thing in the supply with how many are left."""
    goods = {one: in_supply(table, one) for one in COMMODITIES}
    letters = LETTERS - sum(player.letters for player in table.players.values())
    return _left(goods, captains_left(table), letters, bank(table), y, room)


@draw_once
def _left(goods: dict[str, Any], captains: Any, letters: Any, gold: Any, y: float, room: float) -> Markup:  # noqa: ANN401 - numbers, or UNKNOWN
    left: list[tuple[Markup, float, str, Any]] = [
        *((piece(one, 0, y + 5), PIECE, one, number) for one, number in goods.items()),
        (piece("captain", 0, y + 5), PIECE, "captains", captains),
        (letter(0, y + 7), LETTER[0], "letters", letters),
        (coin(0, y + 5, ""), PIECE, "gold", gold),
    ]
    pitch = (room - 74) / len(left)
    parts = [draw_text(0, y + 19, "Supply", 14, font_weight="bold")]
    for at, (sign, wide, name, number) in enumerate(left):
        says = draw_text(wide + 6, y + 19, cut_to_fit(number, 13, pitch - wide - 8), 13, font_weight="bold")
        title = element("title", f"{name} in the supply: {spell_value(number)}")
        parts.append(element("g", title, sign, says, transform=f"translate({74 + at * pitch:.2f} 0)"))
    return element("g", *parts)
