"""What a game folder hands to the kernel: the index of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import Enum
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Literal

import msgspec

from engine.kernel.events import COMMON, Claim, Event
from engine.kernel.facts import Fact, Reckoner
from engine.kernel.flow import Owed, Phase
from engine.kernel.layers import Layer, Question
from engine.kernel.log import Header, LogError
from engine.kernel.positions import Position, refuse_position
from engine.kernel.rules import Rule, Source
from engine.kernel.table import AnyTable, Own
from engine.kernel.unknown import UNKNOWN, is_known
from engine.kernel.vocabulary import Vocabulary

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture
    from engine.kernel.drawing.svg import Markup
    from engine.kernel.spellings.typed.other_words import OtherWords

Moment = Literal["before", "after"]


def list_claim_facts(event: Event) -> tuple[str, ...]:
    """Name the fact that an event claims something about."""
    return (str(event.fact),) if isinstance(event, Claim) and is_known(event.fact) else ()


class NoTerms(msgspec.Struct, frozen=True):
    """The terms of a game in which nothing may change."""


def refuse_packs(header: Header, _packs: Mapping[str, str]) -> Own:
    """Refuse a pack: the rulebook of this game prints all there is."""
    if header.pack or header.inline:
        raise LogError("This game has no content packs.", "Leave the pack out.")


class Pair(msgspec.Struct, frozen=True):
    """One thing in two lines: each seat says it alone in a field of `one`; `all_` repeats it for all, in seat order.

    Where the field of `all_` holds one value only, it repeats what was said last.
    """

    one: type[Event]
    says: str
    all_: type[Event]
    lists: str


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One game, as the kernel sees it. Every callable takes that game's own table."""

    name: str
    title: str
    sources: tuple[Source, ...]
    events: tuple[type[Event], ...]
    base: Layer
    flow: Mapping[str, Phase]
    # Setting the table: the header, the pack and the terms in force; and which names a log may use.
    lay: Callable[[Header, Own, Own], AnyTable]
    domains: Callable[[Header, Own], Mapping[str, Container[str]]]
    # The table as flat named values, and how each is reckoned.
    reckoners: Callable[[Own], Mapping[str, Reckoner]]
    result: tuple[str, ...]
    # What players could do.
    offers: Callable[[Own], Iterable[Event]]
    # A log to begin with.
    sample: str
    # Why a legal move seems to lead nowhere, where no lawful one may be left after it: listed, and never proposed.
    dead_end: Callable[[Own, Event], str] = lambda _table, _event: ""
    # Who leads where play was stopped before the end, or UNKNOWN where the game cannot say.
    standing: Callable[[Own], Fact] = lambda _table: UNKNOWN
    # Of what a seat's score is made at the end, in words; and which facts are added to which as the game ends.
    scores: Callable[[Own, str], Mapping[str, int]] = lambda _table, _seat: {}
    sums: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    # What a small game may lack: modes and variants, open questions and the terms that they set, content packs.
    layers: tuple[Layer, ...] = ()
    questions: Mapping[str, Question] = msgspec.field(default_factory=dict)
    terms: Own = msgspec.field(default_factory=NoTerms)
    content: Callable[[Header, Mapping[str, str]], Own] = refuse_packs
    # How a `position:` header declares facts.
    declare: Callable[[Own, Position], None] = refuse_position
    # What a record leaves out (the end of a turn), what is dropped when something owed never comes,
    # and how play goes on where the table did not stop at the end.
    implied: Callable[[Own, Event], Event | None] = lambda _table, _event: None
    implied_at_end: Callable[[Own], Event | None] = lambda _table: None
    give_up: Callable[[Own, Owed], None] = lambda _table, _owed: None
    # What is no longer sure once nobody knows who made a move: its fold cannot be asked, for that needs a seat.
    by_somebody: Callable[[Own, Event], None] = lambda _table, _event: None
    # What is so all the same where a breach names a line that is missing: asked once, before the line that showed it.
    make_good: Callable[[Own, Event], None] = lambda _table, _missing: None
    reopen: Callable[[Own], None] = lambda _table: None
    # What chance could bring.
    outcomes: Callable[[Own], Iterable[Event]] = lambda _table: ()
    # The room that draws the table, imported only where something is drawn; without one its facts are listed.
    drawn_in: str = ""
    # What kinds of value facts have (`number`, or kinds of name among the domains; `list`: several of them); `*.vp` is
    # that of any seat. A fact that is not named here may be anything.
    values: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: {"winner": ("seat",)})
    # Facts that list things in an order that counts; in all others a claim may name them in any order.
    ordered: frozenset[str] = frozenset()
    # What is the case where a claim is wrong about a fact over which several rules compete: rules name their cases.
    wrong: Callable[[Own, Claim, Fact], Enum | None] = lambda _table, _claim, _reckoned: None
    # What a number rests on that a claim gets wrong, in sentences: told behind what we reckon.
    recount: Callable[[Own, Claim], str] = lambda _table, _claim: ""
    # Which rules a card in force suspends.
    suspended_rules: Callable[[Own], frozenset[str]] = lambda _table: frozenset()
    # Whether what the record lacks could clear this event of breaking this rule.
    may_be_cleared: Callable[[Own, Event, Rule], bool] = lambda _table, _event, _rule: False
    # Acts in a player's own turn that can imply something of that turn (others are not asked about, for speed).
    implying: frozenset[type[Event]] = frozenset()
    # What is said in two lines, of which either may be the one that is wrong.
    pairs: tuple[Pair, ...] = ()
    # What one seat may not see: takes it off a copy of the table, and names the fields of an event that are hidden from
    # that seat as it happens (asked with the table before it). Where a game says nothing, everything lies open.
    redact: Callable[[Own, str], None] = lambda _table, _seat: None
    hidden_fields: Callable[[Own, Event, str], tuple[str, ...]] = lambda _table, _event, _seat: ()
    # The package in which `typed.toml` lies: other words for the game's verbs and names, by language.
    typed_in: str = ""
    # The packs that come with the game, the bare one first.
    shipped: tuple[str, ...] = ()

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every event a log of this game may hold."""
        return Vocabulary((*self.events, *COMMON))

    @cached_property
    def words(self) -> OtherWords:
        """What people write for the verbs and names of this game."""
        from engine.kernel.spellings.typed.word_lists import load_shipped_words  # noqa: PLC0415 - a canonical log needs none

        return load_shipped_words(self.vocabulary.forms, self.typed_in)

    def draw_table(self, table: AnyTable) -> str:
        """Draw the table."""
        from engine.kernel.drawing.marks import remove_spots  # noqa: PLC0415 - an audit draws nothing

        return remove_spots(self.draw_with_spots(table))

    def draw_move(self, before: AnyTable, event: Event, after: AnyTable, *, shows: Moment) -> MarkedPicture:
        """Draw the table before or after an event, with what that changed marked, or what it claims about."""
        from engine.kernel.drawing.marks import mark_changes  # noqa: PLC0415 - as above

        was, is_ = self.draw_with_spots(before), self.draw_with_spots(after)
        return mark_changes(was if shows == "before" else is_, was, is_, list_claim_facts(event))

    def draw_with_spots(self, table: AnyTable) -> Markup:
        """Draw the table with the names of all places in it, from which marks are reckoned."""
        if self.drawn_in:
            drawn: Markup = import_module(self.drawn_in).draw(table)
            return drawn
        from engine.kernel.drawing.fact_sheet import draw  # noqa: PLC0415 - as above

        return draw(self.title, self.facts(table))

    def facts(self, table: AnyTable) -> dict[str, Fact]:
        """Reckon every fact of the table."""
        return {name: reckon(table) for name, reckon in self.reckoners(table).items()}
