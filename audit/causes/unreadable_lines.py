"""Lists what an unreadable line may say, nearest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import compress
from operator import not_

from msgspec.structs import replace

from audit.causes.places import TWICE, Place, RepairRank, WhatIf, leave_out_event
from audit.intake.prepared import PreparedLog
from engine.kernel.events import Chance, Claim, Event, Move, Record, Unreadable
from engine.kernel.log import Fault
from engine.kernel.replay.legal import is_legal
from engine.kernel.spellings import make_line_reader, parse_event_line
from engine.kernel.vocabulary import Form, make_unwritten_event

# Named values (`name=value`), and single words. The first words of such a line are the speaker and the verb.
NAMED = re.compile(r"\s+([a-z]+)=\S+")
SPOKEN = re.compile(r"[^\s:,;=()]+")


def list_interpretations(place: Place, lost: Unreadable) -> Iterator[Iterable[WhatIf]]:
    """Yield the possible replacements for an unreadable line."""
    yield _leave_out_repeat(place, lost)
    yield _try_meant_events(place)
    yield _drop_stated_values(place, lost)
    yield _keep_actor_and_verb(place, lost)


def _leave_out_repeat(place: Place, lost: Unreadable) -> Iterator[WhatIf]:
    """Leave out an unreadable line that repeats the line before it."""
    _, before = place.prepared.entries[place.place - 1]
    # The numbers that the two state differ.
    if isinstance(before, (Move, Chance)) and place.write_line(replace(before, seq=0)) == lost.text:
        yield leave_out_event(place, RepairRank.REPEAT, TWICE)


def _drop_stated_values(place: Place, lost: Unreadable) -> Iterator[WhatIf]:
    """Drop a named value that this kind of line does not have."""
    prepared = place.prepared
    read = make_line_reader(prepared.game.vocabulary, prepared.domains)
    for pair in NAMED.finditer(lost.text):
        event = read(lost.text[: pair.start()] + lost.text[pair.end() :])
        if not isinstance(event, Fault):
            yield place.replace_event(RepairRank.UNSTATED, event, f"without {pair[1]}")


def _keep_actor_and_verb(place: Place, lost: Unreadable) -> Iterator[WhatIf]:
    """Parse only the actor and the verb of a line, and leave all other values open."""
    _, speaker, form = _read_first_words(place.prepared, lost)
    if form is not None and bool(speaker) == form.has_seat:
        event = make_unwritten_event(form.cls, **({"by": speaker} if speaker else {}))
        yield place.replace_event(RepairRank.NAME, event, "the rest of the line cannot be read")


def _read_first_words(prepared: PreparedLog, lost: Unreadable) -> tuple[str, str, Form | None]:
    """Return the first word of a line, the seat that it names, and the form of its verb, if there are any."""
    forms = prepared.game.vocabulary.forms
    first, *more = (*SPOKEN.findall(lost.text.casefold())[:2], "")
    players = prepared.header.players
    speaker = next((one.seat for one in players if first in {one.seat, *one.name.casefold().split()[:1]}), "")
    verb = more[0] if speaker or first == Chance.actor else first
    form = forms.get(verb) or forms.get(verb.removesuffix("s"))
    return first, speaker, form if form is not None and issubclass(form.cls, (Move, Chance)) else None


def list_open_events(place: Place, lost: Unreadable) -> Iterator[Event]:
    """Yield every event that the line may be, with all unstated values open.

    Without a verb, try all verbs of the speaker.
    """
    first, speaker, said = _read_first_words(place.prepared, lost)
    if first in {Claim.actor, Record.actor}:
        return
    seats = (speaker,) if speaker else () if first == Chance.actor else place.table.seats
    for form in place.prepared.game.vocabulary.forms.values():
        if said not in {None, form} or not issubclass(form.cls, (Move, Chance)):
            continue
        if form.has_seat:
            yield from (make_unwritten_event(form.cls, by=seat) for seat in seats)
        elif not speaker:
            yield make_unwritten_event(form.cls)


def list_meant_events(place: Place) -> list[Event]:
    """List the events that the words of an unreadable line can mean, legal ones first."""
    prepared = place.prepared
    events = [parse_event_line(line, prepared.game.vocabulary) for line in prepared.log.meant.get(place.seq, ())]
    legal = [is_legal(prepared.program, place.table, event) for event in events]
    return [*compress(events, legal), *compress(events, map(not_, legal))]


def _try_meant_events(place: Place) -> Iterator[WhatIf]:
    """Replace the line by each event that its words can mean."""
    for event in list_meant_events(place):
        yield place.replace_event(RepairRank.NAME, event, "what stands there")
