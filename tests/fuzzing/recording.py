"""A drawn log recorded live, event by event, and looked at by whoever may look."""

from __future__ import annotations

import random

import msgspec
from msgspec.structs import replace

from audit.live import Standing, View, advance, begin, books, dump, fold
from audit.sitting import Sitting
from engine.kernel.events import Unreadable
from fixtures.kits import GAMES

# How many of the events are looked at one by one.
LOOKED_AT = 5


def record(sitting: Sitting, dice: random.Random) -> None:
    """Record what can be recorded of a log, look at it from a seat, and take it up from a snapshot."""
    live = begin(msgspec.json.encode(sitting.header), GAMES)
    readable = [replace(event, seq=0) for event in sitting.log.events if not isinstance(event, Unreadable)]
    events = [event for event in readable if not live.game.vocabulary.check_names([event], live.domains)]
    seats = [None, *(player.seat for player in sitting.header.players)]
    standing = fold(live)
    for event in events:
        standing, _ = advance(standing, [event], dice.choice(seats))
    for seat in (None, dice.choice(seats)):
        books(standing, seat)
    look(View(standing, "adjudicated", dice.choice(seats)), standing, dice)
    look(View(standing, "played", dice.choice(seats)), standing, dice)
    fold(live, events, dump(standing))


def look(view: View, standing: Standing, dice: random.Random) -> None:
    """Ask a reader's view of a game for everything that it can tell."""
    view.header()
    view.facts()
    view.legal()
    view.picture()
    view.findings()
    list(view.events())
    # An event that a correction took away is no place in the book.
    places = [seq for seq, _ in standing.book(view.which).entries if seq]
    for seq in dice.sample(places, min(LOOKED_AT, len(places))):
        view.step(seq)
        view.findings_at(seq)
