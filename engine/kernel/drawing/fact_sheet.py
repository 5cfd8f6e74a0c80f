"""A table of which nobody has made a picture: its facts, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.drawing.lettering import BOLD, breadth, paragraph, spelt
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.shapes import words
from engine.kernel.drawing.sheet import MARGIN, TOP, Sheet
from engine.kernel.drawing.svg import Markup

SIZE, LINE, TITLE = 13, 20, 24


def draw(title: str, facts: Mapping[str, object]) -> Markup:
    """List the facts under the title of the game."""
    lines = [f"{name}: {spelt(value)}" for name, value in facts.items()]
    broad = max([breadth(title, TITLE * BOLD), *(breadth(line, SIZE) for line in lines)]) + 2 * MARGIN
    sheet = Sheet(title.lower(), title, paragraph(lines), broad, TOP + LINE * len(lines))
    placed = (words(MARGIN, TOP + LINE * number, line, SIZE) for number, line in enumerate(lines))
    names = (
        spot(name, value, MARGIN, TOP + LINE * number - SIZE, breadth(lines[number], SIZE), SIZE + 4)
        for number, (name, value) in enumerate(facts.items())
    )
    return sheet.draw(words(MARGIN, TOP / 2, title, TITLE, font_weight="bold"), *placed, *names)
