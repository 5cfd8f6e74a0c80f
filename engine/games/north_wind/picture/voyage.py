"""The three stacks, and the row of the voyage's tiles next to the chosen one."""

from __future__ import annotations

from typing import Any, Final

from engine.games.north_wind.content import HARBORS, Content
from engine.games.north_wind.picture.pieces import LETTER, UNTOLD, letter
from engine.games.north_wind.picture.tiles import SIDE, TURNED, tile
from engine.games.north_wind.picture.words import holds, lookout, still_unseen, tile_name, tile_words, use_of, used
from engine.games.north_wind.reckoning import voyage_limit
from engine.games.north_wind.state import Drawn, Stack, Table, Turn
from engine.kernel.drawing.lettering import cut_to_fit, spell_count, spell_title, spell_value, wrap_text
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import CUBE, cube, row
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import FAINT, INK, RULE, SEA, back, box, draw_caption, draw_text, gap
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

PITCH: Final = TURNED + 1
HEAP: Final = (58.0, 40.0)
HEADING: Final = 40.0
RESTING: Final = HEAP[1] + 16
# The name of a tile has two lines below it, and its use one more.
LINE: Final = 13.0
NAME_LINES: Final = 2
SAILING: Final = HEADING + TURNED + 49 + LINE * NAME_LINES
ROW_LEFT: Final = HEAP[0] + 10
# A longer row than this is cut short at its beginning.
MOST_TILES: Final = 12
# As many as fit next to a stack without overlapping.
FITTING: Final = 8
# How many seats that returned a letter or declined are drawn, and how many fit side by side.
MOST_ASKED: Final = 8
FITTING_ASKED: Final = 3


def draw_stacks(table: Table, colours: dict[str, Livery], x: float, y: float, room: float) -> tuple[Markup, float]:
    """Draw the stacks one below the other; return them and their height."""
    turn = table.turn
    chosen = turn.stack if turn is not None and is_known(turn.stack) else ""
    parts, low = [], y
    for harbor in HARBORS:
        sailing = harbor == chosen and turn is not None
        body = (
            _voyage(table, colours, harbor, room)
            if sailing
            else _resting(table.content, table.stacks.get(harbor), harbor, room)
        )
        parts.append(element("g", body, transform=f"translate({x:.2f} {low:.2f})"))
        low += SAILING if sailing else RESTING
    if turn is not None and turn.row and chosen not in HARBORS:
        parts.append(element("g", _voyage(table, colours, "", room), transform=f"translate({x:.2f} {low:.2f})"))
        low += SAILING
    return element("g", *parts), low - y


@draw_once
def _resting(content: Content, stack: Stack | None, harbor: str, room: float) -> Markup:
    """Draw a stack that is not chosen."""
    left = HEAP[0] + 12
    title = draw_text(left, 17, spell_title(harbor), 14, font_weight="bold")
    if stack is None:
        return element("g", gap(0, 0, *HEAP, "not built"), title)
    described = _told(content, stack)
    lines = wrap_text(described, 12, room - left)
    says = [draw_caption(left, 34 + LINE * number, line, 12) for number, line in enumerate(lines)]
    return element("g", _heap(stack, harbor), element("g", element("title", described), title, *says))


def _told(content: Content, stack: Stack) -> str:
    return f"holds {holds(content, stack)}; {still_unseen(content, stack)}"


@draw_once
def _heap(stack: Stack, harbor: str) -> Markup:
    """Draw a stack face down, with the number of its tiles."""
    tiles = spell_count(len(stack.order), "tile")
    title = f"{spell_title(harbor)}: {tiles} in the stack"
    if stack.order and is_known(stack.order[0]):
        title += f", on top {spell_value(stack.order[0])}"
    return element(
        "g",
        element("title", title),
        back(0, 0, *HEAP, f"{len(stack.order)}"),
        spot(f"stack of {harbor}", tiles, 0, 0, *HEAP),
    )


def _voyage(table: Table, colours: dict[str, Livery], harbor: str, room: float) -> Markup:
    """Draw the chosen stack, the revealed tiles, and the places of those that may still come."""
    turn, stack = table.turn, table.stacks.get(harbor)
    if turn is None:
        return element("g")
    low = HEADING + (TURNED - SIDE) / 2 - 3
    heap = _heap(stack, harbor) if stack is not None else gap(0, 0, *HEAP, "stack ?")
    return element(
        "g",
        box(-8, -4, room + 8, SAILING - 10, fill=SEA, stroke=RULE),
        _title(table.content, stack, harbor, lookout(turn), room),
        element("g", heap, transform=f"translate(0 {low + (SIDE - HEAP[1]) / 2:.2f})"),
        _row(table, turn, colours, low, room),
    )


