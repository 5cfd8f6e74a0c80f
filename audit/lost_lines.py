"""Lines that cannot be read: what may stand in them, from the nearest on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import compress
from operator import not_

from audit.mend_places import TWICE, MendRank, Place, WhatIf, leaving_out
from engine.kernel.events import Chance, Move, Unreadable
from engine.kernel.legal import allowed
from engine.kernel.log import Fault
from engine.kernel.spellings import event_from, line_reader
from engine.kernel.vocabulary import unwritten

# What a line states by name, and its words: of a line that cannot be read, who speaks and the verb come first.
NAMED = re.compile(r"\s+([a-z]+)=\S+")
SPOKEN = re.compile(r"[^\s:,;=()]+")


def readings_of(place: Place, lost: Unreadable) -> Iterator[Iterable[WhatIf]]:
    """List what a line may be instead of what cannot be read."""
    yield _said_twice(place, lost)
    yield _garbled(place)
    yield _less_stated(place, lost)
    yield _half_read(place, lost)


def _said_twice(place: Place, lost: Unreadable) -> Iterator[WhatIf]:
    """Leave out a line that could not be taken because it says again what the line before it says."""
    _, before = place.prepared.entries[place.place - 1]
    if isinstance(before, (Move, Chance)) and place.line(before) == lost.text.strip():
        yield leaving_out(place, MendRank.REPEAT, TWICE)


def _less_stated(place: Place, lost: Unreadable) -> Iterator[WhatIf]:
    """Leave to us what a line states by name and that is no value of it."""
    prepared = place.prepared
    read = line_reader(prepared.game.vocabulary, prepared.domains)
    for pair in NAMED.finditer(lost.text):
        event = read(lost.text[: pair.start()] + lost.text[pair.end() :])
        if not isinstance(event, Fault):
            yield place.instead(MendRank.UNSTATED, event, f"without {pair[1]}")


def _half_read(place: Place, lost: Unreadable) -> Iterator[WhatIf]:
    """Take who did what from a line of which no more can be read, and leave open all else."""
    forms, header = place.prepared.game.vocabulary.forms, place.prepared.header
    first, *more = (*SPOKEN.findall(lost.text.casefold())[:2], "")
    speaker = next((one.seat for one in header.players if first in {one.seat, *one.name.casefold().split()[:1]}), "")
    verb = more[0] if speaker or first == Chance.actor else first
    form = forms.get(verb) or forms.get(verb.removesuffix("s"))
    if form is None or not issubclass(form.cls, (Move, Chance)) or bool(speaker) != form.seated:
        return
    event = unwritten(form.cls, **({"by": speaker} if speaker else {}))
    yield place.instead(MendRank.NAME, event, "the rest of the line cannot be read")


def _garbled(place: Place) -> Iterator[WhatIf]:
    """Try what may stand in a line that cannot be read: what its own words can mean, what is legal here first."""
    prepared, game = place.prepared, place.prepared.game
    events = [event_from(line, game.vocabulary) for line in prepared.log.meant.get(place.seq, ())]
    legal = [allowed(prepared.program, place.table, event) for event in events]
    for event in (*compress(events, legal), *compress(events, map(not_, legal))):
        yield place.instead(MendRank.NAME, event, "what stands there")
