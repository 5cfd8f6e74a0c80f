"""One panel for each player: points and cubes, the four tallies, the vote, the cards, and at the end the bonuses."""

from __future__ import annotations

from typing import Any, Final

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.content.pieces import BOOTY_STEPS
from engine.games.winds_of_plunder.picture.pieces import ICON, SHIP, icon, ship
from engine.games.winds_of_plunder.picture.words import (
    FACE_DOWN,
    ICON_OF,
    bonus_total,
    card_name,
    cards_held,
    choice_words,
    harbour,
    number_held,
    place,
    points_left,
    vote,
    way,
)
from engine.games.winds_of_plunder.reckoning.formulas import tally
from engine.games.winds_of_plunder.state import MARKERS, Player, Table
from engine.kernel.drawing.lettering import (
    BOLD,
    Told,
    cut_to_fit,
    list_names,
    person,
    spell_count,
    spell_value,
    winners,
)
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import CUBE, cube
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import (
    CHIP,
    FAINT,
    INK,
    RULE,
    WHITE,
    back,
    box,
    card,
    chips,
    draw_caption,
    draw_text,
    gap,
)
from engine.kernel.drawing.sheet import PAD, PanelHead, Panels
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

IN_A_ROW = 5
# Where the parts begin, from the top of a panel.
STATS, TALLIES, CARDS = 58.0, 106.0, 206.0
LINE = 23.0
TRACK = ICON + 28
STEP = (14.0, 22.0)
# The last step to draw if the pack gives no end, and the last step to draw at all.
USUAL_TOP, LAST_TOP = 9, 15
OPEN = 30.0
MOST_UNSEEN = 12
THICK, THIN = 3.0, 0.8
BONUS: Final = {
    "wind": "Wind cubes",
    "weapons": "Weapons",
    "crew": "Crew",
    "provisions": "Provisions",
    "markers": "advantage markers",
}
BONUS_ICON: Final = {**ICON_OF, "wind": "wind", "markers": "marker"}

# The range of numbers that are written out next to a tally's icon.
MOST, LEAST = 99, -99


def draw_players(table: Table, colours: dict[str, Livery], x: float, y: float, room: float) -> tuple[Markup, float]:
    """Draw a panel for each player; return them and their height."""

    def body(seat: str, width: float) -> tuple[Markup, float]:
        return _body(table, table.players[seat], colours[seat], width)

    return Panels(IN_A_ROW, x, y, room).draw(table.seats, table.active, body)


def _body(table: Table, player: Player, livery: Livery, width: float) -> tuple[Markup, float]:
    room = width - 2 * PAD
    ports = [
        (harbour(table, port), f"Treasure card of {harbour(table, port)}")
        for port in player.treasures
        if is_known(port)
    ]
    cards, low = _cards(
        player.seat,
        player.actions,
        player.treasures,
        ports,
        room,
        CARDS + OPEN + 32,
        untold=player.untold,
        unsure=player.unsure,
    )
    parts = [
        _head(table, player, livery, width),
        _stats(player.seat, player.vp, player.wind, player.reserve, room),
        *(
            _tally(table.content, player.seat, tally(player, name), livery, name, number, room)
            for number, name in enumerate((*MARKERS, "booty"))
        ),
        _bonus(player.bonus, spell_value(bonus_total(player)), room) if player.bonus else _vote(table, player, room),
        cards,
    ]
    return element("g", *parts), low


def _head(table: Table, player: Player, livery: Livery, width: float) -> Markup:
    seat = player.seat
    where = ", ".join(said for said in (person(table.header, seat), place(table, player)) if said)
    return _headed(seat, where, _badge(table, seat), livery, width)


@draw_once
def _headed(seat: str, where: str, badge: str, livery: Livery, width: float) -> Markup:
    return PanelHead(f"{seat}, {where}", seat, where, badge).draw(ship(PAD, PAD + 2, livery), SHIP[0], width)


def _badge(table: Table, seat: str) -> str:
    if seat in winners(table.winner, table.seats):
        return "winner"
    if table.turn is not None and table.turn.seat == seat:
        return points_left(table.turn)
    if is_known(table.active) and seat == table.active:
        return "to move"
    return "has moved" if table.phase == "plunder" and seat in table.acted else ""


