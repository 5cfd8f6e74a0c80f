"""A standing as bytes: a cache that may be thrown away, bound to game, events and engine, and read with suspicion."""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from audit.chain import START as FIRST_LINK
from audit.chain import linked
from audit.document import engine
from audit.live.opening import Live
from audit.live.standing import Book, Entry, Standing, begun, counting
from audit.sitting import START
from engine.kernel.events import Event
from engine.kernel.replay import Hit

MAGIC = b"deadreckon.snapshot/1\n"
DIGEST = 32
# What a table is made of: classes of the kernel and of the game, and sets. Nothing else is ever called.
PLAIN = frozenset({("builtins", "set"), ("builtins", "frozenset"), ("msgspec._core", "rebuild")})
ROOMS = ("engine.kernel.", "engine.games.")
# Stands before a word, to tell it from the name of something shared.
WORD = "="

BROKEN = (
    pickle.UnpicklingError, AttributeError, EOFError, ImportError, IndexError, KeyError, TypeError, ValueError,
)  # fmt: skip


class ForeignSnapshotError(Exception):
    """Bytes that are no snapshot of this game at this version. Nothing is lost: the game is folded from its events."""


def dump(standing: Standing) -> bytes:
    """Write down the tables of both books and what was met; the events are not in it."""
    books = [standing.played]
    if standing.adjudicated is not standing.played:
        books.append(standing.adjudicated)
    held = (standing.seq, standing.link, [(book.table, _hits_held(book), book.unlisted) for book in books])
    room = io.BytesIO()
    _Writer(room, standing.live).dump(held)
    payload = room.getvalue()
    return MAGIC + _binding(standing.live) + hashlib.sha256(payload).digest() + payload


def load(live: Live, raw: bytes, events: Sequence[Event]) -> Standing:
    """Read a snapshot of this game; `events` are all that is recorded, of which the snapshot covers the first.

    Raises `ForeignSnapshotError`.
    """
    seq, link, books = _held(live, raw)
    entries = list(enumerate(events[:seq], 1))
    if len(entries) < seq or linked(FIRST_LINK, entries) != link:
        raise ForeignSnapshotError("The snapshot covers other events than these.")
    shots = begun(live).played.shots
    played = _book(live, entries, books[0], shots)
    counted = counting(live, entries)
    adjudicated = played if len(books) == 1 else _book(live, counted.entries, books[1], shots)
    return Standing(live, played, adjudicated, counted.rulings, tuple(counted.faults), link)


def edition(live: Live) -> str:
    """Name all that a snapshot depends on beside the events: engine, rulebook, header, components."""
    return _binding(live).hex()


def _held(live: Live, raw: bytes) -> Any:  # noqa: ANN401 - what `dump` wrote
    head = len(MAGIC)
    if not raw.startswith(MAGIC) or raw[head : head + DIGEST] != _binding(live):
        raise ForeignSnapshotError("This is no snapshot of this game by this version.")
    payload = raw[head + 2 * DIGEST :]
    if hashlib.sha256(payload).digest() != raw[head + DIGEST : head + 2 * DIGEST]:
        raise ForeignSnapshotError("The snapshot is damaged.")
    try:
        return _Reader(io.BytesIO(payload), live).load()
    except BROKEN as wrong:
        raise ForeignSnapshotError(f"The snapshot cannot be read: {wrong}") from None


def _hits_held(book: Book) -> list[tuple[Any, ...]]:
    """Keep hits without the events that stand in the book anyway."""
    return [
        (hit.seq, hit.event if hit.implied else None, hit.laid.rule.id, hit.breach, hit.implied) for hit in book.hits
    ]


def _book(live: Live, entries: list[Entry], held: tuple[Any, ...], shots: dict[int, Any]) -> Book:
    table, hits, unlisted = held
    events, rules = {0: START, **dict(entries)}, live.program.rulebook.rules
    met = (Hit(seq, event or events[seq], rules[rule], breach, implied) for seq, event, rule, breach, implied in hits)
    return Book(entries, table, tuple(met), dict(shots), unlisted)


class _Writer(pickle.Pickler):
    """Writes what changes; what every table of the game shares is only named, and so is every word.

    A game may tell its constants apart by identity (`boat.state is AFLOAT`), so that words must come back as the very
    same objects: interned ones, as the constants of Python code are.
    """

    def __init__(self, room: io.BytesIO, live: Live) -> None:
        super().__init__(room, protocol=5)
        self._shared = {id(thing): name for name, thing in _shared(live).items()}
        self._words: dict[str, str] = {}

    def persistent_id(self, obj: object) -> str | None:
        """Name what is shared."""
        if type(obj) is str:
            # The same name for the same word, which is then written out once.
            return self._words.setdefault(obj, WORD + obj)
        return self._shared.get(id(obj))


class _Reader(pickle.Unpickler):
    """Reads tables and nothing else: no function is ever called, and no class but those that tables are made of."""

    def __init__(self, room: io.BytesIO, live: Live) -> None:
        super().__init__(room)
        self._shared = _shared(live)

    def persistent_load(self, pid: str) -> object:
        """Hand out what is shared."""
        return sys.intern(pid.removeprefix(WORD)) if pid.startswith(WORD) else self._shared[pid]

    def find_class(self, module: str, name: str) -> object:
        """Admit what a table may be made of."""
        found = super().find_class(module, name) if module.startswith(ROOMS) or (module, name) in PLAIN else None
        if (module, name) in PLAIN or (isinstance(found, type) and found.__module__.startswith(ROOMS)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place at a table.")


def _shared(live: Live) -> dict[str, object]:
    return {"content": live.sitting.content, "terms": live.program.rulebook.terms, "header": live.header}


def _binding(live: Live) -> bytes:
    pack = str(getattr(live.sitting.content, "digest", ""))
    python = ".".join(map(str, sys.version_info[:2]))
    told = (engine().version, python, _sources(live.game.name), live.digest, pack, live.header_bytes.decode())
    return hashlib.sha256("\n".join(told).encode()).digest()


@cache
def _sources(game: str) -> str:
    """Digest the code that tables come from: a fold that was changed must not go on from a table of before."""
    rooms = [files("engine").joinpath("kernel"), files("engine").joinpath("games", game.replace("-", "_"))]
    every = hashlib.sha256()
    for room in filter(Traversable.is_dir, rooms):
        for page in sorted(_pages(room), key=lambda page: page.name):
            every.update(hashlib.sha256(page.read_bytes()).digest())
    return every.hexdigest()


def _pages(room: Traversable) -> Iterator[Traversable]:
    for page in room.iterdir():
        if page.is_dir():
            yield from _pages(page)
        elif page.name.endswith(".py"):
            yield page
