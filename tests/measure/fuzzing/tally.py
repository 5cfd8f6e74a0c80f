"""Counts over many random logs: how many, how they were read, what was viewed, and every kind of failure."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.kernel.log import LogError
from tests.measure.fuzzing.drawn_logs import Drawn, drawn
from tests.measure.fuzzing.questions import ask_all
from tests.measure.fuzzing.scenes import other_readings
from tests.support.paths import ROOT

# A refused log (with an impossible position) is drawn again, at most this often.
ATTEMPTS = 12


@dataclass
class Tally:
    """The count over some logs of one game. `failures`: for each kind, the first log's number and its traceback."""

    game: str
    counted: Counter[str] = field(default_factory=Counter)
    readings: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add the counts of other logs."""
        self.counted += other.counted
        self.readings += other.readings
        self.failures = {**other.failures, **self.failures}

    def ask(self, number: int) -> None:
        """Draw the log of this number, ask everything about it, and count the outcome."""
        for attempt in range(ATTEMPTS):
            try:
                log = drawn(self.game, number, attempt)
                report, seen = ask_all(log, number)
            except LogError:
                self.counted["refused"] += 1
                continue
            except Exception as wrong:  # noqa: BLE001 - whatever fails is what is looked for
                self.counted["failed"] += 1
                self.failures.setdefault(kind_of(wrong), (number, traceback.format_exc()))
                return
            self.readings[log.reading] += 1
            self.counted += seen + Counter({"logs": 1, "findings": len(report.findings), report.verdict: 1})
            self.counted[log.asked.policy] += 1
            return

    @property
    def rarest(self) -> int:
        """Return how often the rarest reading was in force."""
        return min((self.readings[one] for one in other_readings(self.game)), default=0)

    def lines(self) -> Iterator[str]:
        """Print it, figures first."""
        counts = ", ".join(f"{name} {count:,}" for name, count in sorted(self.counted.items()))
        yield f"{self.game}: {counts}; {len(self.readings)} readings, each at least {self.rarest:,} times"
        for kind, (number, trace) in sorted(self.failures.items()):
            yield f"FAILED {kind} (log {number})\n{trace}"


def kind_of(wrong: Exception) -> str:
    """Name a failure by the exception, and its place in this project."""
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if frame.filename.startswith(str(ROOT))]
    place = Path(frames[-1].filename).relative_to(ROOT)
    return f"{type(wrong).__name__} in {place}:{frames[-1].name}"


def tally(game: str, numbers: Iterable[int]) -> Tally:
    """Ask everything about the logs of these numbers."""
    count = Tally(game)
    for number in numbers:
        count.ask(number)
    return count


__all__ = ["Drawn", "Tally", "tally"]
