"""The sheet of every picture: its frame and names, the banner above, the panels below, the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from engine.kernel.drawing import dark_colours as night
from engine.kernel.drawing.alt_text import DrawnComponents, Telling, describe_components
from engine.kernel.drawing.lettering import BOLD, breadth, cut_to_fit
from engine.kernel.drawing.shapes import INK, PAPER, WHITE, box, draw_caption, draw_text
from engine.kernel.drawing.svg import Markup, build_picture, element
from engine.kernel.unknown import is_known

WIDTH = 1200.0
MARGIN = 24.0
TOP = 84.0
LEGEND = 40.0
# The width of the banner that the game and its moment take.
NAME = 330.0

PAD = 12.0
SPACE = 12.0
THICK, THIN = 3.5, 1.2


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture to be drawn: its names, its description in words, and its size."""

    game: str
    title: str
    description: str
    width: float
    height: float
    # The colours that only this game uses, each with its dark colour.
    night: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, telling: Telling, width: float, height: float, night: Mapping[str, str] | None = None) -> Sheet:
        """Make the sheet for a table with these texts."""
        return cls(telling.game, telling.summary, telling.description, width, height, night or {})

    def draw(self, *parts: Markup) -> Markup:
        """Draw everything on paper. Screen readers get the title and the description."""
        # Two pictures on one page must not share the ids of their titles.
        key = f"{self.game}-{crc32(self.description.encode()):08x}"
        return build_picture(
            self.width,
            self.height,
            element("title", self.title, id=f"{key}-title"),
            element("desc", self.description, id=f"{key}-desc"),
            night.write_style(self.night),
            element("rect", width=self.width, height=self.height, fill=PAPER),
            *parts,
            role="img",
            aria_labelledby=f"{key}-title {key}-desc",
            font_family="sans-serif",
        )


def banner(width: float, telling: Telling, components: DrawnComponents) -> Markup:
    """Write the game, its components and the moment on the left, and what comes next on the right."""
    right = width - MARGIN
    room = right - MARGIN - NAME
    return element(
        "g",
        draw_text(MARGIN, 42, telling.title, 24, font_weight="bold"),
        draw_caption(
            MARGIN + breadth(telling.title, 24 * BOLD) + 14, 42, cut_to_fit(describe_components(components), 11, NAME)
        ),
        draw_caption(MARGIN, 62, cut_to_fit(telling.moment, 13, NAME), 13),
        draw_text(
            right, 42, cut_to_fit(telling.comes_next, 18 * BOLD, room), 18, text_anchor="end", font_weight="bold"
        ),
        draw_text(right, 62, cut_to_fit(telling.beneath, 13, room), 13, text_anchor="end"),
        element("path", d=f"M{MARGIN} 72H{right:.2f}", stroke=INK, stroke_width=1.5),
    )


def legend(y: float, signs: Iterable[tuple[Markup, float, str]]) -> Markup:
    """Draw the legend; each sign has its width and its meaning."""
    x = MARGIN
    parts: list[Markup] = []
    for sign, room, says in signs:
        parts.append(element("g", sign, transform=f"translate({x:.2f} 0)"))
        parts.append(draw_caption(x + room, y + 16, says))
        x += room + breadth(says, 11) + 18
    return element("g", *parts)


@dataclass(frozen=True, slots=True)
class Panels:
    """The area for one panel a seat, `in_a_row` of them side by side."""

    in_a_row: int
    x: float
    y: float
    room: float

    def draw(
        self, seats: Sequence[str], active: object, body: Callable[[str, float], tuple[Markup, float]]
    ) -> tuple[Markup, float]:
        """Draw all panels with the height of the highest, and return that total height.

        The active seat's frame is bold.
        """
        across = max(1, min(self.in_a_row, len(seats)))
        width = (self.room - SPACE * (across - 1)) / across
        bodies = {seat: body(seat, width) for seat in seats}
        high = max((height for _, height in bodies.values()), default=0.0)
        drawn = []
        for number, (seat, (inside, _)) in enumerate(bodies.items()):
            row, column = divmod(number, across)
            corner = f"translate({self.x + column * (width + SPACE):.2f} {self.y + row * (high + SPACE):.2f})"
            frame = _outline_panel(width, high, bold=is_known(active) and seat == active)
            drawn.append(element("g", frame, inside, transform=corner))
        rows = -(-len(drawn) // across)
        return element("g", *drawn), rows * (high + SPACE)


def _outline_panel(width: float, height: float, *, bold: bool) -> Markup:
    """Outline a panel: bold if it is that player's turn."""
    if bold:
        return box(0, 0, width, height, stroke=INK, stroke_width=THICK)
    return box(0, 0, width, height, stroke_width=THIN)


@dataclass(frozen=True, slots=True)
class PanelHead:
    """The head of a panel: the player's piece, a name, a note below it, and a badge on the right."""

    title: str
    name: str
    note: str
    badge: str

    def draw(self, piece: Markup, piece_width: float, width: float) -> Markup:
        """Write the head across a panel of this width."""
        taken = breadth(self.badge, 11) + 16 if self.badge else 0.0
        left = PAD + piece_width + 10
        name = cut_to_fit(self.name, 15 * BOLD, width - left - PAD - taken - 6)
        parts = [
            element("title", self.title),
            piece,
            draw_text(left, PAD + 10, name, 15, font_weight="bold"),
            draw_caption(left, PAD + 25, cut_to_fit(self.note, 11, width - left - PAD)),
        ]
        if self.badge:
            parts.append(box(width - PAD - taken, PAD - 3, taken, 18, rx=9, fill=INK, stroke="none"))
            middle = width - PAD - taken / 2
            parts.append(draw_text(middle, PAD + 10, self.badge, 11, text_anchor="middle", fill=WHITE))
        return element("g", *parts)
