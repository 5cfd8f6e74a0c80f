"""What the packs of every game share: the box that one is read into, the names in it, the shelf of those that ship."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

from engine.kernel.log import Fault, Header
from engine.kernel.packs.pack import Pack, load_pack
from engine.kernel.packs.reader import MOST_FAULTS, PackError, PackFaults, PackTable, Path, ask_if_meant
from engine.kernel.unknown import is_known

# Stands in the place of the pieces that nobody has listed.
OTHERS = "others"
# How many packs that came with logs are kept read.
_MOST_READ = 16


class Components(msgspec.Struct, frozen=True, eq=False):
    """The components of one pack; each game types what is in it. `UNKNOWN` stands wherever the pack says `??`."""

    pack: Pack

    @property
    def id(self) -> str:
        """The name by which a log calls this pack."""
        return self.pack.id

    @property
    def digest(self) -> str:
        """What a log pins to say which components it was played with."""
        return self.pack.digest

    @property
    def is_reconstructed(self) -> bool:
        """Whether anything in here is invented."""
        return self.pack.reconstructed

    def provenance(self, path: Path) -> str:
        """Say where a value comes from; a piece's `path` and a field's name make up the path of the value."""
        return self.pack.provenance(path)


class Names(msgspec.Struct, frozen=True):
    """Which names a log may use for one sort of piece: asked with `in`, listed for suggestions."""

    listed: Collection[str]
    # Where not all pieces are listed: which other names pass for one.
    others: Callable[[str], bool] | None = None

    def __contains__(self, name: object) -> bool:
        """Tell whether a log may write this name."""
        if name in self.listed:
            return True
        return self.others is not None and isinstance(name, str) and self.others(name)

    def __iter__(self) -> Iterator[str]:
        """List what the pack lists."""
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
        entry.add_fault(OTHERS, "does not name a piece.", f'Write {OTHERS} = "??", or leave the line out.')
    for _, table in pieces:
        table.check_name()
    if total and entry.known and (len(pieces) >= total if others else len(pieces) != total):
        beside = f", and {OTHERS} beside them" if others else ""
        remedy = f'A box has {total}: list each once, and write {OTHERS} = "??" only for those that are not listed.'
        entry.proof.add_fault(entry.path, f"{len(pieces)} are listed{beside}.", remedy)
    return PieceList(entry, pieces, others)


def make_file_reader(package: str) -> Callable[[str], str]:
    """Open the files that lie beside the modules of a package, each by its name."""

    def read_text(name: str) -> str:
        # `importlib.resources` would say the same, and bring half of the standard library along each time we start.
        from pkgutil import get_data  # noqa: PLC0415 - most commands start and end without opening a pack

        return (get_data(package, name) or b"").decode()

    return read_text


Content = TypeVar("Content", bound=Components)


class ShippedPacks(Generic[Content]):
    """The packs that come with a game, the bare one first, and the way to any other that a log is read with."""

    def __init__(
        self,
        game: str,
        files: Mapping[str, str],
        text_of: Callable[[str], str],
        read: Callable[[PackTable, Pack], Content],
    ) -> None:
        """Set up the shelf of `game`; `text_of` opens one of its `files`, `read` types what a pack holds."""
        self._game, self._files, self._text_of, self._read = game, files, text_of, read
        self._shipped: dict[str, Content] = {}
        self._opened: Callable[[str], Content] = lru_cache(maxsize=_MOST_READ)(self._open_text)

    def find_by_id(self, pack_id: str) -> Content:
        """Give the content of a pack that comes with the game."""
        if pack_id not in self._files:
            remedy = (
                ask_if_meant(pack_id, self._files)
                or "Hand it in (--pack FILE), write it into the log, or leave the line out."
            )
            there_are = f"There are: {', '.join(self._files)}."
            raise PackError(Fault(f'No pack "{pack_id}" comes with {self._game}.', f"{remedy} {there_are}"))
        if pack_id not in self._shipped:
            self._shipped[pack_id] = self._open_text(self._text_of(self._files[pack_id]))
        return self._shipped[pack_id]

    def content_for(self, header: Header, packs: Mapping[str, str]) -> Content:
        """Find the pack a log is read with: inline, handed in, shipped, or the bare one."""
        wanted = header.pack.partition("@")[0]
        if header.inline or wanted in packs:
            return self._opened(header.inline or packs[wanted])
        return self.find_by_id(wanted or next(iter(self._files)))

    def read_content(self, pack: Pack) -> Content:
        """Read a pack as the content of a box, or raise `PackError` with everything that is wrong with it."""
        proof = PackFaults(pack.text, MOST_FAULTS)
        top = PackTable(pack.tree, (), proof)
        content = self._read(top, pack)
        top.close()
        if proof.faults:
            raise PackError(*proof.faults)
        return content

    def list_faults(self, text: str) -> list[Fault]:
        """List all that is wrong with the text of a pack, in the order of its lines."""
        try:
            self._open_text(text)
        except PackError as wrong:
            return list(wrong.faults)
        return []

    def _open_text(self, text: str) -> Content:
        return self.read_content(load_pack(text, self._game))
