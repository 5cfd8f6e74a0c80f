"""Finds what a move changed in a picture, and draws marks around it.

A game names the spots of its drawing and the value of each. Comparing the drawings before and after a move then gives
what changed, and where each moved piece came from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import chain
from math import cos, hypot, inf, radians, sin
from typing import Final, NamedTuple

from engine.kernel.basics.visible_text import make_visible
from engine.kernel.drawing.lettering import spell_value
from engine.kernel.drawing.shapes import MARK, PAPER
from engine.kernel.drawing.svg import Markup, SvgGroup, element, escape_text

TITLE: Final = re.compile(r"<title[^>]*>([^<]*)</title>")
# The part of a name after this sign tells identical things apart, and is not read out.
ONE_OF: Final = "#"
# The part of a name after this word is the place of a thing that has no name of its own: `red on c32`.
WHERE: Final = " on "
# UNSEEN begins every spot and no other element. TOLD ends the description of a picture.
UNSEEN: Final = "<rect data-spot="
TOLD: Final = "</desc>"
SPOT: Final = re.compile(rf"{UNSEEN}[^>]*/>\n?")
# A place as `spot` writes it.
PLACE: Final = re.compile(
    r'<rect data-spot="([^"]*)" data-says="([^"]*)" x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"'
)
TRANSFORM: Final = re.compile(r' transform="([^"]*)"')
MOVE: Final = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
# The distance of a mark from its spot, and the least distance of a move that gets an arrow.
OFF, FAR = 3.0, 14.0
HEAD: Final = 11.0

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
STILL: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class MarkedPicture(NamedTuple):
    """A picture of a move: the drawing, its title, and what the move changed, in words."""

    svg: str
    title: str
    move: str


class Marks(NamedTuple):
    """The marks over a picture of a move, and what the move changed, in words."""

    rings: tuple[Markup, ...]
    move: str

    @property
    def move_text(self) -> str:
        """The text to add to the description of the picture."""
        return escape_text(f" {self.move}") if self.move else ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the sheet: its name, its value, and its corners."""

    name: str
    says: str
    left: float
    top: float
    right: float
    low: float

    @property
    def middle(self) -> Point:
        """The centre, where an arrow starts or ends."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2


def spot(name: str, says: object, x: float, y: float, width: float, height: float) -> Markup:
    """Name a place of a drawing: `green.gold` has the value 3. The name is removed before the picture is shown."""
    return element(
        "rect", data_spot=name, data_says=spell_value(says), x=x, y=y, width=width, height=height, fill="none"
    )


def remove_spots(drawn: str) -> str:
    """Remove the names of the places from a drawing."""
    return SPOT.sub("", drawn)


def mark_changes(drawn: Markup, before: Markup, after: Markup, named: Collection[str] = ()) -> MarkedPicture:
    """Mark in `drawn` what changes between `before` and `after`, and the spots in `named`. It is one of the two."""
    marks = find_marks(drawn, before, after, named)
    head, close, rest = remove_spots(drawn).partition(TOLD)
    rings = (f"{mark}\n" for mark in marks.rings)
    found = TITLE.search(drawn)
    title = unescape(found[1]) if found else ""
    return MarkedPicture(
        "".join([head, marks.move_text, close, rest.removesuffix("</svg>"), *rings, "</svg>"]), title, marks.move
    )


def find_marks(drawn: Markup, before: Markup, after: Markup, named: Collection[str] = ()) -> Marks:
    """Find the marks that `mark_changes` draws."""
    then = find_spots(before)
    now = _follow_moves(then, find_spots(after))
    changed = [name for name in {**then, **now} if _find_label(then, name) != _find_label(now, name)]
    wanted = [*changed, *(name for name in map(make_visible, named) if name in now and name not in changed)]
    own, other = (then, now) if drawn == before else (now, then)
    limit = _find_shift(own, other)
    theirs = {name: one for name, one in other.items() if one.low <= limit}
    earlier, later = (own, theirs) if own is then else (theirs, own)
    rings = {_draw_mark(earlier.get(name), later.get(name), _describe_change(then, now, name)): None for name in wanted}
    outcome = "; ".join(_describe_change(then, now, name) for name in wanted)
    outcome = f"{'The move' if changed else 'The claim'}: {outcome}." if outcome else ""
    return Marks(tuple(filter(None, rings)), outcome)


def _follow_moves(then: Mapping[str, Spot], now: Mapping[str, Spot]) -> dict[str, Spot]:
    """Match one of several identical things that is gone with one that is new: the same thing has moved."""
    gone, come = _group_by_kind(then, now), _group_by_kind(now, then)
    moved_ = {come[kind][0]: gone[kind][0] for kind in gone if len(gone[kind]) == len(come.get(kind, [])) == 1}
    return {moved_.get(name, name): one for name, one in now.items()}


def _group_by_kind(here: Mapping[str, Spot], there: Mapping[str, Spot]) -> dict[str, list[str]]:
    """Group by kind the things named after their places that are in `here` but not in `there`."""
    kinds: dict[str, list[str]] = {}
    for name in here:
        if WHERE in name and name not in there:
            kinds.setdefault(name.partition(WHERE)[0], []).append(name)
    return kinds


def _find_label(there: Mapping[str, Spot], name: str) -> str:
    return there[name].says if name in there else ""


def _describe_change(then: Mapping[str, Spot], now: Mapping[str, Spot], name: str) -> str:
    """Describe a change: green gold 3 → 5."""
    was, is_ = _find_label(then, name) or "nothing", _find_label(now, name) or "nothing"
    called = name.partition(ONE_OF)[0].partition(WHERE)[0].replace(".", " ").replace("_", " ")
    return f"{called}: {was}" if was == is_ else f"{called}: {was} → {is_}"


def _find_shift(own: Mapping[str, Spot], other: Mapping[str, Spot]) -> float:
    """Find the height down to which two drawings have the same layout; below it their places are not comparable."""
    both = [(one, other[name]) for name, one in own.items() if name in other and other[name].says == one.says]
    return min((min(one.top, two.top) for one, two in both if abs(one.top - two.top) > 1), default=inf)


def _draw_mark(was: Spot | None, now: Spot | None, outcome: str) -> Markup:
    """Ring what has changed. A thing that moved has a broken ring at its old place, and an arrow to the new one."""
    here = now or was
    if here is None:
        return Markup()
    title = element("title", outcome)
    if was is None or now is None or _measure_distance(was, now) < FAR:
        return element("g", title, *_draw_ring(here, broken=now is None))
    return element("g", title, *_draw_ring(was, broken=True), *_draw_ring(now), *_draw_arrow(was, now))


def _draw_ring(around: Spot, *, broken: bool = False) -> list[Markup]:
    """Draw a line around a place over a broader line in the colour of paper, so that it stands out on anything."""
    frame: dict[str, str | float | None] = {
        "x": around.left - OFF,
        "y": around.top - OFF,
        "width": around.right - around.left + 2 * OFF,
        "height": around.low - around.top + 2 * OFF,
        "rx": 6,
        "fill": "none",
    }
    line = element("rect", **frame, stroke=MARK, stroke_width=2.5, stroke_dasharray="6 4" if broken else None)
    return [element("rect", **frame, stroke=PAPER, stroke_width=5), line]


def _measure_distance(was: Spot, now: Spot) -> float:
    return hypot(now.middle[0] - was.middle[0], now.middle[1] - was.middle[1])


def _draw_arrow(was: Spot, now: Spot) -> list[Markup]:
    """Draw an arrow from the edge of one place to that of another; without enough room, draw none."""
    (x, y), (to_x, to_y), far = was.middle, now.middle, _measure_distance(was, now)
    across, down = (to_x - x) / far, (to_y - y) / far
    start, end = _find_ring_distance(was, across, down), far - _find_ring_distance(now, across, down)
    if end - start < HEAD:
        return []
    neck = end - HEAD
    shaft = f"M{x + start * across:.2f} {y + start * down:.2f}L{x + neck * across:.2f} {y + neck * down:.2f}"
    left, low = x + neck * across, y + neck * down
    wide = HEAD * 0.55
    head = (
        f"M{x + end * across:.2f} {y + end * down:.2f}L{left - wide * down:.2f} {low + wide * across:.2f}"
        f"L{left + wide * down:.2f} {low - wide * across:.2f}Z"
    )
    return [
        element("path", d=shaft, stroke=PAPER, stroke_width=5.5, opacity=0.8),
        element("path", d=shaft, stroke=MARK, stroke_width=2.5),
        element("path", d=head, fill=MARK, stroke=PAPER, stroke_width=0.8),
    ]


def _find_ring_distance(around: Spot, across: float, down: float) -> float:
    """Return the distance from the middle of a place to its ring, in one direction."""
    wide, high = (around.right - around.left) / 2 + OFF, (around.low - around.top) / 2 + OFF
    return min(wide / abs(across) if across else inf, high / abs(down) if down else inf)


def find_spots(drawn: Markup) -> dict[str, Spot]:
    """Find the named places of a drawing of ours, as they lie on the sheet."""
    return {found.name: found for found in _walk_groups(drawn, STILL)}


def _walk_groups(drawn: str, around: Matrix) -> tuple[Spot, ...]:
    """Collect the spots in the groups of a drawing. A group at the same place as in an earlier drawing is cached."""
    if UNSEEN not in drawn:
        return ()
    if not isinstance(drawn, SvgGroup):
        place = PLACE.match(drawn)
        return (_place_spot(around, *place.groups()),) if place else ()
    where, there = drawn.notes.get(_walk_groups, (None, ()))
    if where != around:
        turned = TRANSFORM.search(drawn.opening)
        within = add_transform(around, turned[1]) if turned else around
        there = tuple(chain.from_iterable(_walk_groups(child, within) for child in drawn.children))
        drawn.notes[_walk_groups] = (around, there)
    found: tuple[Spot, ...] = there
    return found


def _place_spot(at: Matrix, name: str, says: str, *box: str) -> Spot:
    x, y, width, height = map(float, box)
    corners = [place_point(at, (left, top)) for left in (x, x + width) for top in (y, y + height)]
    across, down = zip(*corners, strict=True)
    return Spot(unescape(name), unescape(says), min(across), min(down), max(across), max(down))


def add_transform(matrix: Matrix, transform: str) -> Matrix:
    """Add the transform of a group to those of the groups around it."""
    for kind, numbers in MOVE.findall(transform):
        first, *rest = map(float, numbers.split())
        if kind == "translate":
            matrix = _multiply_matrices(matrix, (1, 0, 0, 1, first, rest[0]))
        elif kind == "scale":
            matrix = _multiply_matrices(matrix, (first, 0, 0, first, 0, 0))
        else:
            turn, (x, y) = radians(first), rest
            matrix = _multiply_matrices(matrix, (1, 0, 0, 1, x, y))
            matrix = _multiply_matrices(matrix, (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0))
            matrix = _multiply_matrices(matrix, (1, 0, 0, 1, -x, -y))
    return matrix


def _multiply_matrices(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = two
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def place_point(at: Matrix, point: Point) -> Point:
    """Find where a point of a group lies on the sheet."""
    a, b, c, d, e, f = at
    x, y = point
    return a * x + c * y + e, b * x + d * y + f
