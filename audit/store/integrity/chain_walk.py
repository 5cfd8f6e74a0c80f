"""Walks the hash chain of one game, and explains which events are not as recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.store.record.hash_chain import Link, hash_event
from audit.store.records import CLOSE, Damage, GameHead
from audit.store.session import Cell

# The number of events explained. An explanation may compare an event with all others.
EXPLAINED = 50
_KINDS = (str, bytes, int, str, str | None)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as stored. `link` is None if the row holds values that no event can have."""

    seq: int
    link: Link | None
    hash: bytes

    @classmethod
    def read_row(cls, seq: Cell, *rest: Cell) -> StoredEvent:
        """Build an event from a row: its seq, the fields of the link, and its hash."""
        *linked_, digest = rest
        link = Link(*linked_)
        sound = all(isinstance(value, kind) for value, kind in zip(link, _KINDS, strict=True))
        return cls(seq, link if sound else None, digest if isinstance(digest, bytes) else b"")


class Walk:
    """A walk along one game's events."""

    def __init__(self, game: str, sealed: bytes, rows: Sequence[StoredEvent]) -> None:
        self.place = f"game {game}"
        self.sealed = sealed
        self.rows = rows
        self.by_hash: dict[bytes, int] = {}
        for row in rows:
            self.by_hash.setdefault(row.hash, row.seq)
        self.shift = 0
        self.left = EXPLAINED

    def find_damage(self, stands: tuple[int, bytes, int] | None) -> Iterator[Damage]:
        """Report every event that is missing, doubled, changed, moved or foreign."""
        before: bytes | None = self.sealed
        expected = 1
        self.stands = stands
        for at, row in enumerate(self.rows):
            if row.seq > expected:
                yield self._report_gap(expected, row.seq - 1)
                before = None
            elif row.seq < expected:
                yield Damage(self.place, row.seq, f"Event {row.seq} is there twice.")
                continue
            before, found = self._check_event(at, before)
            if found is not None:
                yield Damage(self.place, row.seq, found)
            expected = row.seq + 1
        yield from self._check_end(expected - 1, before)

    def check_heads(self, kept: Sequence[GameHead]) -> Iterator[Damage]:
        """Check that each head that was stored outside is still on this chain."""
        there = {row.seq: row.hash for row in self.rows} | {0: self.sealed}
        for head in kept:
            if there.get(head.seq, b"").hex() != head.hash:
                said = f"Event {head.seq} is gone, or is not the one of the saved head."
                yield Damage(self.place, head.seq, said)

    def find_rulebook(self, begun: str) -> str:
        """Return the rulebook of the last event, in a game that began under this one."""
        noted = (row.link.rulebook for row in reversed(self.rows) if row.link is not None)
        return next(filter(None, noted), begun)

    def _report_gap(self, first: int, last: int) -> Damage:
        one = first == last
        said = f"Event {first} is missing." if one else f"Events {first} to {last} are missing."
        return Damage(self.place, first, said)

    def _check_event(self, at: int, before: bytes | None) -> tuple[bytes | None, str | None]:
        """Check one event. Return the hash that the next one must follow, and what is wrong with this one."""
        row = self.rows[at]
        if before is None:
            # The event before is missing, but the event after can still confirm this one.
            return row.hash, None if self._has_follower(
                at, row.hash, unsure=True
            ) else "It does not match the event after it."
        if self._hash_or_none(before, row.seq + self.shift, row.link) == row.hash:
            return row.hash, None
        self.left -= 1
        if self.left < 0:
            return row.hash, "It is not what was recorded here."
        return self._explain_break(at, before)

    def _explain_break(self, at: int, before: bytes) -> tuple[bytes | None, str]:
        row = self.rows[at]
        computed = self._hash_or_none(before, row.seq, row.link)
        if computed is not None and self._has_follower(at, computed, unsure=False):
            return computed, "Its hash was changed; the event itself is as recorded."
        if self.by_hash.get(row.hash, row.seq) != row.seq:
            return row.hash, f"It is event {self.by_hash[row.hash]} again."
        for other in self.rows:
            right = self._hash_or_none(before, row.seq, other.link)
            if other is not row and right is not None and right in {other.hash, row.hash}:
                return right, f"What was recorded here is now at event {other.seq}."
        shift = self._find_shift(at)
        if shift:
            self.shift += shift
            what = "something before it was removed" if shift > 0 else "something was inserted before it"
            return row.hash, f"It was recorded as event {row.seq + self.shift}, and so on from here: {what}."
        known = row.hash if self._has_follower(at, row.hash, unsure=True) else None
        return known, "It is not what was recorded here: changed, or not of this game."

    def _has_follower(self, at: int, computed: bytes, *, unsure: bool) -> bool:
        """Return whether the next event, or the game's head, follows this hash. At a gap, return `unsure`."""
        if at + 1 < len(self.rows):
            row, following = self.rows[at], self.rows[at + 1]
            follows = self._hash_or_none(computed, following.seq + self.shift, following.link) == following.hash
            return follows or (unsure and following.seq > row.seq + 1)
        if self.stands is None:
            return unsure
        return self.stands[1] == computed or (unsure and self.stands[0] > self.rows[at].seq)

    def _find_shift(self, at: int) -> int:
        """Return by how many places this event and those after it were moved, as the next event shows."""
        if at + 1 >= len(self.rows):
            return 0
        row, following = self.rows[at], self.rows[at + 1]
        for far in range(1, len(self.rows) + 1):
            for shift in (far, -far):
                place = following.seq + self.shift + shift
                if place > 0 and self._hash_or_none(row.hash, place, following.link) == following.hash:
                    return shift
        return 0

    def _hash_or_none(self, before: bytes, seq: int, link: Link | None) -> bytes | None:
        return None if link is None or len(before) != len(self.sealed) else hash_event(self.sealed, before, seq, link)

    def _check_end(self, last: int, before: bytes | None) -> Iterator[Damage]:
        if self.stands is None:
            yield Damage(self.place, None, "No record is left of how far the game had come.")
            return
        seq, digest, closed = self.stands
        if seq > last:
            yield self._report_gap(last + 1, seq)
        elif seq < last:
            yield Damage(
                self.place, seq + 1, f"The game stood at event {seq}: this service did not record what follows."
            )
        elif before is not None and digest != before:
            yield Damage(self.place, seq, "The game's head is not the hash of its last event.")
        elif closed != bool(self.rows and self.rows[-1].link and self.rows[-1].link.kind == CLOSE):
            yield Damage(self.place, seq, "Whether the game is closed was changed.")
