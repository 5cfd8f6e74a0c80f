"""A log opened to be looked at: its steps, the table at each of them, and what the audit found there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from cli import options
from engine.kernel.spellings import line_of, shown
from engine.kernel.timeline import Step, Timeline

if TYPE_CHECKING:
    from audit import Report
    from audit.findings import Finding
    from audit.sitting import Sitting
    from engine.kernel.events import Event
    from engine.kernel.log import Log


@dataclass(frozen=True, slots=True)
class Asked:
    """How the log is to be read."""

    policy: Any = "as-played"
    book: Any = "adjudicated"
    layers: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    packs: tuple[tuple[str, str], ...] = ()

    def settings(self) -> dict[str, Any]:
        """Spell it as the auditor takes it."""
        return {
            "policy": self.policy,
            "book": self.book,
            "layers": self.layers,
            "rulings": dict(self.rulings),
            "packs": dict(self.packs),
        }


@dataclass
class Opened:
    """One log with its timeline. A place is a number of events that have happened."""

    sitting: Sitting
    timeline: Timeline
    report: Report | None = None
    _by_seq: dict[int | None, list[Finding]] = field(init=False)

    def __post_init__(self) -> None:
        self._by_seq = {}
        for finding in self.report.findings if self.report else ():
            self._by_seq.setdefault(finding.seq, []).append(finding)

    @property
    def log(self) -> Log:
        """The log as read."""
        return self.sitting.log

    @cached_property
    def entries(self) -> list[tuple[int, Event]]:
        """The events that count, each with its number, as far as the replay got."""
        return self.timeline.entries[: self.reached]

    @cached_property
    def reached(self) -> int:
        """How many events were replayed: all, unless the policy is to stop."""
        stopped = self.timeline.stopped
        return len(self.timeline) if stopped is None else self.timeline.place_of(stopped)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the header."""
        return tuple(player.seat for player in self.sitting.header.players)

    @cached_property
    def places_found(self) -> tuple[int, ...]:
        """The places where there is a finding to look at."""
        return tuple(at for at in range(len(self.entries) + 1) if self.findings_at(at))

    def place_of(self, seq: int) -> int:
        """Find the place after event `seq`; 0 is the start."""
        place = self.timeline.place_of(seq)
        if (seq and not place) or place > self.reached:
            last = len(self.log.events)
            gone = f"Event {seq} does not count here." if seq <= last else f"There is no event {seq}."
            raise click.UsageError(f"{gone} The log has events 1 to {last}; 0 is the start.")
        return place

    def findings_at(self, at: int) -> list[Finding]:
        """List what is wrong with the event that led to a place; at the start, with the header."""
        if at == 0:
            return [*self._by_seq.get(0, ()), *self._by_seq.get(None, ())]
        return self._by_seq.get(self.entries[at - 1][0], [])

    def findings_document(self, at: int) -> list[dict[str, Any]]:
        """Spell for a program what is wrong at a place."""
        return [self._documents[id(finding)] for finding in self.findings_at(at)]

    @cached_property
    def _documents(self) -> dict[int, dict[str, Any]]:
        from audit.report import document

        if self.report is None:
            return {}
        told = document(self.report)["findings"]
        return {id(finding): one for finding, one in zip(self.report.findings, told, strict=True)}

    def table(self, at: int) -> Any:  # noqa: ANN401 - any game's
        """Set the table as it stood at a place."""
        return self.timeline.after(at)

    def facts(self, at: int) -> dict[str, Any]:
        """Reckon every fact at a place."""
        return self.sitting.game.facts(self.table(at))

    def step(self, at: int) -> Step | None:
        """Give the event that led to a place, with what it changed."""
        from engine.kernel.digest import diff

        if at == 0:
            return None
        seq, event = self.entries[at - 1]
        return Step(seq, event, diff(self.facts(at - 1), self.facts(at)), ())

    def steps(self) -> Iterator[Step]:
        """Walk through all events."""
        return self.timeline.steps()

    def line_number(self, seq: int) -> int:
        """Find the line of the file on which an event stands."""
        return self.log.lines[seq - 1]

    def spelled(self, event: Event) -> str:
        """Write an event as a canonical line; one that could not be read is quoted."""
        if type(event) in self.sitting.game.vocabulary.by_class:
            return line_of(event, self.sitting.game.vocabulary)
        return f"(not readable) {shown(getattr(event, 'text', ''))}"


def open_log(raw: bytes, asked: Asked) -> Opened:
    """Read a log and lay its timeline out."""
    from audit.sitting import sit

    sitting = sit(raw, options.games(), **asked.settings())
    return Opened(sitting, _timeline(sitting))


def open_judged(raw: bytes, asked: Asked) -> Opened:
    """Read a log, lay its timeline out, and keep beside it what the audit finds."""
    from audit import audit

    report = audit(raw, options.games(), **asked.settings())
    assert report.sitting is not None  # noqa: S101 - only a report that has travelled is without
    return Opened(report.sitting, _timeline(report.sitting), report)


def _timeline(sitting: Sitting) -> Timeline:
    """Begin behind the header, which is no event that a reader steps over."""
    from engine.kernel.replay import Replay

    table = sitting.table()
    Replay(sitting.program, table).run(sitting.entries[:1])
    return Timeline(sitting.program, table, sitting.book.entries, sitting.policy)
