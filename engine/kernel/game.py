"""What a game folder hands to the kernel: the index of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from engine.kernel.events import COMMON, Claim, Event
from engine.kernel.flow import Owed, Phase
from engine.kernel.layers import Layer, Question
from engine.kernel.log import Header
from engine.kernel.rules import Rule, Source
from engine.kernel.vocabulary import Vocabulary

Fact = Any
Reckoner = Callable[[Any], Fact]


@dataclass(frozen=True)
class Game:
    """One game, as the kernel sees it. Every callable takes that game's own table."""

    name: str
    title: str
    sources: tuple[Source, ...]
    events: tuple[type[Event], ...]
    base: Layer
    layers: tuple[Layer, ...]
    questions: Mapping[str, Question]
    terms: Any
    flow: Mapping[str, Phase]
    # Setting the table: the header, the pack and the terms in force.
    content: Callable[[Header, Mapping[str, str]], Any]
    lay: Callable[[Header, Any, Any], Any]
    domains: Callable[[Header, Any], Mapping[str, Container[str]]]
    # The table as flat named values: how to reckon each, and how a `position:` header declares one.
    reckoners: Callable[[Any], Mapping[str, Reckoner]]
    declare: Callable[[Any, Mapping[str, int | str]], None]
    result: tuple[str, ...]
    # What a record leaves out (the end of a turn), what is dropped when something owed never comes,
    # and how play goes on where the table did not stop at the end.
    implied: Callable[[Any, Event], Event | None]
    closing: Callable[[Any], Event | None]
    lapse: Callable[[Any, Owed], None]
    reopen: Callable[[Any], None]
    # What could be done, what chance could bring, and what it looks like.
    offers: Callable[[Any], Iterable[Event]]
    outcomes: Callable[[Any], Iterable[Event]]
    picture: Callable[[Any], str]
    sample: str
    # Facts that list things in an order that counts; in all others a claim may name them in any order.
    ordered: frozenset[str] = frozenset()
    # What is the case where a claim is wrong about a fact over which several rules compete: rules name their cases.
    wrong: Callable[[Any, Claim, Fact], Enum | None] = lambda _table, _claim, _reckoned: None
    # Going: which rule settles the fact that a claim gets wrong.
    blame: Callable[[Any, Claim, Fact], str] | None = None
    # Which rules a card in force suspends.
    suspended: Callable[[Any], frozenset[str]] = lambda _table: frozenset()
    # Whether what the record lacks could clear this event of breaking this rule.
    doubted: Callable[[Any, Event, Rule], bool] = lambda _table, _event, _rule: False
    # Acts in a player's own turn that can imply something of that turn (others are not asked about, for speed).
    implying: frozenset[type[Event]] = frozenset()
    # What one seat may not see: takes it off a copy of the table, and names the fields of an event that are hidden from
    # that seat as it happens (asked with the table before it). Where a game says nothing, everything lies open.
    veil: Callable[[Any, str], None] = lambda _table, _seat: None
    concealed: Callable[[Any, Event, str], tuple[str, ...]] = lambda _table, _event, _seat: ()
    # The packs that come with the game, the bare one first.
    shipped: tuple[str, ...] = ()

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every event a log of this game may hold."""
        return Vocabulary((*self.events, *COMMON))

    def facts(self, table: Any) -> dict[str, Fact]:  # noqa: ANN401 - this game's table
        """Reckon every fact of the table."""
        return {name: reckon(table) for name, reckon in self.reckoners(table).items()}
