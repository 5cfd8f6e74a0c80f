"""Courses: what a replay comes to when one thing about it is different, a reading or an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from audit.document import Finding, Value
from audit.findings import plain
from audit.sitting import Sitting
from engine.kernel.game import Game
from engine.kernel.replay import Hit, Replay
from engine.kernel.timeline import Timeline

# More findings than these are counted and not listed: nobody reads them, and they would fill the memory.
MOST_FOUND = 2_500


class Beyond(NamedTuple):
    """What was met after the findings that are listed: where that begins, and how much there is of it."""

    seq: int
    broken: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """What a replay met, and how the game came out. No table is kept."""

    hits: tuple[Hit, ...]
    met: frozenset[tuple[int, str]]
    places: frozenset[int]
    result: Mapping[str, Value]
    over: bool = False
    beyond: Beyond | None = None

    @property
    def broken(self) -> int:
        """How many times a rule was broken."""
        return sum(hit.breach is not None for hit in self.hits) + (self.beyond.broken if self.beyond else 0)

    def keeps(self, finding: Finding) -> bool:
        """Say whether the finding stands here too. A claim that is still wrong may break another rule now."""
        if self.beyond is not None:
            # What a course met and did not keep may be this very finding; nobody is cleared by a course like that.
            return True
        if finding.status == "mismatch":
            return finding.seq in self.places
        return (finding.seq or 0, finding.rule) in self.met


def course_of(game: Game, replay: Replay) -> Course:
    """Note down what a finished replay came to."""
    met = frozenset((hit.seq, hit.laid.rule.id) for hit in replay.hits)
    places = frozenset(hit.seq for hit in replay.hits)
    over = replay.program.over(replay.table)
    return Course(tuple(replay.hits), met, places, reckoned(game, replay.table), over)


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A log replayed once: what that came to, and the tables that it left on its way, for all who look later."""

    sitting: Sitting
    course: Course
    timeline: Timeline

    def pictures(self, seqs: Iterable[int | None], most: int) -> dict[int | None, str]:
        """Draw the table before each of these events, as SVG; the first of them, if there are many."""
        places: dict[int | None, int] = {seq: place for place, (seq, _) in enumerate(self.sitting.entries)}
        wanted = sorted({places[seq] for seq in seqs if seq in places})[:most]
        draw = self.sitting.game.picture
        return {self.sitting.entries[place][0]: draw(self.timeline.after(place)) for place in wanted}


def played(sitting: Sitting) -> Played:
    """Replay a whole log, and keep no more of what it meets than anybody reads."""
    run, met = Replay(sitting.program, sitting.table(), policy=sitting.asked.policy), _Met()
    timeline = Timeline(run, sitting.entries, met.take)
    met.take(run.close(sitting.last).hits)
    return Played(sitting, replace(course_of(sitting.game, run), beyond=met.beyond), timeline)


class _Met:
    """What a replay has met so far: the first of it stays listed, the rest is counted."""

    def __init__(self) -> None:
        """Begin with nothing met."""
        self.beyond: Beyond | None = None
        self._listed = MOST_FOUND

    def take(self, hits: list[Hit]) -> None:
        """Shorten the list where it is full; an event's findings stay together."""
        if len(hits) <= self._listed:
            return
        if self.beyond is None:
            while self._listed and hits[self._listed - 1].seq == hits[self._listed].seq:
                self._listed -= 1
            self.beyond = Beyond(hits[self._listed].seq)
        rest = hits[self._listed :]
        broken = sum(hit.breach is not None for hit in rest)
        seq, before, unknown = self.beyond
        self.beyond = Beyond(seq, before + broken, unknown + len(rest) - broken)
        del hits[self._listed :]


def reckoned(game: Game, table: object) -> dict[str, Value]:
    """Reckon the facts that decide the game."""
    reckoners = game.reckoners(table)
    return {name: plain(reckoners[name](table)) for name in sorted(game.result)}


class Readings:
    """The same log under other readings, each replayed at most once."""

    def __init__(self, sitting: Sitting) -> None:
        """Begin with none replayed."""
        self.sitting = sitting
        self._courses: dict[tuple[str, str], Course] = {}

    def others(self, question: str) -> list[str]:
        """List the readings of a question that could be in force instead."""
        return self.sitting.program.rulebook.others(question)

    def course(self, question: str, reading: str) -> Course:
        """Replay the whole log under one other reading."""
        key = (question, reading)
        if key not in self._courses:
            other = self.sitting.under(question, reading)
            self._courses[key] = played(other).course
        return self._courses[key]
