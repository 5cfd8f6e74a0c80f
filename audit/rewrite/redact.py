"""A log without names of people, to post a dispute: seats for players, no remarks, every event in its place."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.prepared import PreparedLog, list_domains
from engine.kernel.events import Amend, Event, Insert, Note, Retract, Ruling, Stopped
from engine.kernel.log import Fault, HeaderPlayer, Log
from engine.kernel.spellings import write_line
from engine.kernel.unknown import is_known

# Stands where a remark stood: the events behind it keep their numbers, which corrections name.
TAKEN_OUT = "taken out"


def redact_log(prepared: PreparedLog) -> Log:
    """Take out of a log that can be read whole who played, where and when, and what was remarked."""
    log, header = prepared.log, prepared.log.header
    seats = tuple(HeaderPlayer(player.seat, "", player.role) for player in header.players)
    # What the position says of a player it says of the seat by now.
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
    """Make what writes a quoted line as the event that it is; of one that is none, only players are taken out."""
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
