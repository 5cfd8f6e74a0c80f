"""One digest of the code that judges: the kernel and one game, without anything that is only printed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from engine.kernel.fingerprint.source import digest_source

if TYPE_CHECKING:
    from engine.kernel.game import Game

KERNEL = "engine.kernel"
CODE, PACK = ".py", ".toml"
# Pictures are drawn after the verdict, and the titles and pages of sources are only printed.
PRINTING = frozenset({"picture", "picture.py", "drawing", "svg.py", "sources.py"})


def digest_game_code(game: Game) -> str:
    """Digest the code that judges a game. Interpreter, layout and comments make no difference."""
    return " ".join(map(digest_package, (KERNEL, *_find_packages(game))))


def _find_packages(game: Game) -> Iterator[str]:
    """Name the package that holds everything a game declares; without such a package, its modules."""
    handed = (game.lay, game.offers, type(game.terms), *game.events, *game.base.folds.values())
    own = sorted({part.__module__ for part in handed if not part.__module__.startswith(f"{KERNEL}.")})
    for root, group in groupby(own, lambda module: module.partition(".")[0]):
        modules = list(group)
        package = ".".join(_find_common_parts([module.split(".") for module in modules]))
        yield from [package] if package != root else modules


def _find_common_parts(names: list[list[str]]) -> list[str]:
    """Return the leading parts that all of these names share."""
    levels = takewhile(lambda level: len(set(level)) == 1, zip(*names, strict=False))
    return [level[0] for level in levels]


@cache
def digest_package(package: str, *, except_: tuple[str, ...] = ()) -> str:
    """Digest the code of a package, in all its folders but those named, and the packs it ships."""
    every = hashlib.sha256()
    for name, source in _read_sources(package, except_=except_):
        digest = digest_source(source) if name.endswith(CODE) else hashlib.sha256(source).hexdigest()
        every.update(f"{name} {digest}\n".encode())
    return every.hexdigest()


def _read_sources(package: str, *, except_: tuple[str, ...] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the modules that judge and the content packs, sorted by name."""
    parent, _, name = package.rpartition(".")
    place = files(parent) / name if parent else files(name)
    if not place.is_dir():
        place = files(parent) / f"{name}.py"
    yield from _read_files(place, except_)


def _read_files(place: Traversable, except_: tuple[str, ...] = ()) -> Iterator[tuple[str, bytes]]:
    """Read a file, or all files of a folder; `except_` names entries of the outermost folder to leave out."""
    if not place.is_dir():
        yield place.name, place.read_bytes()
        return
    for page in sorted(place.iterdir(), key=lambda page: page.name):
        if (
            page.name not in PRINTING
            and page.name not in except_
            and (page.name.endswith((CODE, PACK)) or page.is_dir())
        ):
            yield from ((f"{place.name}/{name}", source) for name, source in _read_files(page))
