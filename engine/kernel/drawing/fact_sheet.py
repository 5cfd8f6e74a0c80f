"""Draws a table whose game has no picture: its facts, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.drawing.lettering import BOLD, breadth, join_sentences, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.shapes import draw_text
from engine.kernel.drawing.sheet import MARGIN, TOP, Sheet
from engine.kernel.drawing.svg import Markup

SIZE, LINE, TITLE = 13, 20, 24


def draw(title: str, facts: Mapping[str, object]) -> Markup:
    """List the facts under the title of the game."""
    lines = [f"{name}: {spell_value(value)}" for name, value in facts.items()]
    broad = max([breadth(title, TITLE * BOLD), *(breadth(line, SIZE) for line in lines)]) + 2 * MARGIN
    sheet = Sheet(title.lower(), title, join_sentences(lines), broad, TOP + LINE * len(lines))
    placed = (draw_text(MARGIN, TOP + LINE * number, line, SIZE) for number, line in enumerate(lines))
    names = (
        spot(name, value, MARGIN, TOP + LINE * number - SIZE, breadth(lines[number], SIZE), SIZE + 4)
        for number, (name, value) in enumerate(facts.items())
    )
    return sheet.draw(draw_text(MARGIN, TOP / 2, title, TITLE, font_weight="bold"), *placed, *names)
