"""A random log recorded live, event by event, and viewed by every kind of reader."""

from __future__ import annotations

import random

import msgspec
from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from audit.live import LiveState, View, advance_game, begin_game, describe_books, dump_snapshot, fold_game
from engine.kernel.events import Unreadable
from fixtures.kits import GAMES

# The number of events that are viewed one by one.
LOOKED_AT = 5


def record(prepared: PreparedLog, dice: random.Random) -> None:
    """Record what can be recorded of a log, view it from a seat, and load it from a snapshot."""
    live = begin_game(msgspec.json.encode(prepared.header), GAMES)
    readable = [replace(event, seq=0) for event in prepared.log.events if not isinstance(event, Unreadable)]
    events = [event for event in readable if not live.game.vocabulary.check_names([event], live.domains)]
    seats = [None, *(player.seat for player in prepared.header.players)]
    live_state = fold_game(live)
    for event in events:
        live_state, _ = advance_game(live_state, [event], dice.choice(seats))
    for seat in (None, dice.choice(seats)):
        describe_books(live_state, seat)
    look(View(live_state, "adjudicated", dice.choice(seats)), live_state, dice)
    look(View(live_state, "played", dice.choice(seats)), live_state, dice)
    fold_game(live, events, dump_snapshot(live_state))


def look(view: View, live_state: LiveState, dice: random.Random) -> None:
    """Request everything from a reader's view of a game."""
    view.header_document()
    view.facts_after()
    view.legal_document()
    view.picture_after()
    view.findings()
    list(view.event_documents())
    # An event that a correction removed is not a place in the book.
    places = [seq for seq, _ in live_state.book(view.which).entries if seq]
    for seq in dice.sample(places, min(LOOKED_AT, len(places))):
        view.step_document(seq)
        view.findings_at(seq)