@draw_once
def _stats(seat: str, vp: Told, wind: Told, reserve: Told, room: float) -> Markup:
    """Write the numbers of a player."""
    parts = []
    stats = (
        ("vp", vp, "VP", 0.0),
        ("wind", wind, "Wind cubes", 0.3),
        ("reserve", reserve, "in reserve", 0.68),
    )
    for fact, value, caption, share in stats:
        x = PAD + share * room
        parts.append(draw_text(x, STATS + 18, cut_to_fit(value, 22 * BOLD, 0.3 * room), 22, font_weight="bold"))
        parts.append(draw_caption(x, STATS + 33, caption))
        parts.append(spot(f"{seat}.{fact}", value, x, STATS, 0.26 * room, 36))
    return element("g", *parts)


@draw_once
def _tally(  # noqa: PLR0913, PLR0917 - the values of a tally, and its place
    content: Content,
    seat: str,
    value: Told,
    livery: Livery,
    name: str,
    line: int,
    room: float,
) -> Markup:
    """Draw a tally: its icon, its number, and the counter on its step."""
    y = TALLIES + line * LINE
    booty = name == "booty"
    steps = BOOTY_STEPS if booty else _top(content, value)
    pitch = min((room - TRACK) / (steps + 1), STEP[1])
    lettering = _booty_values(content) if booty else [""] * (steps + 1)
    if is_known(value) and 0 <= value <= steps:
        # The counter covers the print.
        lettering[value] = ""
    parts = [
        element("title", f"{seat}: {name.capitalize()} {spell_value(value)}"),
        icon(ICON_OF[name], PAD, y),
        _number(value, PAD + ICON + 5, y),
        spot(f"{seat}.{name}", value, PAD, y, ICON + 24, ICON),
        _track(lettering, PAD + TRACK, y, pitch),
        *([] if booty else [_levels(content, name, steps, y, pitch)]),
    ]
    if is_known(value) and 0 <= value <= steps:
        parts.append(cube(PAD + TRACK + value * pitch + (pitch - CUBE) / 2, y + 1, livery))
    return element("g", *parts)


def _number(value: Any, x: float, y: float) -> Markup:  # noqa: ANN401 - a number or UNKNOWN
    """Write a tally. No game reaches three digits, and a shortened number would be wrong."""
    said = (
        "99+" if is_known(value) and value > MOST else "<0" if is_known(value) and value < LEAST else spell_value(value)
    )
    return draw_text(x, y + 13.5, said, 14 if len(said) <= len("99") else 9, font_weight="bold")


def _top(content: Content, value: Any) -> int:  # noqa: ANN401 - a number or UNKNOWN
    """Return the last step to draw."""
    cap = content.tally_cap
    top = min(cap, LAST_TOP) if is_known(cap) and cap is not None else USUAL_TOP
    return max(top, value) if is_known(value) and value <= LAST_TOP else top


def _booty_values(content: Content) -> list[str]:
    values = content.booty_values
    return ["", *(map(spell_value, values) if is_known(values) else "?" * BOOTY_STEPS)]


def _track(lettering: list[str], x: float, y: float, pitch: float) -> Markup:
    """Draw the steps, beginning with zero, and their print."""
    across = "".join(f"M{x + step * pitch:.2f} {y}v{ICON}" for step in range(1, len(lettering)))
    parts = [
        box(x, y, pitch * len(lettering), ICON, rx=2, fill=WHITE),
        element("path", d=across, stroke=RULE, stroke_width=THIN),
    ]
    for step, says in enumerate(lettering):
        if says:
            parts.append(draw_caption(x + (step + 0.5) * pitch, y + 12, says, 10.5, text_anchor="middle"))
    return element("g", *parts)


def _levels(content: Content, name: str, steps: int, y: float, pitch: float) -> Markup:
    """Draw the thick lines of the board: a bonus at the end for each one passed."""
    rates = content.end_bonus
    each = rates[name][0] if name in rates else 0
    if not is_known(each) or each < 1:
        return element("g")
    lines = "".join(f"M{PAD + TRACK + step * pitch:.2f} {y}v{ICON}" for step in range(each, steps + 1, each))
    return element("path", d=lines, stroke=INK, stroke_width=THICK)


