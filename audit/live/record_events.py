"""Records events of a live game and answers each with its findings, or with the effects of a correction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from audit.live.event_findings import WorkBudget, describe_new_judgements, list_plain_findings, try_other_readings
from audit.live.game import LiveSetup
from audit.live.snapshots import ForeignSnapshotError, load_snapshot
from audit.live.state import LOOKING_BACK, LiveState, begin_state, extend_state
from audit.live.views import View
from audit.model.document import convert_to_builtins
from audit.model.findings import Finding
from engine.kernel.basics.json_types import Document
from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement


@dataclass(frozen=True, slots=True)
class EventAnswer:
    """The answer to one event: the findings at it and, for a correction, the findings that appear and vanish."""

    seq: int
    findings: tuple[Finding, ...]
    appears: tuple[Finding, ...] = ()
    vanishes: tuple[Finding, ...] = ()

    def answer_document(self) -> Document:
        """Describe the answer as a document. Findings are as in a report on the game as JSONL, but without causes."""
        return {
            "seq": self.seq,
            "findings": [convert_to_builtins(finding) for finding in self.findings],
            "appears": [convert_to_builtins(finding) for finding in self.appears],
            "vanishes": [convert_to_builtins(finding) for finding in self.vanishes],
        }


def fold_game(live: LiveSetup, events: Sequence[Event] = (), snapshot: bytes | None = None) -> LiveState:
    """Fold a game from all of its events. A snapshot of an earlier state saves work.

    A snapshot that is damaged, foreign or of another version is ignored. A snapshot never changes the result.
    """
    live_state = begin_state(live)
    if snapshot is not None:
        with suppress(ForeignSnapshotError):
            live_state = load_snapshot(live, snapshot, events)
    rest = events[live_state.seq :]
    return extend_state(live_state, rest)[0] if rest else live_state


def advance_game(
    live_state: LiveState, events: Sequence[Event], seat: str | None = None, patience: WorkBudget | None = None
) -> tuple[LiveState, list[EventAnswer]]:
    """Record events and return the new state with an answer to each, for a reader at `seat` (None: sees everything).

    The old state is unchanged, so that nothing has happened if the events cannot be stored. Callers that record in
    several steps pass one `patience` to all of them.
    """
    patience, answers = patience or WorkBudget(), list[EventAnswer]()
    for run in _split_into_runs(events):
        before, (live_state, met) = View(live_state, seat=seat), extend_state(live_state, run)
        after = View(live_state, seat=seat)
        if type(run[0]) in LOOKING_BACK:
            answers.append(_answer_correction(before, after, patience))
        else:
            found = met if seat is None else _list_judgements_since(before.live_state.seq, after)
            answers += _answer_events(before.live_state.seq, after, found, patience)
    return live_state, answers


def _split_into_runs(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Split events into runs of ordinary events, and single corrections."""
    for correcting, run in groupby(events, lambda event: type(event) in LOOKING_BACK):
        if correcting:
            yield from ([event] for event in run)
        else:
            yield list(run)


def _list_judgements_since(seq: int, view: View) -> list[Judgement]:
    return [judgement for judgement in view.live_state.adjudicated.judgements if judgement.seq > seq]


def _answer_events(before: int, view: View, met: Sequence[Judgement], patience: WorkBudget) -> Iterator[EventAnswer]:
    by_seq: dict[int, list[Finding]] = {}
    for finding, judgement in zip(describe_new_judgements(view.live_state, met, patience, view.seat), met, strict=True):
        reported = view.report_to_reader(finding)
        by_seq.setdefault(judgement.seq, []).extend([reported] if reported is not None else [])
    for seq in range(before + 1, view.live_state.seq + 1):
        yield EventAnswer(seq, tuple(by_seq.get(seq, ())))


def _answer_correction(before: View, after: View, patience: WorkBudget) -> EventAnswer:
    """Compare all findings before and after a correction.

    Return those on it, new ones at other events, and lost ones.
    """
    stood, stands = before.live_state, after.live_state
    was, now = list_plain_findings(stood, "adjudicated"), list_plain_findings(stands, "adjudicated")
    known, still = {_make_finding_key(finding) for finding in was}, {_make_finding_key(finding) for finding in now}
    fresh_now = try_other_readings(
        stands, [f for f in now if _make_finding_key(f) not in known], "adjudicated", patience
    )
    gone = try_other_readings(stood, [f for f in was if _make_finding_key(f) not in still], "adjudicated", patience)
    seen = [reported for finding in fresh_now if (reported := after.report_to_reader(finding)) is not None]
    lost = [reported for finding in gone if (reported := before.report_to_reader(finding)) is not None]
    own = tuple(finding for finding in seen if finding.seq == stands.seq)
    return EventAnswer(stands.seq, own, tuple(f for f in seen if f.seq != stands.seq), tuple(lost))


def _make_finding_key(finding: Finding) -> tuple[int | None, str, str, str]:
    return finding.seq, finding.rule, finding.status, finding.breach or finding.says
