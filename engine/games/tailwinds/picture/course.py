"""The course: the track cards in a line out and home, with inside lanes facing each other, and the boats on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tailwinds.picture.seats import Livery
from engine.games.tailwinds.picture.shapes import GAP, HULL, chequers, hull, pennant, rainbow
from engine.games.tailwinds.picture.words import at_finish, mark, place
from engine.games.tailwinds.state import AFLOAT, LANES, Boat, Table
from engine.kernel.drawing.lettering import BOLD, breadth, cut_to_fit
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.shapes import FAINT, INK, INNER, RULE, SEA, box, draw_caption, draw_text
from engine.kernel.drawing.sheet import MARGIN, WIDTH
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

LANE = 30.0
STRIP = 22.0
HEADER = 22.0
ROW = 3 * LANE + STRIP
# The room before the first space and after the last, and where the course turns round.
ENDS = 60.0
BEND = 56.0
CELL = (54.0, 76.0)
# A track with more spaces is listed instead of drawn.
MOST_SPACES = 72


class Track(NamedTuple):
    """The track on the table."""

    track: tuple[tuple[str, str], ...]
    ends: tuple[int, ...]
    finish: int
    rainbows: frozenset[int]
    starts: frozenset[int]
    rear: int


class Course(NamedTuple):
    """The places of the spaces on the page. Cards before `turn` lead out, to the right; the others lead home."""

    turn: int
    cell: float
    width: float
    out: float
    home: float
    left: tuple[float, ...]

    @property
    def edge(self) -> float:
        """The x coordinate where the cards end and the course turns round."""
        return self.width - MARGIN - BEND

    def corner(self, space: int, lane: int, *, homeward: bool) -> tuple[float, float]:
        """Find the corner of a lane; the inside lane, 1, faces the middle of the course."""
        step = lane - 1 if homeward else 3 - lane
        top = self.home if homeward else self.out + STRIP
        return self.left[space], top + step * LANE


@dataclass(frozen=True, slots=True)
class Berth:
    """The lane that a boat is drawn in, and whether it is certain."""

    boat: Boat
    lane: int
    sure: bool


def drawable(table: Table) -> bool:
    """Return whether the track is known, and short enough to be legible."""
    return (
        bool(table.ends)
        and all(map(is_known, table.ends))
        and len(table.ends) <= len(table.track)
        and 0 < table.ends[-1] <= MOST_SPACES
    )


def lay(table: Table, out: float, middle: float) -> Course:
    """Lay out the course: the way out at `out`, the way home below the centre of the table, which is at `middle`."""
    turn = (len(table.ends) + 1) // 2
    out_spaces = table.ends[turn - 1]
    cells = max(out_spaces, table.ends[-1] - out_spaces)
    gaps = GAP * (turn - 1)
    fitting = (WIDTH - 2 * MARGIN - ENDS - BEND - gaps) / cells
    cell = min(max(fitting, CELL[0]), CELL[1])
    width = max(WIDTH, cells * cell + gaps + 2 * MARGIN + ENDS + BEND)
    edge = width - MARGIN - BEND
    left = [0.0, *_outward(table, turn, cell, edge), *_homeward(table, turn, cell, edge)]
    return Course(turn, cell, width, out, out + ROW + middle, tuple(left))


def _outward(table: Table, turn: int, cell: float, edge: float) -> Iterator[float]:
    spaces = table.ends[turn - 1]
    for space in range(1, spaces + 1):
        later = sum(end >= space for end in table.ends[: turn - 1]) if turn > 1 else 0
        yield edge - (spaces - space + 1) * cell - later * GAP


def _homeward(table: Table, turn: int, cell: float, edge: float) -> Iterator[float]:
    before = table.ends[turn - 1]
    for space in range(before + 1, table.ends[-1] + 1):
        earlier = sum(end < space for end in table.ends[turn:])
        yield edge - (space - before) * cell - earlier * GAP


def draw_course(table: Table, course: Course) -> Markup:
    """Draw the empty track."""
    laid = Track(table.track, table.ends, table.finish, table.rainbows, table.starts, table.rear)
    return _empty(laid, course)


@draw_once
def _empty(laid: Track, course: Course) -> Markup:
    cards = [_card(laid, course, number) for number in range(len(laid.ends))]
    bend = [_bend(course)] if len(cards) > course.turn else []
    return element("g", *bend, *cards, _start(course), _finish(laid, course))


def _card(laid: Track, course: Course, number: int) -> Markup:
    first = laid.ends[number - 1] + 1 if number else 1
    spaces = range(first, laid.ends[number] + 1)
    homeward = number >= course.turn
    top = course.home if homeward else course.out
    if not spaces:
        return element("g")
    left = min(course.left[space] for space in spaces)
    width = course.cell * len(spaces)
    retired = number < laid.rear
    parts = [
        box(left, top, width, ROW, fill=SEA, stroke="none"),
        _inside(course, spaces, homeward=homeward),
        _grid(course, left, top, len(spaces), homeward=homeward),
        *(_space(laid, course, space, homeward=homeward) for space in spaces),
    ]
    if retired:
        lanes = top if homeward else top + STRIP
        cross = f"M{left:.2f} {lanes}l{width:.2f} {3 * LANE}m0 {-3 * LANE}l{-width:.2f} {3 * LANE}"
        parts.append(element("path", d=cross, stroke=INK))
    parts.append(box(left, top, width, ROW, fill="none", stroke=INK, stroke_width=1.4))
    drawn = element("g", *parts, opacity=0.4 if retired else None)
    return element("g", drawn, _header(laid, course, number, left))


def _inside(course: Course, spaces: range, *, homeward: bool) -> Markup:
    """Shade the inside lane, which counts as ahead."""
    xs = [course.corner(space, 1, homeward=homeward) for space in spaces]
    left, top = min(xs)
    return element("rect", x=left, y=top, width=course.cell * len(spaces), height=LANE, fill=INNER)


def _grid(course: Course, left: float, top: float, spaces: int, *, homeward: bool) -> Markup:
    lanes = top if homeward else top + STRIP
    across = "".join(f"M{left + number * course.cell:.2f} {top}v{ROW}" for number in range(1, spaces))
    edge = lanes + 3 * LANE if homeward else lanes
    along = "".join(f"M{left:.2f} {lanes + n * LANE}h{course.cell * spaces:.2f}" for n in (1, 2))
    return element(
        "g",
        element("path", d=across, stroke=FAINT, stroke_width=0.8),
        element("path", d=f"M{left:.2f} {edge}h{course.cell * spaces:.2f}", stroke=FAINT, stroke_width=0.8),
        element("path", d=along, stroke=FAINT, stroke_width=0.8, stroke_dasharray="3 4"),
    )


def _space(laid: Track, course: Course, space: int, *, homeward: bool) -> Markup:
    left = course.left[space]
    base = course.home + ROW - 6 if homeward else course.out + STRIP - 6
    parts = [draw_text(left + 5, base, str(space), 12, font_weight="bold")]
    if is_known(laid.starts) and space in laid.starts:
        parts.append(pennant(left + course.cell / 2 - 4, base + 1))
    if is_known(laid.rainbows) and space in laid.rainbows:
        parts.append(rainbow(left + course.cell - 13, base + 1))
    return element("g", *parts)


def _header(laid: Track, course: Course, number: int, left: float) -> Markup:
    name, face = laid.track[number]
    y = course.home + ROW + 16 if number >= course.turn else course.out - 7
    spaces = laid.ends[number] - (laid.ends[number - 1] if number else 0)
    room = course.cell * spaces - 4
    title = cut_to_fit(name, 13 * BOLD, room / 2)
    note = cut_to_fit(face + (", out of play" if number < laid.rear else ""), 12, room - breadth(title, 13 * BOLD) - 6)
    parts = [
        element("tspan", title, font_weight="bold"),
        element("tspan", note, dx=6, font_style="italic" if face == "advanced" else None, font_size=12),
    ]
    return element("text", *parts, x=left + 2, y=y, font_size=13, fill=INK)


def _bend(course: Course) -> Markup:
    """Draw the bend: from the right end of the upper cards to that of the lower."""
    x, top, low = course.edge + 6, course.out + STRIP + 1.5 * LANE, course.home + 1.5 * LANE
    reach, down = BEND * 1.15, low - top
    curve = f"M{x:.2f} {top:.2f}c{reach:.2f} 0 {reach:.2f} {down:.2f} 3 {down:.2f}"
    return element(
        "g",
        element("path", d=curve, fill="none", stroke=RULE, stroke_width=5),
        element("path", d=f"M{x - 3:.2f} {low:.2f}l12 -8v16z", fill=RULE),
    )


def _start(course: Course) -> Markup:
    right = course.left[1] - 8
    names = [
        draw_caption(right, course.corner(1, lane, homeward=False)[1] + LANE / 2 + 4, LANES[lane], text_anchor="end")
        for lane in (1, 2, 3)
    ]
    title = draw_text(right, course.out + STRIP - 6, "Start", 12, text_anchor="end", font_weight="bold")
    return element("g", title, *names)


def _finish(laid: Track, course: Course) -> Markup:
    last = laid.ends[-1]
    homeward = len(laid.ends) > course.turn
    side = 45.0
    if homeward:
        x, y, base = course.left[last] - GAP - side, course.home, course.home + ROW - 6
    else:
        x, y, base = course.edge + GAP, course.out + STRIP, course.out + STRIP - 6
    label = draw_text(x + side / 2, base, f"{laid.finish}", 12, text_anchor="middle", font_weight="bold")
    title = draw_text(x + side, base + (22 if homeward else -23), "Finish", 13, text_anchor="end", font_weight="bold")
    return element("g", chequers(x, y, side, 3 * LANE), label, title)


def moor(table: Table) -> tuple[list[Berth], list[Boat]]:
    """Assign to every boat on the track a lane to draw it in. Boats without a possible lane are adrift."""
    moored: dict[tuple[int, int], Berth] = {}
    adrift: list[Boat] = []
    laneless: list[Boat] = []
    for boat in table.boats:
        if boat.state != AFLOAT or at_finish(table, boat):
            continue
        if not is_known(boat.space) or not 0 < boat.space < table.finish:
            adrift.append(boat)
        elif is_known(boat.lane) and 0 < boat.lane < len(LANES) and (boat.space, boat.lane) not in moored:
            moored[boat.space, boat.lane] = Berth(boat, boat.lane, sure=True)
        else:
            laneless.append(boat)
    for boat in laneless:
        lane = next((lane for lane in (3, 2, 1) if (boat.space, lane) not in moored), 0)
        if lane:
            moored[boat.space, lane] = Berth(boat, lane, sure=False)
        else:
            adrift.append(boat)
    return list(moored.values()), adrift


def boat_spot(table: Table, boat: Boat, x: float, y: float) -> Markup:
    """Name the spot of a boat."""
    return spot(f"{boat.seat}.boat#{boat.number}", place(table, boat), x, y, *HULL)


def draw_boats(table: Table, course: Course, moored: list[Berth], colours: dict[str, Livery]) -> Markup:
    """Draw the boats on the track."""
    drawn = []
    for berth in moored:
        boat = berth.boat
        homeward = boat.space > table.ends[course.turn - 1]
        x, y = course.corner(boat.space, berth.lane, homeward=homeward)
        x, y = x + (course.cell - HULL[0]) / 2, y + (LANE - HULL[1]) / 2
        drawn.append(hull(x, y, colours[boat.seat], mark(table, boat), homeward=homeward, sure=berth.sure))
        drawn.append(boat_spot(table, boat, x, y))
    return element("g", *drawn)
