"""Parses the line that a correction quotes: canonically, or else as typed if it has only one meaning."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING

from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.log import Fault, Header
from engine.kernel.replay.books import Read
from engine.kernel.replay.fact_values import Values
from engine.kernel.spellings import Misread, make_line_reader

if TYPE_CHECKING:
    from engine.kernel.spellings.typed.reader import TypedReader


def make_quoted_line_reader(game: Game, header: Header, domains: Mapping[str, Container[str]], *, strict: bool) -> Read:
    """Return a parser for quoted lines in a log with this header. `strict` accepts canonical lines only."""
    values = Values(game.values, header, domains)
    canonical = make_line_reader(game.vocabulary, domains, values.read_event)
    return (
        canonical
        if strict
        else _make_lenient_reader(canonical, lambda: _make_typed_reader(game, header, domains, values))
    )


def _make_lenient_reader(canonical: Read, typed: Callable[[], TypedReader]) -> Read:
    made: list[TypedReader] = []

    def read_line(text: str) -> Event | Fault:
        event = canonical(text)
        if not isinstance(event, Fault):
            return event
        if not made:
            made.append(typed())
        # The error omits possible meanings. They could reveal what a reader at a seat may not know.
        try:
            events = made[0].read(text).events
        except Misread:
            return event
        return events[0] if len(events) == 1 else event

    return read_line


def _make_typed_reader(
    game: Game, header: Header, domains: Mapping[str, Container[str]], values: Values
) -> TypedReader:
    from engine.kernel.spellings.typed.reader import TypedReader  # noqa: PLC0415 - a canonical log does not need it

    return TypedReader(game.vocabulary, domains, header, game.words, values.read_event)
