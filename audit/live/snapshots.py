"""Writes and reads snapshots of live states, bound to game, events and engine. A snapshot may be dropped any time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from audit.intake.prepared import START
from audit.live.game import LiveSetup
from audit.live.state import LiveBook, LiveState, begin_state, find_effective_events
from audit.model.divergence import Entry
from audit.model.document import ENGINE
from audit.model.hash_chain import START as FIRST_LINK
from audit.model.hash_chain import extend_chain
from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement
from engine.kernel.rules import Breach
from engine.kernel.table import AnyTable
from engine.kernel.tables.serialize import NotStoredError, digest_form, dump_object, load_object
from engine.kernel.tables.shapes import AGREED
from engine.kernel.unknown import Undetermined

MAGIC = b"deadreckon.snapshot/2\n"
DIGEST = 32


class JudgementSnapshot(msgspec.Struct, frozen=True):
    """A judgement without its event, which is in the book, and with its rule by name."""

    seq: int
    implied: Event | None
    rule: str
    breach: Breach | None
    also: tuple[str, ...]
    unapplied: tuple[str, ...]


class BookSnapshot(msgspec.Struct, frozen=True):
    """A book without its events. The table is serialized."""

    table: bytes
    judgements: tuple[JudgementSnapshot, ...]
    unlisted: int


class StateSnapshot(msgspec.Struct, frozen=True):
    """The content of a snapshot: one book if both are the same, else two."""

    seq: int
    link: bytes
    books: tuple[BookSnapshot, ...]


class ForeignSnapshotError(Exception):
    """The bytes are not a snapshot of this game at this version. The game can be folded from its events instead."""


def dump_snapshot(live_state: LiveState) -> bytes:
    """Serialize the tables and judgements of both books, without the events."""
    books = [live_state.played]
    if live_state.adjudicated is not live_state.played:
        books.append(live_state.adjudicated)
    payload = dump_object(StateSnapshot(live_state.seq, live_state.link, tuple(map(_store_book, books))))
    return MAGIC + _digest_inputs(live_state.live) + hashlib.sha256(payload).digest() + payload


def load_snapshot(live: LiveSetup, raw: bytes, events: Sequence[Event]) -> LiveState:
    """Load a snapshot of this game. `events` are all recorded events, of which the snapshot covers the first ones.

    Raises `ForeignSnapshotError`.
    """
    try:
        held = load_object(StateSnapshot, _read_payload(live, raw), live.game.vocabulary)
        return _restore_state(live, held, events)
    except (NotStoredError, LookupError, Undetermined) as wrong:
        raise ForeignSnapshotError(f"The snapshot cannot be read: {wrong}") from None


def name_snapshot_version(live: LiveSetup) -> str:
    """Return a digest of all that a snapshot depends on except for the events: engine, rulebook, header, components."""
    return _digest_inputs(live).hex()


def _store_book(book: LiveBook) -> BookSnapshot:
    return BookSnapshot(dump_object(book.table), tuple(map(_store_judgement, book.judgements)), book.unlisted)


def _store_judgement(judgement: Judgement) -> JudgementSnapshot:
    implied = judgement.event if judgement.implied else None
    return JudgementSnapshot(
        judgement.seq, implied, judgement.laid.rule.id, judgement.breach, judgement.also, judgement.unapplied
    )


def _read_payload(live: LiveSetup, raw: bytes) -> bytes:
    head = len(MAGIC)
    if not raw.startswith(MAGIC) or raw[head : head + DIGEST] != _digest_inputs(live):
        raise ForeignSnapshotError("This is no snapshot of this game by this version.")
    payload = raw[head + 2 * DIGEST :]
    if hashlib.sha256(payload).digest() != raw[head + DIGEST : head + 2 * DIGEST]:
        raise ForeignSnapshotError("The snapshot is damaged.")
    return payload


def _restore_state(live: LiveSetup, held: StateSnapshot, events: Sequence[Event]) -> LiveState:
    entries = list(enumerate(events[: held.seq], 1))
    if len(entries) != held.seq or extend_chain(FIRST_LINK, entries) != held.link:
        raise ForeignSnapshotError("The snapshot covers other events than these.")
    start = begin_state(live).played
    played = _restore_book(live, entries, held.books[0], start)
    counted = find_effective_events(live, entries)
    adjudicated = played if len(held.books) == 1 else _restore_book(live, counted.entries, held.books[1], start)
    return LiveState(live, played, adjudicated, counted.rulings, tuple(counted.faults), held.link)


def _restore_book(live: LiveSetup, entries: list[Entry], held: BookSnapshot, start: LiveBook) -> LiveBook:
    events, rules = {0: START, **dict(entries)}, live.program.rulebook.rules
    judgements = tuple(
        Judgement(one.seq, event, rules[one.rule], one.breach, one.implied is not None, one.also, one.unapplied)
        for one in held.judgements
        for event in [one.implied or events[one.seq]]
    )
    return LiveBook(
        entries, _restore_table(live, held.table, start.table), judgements, dict(start.shots), held.unlisted
    )


def _restore_table(live: LiveSetup, raw: bytes, fresh: AnyTable) -> AnyTable:
    """Load a table of this game's class, with the agreed settings of the fresh table."""
    agreed = {name: getattr(fresh, name) for name in AGREED if hasattr(fresh, name)}
    table = load_object(type(fresh), raw, live.game.vocabulary, agreed)
    if table.seats != fresh.seats or table.phase not in live.game.flow or type(table.owed) is not list:
        raise ForeignSnapshotError("The snapshot is of no table of this game.")
    return table


def _digest_inputs(live: LiveSetup) -> bytes:
    pack = str(getattr(live.prepared.content, "digest", ""))
    # The digest of the rules covers the folds. A changed fold never continues an old table.
    parts = (
        ENGINE.version,
        digest_form(StateSnapshot),
        live.table_form,
        *live.digests,
        pack,
        live.header_bytes.decode(),
    )
    return hashlib.sha256("\n".join(parts).encode()).digest()
