"""Sets up a live game from its header, with the same checks as the header of any log."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import msgspec
from msgspec.structs import replace

from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.preparation import prepare_log
from audit.intake.prepared import START, PreparedLog
from audit.options import AuditOptions
from engine.kernel.events import Event
from engine.kernel.fingerprint.rulebook import digest_rulebook
from engine.kernel.game import Game
from engine.kernel.log import Header, Log, LogError
from engine.kernel.replay.books import Effective, Read
from engine.kernel.replay.fact_values import Values
from engine.kernel.replay.program import Program
from engine.kernel.tables.serialize import digest_form

ENCODER = msgspec.json.Encoder()
# A log needs one event to be parsed. This note has no meaning and is dropped afterwards.
FILLER = {True: b'\n{"do":"note","text":""}\n', False: b'\nrecord: note ""\n'}
# The number of parsed quotes that are cached, so that parsing the same line again gives the same event object.
MOST_QUOTED = 1_024


@dataclass(frozen=True, eq=False)
class LiveSetup:
    """One live game before its first event: header, rules in force, components and names.

    It is immutable, and any number of `LiveState`s may share it.
    """

    prepared: PreparedLog
    games: Mapping[str, Game]
    packs: Mapping[str, str]
    domains: Mapping[str, Container[str]]
    # The possible values of each fact.
    values: Values
    # Parses the line that a correction quotes.
    read: Read = field(repr=False)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.prepared.game

    @property
    def header(self) -> Header:
        """The header of the game."""
        return self.prepared.header

    @property
    def program(self) -> Program:
        """The rules in force, ready to run."""
        return self.prepared.program

    @cached_property
    def digests(self) -> tuple[str, str]:
        """The digests of the rulebook in force: of its code, and of its printed text."""
        return digest_rulebook(self.program.rulebook)

    @cached_property
    def header_bytes(self) -> bytes:
        """The header in canonical spelling: one line of JSON, without the line end."""
        return ENCODER.encode(self.header)

    @cached_property
    def table_form(self) -> str:
        """A digest of the fields of the table class."""
        return digest_form(type(self.prepared.build_table()))

    def write_log(self, events: Sequence[Event]) -> bytes:
        """Write these events as a log in canonical spelling, with event n on line n + 1."""
        return ENCODER.encode_lines([self.header, *events])

    def prepare_events(self, events: list[Event], book: Effective) -> PreparedLog:
        """Prepare these events, of which those in `book` count. Line numbers are those of `write_log`."""
        lines = range(2, len(events) + 2)
        log = Log(self.header, events, lines, "jsonl", [], self.prepared.log.header_lines)
        return replace(self.prepared, log=log, book=book, entries=[(0, START), *book.entries])


def begin_game(header: bytes, games: Mapping[str, Game], packs: Mapping[str, str] | None = None) -> LiveSetup:
    """Begin a live game with the header of a log, in JSON (one line) or as text. Raises `LogError`.

    `packs` are texts of content packs by id, in addition to the shipped ones.
    """
    text = header.rstrip(b" \t\r\n")
    in_json = text.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
    prepared = prepare_log(text + FILLER[in_json], games, AuditOptions(packs=packs or {}))
    for fault in prepared.log.faults[:1]:
        raise LogError(fault.says, fault.hint, fault.line, fault.column)
    if len(prepared.log.events) > 1:
        line = prepared.log.lines[0]
        raise LogError("A live game begins with a header alone.", "Send its events after it has begun.", line)
    return begin_from_log(prepared, games, packs or {})


def begin_from_log(prepared: PreparedLog, games: Mapping[str, Game], packs: Mapping[str, str]) -> LiveSetup:
    """Begin a live game with the setup of a prepared log, and no events."""
    domains = prepared.domains
    values = Values(prepared.game.values, prepared.header, domains)
    # A lenient parser may succeed or fail depending on a hidden choice, and so reveal it to a seat.
    read = lru_cache(maxsize=MOST_QUOTED)(make_quoted_line_reader(prepared.game, prepared.header, domains, strict=True))
    header_lines = dict.fromkeys(Header.__struct_fields__, 1)
    empty = replace(
        prepared, log=Log(prepared.header, [], [], "jsonl", [], header_lines), book=Effective([]), entries=[]
    )
    return LiveSetup(empty, games, packs, domains, values, read)
