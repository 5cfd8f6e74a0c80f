"""Parse JSON strictly: one unambiguous meaning, limited depth, and errors that name their place."""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterable
from typing import NamedTuple, NoReturn

import orjson

from engine.kernel.basics.json_types import Document, Json

MAX_DEPTH = 32
# Programs that store numbers as doubles would read larger integers wrong.
MAX_INTEGER = 2**53 - 1
_DIGITS = len(str(MAX_INTEGER)) + 1
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class Refusal(ValueError):  # noqa: N818 - named for the refusal; its base class says that it is an error
    """An error in a JSON text: a sentence, and a JSON pointer or a line and column."""

    def __init__(self, says: str, pointer: str | None = None, line: int = 0, column: int = 0) -> None:
        super().__init__(says)
        self.says, self.pointer, self.line, self.column = says, pointer, line, column


class _Mark(NamedTuple):
    """A placeholder in the tree for a refused value, until its pointer is known."""

    says: str
    key: str | None = None


def _build_object(pairs: list[tuple[str, Json]]) -> Document | _Mark:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return _Mark("This key appears twice in one object.", key)
        seen.add(key)
    raise AssertionError("a key that is there twice was not found")


def _parse_integer(text: str) -> int | _Mark:
    if len(text) <= _DIGITS and -MAX_INTEGER <= (number := int(text)) <= MAX_INTEGER:
        return number
    return _Mark(f"Whole numbers reach from -{MAX_INTEGER} to {MAX_INTEGER}.")


def _parse_number(text: str) -> float | _Mark:
    number = float(text)
    return number if math.isfinite(number) else _Mark("This number is too large.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_build_object,
    parse_int=_parse_integer,
    parse_float=_parse_number,
    parse_constant=lambda name: _Mark(f"{name} is not JSON."),
)


def parse_json(raw: bytes) -> Json:
    """Parse a JSON text, or raise `Refusal`."""
    if not raw.strip():
        raise Refusal("The body is empty; JSON was expected.", line=1, column=1)
    if raw.startswith(codecs.BOM_UTF8):
        raise Refusal("The body begins with a byte-order mark.", line=1, column=1)
    try:
        _check_depth(orjson.loads(raw))
        tree = _DECODER.decode(raw.decode())
    except orjson.JSONDecodeError as wrong:
        raise Refusal(f"This is not JSON: {wrong.msg}.", line=wrong.lineno, column=wrong.colno) from None
    except json.JSONDecodeError as wrong:
        raise Refusal(f"This is not JSON: {wrong.msg}.", line=wrong.lineno, column=wrong.colno) from None
    except RecursionError:
        _refuse_depth()
    _check_tree(tree)
    return tree


def _check_depth(tree: object) -> None:
    """Refuse a tree that is nested too deeply, before any recursive code walks it."""
    level = _list_containers([tree])
    for _ in range(MAX_DEPTH):
        if not level:
            return
        level = _list_containers(
            inner for value in level for inner in (value.values() if isinstance(value, dict) else value)
        )
    if level:
        _refuse_depth()


def _list_containers(values: Iterable[object]) -> list[dict[str, object] | list[object]]:
    return [value for value in values if isinstance(value, dict | list)]


def _refuse_depth() -> NoReturn:
    raise Refusal(f"Lists and objects are nested more than {MAX_DEPTH} deep.", pointer="")


def _check_tree(tree: object) -> None:
    """Raise `Refusal` for the first refused value, with its pointer."""
    stack: list[tuple[object, tuple[str | int, ...]]] = [(tree, ())]
    while stack:
        value, path = stack.pop()
        if isinstance(value, _Mark):
            raise Refusal(value.says, make_pointer(path if value.key is None else (*path, value.key)))
        if isinstance(value, str):
            _check_text(value, path)
        elif isinstance(value, dict):
            for key in value:
                _check_text(key, (*path, key))
            stack += [(inner, (*path, key)) for key, inner in reversed(value.items())]
        elif isinstance(value, list):
            stack += [(inner, (*path, at)) for at, inner in reversed(list(enumerate(value)))]


def _check_text(text: str, path: tuple[str | int, ...]) -> None:
    found = _UNPRINTABLE.search(text)
    if found is not None:
        raise Refusal(f"The character U+{ord(found[0]):04X} is not allowed in a text.", make_pointer(path))


def is_printable(text: str) -> bool:
    """Say whether the text has no character that would be refused."""
    return _UNPRINTABLE.search(text) is None


def make_pointer(path: tuple[str | int, ...]) -> str:
    """Write a path as a JSON pointer (RFC 6901)."""
    return "".join(f"/{shorten_text(str(step)).replace('~', '~0').replace('/', '~1')}" for step in path)


def shorten_text(text: str) -> str:
    """Shorten a text and replace unprintable characters, so that an answer may quote it."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text[:100])
