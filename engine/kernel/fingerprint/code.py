"""One digest of the code that judges: the kernel and one game, without anything that is only printed."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec, module_from_spec, resolve_name
from itertools import accumulate, groupby, takewhile
from typing import TYPE_CHECKING

from engine.kernel.fingerprint.source import summarize_source
from engine.kernel.fingerprint.summaries import SUMMARIES

if TYPE_CHECKING:
    from engine.kernel.game import Game

KERNEL = "engine.kernel"
CODE, PACK = ".py", ".toml"
# Pictures are drawn after the verdict, and the titles and pages of sources are only printed.
PRINTING = frozenset({"picture", "picture.py", "drawing", "svg.py", "sources.py"})
# The same among the modules of a game that are found by their imports.
PRINTING_MODULES = frozenset({"picture", "sources"})
# The registry imports a game from a module of this name.
DECLARING = "game"
# The interpreter and what it brings make no difference, nor does the only library that the kernel needs.
NOT_FOLLOWED = sys.stdlib_module_names | {"msgspec"}
GAMES = 64


@lru_cache(maxsize=GAMES)
def digest_game_code(game: Game) -> str:
    """Digest the code that judges a game. Interpreter, layout and comments make no difference."""
    packages, modules = find_game_code(game)
    return " ".join([*map(digest_package, (KERNEL, *packages)), *map(_digest_module, modules)])


def find_game_code(game: Game) -> tuple[list[str], list[str]]:
    """Name the packages that belong to a game as a whole, and all other modules that its checks can reach.

    A module that is only imported by a name made at run time is not found.
    """
    handed = _list_handed_modules(game)
    packages = list(_find_packages(handed))
    imports = [name for package in packages for name in _list_package_imports(package)]
    own = {module.partition(".")[0] for module in handed}
    return packages, sorted(_follow_imports([*handed, *imports], (KERNEL, *packages), own))


def _list_handed_modules(game: Game) -> list[str]:
    """Name the modules that define what the game's record holds, and the module that declares the game."""
    layers = (game.base, *game.layers, *(layer for asked in game.questions.values() for layer in asked.lays.values()))
    rules = [rule for layer in layers for part in (*layer.chapters, *layer.replaces) for rule in part.rules]
    parts: list[Callable[..., object]] = [
        part for field in game.__struct_fields__ if callable(part := getattr(game, field))
    ]
    parts += [type(game.terms), *game.events]
    parts += [fold for layer in layers for fold in layer.folds.values()]
    parts += [function for rule in rules for function in rule.functions]
    modules = {part.__module__ for part in parts}
    modules = {name for name in modules if name.partition(".")[0] not in NOT_FOLLOWED and not _is_inside(name, KERNEL)}
    declaring = {f"{package}.{DECLARING}" for module in modules for package in list(_list_parents(module))[:-1]}
    return sorted(modules | {module for module in declaring if _find_module(module)})


def _find_packages(handed: list[str]) -> Iterator[str]:
    """Name the packages that hold everything a game declares. A top-level package may hold anything else as well."""
    for root, group in groupby(handed, lambda module: module.partition(".")[0]):
        package = ".".join(_find_common_parts([module.split(".") for module in group]))
        if package != root:
            yield package


def _find_common_parts(names: list[list[str]]) -> list[str]:
    """Return the leading parts that all of these names share."""
    levels = takewhile(lambda level: len(set(level)) == 1, zip(*names, strict=False))
    return [level[0] for level in levels]


def _follow_imports(names: Iterable[str], packages: tuple[str, ...], own: set[str]) -> set[str]:
    """Name the modules outside these packages that the imports load, and the modules that those import in turn."""
    waiting, reached = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if any(_is_inside(name, package) for package in packages):
            continue
        for module in takewhile(lambda module: not _is_left_out(module, own), _list_parents(name)):
            if module not in reached and _find_module(module):
                reached.add(module)
                waiting += _list_module_imports(module)
    return reached


def _is_inside(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def _is_left_out(module: str, own: set[str]) -> bool:
    """Return whether a module belongs to the interpreter, or only prints for this game."""
    root, _, inner = module.partition(".")
    return root in NOT_FOLLOWED or (root in own and inner.rpartition(".")[2] in PRINTING_MODULES)


def _list_parents(name: str) -> Iterator[str]:
    """Name the packages that importing this name loads, outermost first, and at last the name itself."""
    return accumulate(name.split("."), lambda package, part: f"{package}.{part}")


@cache
def _find_module(module: str) -> ModuleSpec | None:
    """Find a module without importing anything."""
    parent, _, _ = module.rpartition(".")
    if not parent:
        try:
            return find_spec(module)
        except ValueError:  # a loaded module without a spec: the program that runs
            return None
    package = _find_module(parent)
    folders = package.submodule_search_locations if package else None
    return None if folders is None else PathFinder.find_spec(module, folders)


def _list_module_imports(module: str) -> list[str]:
    spec = _find_module(module)
    return _name_imports(_read_module(spec), spec.parent or "") if spec else []


def _list_package_imports(package: str) -> Iterator[str]:
    outside, _, _ = package.rpartition(".")
    for name, source in _read_sources(package):
        if name.endswith(CODE):
            folder = f"{outside}/{name}".rpartition("/")[0].replace("/", ".")
            yield from _name_imports(source, folder)


def _name_imports(source: bytes, package: str) -> list[str]:
    """Name what a module of a package imports, in full."""
    return [resolve_name(name, package) for name in summarize_source(source)[1]]


def _read_module(spec: ModuleSpec) -> bytes:
    """Read the source of a module, as far as it has one: a package may be a bare folder, a module may be compiled."""
    read = getattr(spec.loader, "get_source", None)
    return ((read(spec.name) if read else None) or "").encode()


@cache
def _digest_module(module: str) -> str:
    """Digest a module; for a package, the packs in its folder as well."""
    spec = _find_module(module)
    if spec is None:
        raise ModuleNotFoundError(module)
    read = [(f"{module}{CODE}", _read_module(spec))]
    if spec.submodule_search_locations is not None:
        folder = sorted(files(module_from_spec(spec)).iterdir(), key=lambda page: page.name)
        read += [(f"{module}/{page.name}", page.read_bytes()) for page in folder if page.name.endswith(PACK)]
    return _digest_files(read)


@cache
def digest_package(package: str, *, except_: tuple[str, ...] = ()) -> str:
    """Digest the code of a package, in all its folders but those named, and the packs it ships."""
    return _digest_files(_read_sources(package, except_=except_))


def _digest_files(read: Iterable[tuple[str, bytes]]) -> str:
    every = hashlib.sha256()
    for name, source in read:
        digest = summarize_source(source)[0] if name.endswith(CODE) else hashlib.sha256(source).hexdigest()
        every.update(f"{name} {digest}\n".encode())
    SUMMARIES.save_new()
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
