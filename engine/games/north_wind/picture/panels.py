"""One panel for each player: gold, letters and tokens, and the ship below."""

from __future__ import annotations

from typing import Any, Final

from engine.games.north_wind.content import Content
from engine.games.north_wind.picture.pieces import LETTER, TOKEN, letter, token
from engine.games.north_wind.picture.ships import HIGH, WIDE, draw_ship
from engine.games.north_wind.picture.words import placed
from engine.games.north_wind.state import Player, Table
from engine.games.north_wind.terms import Terms
from engine.kernel.drawing.lettering import BOLD, breadth, cut_to_fit, person, spell_value, winners
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import coin
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import draw_caption, draw_text
from engine.kernel.drawing.sheet import PAD, PanelHead, Panels
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

IN_A_ROW: Final = 4
STATS: Final = 60.0
# Where gold, letters, tokens left and tokens placed begin, as shares of the room.
SHARES: Final = (0.0, 0.25, 0.46, 0.73)
SHIP: Final = 106.0
# The largest scale of a ship if there is room.
LARGEST: Final = 1.3
LARGE, SMALL = 20.0, 11.0


def draw_players(table: Table, colours: dict[str, Livery], x: float, y: float, room: float) -> tuple[Markup, float]:
    """Draw a panel for each player; return them and their height."""

    def body(seat: str, width: float) -> tuple[Markup, float]:
        player, name, badge = table.players[seat], person(table.header, seat), _badge(table, seat)
        tokens = placed(table, seat), table.content.tokens_for(len(table.seats))
        return _body(table.content, table.terms, player, name, badge, tokens, colours, width)

    return Panels(IN_A_ROW, x, y, room).draw(table.seats, table.active, body)


@draw_once
def _body(  # noqa: PLR0913, PLR0917 - everything that a panel shows
    content: Content,
    terms: Terms,
    player: Player,
    name: str,
    badge: str,
    tokens: tuple[Any, Any],
    colours: dict[str, Livery],
    width: float,
) -> tuple[Markup, float]:
    livery = colours[player.seat]
    scale = min(LARGEST, (width - 2 * PAD) / WIDE)
    left = (width - scale * WIDE) / 2
    place = f"translate({left:.2f} {SHIP:.2f}) scale({scale:.3f})"
    parts = [
        _head(player.seat, name, badge, livery, width),
        _stats(player, tokens, colours, width - 2 * PAD),
        element("g", draw_ship(content, terms, player, livery), transform=place),
    ]
    return element("g", *parts), SHIP + scale * HIGH + PAD


def _head(seat: str, name: str, badge: str, livery: Livery, width: float) -> Markup:
    head = PanelHead(f"{seat}, {name}" if name else seat, seat, name, badge)
    return head.draw(token(seat, {seat: livery}, PAD, PAD, TOKEN + 4), TOKEN + 4, width)


def _badge(table: Table, seat: str) -> str:
    if seat in winners(table.winner, table.seats):
        return "winner"
    if table.turn is not None and is_known(table.turn.joined) and table.turn.joined == seat:
        return "may join in"
    return "to move" if is_known(table.active) and seat == table.active else ""


def _stats(player: Player, tokens: tuple[Any, Any], colours: dict[str, Livery], room: float) -> Markup:
    """Write a player's supplies, and how many tokens are on the board."""
    on_board, wins = tokens
    stats = (
        (coin(0, 2, "", 20), 20.0, player.gold, "gold"),
        (letter(0, 5), LETTER[0], player.letters, "letters"),
        (token(player.seat, colours, 0, 3), TOKEN, player.tokens, "tokens left"),
        (
            element("g"),
            -5.0,
            on_board,
            f"of {spell_value(wins)} placed",
        ),
    )
    parts = []
    for share, wider, (sign, wide, value, caption) in zip(SHARES, (*SHARES[1:], 1.0), stats, strict=True):
        left = (wider - share) * room - wide - 6
        size = LARGE if breadth(spell_value(value), LARGE * BOLD) <= left else SMALL
        # The board shows what is placed.
        place = spot(f"{player.seat}.{caption}", value, 0, 0, max(wide + 30, breadth(caption, 11)), 40)
        shown = place if "placed" not in caption else element("g")
        number = draw_text(wide + 5, 20, cut_to_fit(value, size * BOLD, left), size, font_weight="bold")
        group = element(
            "g", element("title", f"{caption}: {spell_value(value)}"), sign, number, draw_caption(0, 36, caption), shown
        )
        parts.append(element("g", group, transform=f"translate({PAD + share * room:.2f} {STATS - 8:.2f})"))
    return element("g", *parts)
