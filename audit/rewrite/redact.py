"""Removes names of people and remarks from a log, so that a dispute can be published. Event numbers do not change."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from audit.intake.domains import list_domains
from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.prepared import PreparedLog
from engine.kernel.events import Amend, Event, Insert, Note, Retract, Ruling, Stopped
from engine.kernel.log import Fault, HeaderPlayer, Log
from engine.kernel.spellings import write_line
from engine.kernel.unknown import is_known

# Replaces a remark, so that later events keep the numbers that corrections refer to.
TAKEN_OUT = "taken out"


def redact_log(prepared: PreparedLog) -> Log:
    """Remove from a log who played, where and when, and all remarks. The log must be fully readable."""
    log, header = prepared.log, prepared.log.header
    seats = tuple(HeaderPlayer(player.seat, "", player.role) for player in header.players)
    # In the prepared position, players are already replaced by their seats.
    bare = replace(header, players=seats, event="", date="", position=_choose_position(prepared))
    quoting = _make_quote_redactor(prepared)
    return replace(log, header=bare, events=[_redact_event(event, quoting) for event in log.events])


def _choose_position(prepared: PreparedLog) -> dict[str, int | str]:
    return prepared.header.position if prepared.log.header.position else {}


def _redact_event(event: Event, quoting: Callable[[str], str]) -> Event:
    if isinstance(event, Note):
        return replace(event, text=TAKEN_OUT, who="")
    if isinstance(event, Amend | Insert):
        return replace(event, line=quoting(event.line) if is_known(event.line) else event.line, who="", why="")
    if isinstance(event, Retract | Ruling | Stopped):
        return replace(event, who="", why="")
    return event


def _make_quote_redactor(prepared: PreparedLog) -> Callable[[str], str]:
    """Return a function that rewrites a quoted line as its canonical event.

    If a quote cannot be parsed, only the names of players are replaced.
    """
    vocabulary, header = prepared.game.vocabulary, prepared.header
    domains = list_domains(prepared.game, header, prepared.content)
    read = make_quoted_line_reader(prepared.game, header, domains, strict=prepared.asked.strict)
    names = {player.name.casefold(): player.seat for player in header.players if player.name}
    anybody = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names) or r"(?!)", re.IGNORECASE)

    def redact_quote(line: str) -> str:
        event = read(line)
        if isinstance(event, Fault):
            return anybody.sub(lambda found: names[found[0].casefold()], line)
        return write_line(event, vocabulary)

    return redact_quote