@draw_once
def _title(content: Content, stack: Stack | None, harbor: str, notes: str, room: float) -> Markup:
    """Name the stack, list its known tiles, and on the right what was done before sailing."""
    title = spell_title(harbor) if harbor else "A stack that nobody wrote down"
    where = _told(content, stack) if stack is not None else ""
    return element(
        "g",
        element("title", f"{title}: {where}" if where else title),
        draw_text(0, 15, title, 14, font_weight="bold"),
        draw_text(room - 10, 15, notes, 12, text_anchor="end"),
        draw_caption(0, 31, cut_to_fit(where, 12, room - 10), 12),
    )


def _row(table: Table, turn: Turn, colours: dict[str, Livery], low: float, room: float) -> Markup:
    shown = turn.row[-MOST_TILES:]
    first = len(turn.row) - len(shown)
    places = [_drawn(table.content, one, colours, low, at) for at, one in enumerate(shown, first)]
    limit = voyage_limit(table, turn)
    coming = min(limit, FITTING) - len(turn.row) if is_known(limit) and table.phase not in {"home", "over"} else 0
    places += [gap((PITCH - SIDE) / 2, low, SIDE, SIDE, "") for _ in range(coming)]
    before = len(turn.row) - len(shown)
    missing = (
        draw_caption(room - 10, SAILING - 20, f"and {before} before these", text_anchor="end")
        if before
        else element("g")
    )
    return element("g", row(places, ROW_LEFT, 0, room - ROW_LEFT, PITCH - 2), missing)


@draw_once
def _drawn(content: Content, one: Drawn, colours: dict[str, Livery], low: float, at: int) -> Markup:
    """Draw a tile of the row; below it its name, its use, and the players who joined in or declined."""
    left, middle = (PITCH - SIDE) / 2, PITCH / 2
    says = use_of(one)
    name = wrap_text(tile_name(content, one.tile), 11, PITCH)
    lines = [(line, INK) for line in name] + [(says, INK if used(one) else FAINT)]
    written = [
        draw_text(middle, low + SIDE + 24 + LINE * number, line, 11, text_anchor="middle", fill=colour)
        for number, (line, colour) in enumerate(lines)
    ]
    lies = element("g", tile(content, one.tile, left, low, turned=used(one)), opacity=0.55 if _unused(one) else None)
    hint = element("title", f"{tile_words(content, one.tile)}{f', {says}' if says else ''}{_letters(one)}")
    here = ", ".join(said for said in (tile_name(content, one.tile), says) if said)
    out = (TURNED - SIDE) / 2 if used(one) else 0.0
    place = spot(f"row#{at}", f"{here}{_letters(one)}", left - out, low - out, SIDE + 2 * out, SIDE + 2 * out)
    return element("g", hint, lies, *written, _joiners(one, colours, low + SIDE + 30 + LINE * NAME_LINES), place)


def _unused(one: Drawn) -> bool:
    return one.passed and not used(one)


def _letters(one: Drawn) -> str:
    joined = f", letters of {', '.join(map(spell_value, one.joiners))}" if one.joiners else ""
    return joined + (f", declined by {', '.join(map(spell_value, one.declined))}" if one.declined else "")


def _joiners(one: Drawn, colours: dict[str, Livery], y: float) -> Markup:
    """Draw the letters returned for a tile by their seats, and the seats that declined, which are crossed out."""
    asked = [(seat, False) for seat in one.joiners] + [(seat, True) for seat in dict.fromkeys(one.declined)]
    if not asked:
        return element("g")
    seats = [_seat(seat, colours, declined=no) for seat, no in asked[:MOST_ASKED]]
    wide = min(len(seats), FITTING_ASKED) * (CUBE + 2)
    left = (PITCH - LETTER[0] - 3 - wide) / 2
    return element("g", letter(left, y), row(seats, left + LETTER[0] + 3, y, wide, CUBE))


def _seat(seat: Any, colours: dict[str, Livery], *, declined: bool) -> Markup:  # noqa: ANN401 - a seat, or UNKNOWN
    livery = colours.get(str(seat), UNTOLD) if is_known(seat) else UNTOLD
    said = f"{spell_value(seat)} {'declined' if declined else 'returned a letter'}"
    crossed = [element("path", d=f"M0 {CUBE}L{CUBE} 0", stroke=INK, stroke_width=1.2)] if declined else []
    face = element("g", cube(0, 0, livery), opacity=0.45 if declined else None)
    return element("g", element("title", said), face, *crossed)
