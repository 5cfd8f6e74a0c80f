"""One panel for each player: boats and their places, cards held, on the table and played."""

from __future__ import annotations

from typing import Any

from engine.games.tailwinds.picture.seats import Livery
from engine.games.tailwinds.picture.shapes import HULL, hull
from engine.games.tailwinds.picture.words import hand, mark, number_of, on_the_table, place
from engine.games.tailwinds.reckoning import is_shackled
from engine.games.tailwinds.state import Player, Table
from engine.kernel.drawing.lettering import Told, cut_to_fit, list_names, person, spell_count, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.shapes import FAINT, SHADED, back, card, chips, draw_caption, draw_text, gap
from engine.kernel.drawing.sheet import PAD, PanelHead, Panels
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

IN_A_ROW = 4
CARD = 48.0
WIDEST = 172.0
# A fact, the caption of its cards, the cards, and their look.
Row = tuple[str, str, list[Any], dict[str, str]]


def draw_panels(table: Table, colours: dict[str, Livery], x: float, y: float, room: float) -> tuple[Markup, float]:
    """Draw a panel for each player; return them and their height."""

    def body(seat: str, width: float) -> tuple[Markup, float]:
        return _body(table, table.players[seat], colours[seat], width)

    return Panels(IN_A_ROW, x, y, room).draw(table.seats, table.active, body)


def _body(table: Table, player: Player, livery: Livery, width: float) -> tuple[Markup, float]:
    """Draw the content of a panel; return it and its height."""
    room = width - 2 * PAD
    cards, low = _cards(table, player, room, 108)
    parts = [
        _head(table, player, livery, width),
        _whereabouts(table, player, room),
        _open(table, player, room, 100),
        cards,
    ]
    return element("g", *parts), low


def _head(table: Table, player: Player, livery: Livery, width: float) -> Markup:
    deck = f"{spell_value(player.deck) or 'no'} deck"
    note = ", ".join(said for said in (person(table.header, player.seat), deck) if said)
    return _headed(player.seat, note, _badge(table, player.seat), livery, width)


@draw_once
def _headed(seat: str, note: str, badge: str, livery: Livery, width: float) -> Markup:
    return PanelHead(f"{seat}, {note}", seat, note, badge).draw(hull(PAD, PAD, livery), HULL[0], width)


def _badge(table: Table, seat: str) -> str:
    if is_known(table.winner) and table.winner == seat:
        return "winner"
    if table.turn and table.turn.seat == seat:
        return f"{spell_count(table.turn.left, 'point')} left"
    if is_known(table.active) and seat == table.active:
        return "to move"
    return "has moved" if seat in table.acted else ""


def _whereabouts(table: Table, player: Player, room: float) -> Markup:
    """Write where the boats are, the fore boat first, as on the track."""
    return _places([(mark(table, boat) or "boat", place(table, boat)) for boat in reversed(player.boats)], room)


@draw_once
def _places(boats: list[tuple[str, str]], room: float) -> Markup:
    lines = []
    for number, (name, where) in enumerate(boats):
        y = PAD + 46 + 15 * number
        lines.append(draw_text(PAD, y, name, font_weight="bold"))
        lines.append(draw_text(PAD + 38, y, cut_to_fit(where, 12, room - 38)))
    return element("g", *lines)


def _open(table: Table, player: Player, room: float, top: float) -> Markup:
    """Draw the card of this round, and the Rainbow card held."""
    half = min((room - 8) / 2, WIDEST)
    right = PAD + half + 8
    return element(
        "g",
        draw_caption(PAD, top, "This round"),
        _chosen(table, player, PAD, top + 5, half),
        spot(f"{player.seat}.card", on_the_table(player), PAD, top + 5, half, CARD),
        spot(f"{player.seat}.rainbow", list_names(player.rainbow), right, top + 5, half, CARD),
        draw_caption(right, top, "Rainbow card held"),
        _held(player, right, top + 5, half),
    )


def _chosen(table: Table, player: Player, x: float, y: float, width: float) -> Markup:
    if player.card is None:
        return gap(x, y, width, CARD, "no card")
    if not player.shown:
        return back(x, y, width, CARD)
    listed = table.content.cards.get(player.card) if is_known(player.card) else None
    return card(
        x, y, width, CARD, short(player.deck, player.card), spell_count(listed.value, "point") if listed else ""
    )


def _held(player: Player, x: float, y: float, width: float) -> Markup:
    if not player.rainbow:
        return gap(x, y, width, CARD, "none")
    if len(player.rainbow) == 1:
        return card(x, y, width, CARD, spell_value(player.rainbow[0]))
    # The rules allow one card, but a log may show more.
    return chips(x, y, width, [(spell_value(name), spell_value(name)) for name in player.rainbow])[0]


def _cards(table: Table, player: Player, room: float, top: float) -> tuple[Markup, float]:
    """Draw the hand, the cards played, and those out of the game; return them and their lower end."""
    held = hand(table, player)
    taken_back = [player.shackled] if is_shackled(player) else []
    rows: list[Row] = [
        ("hand", f"Hand ({_size(player)})" + _unseen(player), held, {}),
        ("played", f"Played ({number_of(player.played)})", list(player.played), {"fill": SHADED, "stroke": FAINT}),
        ("", "Taken back because of Shackle", taken_back, {"stroke": FAINT}),
        (
            "removed",
            "Out of the game",
            list(player.removed),
            {"fill": "none", "stroke": FAINT, "stroke_dasharray": "3 3"},
        ),
    ]
    return _rows(player.seat, player.deck, rows, room, top)


@draw_once
def _rows(seat: str, deck: str, rows: list[Row], room: float, top: float) -> tuple[Markup, float]:
    parts: list[Markup] = []
    y = top + CARD + 20
    for fact, caption, names, look in rows:
        if not names and caption.startswith(("Taken", "Out")):
            continue
        parts.append(draw_caption(PAD, y, caption))
        drawn, high = chips(PAD, y + 5, room, [(short(deck, name), spell_value(name)) for name in names], **look)
        parts.append(drawn if names else draw_text(PAD, y + 19, "none", fill=FAINT))
        if fact:
            parts.append(spot(f"{seat}.{fact}", list_names(names), PAD, y + 5, room, high))
        y += high + 24
    return element("g", *parts), y - 24 + PAD + 5


def _size(player: Player) -> str:
    return spell_value(player.size)


def _unseen(player: Player) -> str:
    if not player.unseen:
        return ""
    return f", {spell_count(player.unseen, 'card')} played unnamed"


def short(deck: Told, name: object) -> str:
    """Drop the deck from a card's name, because the panel names it."""
    words_ = spell_value(name)
    return words_.removeprefix(f"{deck}-") if is_known(deck) else words_
