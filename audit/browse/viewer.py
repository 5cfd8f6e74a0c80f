"""Opens a log for viewing: its steps, the table at each step, and the findings there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from audit.model.document import convert_to_builtins
from audit.model.step import facts_document, legal_moves_document, spell_event, step_document
from audit.options import DEFAULT_OPTIONS, AuditOptions
from engine.kernel.basics.json_types import Document
from engine.kernel.replay.fact_digest import diff_facts
from engine.kernel.replay.replay import Replay
from engine.kernel.replay.timeline import Step
from engine.kernel.table import AnyTable

if TYPE_CHECKING:
    from audit.findings.replay_outcome import ReplayedLog
    from audit.intake.prepared import PreparedLog
    from audit.model.findings import Finding
    from audit.model.report import Report
    from engine.kernel.events import Event
    from engine.kernel.game import Game
    from engine.kernel.log import Log
    from engine.kernel.replay.timeline import Timeline


@dataclass
class LogViewer:
    """One log with its timeline. A place is the number of events that have happened; the start is 0."""

    played: ReplayedLog
    report: Report | None = None
    # A cache for the caller. It lasts as long as this viewer.
    notes: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    _by_seq: dict[int | None, list[Finding]] = field(init=False)

    def __post_init__(self) -> None:
        self._by_seq = {}
        for finding in self.report.findings if self.report else ():
            self._by_seq.setdefault(finding.seq, []).append(finding)

    @property
    def prepared(self) -> PreparedLog:
        """The prepared log."""
        return self.played.prepared

    @property
    def timeline(self) -> Timeline:
        """The tables along the way. Its first event is the start, which is not a step."""
        return self.played.timeline

    @property
    def log(self) -> Log:
        """The log as parsed."""
        return self.prepared.log

    @cached_property
    def entries(self) -> list[tuple[int, Event]]:
        """The events that count, each with its number, as far as the replay got."""
        return self.timeline.entries[1 : self.event_count + 1]

    @cached_property
    def event_count(self) -> int:
        """The number of replayed events: all of them, unless the policy is to stop."""
        stopped = self.timeline.stopped
        return (len(self.timeline) if stopped is None else self.timeline.find_place(stopped)) - 1

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the header."""
        return tuple(player.seat for player in self.prepared.header.players)

    @cached_property
    def places_with_findings(self) -> tuple[int, ...]:
        """The places that have findings."""
        return tuple(at for at in range(len(self.entries) + 1) if self.findings_at(at))

    def find_place(self, seq: int) -> int:
        """Find the place after event `seq`; 0 is the start. Raises `LookupError` if the event does not count."""
        place = self.timeline.find_place(seq) - 1
        if not 0 <= place <= self.event_count:
            last = len(self.log.events)
            gone = f"Event {seq} does not count here." if seq <= last else f"There is no event {seq}."
            raise LookupError(f"{gone} The log has events 1 to {last}; 0 is the start.")
        return place

    def seq_at(self, place: int) -> int:
        """Return the number of the event that led to a place."""
        return self.entries[place - 1][0] if place else 0

    def findings_at(self, at: int) -> list[Finding]:
        """List the findings on the event that led to a place. The start has the findings on the header."""
        if at == 0:
            return [*self._by_seq.get(0, ()), *self._by_seq.get(None, ())]
        return self._by_seq.get(self.entries[at - 1][0], [])

    def findings_document(self, at: int) -> list[Document]:
        """List the findings at a place as documents."""
        return [convert_to_builtins(finding) for finding in self.findings_at(at)]

    def table_at(self, at: int) -> AnyTable:
        """Return the table in its state at a place."""
        return self.timeline.table_after(at + 1)

    def picture_at(self, at: int) -> str:
        """Draw the table at a place, with the changes of the event that led there."""
        game = self.prepared.game
        if at == 0:
            return game.draw_table(self.table_at(at))
        event = self.entries[at - 1][1]
        return game.draw_move(self.table_at(at - 1), event, self.table_at(at), shows="after").svg

    def facts_at(self, at: int) -> Document:
        """Compute every fact at a place."""
        return self.prepared.game.facts(self.table_at(at))

    def step_at(self, at: int) -> Step | None:
        """Return the event that led to a place, with the facts that it changed."""
        if at == 0:
            return None
        seq, event = self.entries[at - 1]
        changed = diff_facts(self.facts_at(at - 1), self.facts_at(at))
        return Step(seq, event, changed, unapplied=tuple(self.table_at(at).unapplied))

    def steps_after(self, start: int = 0) -> Iterator[Step]:
        """Iterate over the steps after a place, as far as the log was replayed."""
        return islice(self.timeline.walk_steps(start + 1), max(0, self.event_count - start))

    def play_tables(self) -> Iterator[AnyTable]:
        """Replay the game and yield the table at each place. It is one table, which changes."""
        run = Replay(self.timeline.program, self.timeline.table_after(1), policy=self.timeline.policy)
        yield run.table
        for entry in self.entries:
            run.judgements.clear()
            run.run([entry])
            yield run.table

    def line_number(self, seq: int) -> int:
        """Return the line of the file that holds an event."""
        return self.log.lines[seq - 1]

    def spell_event(self, event: Event) -> str:
        """Write an event as a canonical line. An event that could not be parsed is quoted."""
        return spell_event(self.prepared.game, event)

    def step_document(self, step: Step, at: int) -> Document:
        """Describe one step as a document."""
        return step_document(self.prepared.game, step, self.line_number(step.seq), self.findings_document(at))

    def place_document(self, place: int) -> Document:
        """Describe one place as a document: the step that led there, and all facts."""
        step = self.step_at(place)
        start = {"seq": 0, "findings": self.findings_document(0)}
        document = start if step is None else self.step_document(step, place)
        return {**document, "facts": facts_document(self.facts_at(place))}

    def legal_document(self, place: int) -> Document:
        """List the legal moves at a place as a document."""
        return legal_moves_document(self.prepared.program, self.table_at(place), self.seq_at(place))


def open_log_viewer(raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> LogViewer:
    """Audit a log and open it with its timeline and findings. Raises `LogError`."""
    from audit.pipeline import audit_with_replay  # noqa: PLC0415 - other uses of a viewer do not judge

    report, log = audit_with_replay(raw, games, asked)
    return LogViewer(log, report)
