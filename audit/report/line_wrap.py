"""Wraps, indents and colours the lines of a report for a terminal or a file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.kernel.basics.visible_text import make_visible

NARROWEST = 40


class StyledLine(NamedTuple):
    """One line of output, and its style if colour is on."""

    text: str
    style: str = ""


def typeset_lines(lines: Iterable[StyledLine], *, colour: bool) -> str:
    """Join lines to a text."""
    if colour:
        return _colour_lines(list(lines))
    return "".join(f"{line.text.rstrip()}\n" for line in lines)


def _colour_lines(lines: list[StyledLine]) -> str:
    from io import StringIO  # noqa: PLC0415 - plain text, the usual case, does not need it

    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    sheet = StringIO()
    console = Console(file=sheet, force_terminal=True, color_system="standard", highlight=False, markup=False)
    for line in lines:
        console.print(Text(line.text.rstrip(), line.style), soft_wrap=True)
    return sheet.getvalue()


def wrap_paragraph(text: str, width: int, indent: int = 0, *, hang: int = 0, style: str = "") -> Iterator[StyledLine]:
    """Wrap a paragraph. Words from the log are never split."""
    first, later = " " * indent, " " * (indent + hang)
    wrapper = textwrap.TextWrapper(
        width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )
    yield from (StyledLine(line, style) for line in wrapper.wrap(make_visible(text)))
