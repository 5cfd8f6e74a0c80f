"""A small builder of SVG text: it knows drawing elements only, and escapes whatever it is handed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from engine.kernel.spellings.misread import make_visible

NAMESPACE: Final = "http://www.w3.org/2000/svg"
# What a picture is made of. Nothing here runs, loads or embeds anything.
DRAWING: Final = frozenset(
    {"svg", "g", "title", "desc", "rect", "path", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
)
ATTRIBUTE: Final = re.compile(r"(?!on|href|xlink|style|src)[a-z][A-Za-z0-9-]*")
# Two characters that `shown` leaves alone, and XML refuses.
NOT_IN_XML: Final = re.compile("[\ufffe\uffff]")
ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


# Most of a picture is in the next one as well: what was spelled is kept. Longer texts come from logs, and are not.
MOST_KEPT: Final = 16_384
LONGEST_KEPT: Final = 120


class Markup(str):
    """SVG that has been built here; any other string is text, and is escaped before it goes in."""

    __slots__ = ()


class SvgGroup(Markup):
    """Elements one below the other, a line each: whoever takes a picture apart goes from group to group.

    Most groups of a picture are in the next one as well, and what was read off one is noted on it by whoever reads.
    """

    __slots__ = ("children", "notes", "opening")

    opening: str
    children: tuple[str, ...]
    notes: dict[object, Any]


def escape_text(text: str) -> str:
    """Spell a text so that it can only be read as text; what would hide or reorder is made visible."""
    return _short(text) if len(text) <= LONGEST_KEPT else _escape_text(text)


def _escape_text(text: str) -> str:
    visible = NOT_IN_XML.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", make_visible(text))
    return visible.translate(ENTITIES)


_short = lru_cache(maxsize=MOST_KEPT)(_escape_text)


def element(tag: str, *children: str, **attributes: str | float | None) -> Markup:
    """Build an element. `stroke_width=2` becomes `stroke-width="2"`; an attribute that is None is left out."""
    if tag not in DRAWING:
        raise ValueError(f"<{tag}> is no drawing element; pictures use {', '.join(sorted(DRAWING))}.")
    head = "".join(
        [f"<{tag}", *(_write_attribute(name, value) for name, value in attributes.items() if value is not None)]
    )
    if not children:
        return Markup(f"{head}/>")
    inside = [child if isinstance(child, Markup) else escape_text(child) for child in children]
    return _build_group(tag, f"{head}>", inside) if tag in {"svg", "g"} else Markup(f"{head}>{''.join(inside)}</{tag}>")


def _build_group(tag: str, opening: str, inside: list[str]) -> SvgGroup:
    # Line ends keep a picture comparable line by line; inside a text they would become spaces.
    group = SvgGroup("\n".join([opening, *inside, f"</{tag}>"]))
    group.opening, group.children, group.notes = opening, tuple(inside), {}
    return group


def build_picture(width: float, height: float, *children: str, **attributes: str | float | None) -> Markup:
    """Build the outermost element, which scales with the page it stands on."""
    box = f"0 0 {spell_length(width)} {spell_length(height)}"
    size: dict[str, str | float | None] = {"xmlns": NAMESPACE, "viewBox": box, "width": width, "height": height}
    return element("svg", *children, **{**size, **attributes})


@lru_cache(maxsize=MOST_KEPT)
def spell_length(value: float) -> str:
    """Spell a length with two decimals at most, so that the same picture is the same bytes everywhere."""
    # Adding zero turns a rounded -0.0 into 0.0.
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _write_attribute(name: str, value: str | float) -> str:
    return f' {_check_attribute_name(name)}="{escape_text(value) if isinstance(value, str) else spell_length(value)}"'


@lru_cache(maxsize=256)
def _check_attribute_name(name: str) -> str:
    spelt = name.replace("_", "-")
    if not ATTRIBUTE.fullmatch(spelt):
        raise ValueError(f'"{spelt}" is no attribute of a drawing.')
    return spelt