def _vote(table: Table, player: Player, room: float) -> Markup:
    compass, bid = vote(table, player)
    empty = "not yet" if table.phase in {"compass", "bid"} else "none"
    return _voted(player.seat, compass, bid, empty, room)


@draw_once
def _voted(seat: str, compass: Any, bid: Any, empty: str, room: float) -> Markup:  # noqa: ANN401 - a choice as `vote` gives it
    """Draw the compass and the bid, face down until they are revealed."""
    half = (room - 8) / 2
    right = PAD + half + 8
    return element(
        "g",
        draw_caption(PAD, CARDS + 8, "Compass"),
        _choice(compass, way(compass), PAD, half, empty),
        spot(f"{seat}.compass", choice_words(compass, way(compass)), PAD, CARDS + 13, half, OPEN),
        spot(f"{seat}.bid", choice_words(bid, spell_value(bid)), right, CARDS + 13, half, OPEN),
        draw_caption(right, CARDS + 8, "Bid"),
        _choice(bid, spell_count(bid, "cube"), right, half, empty),
    )


def _choice(choice: object, says: str, x: float, width: float, empty: str) -> Markup:
    if choice is None:
        return gap(x, CARDS + 13, width, OPEN, empty)
    if choice is FACE_DOWN:
        return back(x, CARDS + 13, width, OPEN)
    return card(x, CARDS + 13, width, OPEN, says if is_known(choice) else "?")


@draw_once
def _bonus(bonus: dict[str, Any], total: str, room: float) -> Markup:
    """Draw the score of each category at the end."""
    pitch = room / len(BONUS)
    parts = [draw_caption(PAD, CARDS + 8, f"Final bonuses: {total} VP")]
    for number, (name, thing) in enumerate(BONUS.items()):
        x, worth = PAD + number * pitch, bonus.get(name, 0)
        title = element("title", f"{thing}: {spell_value(worth)} VP")
        frame = box(x, CARDS + 13, pitch - 4, OPEN, stroke=INK)
        says = draw_text(x + ICON + 5, CARDS + 32.5, cut_to_fit(worth, 12, pitch - ICON - 8), font_weight="bold")
        parts.append(element("g", title, frame, icon(BONUS_ICON[name], x + 3, CARDS + 20), says))
    return element("g", *parts)


@draw_once
def _cards(  # noqa: PLR0913 - both hands, their unknown parts, and their place
    seat: str,
    actions: list[Any],
    treasures: list[Any],
    ports: list[tuple[str, str]],
    room: float,
    top: float,
    *,
    untold: bool,
    unsure: bool,
) -> tuple[Markup, float]:
    """Draw both hands, as far as the faces are known; return them and their lower end."""
    known_actions = [(card_name(name), spell_value(name)) for name in actions if is_known(name)]
    y = top
    parts: list[Markup] = []
    for fact, caption, cards, more, shown in (
        ("actions", "Action cards", actions, untold, known_actions),
        ("treasures", "Treasure cards", treasures, unsure, ports),
    ):
        parts.append(draw_caption(PAD, y, f"{caption} ({number_held(cards, untold=more)})"))
        held = cards_held(cards, untold=more)
        drawn, high = _hand(len(held), shown, y + 5, room)
        parts.append(drawn)
        parts.append(spot(f"{seat}.{fact}", list_names(held), PAD, y + 5, room, high))
        y += high + 24
    return element("g", *parts), y - 24 + PAD + 5


def _hand(held: int, shown: list[tuple[str, str]], y: float, room: float) -> tuple[Markup, float]:
    """Draw the known cards, and the number of unknown ones."""
    if not held:
        return draw_text(PAD, y + 14, "none", fill=FAINT), CHIP
    unseen = held - len(shown)
    hidden = [("?", "an unknown card")] * min(unseen, MOST_UNSEEN)
    if unseen > MOST_UNSEEN:
        hidden.append((f"and {unseen - MOST_UNSEEN} more", "unknown cards"))
    return chips(PAD, y, room, [*shown, *hidden])
