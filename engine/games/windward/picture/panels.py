"""One panel for each player: the ship's place, tracks, hold, longboats, crew and hand; each line in a fixed place."""

from __future__ import annotations

from typing import Any, Final

from engine.games.windward.picture.pieces import LOW, SHIP, crester, ship, thing
from engine.games.windward.picture.standing import boat_piece
from engine.games.windward.picture.words import crester_words, crew, crew_words, hand, hand_words
from engine.games.windward.reckoning import cannon_slots, cards_held, gas_slots
from engine.games.windward.reckoning.printed import morale_top, rowing_top
from engine.games.windward.state import ABOARD, ASIDE, GOAL, GREY_TOOTH, RED_TOOTH, TOKEN, Player, Table
from engine.kernel.drawing.lettering import BOLD, breadth, cut_to_fit, person, spell_value, winners
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import FAINT, INK, SHADE, WHITE, box, draw_caption, draw_text
from engine.kernel.drawing.sheet import PAD, PanelHead, Panels
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import Undetermined, is_known

STATS, HOLD, CREW, HAND = 46.0, 88.0, 110.0, 132.0
PANEL: Final = 158.0
CAPTION: Final = 42.0
CHIP: Final = 18.0
BOATS: Final = 226.0
FACTS: Final = {RED_TOOTH: "teeth.red", GREY_TOOTH: "teeth.grey", TOKEN: "tokens"}


def draw_players(
    table: Table, colours: dict[str, Livery], place: tuple[float, float], room: float, in_a_row: int
) -> tuple[Markup, float]:
    """Draw a panel for each player, all with the same height; return them and that height."""

    def body(seat: str, width: float) -> tuple[Markup, float]:
        return _body(table, table.players[seat], colours[seat], width), PANEL

    return Panels(in_a_row, *place, room).draw(table.seats, table.active, body)


def _body(table: Table, player: Player, livery: Livery, width: float) -> Markup:
    room = width - 2 * PAD
    return element(
        "g",
        _head(table, player, livery, width),
        _stats(table, player, room),
        _hold(player.seat, crester_words(player), player.cargo),
        _boats(player.seat, player.boats, livery, room),
        _crew(player.seat, crew(player), crew_words(player), room),
        _hand(player.seat, hand(player), cards_held(player), hand_words(player), room),
    )


def _head(table: Table, player: Player, livery: Livery, width: float) -> Markup:
    name = person(table.header, player.seat)
    note = " · ".join(filter(None, (name, f"ship: {spell_value(player.at)}", *_notes(player))))
    return _headed(player.seat, name, note, _badge(table, player.seat), livery, width)


@draw_once
def _headed(seat: str, name: str, note: str, badge: str, livery: Livery, width: float) -> Markup:
    head = PanelHead(f"{seat}, {name}" if name else seat, seat, note, badge)
    size = 1.3
    piece = element("g", ship(livery), transform=f"translate({PAD} {PAD - 4}) scale({size})")
    return head.draw(piece, SHIP[0] * size, width)


def _notes(player: Player) -> list[str]:
    board = [] if player.colour == player.seat else [f"board {spell_value(player.colour)}"]
    return [*board, *(["teeth to be exchanged"] if is_known(player.kept_teeth) and player.kept_teeth else [])]


def _badge(table: Table, seat: str) -> str:
    if seat in winners(table.winner, table.seats):
        return "winner"
    if is_known(table.trigger) and table.trigger == seat and table.phase != "over":
        return "brings the end"
    return "to move" if is_known(table.active) and seat == table.active else ""


# Tracks


def _stats(table: Table, player: Player, room: float) -> Markup:
    """Write the tracks and slots of the board, with their limits."""
    stats = (
        ("notoriety", player.notoriety, GOAL if table.terms.track_ends else None),
        ("morale", player.morale, morale_top(table)),
        ("gas", player.gas, _or_unknown(gas_slots, table, player)),
        ("cannons", player.cannons, _or_unknown(cannon_slots, table, player)),
        ("rowing", player.rowing, rowing_top(table)),
    )
    pitch = room / len(stats)
    return element("g", *(_stat(player.seat, *stat, PAD + n * pitch, pitch) for n, stat in enumerate(stats)))


def _or_unknown(reckon: Any, table: Table, player: Player) -> Any:  # noqa: ANN401 - a formula; a number, or UNKNOWN
    try:
        return reckon(table, player)
    except (Undetermined, KeyError):
        return "?"


@draw_once
def _stat(seat: str, name: str, value: Any, top: Any, x: float, pitch: float) -> Markup:  # noqa: ANN401 - as above
    number = cut_to_fit(value, 18 * BOLD, pitch - 34)
    after = x + breadth(number, 18 * BOLD) + 2
    return element(
        "g",
        element("title", f"{seat}: {name} {spell_value(value)}{'' if top is None else f' of {spell_value(top)}'}"),
        draw_text(x, STATS + 16, number, 18, font_weight="bold"),
        draw_caption(after, STATS + 16, cut_to_fit("" if top is None else f"/{spell_value(top)}", 11, 30)),
        draw_caption(x, STATS + 30, name),
        spot(f"{seat}.{name}", value, x, STATS, pitch - 10, 34),
    )


