"""A small builder of SVG text. It allows drawing elements only, and escapes all text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from engine.kernel.basics.visible_text import make_visible

NAMESPACE: Final = "http://www.w3.org/2000/svg"
# The elements of a picture. None of them runs, loads or embeds anything.
DRAWING: Final = frozenset(
    {"svg", "g", "title", "desc", "rect", "path", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
)
ATTRIBUTE: Final = re.compile(r"(?!on|href|xlink|style|src)[a-z][A-Za-z0-9-]*")
# Two characters that `make_visible` leaves alone, but XML refuses.
NOT_IN_XML: Final = re.compile("[\ufffe\uffff]")
ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


# Most of a picture recurs in the next one, so spelled texts are cached. Longer texts come from logs and are not.
MOST_KEPT: Final = 16_384
LONGEST_KEPT: Final = 120


class Markup(str):
    """SVG that was built here. Any other string is text, and is escaped before it goes in."""

    __slots__ = ()


class SvgGroup(Markup):
    """Elements one below the other, a line each, so that a reader can walk a picture group by group.

    Most groups recur in the next picture, so readers cache their results in `notes`.
    """

    __slots__ = ("children", "notes", "opening")

    opening: str
    children: tuple[str, ...]
    notes: dict[object, Any]


def escape_text(text: str) -> str:
    """Escape a text so that it can only be read as text. Characters that hide or reorder become visible."""
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
    # Line ends let pictures be compared line by line; inside a text they would become spaces.
    group = SvgGroup("\n".join([opening, *inside, f"</{tag}>"]))
    group.opening, group.children, group.notes = opening, tuple(inside), {}
    return group


def build_picture(width: float, height: float, *children: str, **attributes: str | float | None) -> Markup:
    """Build the outermost element, which scales with its page."""
    box = f"0 0 {spell_length(width)} {spell_length(height)}"
    size: dict[str, str | float | None] = {"xmlns": NAMESPACE, "viewBox": box, "width": width, "height": height}
    return element("svg", *children, **{**size, **attributes})


@lru_cache(maxsize=MOST_KEPT)
def spell_length(value: float) -> str:
    """Spell a length with two decimals at most, so that the same picture has the same bytes everywhere."""
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
