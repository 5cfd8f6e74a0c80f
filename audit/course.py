"""Courses: what a replay comes to when one thing about it is different, a reading or an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from audit.findings import Finding, Value, plain
from audit.sitting import Sitting
from engine.kernel.game import Game
from engine.kernel.replay import Hit, Replay


@dataclass(frozen=True, slots=True)
class Course:
    """What a replay met, and how the game came out. No table is kept."""

    hits: tuple[Hit, ...]
    met: frozenset[tuple[int, str]]
    places: frozenset[int]
    result: Mapping[str, Value]

    @property
    def broken(self) -> int:
        """How many times a rule was broken."""
        return sum(hit.breach is not None for hit in self.hits)

    def keeps(self, finding: Finding) -> bool:
        """Say whether the finding stands here too. A claim that is still wrong may break another rule now."""
        if finding.status == "mismatch":
            return finding.seq in self.places
        return (finding.seq or 0, finding.rule) in self.met


def course_of(game: Game, replay: Replay) -> Course:
    """Note down what a finished replay came to."""
    met = frozenset((hit.seq, hit.laid.rule.id) for hit in replay.hits)
    places = frozenset(hit.seq for hit in replay.hits)
    return Course(tuple(replay.hits), met, places, reckoned(game, replay.table))


def reckoned(game: Game, table: object) -> dict[str, Value]:
    """Reckon the facts that decide the game."""
    reckoners = game.reckoners(table)
    return {name: plain(reckoners[name](table)) for name in game.result}


class Readings:
    """The same log under other readings, each replayed at most once."""

    def __init__(self, sitting: Sitting) -> None:
        """Begin with none replayed."""
        self.sitting = sitting
        self._courses: dict[tuple[str, str], Course] = {}

    def others(self, question: str) -> list[str]:
        """List the readings of a question that are not in force."""
        rulebook = self.sitting.program.rulebook
        asked = self.sitting.game.questions.get(question)
        return [] if asked is None else [r for r in asked.readings if r != rulebook.reading(question)]

    def course(self, question: str, reading: str) -> Course:
        """Replay the whole log under one other reading."""
        key = (question, reading)
        if key not in self._courses:
            other = self.sitting.under(question, reading)
            self._courses[key] = course_of(other.game, other.replay())
        return self._courses[key]
