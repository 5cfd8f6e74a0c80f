"""What was asked: all that a caller may lay over a log's own header, and how far an audit goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from audit.house_rulings import add_house_to_header
from engine.kernel.events import Event
from engine.kernel.log import Header
from engine.kernel.replay.books import Book
from engine.kernel.replay.replay import Policy

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns


class Pins(Struct, frozen=True, kw_only=True):
    """What a whole event is played by, whatever the header of a log says. Without a pack, the log's own stays."""

    layers: tuple[str, ...] = ()
    pack: str = ""
    rulings: Mapping[str, str] = {}

    def apply_to_header(self, header: Header) -> Header:
        """Let these stand in the place of the header's own."""
        own = {"pack": self.pack, "inline": ""} if self.pack else {}
        return replace(header, layers=self.layers, rulings={**self.rulings}, **own)


class AuditOptions(Struct, frozen=True, kw_only=True):
    """How a log is to be read.

    `layers` are added to those of the log's header, `rulings` win over its own; `packs` are texts by pack id.
    `readings` asks every open question, also those that no broken rule names; with `settled` also those that log or
    caller answered. `strict` reads canonical lines only. `columns` says what those of a club's own sheet are. `pins`
    stand in the place of what the header says of layers, pack and rulings. `laid` are lines about the record that
    stand beside the log, behind its last event: what an arbiter has ruled on it.
    """

    policy: Policy = "as-played"
    book: Book = "adjudicated"
    layers: tuple[str, ...] = ()
    rulings: Mapping[str, str] = {}
    packs: Mapping[str, str] = {}
    readings: bool = False
    strict: bool = False
    settled: bool = False
    columns: Columns | None = None
    pins: Pins | None = None
    laid: tuple[Event, ...] = ()

    def apply_to_header(self, header: Header) -> Header:
        """Lay over the header of a log what was asked for, and the readings of the house that is named."""
        if self.pins is not None:
            header = self.pins.apply_to_header(header)
        if not self.layers and not self.rulings:
            return add_house_to_header(header, self.packs)
        both = tuple(dict.fromkeys((*header.layers, *self.layers)))
        return add_house_to_header(replace(header, layers=both, rulings={**header.rulings, **self.rulings}), self.packs)


DEFAULT_OPTIONS = AuditOptions()