# Hold, longboats, crew, hand


@draw_once
def _hold(seat: str, holds: str, cargo: dict[str, Any]) -> Markup:
    """Draw the content of the hold: a Crester, teeth and tokens, including zero counts."""
    parts, x = [_caption("Hold", HOLD)], PAD + CAPTION
    drawn, width = _nothing() if holds == "none" else crester(holds, defeated=True)
    parts.append(_cell(f"{seat}.crester", holds, drawn, width, x))
    x += 46
    for item, number in cargo.items():
        piece, wide = thing(item, 1)
        count = draw_text(wide + 3, 11.5, cut_to_fit(number, 12, 22), 12, font_weight="bold")
        name = f"{seat}.{FACTS[item]}"
        parts.append(_cell(name, number, element("g", piece, count), wide + 16, x))
        x += 42
    return element("g", *parts)


def _nothing() -> tuple[Markup, float]:
    return element("g", box(0.5, 0.5, 30, LOW - 1, fill="none", stroke=FAINT, stroke_dasharray="3 3")), 31.0


def _cell(name: str, says: Any, drawn: Markup, width: float, x: float) -> Markup:  # noqa: ANN401 - as above
    place = spot(name, says, 0, 0, width, LOW)
    title = element("title", f"{name.replace('.', ' ')}: {spell_value(says)}")
    return element("g", title, drawn, place, transform=f"translate({x:.2f} {HOLD + 2:.2f})")


def _caption(says: str, y: float) -> Markup:
    return draw_caption(PAD, y + 13, says)


@draw_once
def _boats(seat: str, boats: dict[str, str], livery: Livery, room: float) -> Markup:
    """Draw the longboats that are with the ship, and write where the others are."""
    parts, pitch = list[Markup](), (room - BOATS) / len(boats)
    for n, (number, place) in enumerate(boats.items()):
        piece = boat_piece(seat, number, spell_value(place), livery)
        x = PAD + BOATS + n * pitch
        here = is_known(place) and place in {ABOARD, ASIDE}
        drawn = piece.at(0, 2) if here else _away(f"{livery.letter}{number}", piece.width)
        says = draw_caption(piece.width + 4, 13, cut_to_fit(place, 11, pitch - piece.width - 6))
        parts.append(element("g", drawn, says, transform=f"translate({x:.2f} {HOLD:.2f})"))
    return element("g", *parts)


def _away(label: str, width: float) -> Markup:
    """Draw the empty place of a longboat that is on the planet."""
    frame = box(0.5, 2.5, width - 1, LOW - 1, fill="none", stroke=FAINT, stroke_dasharray="3 3")
    return element("g", frame, draw_caption(width / 2, 12.4, label, 9, text_anchor="middle"))


@draw_once
def _crew(seat: str, members: list[Any], says: str, room: float) -> Markup:
    names = [(cut_to_fit(spell_value(name).replace("_", " "), 11, 90), is_known(name)) for name in members]
    chips = _chips(names, CREW, room - CAPTION)
    return element("g", _caption("Crew", CREW), chips, _shown(seat, "crew", says, CREW, room))


@draw_once
def _hand(seat: str, cards: list[tuple[str, int]], held: Any, says: str, room: float) -> Markup:  # noqa: ANN401 - a number, or UNKNOWN
    """Draw the cards of a hand; unknown ones are card backs."""
    names = []
    for name, number in cards:
        called = name.replace("_", " ")
        names.append((called if number <= 1 else f"{number} {called}", name != "?"))
    caption = f"Hand {spell_value(held)}"
    return element(
        "g",
        _caption(caption, HAND),
        spot(f"{seat}.cards", held, PAD, HAND, breadth(caption, 11), CHIP),
        _chips(names, HAND, room - CAPTION),
        _shown(seat, "hand", says, HAND, room),
    )


def _shown(seat: str, fact: str, says: str, y: float, room: float) -> Markup:
    return spot(f"{seat}.{fact}", says, PAD + CAPTION, y, room - CAPTION, CHIP)


def _chips(names: list[tuple[str, bool]], y: float, room: float) -> Markup:
    """Draw small cards in one line, and count those that do not fit."""
    parts, x = list[Markup](), PAD + CAPTION
    if not names:
        return draw_text(x, y + 13, "none", 11, fill=FAINT)
    for n, (name, sure) in enumerate(names):
        label = cut_to_fit(name, 11, 100)
        width = breadth(label, 11) + 8
        rest = len(names) - n
        if x + width + (26 if rest > 1 else 0) > PAD + CAPTION + room:
            parts.append(draw_text(x + 2, y + 13, f"+{rest}", 11))
            break
        frame = box(x, y, width, CHIP, fill=WHITE if sure else SHADE, stroke=INK)
        parts.append(element("g", frame, draw_text(x + width / 2, y + 13, label, 11, text_anchor="middle")))
        x += width + 4
    return element("g", *parts)
