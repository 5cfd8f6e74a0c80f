"""Pictures taken apart: each element that any of them draws is stored once, and a picture is the number of its root."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from engine.kernel.jsons import Json
from engine.kernel.svg import ATTRIBUTE, DRAWING

# What `engine.kernel.svg` writes, and nothing else.
TOKEN = re.compile(
    r'<(?P<tag>[a-z]+)(?P<look>(?: [a-z][A-Za-z0-9-]*="[^"<>]*")*)(?P<empty>/?)>|</(?P<end>[a-z]+)>|[^<>]+'
)
LOOK = re.compile(r' ([a-z][A-Za-z0-9-]*)="([^"<>]*)"')
# What a picture is called by stands in the page that shows it.
NAMES = frozenset({"id", "xmlns", "aria-labelledby", "role"})
# A description is stored sentence by sentence, for most of them are the same in the next picture.
SENTENCES = re.compile(r"(?<=[.;:,] )")


class Fragments:
    """A pool of elements, each `[tag, attributes, child, ...]`; a child is a text, an element, or its number."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self.pool: list[Json] = []
        self._numbers: dict[object, int] = {}
        self._lines: dict[str, list[Json]] = {}

    def add(self, svg: str) -> int:
        """Take a picture in, and give the number of its root; anything but a drawing of ours raises `ValueError`."""
        within: list[tuple[str, list[int]]] = [("", [])]
        for line in svg.split("\n"):
            if line.startswith("</"):
                opening, children = within.pop()
                within[-1][1].append(self._group(line[2:-1], opening, children))
            elif line.startswith(("<g", "<svg")) and not line.endswith(("</g>", "/>")):
                within.append((line, []))
            elif line:
                within[-1][1].append(self._leaf(line))
        roots = within[0][1]
        if len(within) != 1 or len(roots) != 1:
            raise ValueError("This is no single picture.")
        return roots[0]

    def _leaf(self, line: str) -> int:
        if line not in self._numbers:
            self._numbers[line] = self._kept(self._shortened(parsed(line)))
        return self._numbers[line]

    def _group(self, tag: str, opening: str, children: list[int]) -> int:
        key = (opening, *children)
        if key not in self._numbers:
            head = parsed(f"{opening}</{tag}>")
            self._numbers[key] = self._kept([*head, *children])
        return self._numbers[key]

    def _shortened(self, drawn: list[Json]) -> list[Json]:
        if drawn[0] != "desc":
            return drawn
        return [*drawn[:2], *(self._text(part) for part in SENTENCES.split("".join(drawn[2:])))]

    def _text(self, text: str) -> int:
        key = ("", text)
        if key not in self._numbers:
            self._numbers[key] = self._kept(text)
        return self._numbers[key]

    def _kept(self, what: Json) -> int:
        self.pool.append(what)
        return len(self.pool) - 1


def parsed(markup: str) -> list[Json]:
    """Read one element; raises `ValueError` for whatever our own builder would not have written."""
    within: list[list[Json]] = [["", {}]]
    for token in _tokens(markup):
        if token["tag"]:
            drawn: list[Json] = [_drawing(token["tag"]), _attributes(token["look"])]
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


def _tokens(markup: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(markup):
        found = TOKEN.match(markup, at)
        if found is None:
            raise ValueError(f"This is no drawing: {markup[at : at + 40]!r}")
        at = found.end()
        yield found


def _drawing(tag: str) -> str:
    if tag not in DRAWING:
        raise ValueError(f"<{tag}> is no drawing element.")
    return tag


def _attributes(look: str) -> dict[str, str]:
    kept = {}
    for name, value in LOOK.findall(look):
        if name in NAMES:
            continue
        if not ATTRIBUTE.fullmatch(name) or "url(" in value:
            raise ValueError(f"{name} is no attribute of a drawing.")
        kept[name] = unescape(value)
    return kept
