"""Code that the packs of every game share: components, names of pieces, and the packs that ship with a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

from engine.kernel.log import Fault, Header
from engine.kernel.packs.pack import Pack, load_pack
from engine.kernel.packs.reader import MOST_FAULTS, PackError, PackFaults, PackTable, Path, ask_if_meant
from engine.kernel.unknown import is_known

# The key for the pieces that the pack does not list.
OTHERS = "others"
# How many parsed packs of logs are cached.
_MOST_READ = 16


class Components(msgspec.Struct, frozen=True, eq=False):
    """The components of one pack; each game types its content.

    `UNKNOWN` replaces every value that the pack spells `??`.
    """

    pack: Pack

    @property
    def id(self) -> str:
        """The name by which a log refers to this pack."""
        return self.pack.id

    @property
    def digest(self) -> str:
        """The digest by which a log pins the components of its game."""
        return self.pack.digest

    @property
    def is_reconstructed(self) -> bool:
        """Whether anything in here is invented."""
        return self.pack.reconstructed

    def provenance(self, path: Path) -> str:
        """Return where a value comes from; its path is a piece's `path` and a field's name."""
        return self.pack.provenance(path)


class Names(msgspec.Struct, frozen=True):
    """The names that a log may use for one sort of piece: tested with `in`, listed for suggestions."""

    listed: Collection[str]
    # If not all pieces are listed: which other names are accepted.
    others: Callable[[str], bool] | None = None

    def __contains__(self, name: object) -> bool:
        """Return whether a log may write this name."""
        if name in self.listed:
            return True
        return self.others is not None and isinstance(name, str) and self.others(name)

    def __iter__(self) -> Iterator[str]:
        """List the names in the pack."""
        return iter(self.listed)


class PieceList(msgspec.Struct, frozen=True):
    """The pieces of one sort that a pack lists, and whether there are others."""

    entry: PackTable
    pieces: tuple[tuple[str, PackTable], ...]
    open: bool


def read_piece_list(top: PackTable, part: str, total: int = 0) -> PieceList:
    """Open the table of one sort of piece; `total` of them are in every box."""
    entry = top.entry(part)
    pieces = tuple((name, table) for name, table in entry.entries() if name != OTHERS)
    others = entry.has_key(OTHERS) or not entry.known
    if entry.has_key(OTHERS) and is_known(entry.table[OTHERS]):
        entry.add_fault(OTHERS, 'must be "??".', f'Write {OTHERS} = "??", or leave the line out.')
    for _, table in pieces:
        table.check_name()
    if total and entry.known and (len(pieces) >= total if others else len(pieces) != total):
        beside = f", and also {OTHERS}" if others else ""
        remedy = f'A box has {total}: list each once, and write {OTHERS} = "??" only if some are not listed.'
        entry.proof.add_fault(entry.path, f"lists {len(pieces)}{beside}.", remedy)
    return PieceList(entry, pieces, others)


def make_file_reader(package: str) -> Callable[[str], str]:
    """Return a function that reads a file of a package by its name."""

    def read_text(name: str) -> str:
        # `importlib.resources` would do the same, but import half of the standard library at each start.
        from pkgutil import get_data  # noqa: PLC0415 - most commands start and end without opening a pack

        return (get_data(package, name) or b"").decode()

    return read_text


Content = TypeVar("Content", bound=Components)


class ShippedPacks(Generic[Content]):
    """The packs that ship with a game, the bare one first, and the loader for any other pack."""

    def __init__(
        self,
        game: str,
        files: Mapping[str, str],
        text_of: Callable[[str], str],
        read: Callable[[PackTable, Pack], Content],
    ) -> None:
        """Set up the packs of `game`; `text_of` opens one of its `files`, `read` types the content of a pack."""
        self._game, self._files, self._text_of, self._read = game, files, text_of, read
        self._shipped: dict[str, Content] = {}
        self._opened: Callable[[str], Content] = lru_cache(maxsize=_MOST_READ)(self._open_text)

    def find_by_id(self, pack_id: str) -> Content:
        """Return the content of a pack that ships with the game."""
        if pack_id not in self._files:
            remedy = (
                ask_if_meant(pack_id, self._files)
                or "Pass it (--pack FILE), write it into the log, or leave the line out."
            )
            there_are = f"There are: {', '.join(self._files)}."
            raise PackError(Fault(f'No pack "{pack_id}" comes with {self._game}.', f"{remedy} {there_are}"))
        if pack_id not in self._shipped:
            self._shipped[pack_id] = self._open_text(self._text_of(self._files[pack_id]))
        return self._shipped[pack_id]

    def content_for(self, header: Header, packs: Mapping[str, str]) -> Content:
        """Find the pack of a log: inline, passed in, shipped, or the bare one."""
        wanted = header.pack.partition("@")[0]
        if header.inline or wanted in packs:
            return self._opened(header.inline or packs[wanted])
        return self.find_by_id(wanted or next(iter(self._files)))

    def read_content(self, pack: Pack) -> Content:
        """Read a pack as typed components, or raise `PackError` with all its faults."""
        proof = PackFaults(pack.text, MOST_FAULTS)
        top = PackTable(pack.tree, (), proof)
        content = self._read(top, pack)
        top.close()
        if proof.faults:
            raise PackError(*proof.faults)
        return content

    def list_faults(self, text: str) -> list[Fault]:
        """List all faults in the text of a pack, in the order of its lines."""
        try:
            self._open_text(text)
        except PackError as wrong:
            return list(wrong.faults)
        return []

    def _open_text(self, text: str) -> Content:
        return self.read_content(load_pack(text, self._game))
