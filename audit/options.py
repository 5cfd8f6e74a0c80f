"""Holds the options of an audit: what a caller sets over a log's own header, and how far the audit goes."""

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
    """Layers, pack and rulings that an event prescribes for every log.

    Without a pack here, the log's own pack applies.
    """

    layers: tuple[str, ...] = ()
    pack: str = ""
    rulings: Mapping[str, str] = {}

    def apply_to_header(self, header: Header) -> Header:
        """Return the header with its layers, pack and rulings replaced by these."""
        own = {"pack": self.pack, "inline": ""} if self.pack else {}
        return replace(header, layers=self.layers, rulings={**self.rulings}, **own)


class AuditOptions(Struct, frozen=True, kw_only=True):
    """How to read and judge a log.

    `layers` are added to those of the log's header. `rulings` win over the header's rulings. `packs` holds texts by
    pack id. `readings` tries every reading of every open question, even of questions that no broken rule names.
    `settled` also tries questions that the log or the caller has answered. `strict` accepts canonical lines only.
    `columns` maps the columns of a club's own spreadsheet. `pins` replaces the header's layers, pack and rulings.
    `laid` holds lines about the record, such as an arbiter's rulings. They apply after the last event of the log.
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
        """Return a log's header with these options applied, house rulings included."""
        if self.pins is not None:
            header = self.pins.apply_to_header(header)
        if not self.layers and not self.rulings:
            return add_house_to_header(header, self.packs)
        both = tuple(dict.fromkeys((*header.layers, *self.layers)))
        return add_house_to_header(replace(header, layers=both, rulings={**header.rulings, **self.rulings}), self.packs)


DEFAULT_OPTIONS = AuditOptions()
