"""The `Game` record: everything that a game's package declares to the kernel."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import Enum
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Literal

import msgspec

from engine.kernel.events import COMMON, Claim, Event
from engine.kernel.facts import Fact, Reckoner
from engine.kernel.flow import Phase
from engine.kernel.layers import Layer, Question
from engine.kernel.log import Header, LogError
from engine.kernel.positions import Position, refuse_position
from engine.kernel.rules import Rule, Source
from engine.kernel.table import AnyTable, Owed, Own
from engine.kernel.unknown import UNKNOWN, is_known
from engine.kernel.vocabulary import Vocabulary

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture
    from engine.kernel.drawing.svg import Markup
    from engine.kernel.spellings.typed.other_words import OtherWords

Moment = Literal["before", "after"]


def list_claim_facts(event: Event) -> tuple[str, ...]:
    """Name the fact that an event makes a claim about."""
    return (str(event.fact),) if isinstance(event, Claim) and is_known(event.fact) else ()


class NoTerms(msgspec.Struct, frozen=True):
    """The terms of a game in which no layer or reading may change anything."""


def refuse_packs(header: Header, _packs: Mapping[str, str]) -> Own:
    """Refuse a pack, because the rulebook of this game prints all components."""
    if header.pack or header.inline:
        raise LogError("This game has no content packs.", "Leave the pack out.")


class Pair(msgspec.Struct, frozen=True):
    """One piece of information in two lines: each seat writes it alone as `one`; `all_` repeats it in seat order.

    Where the field of `all_` holds a single value, it repeats the last one.
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
    # `lay` sets the table from the header, the pack and the terms in force. `domains` lists the names that a log may
    # use.
    lay: Callable[[Header, Own, Own], AnyTable]
    domains: Callable[[Header, Own], Mapping[str, Container[str]]]
    # The table as flat named values: each fact and how it is computed.
    reckoners: Callable[[Own], Mapping[str, Reckoner]]
    result: tuple[str, ...]
    # The moves that players could make.
    offers: Callable[[Own], Iterable[Event]]
    # A sample log to start from.
    sample: str
    # Why a move that breaks no rule leaves its player without a lawful continuation. Such a move is listed, but never
    # suggested.
    dead_end: Callable[[Own, Event], str] = lambda _table, _event: ""
    # The leader of a game that was stopped before its end, or UNKNOWN where the game cannot say.
    standing: Callable[[Own], Fact] = lambda _table: UNKNOWN
    # The parts of a seat's final score, in words; and which facts are added to which when the game ends.
    scores: Callable[[Own, str], Mapping[str, int]] = lambda _table, _seat: {}
    sums: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    # Optional for a small game: modes and variants, open questions and their terms, content packs.
    layers: tuple[Layer, ...] = ()
    questions: Mapping[str, Question] = msgspec.field(default_factory=dict)
    terms: Own = msgspec.field(default_factory=NoTerms)
    content: Callable[[Header, Mapping[str, str]], Own] = refuse_packs
    # Applies the facts that a `position:` header declares.
    declare: Callable[[Own, Position], None] = refuse_position
    # `implied` and `implied_at_end` return events that a record leaves out, such as the end of a turn. `give_up` drops
    # something owed that never came. `reopen` lets play continue where the table did not stop at the end.
    implied: Callable[[Own, Event], Event | None] = lambda _table, _event: None
    implied_at_end: Callable[[Own], Event | None] = lambda _table: None
    give_up: Callable[[Own, Owed], None] = lambda _table, _owed: None
    # Marks what becomes uncertain when the log does not say who made a move. Its fold needs a seat and cannot run.
    by_somebody: Callable[[Own, Event], None] = lambda _table, _event: None
    # Applies what is certain about a missing line that a breach names. Called once, before the line that revealed it.
    make_good: Callable[[Own, Event], None] = lambda _table, _missing: None
    reopen: Callable[[Own], None] = lambda _table: None
    # The outcomes that chance could bring.
    outcomes: Callable[[Own], Iterable[Event]] = lambda _table: ()
    # The module that draws the table, imported only when something is drawn. Without one, the facts are listed.
    drawn_in: str = ""
    # The kinds of value that facts have (`number`, or kinds of name among the domains; `list`: several of them). `*.vp`
    # is the fact of any seat. A fact that is not listed here may be anything.
    values: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: {"winner": ("seat",)})
    # Facts that list things in a significant order. For all others a claim may name them in any order.
    ordered: frozenset[str] = frozenset()
    # Returns the case that makes a claim wrong, for facts that several rules share. Rules name their cases.
    wrong: Callable[[Own, Claim, Fact], Enum | None] = lambda _table, _claim, _reckoned: None
    # Explains, in sentences, how a number that a claim gets wrong is made up. Printed after the computed value.
    recount: Callable[[Own, Claim], str] = lambda _table, _claim: ""
    # The rules that a card in force suspends.
    suspended_rules: Callable[[Own], frozenset[str]] = lambda _table: frozenset()
    # Whether something that the record lacks could clear this event of breaking this rule.
    may_be_cleared: Callable[[Own, Event, Rule], bool] = lambda _table, _event, _rule: False
    # Acts in a player's own turn that can imply other events of that turn. No other act is checked, for speed.
    implying: frozenset[type[Event]] = frozenset()
    # Information written in two lines, either of which may be the wrong one.
    pairs: tuple[Pair, ...] = ()
    # What one seat may not see. `redact` removes it from a copy of the table. `hidden_fields` names the fields of an
    # event that are hidden from that seat; it takes the table before the event. By default everything is open.
    redact: Callable[[Own, str], None] = lambda _table, _seat: None
    hidden_fields: Callable[[Own, Event, str], tuple[str, ...]] = lambda _table, _event, _seat: ()
    # The package that holds `typed.toml`: other words for the game's verbs and names, by language.
    typed_in: str = ""
    # The packs that ship with the game, the bare one first.
    shipped: tuple[str, ...] = ()

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every event that a log of this game may hold."""
        return Vocabulary((*self.events, *COMMON))

    @cached_property
    def words(self) -> OtherWords:
        """The words that people write for the verbs and names of this game."""
        from engine.kernel.spellings.typed.word_lists import load_shipped_words  # noqa: PLC0415 - a canonical log needs none

        return load_shipped_words(self.vocabulary.forms, self.typed_in)

    def draw_table(self, table: AnyTable) -> str:
        """Draw the table."""
        from engine.kernel.drawing.marks import remove_spots  # noqa: PLC0415 - an audit draws nothing

        return remove_spots(self.draw_with_spots(table))

    def draw_move(self, before: AnyTable, event: Event, after: AnyTable, *, shows: Moment) -> MarkedPicture:
        """Draw the table before or after an event, and mark what the event changes or makes a claim about."""
        from engine.kernel.drawing.marks import mark_changes  # noqa: PLC0415 - as above

        was, is_ = self.draw_with_spots(before), self.draw_with_spots(after)
        return mark_changes(was if shows == "before" else is_, was, is_, list_claim_facts(event))

    def draw_with_spots(self, table: AnyTable) -> Markup:
        """Draw the table with the names of all its spots, from which the marks are computed."""
        if self.drawn_in:
            drawn: Markup = import_module(self.drawn_in).draw(table)
            return drawn
        from engine.kernel.drawing.fact_sheet import draw  # noqa: PLC0415 - as above

        return draw(self.title, self.facts(table))

    def facts(self, table: AnyTable) -> dict[str, Fact]:
        """Compute every fact of the table."""
        return {name: reckon(table) for name, reckon in self.reckoners(table).items()}
