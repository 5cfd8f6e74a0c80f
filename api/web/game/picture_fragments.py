"""Split pictures into fragments: each distinct element is stored once, and a picture is the number of its root."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from engine.kernel.basics.json_types import Json
from engine.kernel.drawing.marks import TOLD, UNSEEN, Marks
from engine.kernel.drawing.svg import ATTRIBUTE, DRAWING, Markup, SvgGroup

# Matches only the markup that `engine.kernel.drawing.svg` writes.
TOKEN = re.compile(
    r'<(?P<tag>[a-z]+)(?P<look>(?: [a-z][A-Za-z0-9-]*="[^"<>]*")*)(?P<empty>/?)>|</(?P<end>[a-z]+)>|[^<>]+'
)
LOOK = re.compile(r' ([a-z][A-Za-z0-9-]*)="([^"<>]*)"')
# The page names each picture itself, so fragments drop these attributes.
NAMES = frozenset({"id", "xmlns", "aria-labelledby", "role"})
# A description is stored sentence by sentence, because most sentences recur in the next picture.
SENTENCES = re.compile(r"(?<=[.;:,] )")


class Fragments:
    """A pool of elements, each `[tag, attributes, child, ...]`.

    A child is a text, an element, or an element's number.
    """

    def __init__(self) -> None:
        """Start with an empty pool."""
        self.pool: list[Json] = []
        self._numbers: dict[object, int] = {}

    def add_picture(self, drawn: Markup, marks: Marks | None = None) -> int:
        """Add a picture with its marks, and return its number. Raises `ValueError` if it is not a drawing of ours."""
        if not isinstance(drawn, SvgGroup) or not drawn.opening.startswith("<svg"):
            raise ValueError("This is no picture.")
        said, rings = (marks.move_text, marks.rings) if marks else ("", ())
        spoken = (one.replace(TOLD, said + TOLD) if one.startswith("<desc") else one for one in drawn.children)
        return self._add_group(drawn.opening, [*spoken, *rings])

    def _add_part(self, drawn: str) -> int:
        """Add a part of a picture. A group object that the last picture shared is recognised without a walk."""
        if not isinstance(drawn, SvgGroup):
            return self._add_leaf(drawn)
        if self not in drawn.notes:
            drawn.notes[self] = self._add_group(drawn.opening, drawn.children)
        number: int = drawn.notes[self]
        return number

    def _add_leaf(self, line: str) -> int:
        if line not in self._numbers:
            self._numbers[line] = self._store_element(self._split_description(parse_element(line)))
        return self._numbers[line]

    def _add_group(self, opening: str, drawn: Sequence[str]) -> int:
        """Add a group without its invisible spots and its style, because the page has the dark-mode colours."""
        children = [self._add_part(one) for one in drawn if one and not one.startswith((UNSEEN, "<style>"))]
        key = (opening, *children)
        if key not in self._numbers:
            tag = opening[1:-1].partition(" ")[0]
            self._numbers[key] = self._store_element([*parse_element(f"{opening}</{tag}>"), *children])
        return self._numbers[key]

    def _split_description(self, drawn: list[Json]) -> list[Json]:
        if drawn[0] != "desc":
            return drawn
        return [*drawn[:2], *(self._add_text(part) for part in SENTENCES.split("".join(drawn[2:])))]

    def _add_text(self, text: str) -> int:
        key = ("", text)
        if key not in self._numbers:
            self._numbers[key] = self._store_element(text)
        return self._numbers[key]

    def _store_element(self, what: Json) -> int:
        self.pool.append(what)
        return len(self.pool) - 1


def parse_element(markup: str) -> list[Json]:
    """Parse one element. Raises `ValueError` for markup that our SVG builder does not write."""
    within: list[list[Json]] = [["", {}]]
    for token in _split_tokens(markup):
        if token["tag"]:
            drawn: list[Json] = [_check_tag(token["tag"]), _parse_attributes(token["look"])]
            within[-1].append(drawn)
            if not token["empty"]:
                within.append(drawn)
        elif token["end"]:
            if within.pop()[0] != token["end"] or not within:
                raise ValueError(f"</{token['end']}> closes nothing.")
        else:
            within[-1].append(unescape(token[0]))
    if len(within) != 1 or len(within[0]) != 3 or not isinstance(within[0][2], list):  # noqa: PLR2004 - tag, attributes, one child
        raise ValueError("This is no single element.")
    element: list[Json] = within[0][2]
    return element


def _split_tokens(markup: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(markup):
        found = TOKEN.match(markup, at)
        if found is None:
            raise ValueError(f"This is no drawing: {markup[at : at + 40]!r}")
        at = found.end()
        yield found


def _check_tag(tag: str) -> str:
    if tag not in DRAWING:
        raise ValueError(f"<{tag}> is no drawing element.")
    return tag


def _parse_attributes(look: str) -> dict[str, str]:
    kept = {}
    for name, value in LOOK.findall(look):
        if name in NAMES:
            continue
        if not ATTRIBUTE.fullmatch(name) or "url(" in value:
            raise ValueError(f"{name} is no attribute of a drawing.")
        kept[name] = unescape(value)
    return kept
