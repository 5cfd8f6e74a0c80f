"""Recording events and answering each at once: what is wrong with it, or what a correction makes appear and vanish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from audit.document import Finding, laid_out
from audit.live.opening import Live
from audit.live.snapshots import ForeignSnapshotError, load
from audit.live.standing import CORRECTIONS, Standing, begun, extended
from audit.live.views import View
from audit.live.weighing import Patience, fresh, plainly, weighed
from engine.kernel.events import Event
from engine.kernel.jsons import Document
from engine.kernel.replay import Hit


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to one recorded event: findings at it and, where it corrects the record, what changes elsewhere."""

    seq: int
    findings: tuple[Finding, ...]
    appears: tuple[Finding, ...] = ()
    vanishes: tuple[Finding, ...] = ()

    def document(self) -> Document:
        """Lay the answer out; findings are as in a report on the game written as JSONL, causes aside."""
        return {
            "seq": self.seq,
            "findings": [laid_out(finding) for finding in self.findings],
            "appears": [laid_out(finding) for finding in self.appears],
            "vanishes": [laid_out(finding) for finding in self.vanishes],
        }


def fold(live: Live, events: Sequence[Event] = (), snapshot: bytes | None = None) -> Standing:
    """Fold a game as far as it is recorded; a snapshot of an earlier stand of it saves the way up to there.

    `events` are all of the game's, in their order. A snapshot that is broken, foreign or of another version is put
    aside; it never changes what comes out.
    """
    standing = begun(live)
    if snapshot is not None:
        with suppress(ForeignSnapshotError):
            standing = load(live, snapshot, events)
    rest = events[standing.seq :]
    return extended(standing, rest)[0] if rest else standing


def advance(standing: Standing, events: Sequence[Event], seat: str | None = None) -> tuple[Standing, list[Answer]]:
    """Record events: how the game stands then, and an answer to each, told to a reader at `seat` (None: who sees all).

    The standing given stays as it is, so that nothing has happened if the events cannot be kept.
    """
    patience, answers = Patience(), list[Answer]()
    for run in _runs(events):
        before = standing
        standing, met = extended(before, run)
        if type(run[0]) in CORRECTIONS:
            answers.append(_of_correction(before, standing, patience, seat))
        else:
            answers += _of_events(before.seq, standing, met, patience, seat)
    return standing, answers


def _runs(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Take ordinary events together, and each correction alone."""
    for correcting, run in groupby(events, lambda event: type(event) in CORRECTIONS):
        if correcting:
            yield from ([event] for event in run)
        else:
            yield list(run)


def _of_events(
    before: int, standing: Standing, met: Sequence[Hit], patience: Patience, seat: str | None
) -> Iterator[Answer]:
    view = View(standing, seat=seat)
    by_seq: dict[int, list[Finding]] = {}
    for finding, hit in zip(fresh(standing, met, patience, seat), met, strict=True):
        told = view.reported(finding, hit.event)
        by_seq.setdefault(hit.seq, []).extend([told] if told is not None else [])
    for seq in range(before + 1, standing.seq + 1):
        yield Answer(seq, tuple(by_seq.get(seq, ())))


def _of_correction(before: Standing, after: Standing, patience: Patience, seat: str | None) -> Answer:
    """Compare all findings before and after: those of the correction itself, those new elsewhere, and those gone."""
    was, now = plainly(before, "adjudicated"), plainly(after, "adjudicated")
    stood, stands = {_mark(finding) for finding in was}, {_mark(finding) for finding in now}
    fresh_now = weighed(after, [f for f in now if _mark(f) not in stood], "adjudicated", patience)
    gone = weighed(before, [f for f in was if _mark(f) not in stands], "adjudicated", patience)
    seen = [told for finding in fresh_now if (told := View(after, seat=seat).reported(finding)) is not None]
    lost = [told for finding in gone if (told := View(before, seat=seat).reported(finding)) is not None]
    own = tuple(finding for finding in seen if finding.seq == after.seq)
    return Answer(after.seq, own, tuple(f for f in seen if f.seq != after.seq), tuple(lost))


def _mark(finding: Finding) -> tuple[int | None, str, str, str]:
    return finding.seq, finding.rule, finding.status, finding.breach or finding.says
