"""Replays one possible history of a game: a choice of side at each difference, its breaches and its rivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.tables.copy import copy_table

Side = Literal["a", "b"]
# For a choice of side: only the other side breaks a rule, neither does (or both the same), or each does.
Held = Literal["one", "neither", "both"]
Numbered = Sequence[tuple[int, Event]]


class Rival(NamedTuple):
    """The same game with one difference taken the other way: how it compares, and the breach that only it has."""

    held: Held
    breach: Judgement | None = None
    # The place where the rival was dropped, if it was not played to the end or to the same table.
    cut: int = 0
    # The number of differences taken otherwise. The fewer, the more its breach is about this one.
    apart: int = 1


@dataclass(slots=True, eq=False)
class PossibleGame:
    """One choice of sides for every difference up to a place."""

    run: Replay
    sides: list[Side] = field(default_factory=list)
    # By difference: the best game that takes it the other way, or None if there was no comparison.
    rivals: list[Rival | None] = field(default_factory=list)
    broken: dict[tuple[int, str], Judgement] = field(default_factory=dict)

    def take_side(self, side: Side) -> PossibleGame:
        """Return a copy that takes this side of the next difference."""
        run = Replay(self.run.program, copy_table(self.run.table), policy="as-played")
        return PossibleGame(run, [*self.sides, side], [*self.rivals, None], dict(self.broken))

    def play_entries(self, entries: Numbered) -> int:
        """Replay events, record their breaches, and return the amount of work."""
        before = self.run.extra
        self.run.run(entries)
        self._note_breaches()
        return len(entries) + self.run.extra - before

    def close_record(self, last: int) -> None:
        """Apply the implied end of the record."""
        self.run.close(last)
        self._note_breaches()

    def _note_breaches(self) -> None:
        for one in self.run.judgements:
            if one.breach is not None:
                self.broken.setdefault((one.seq, one.laid.rule.id), one)
        self.run.judgements.clear()

    def compare_with(self, other: PossibleGame) -> Rival:
        """Compare another game with this one, which has no more breaches."""
        mine = any(key not in other.broken for key in self.broken)
        theirs = [judgement for key, judgement in other.broken.items() if key not in self.broken]
        if not theirs:
            return Rival("neither")
        return Rival("both") if mine else Rival("one", theirs[0])

    def absorb_game(self, other: PossibleGame, cut: int = 0) -> None:
        """End another game, and record what it shows about each difference."""
        apart = sum(mine != theirs for mine, theirs in zip(self.sides, other.sides, strict=True))
        shown = self.compare_with(other)._replace(cut=cut, apart=apart)
        for at, (side, rival) in enumerate(zip(other.sides, other.rivals, strict=True)):
            if side != self.sides[at]:
                self.rivals[at] = _choose_stronger(self.rivals[at], shown)
            elif shown.held == "neither" and rival is not None:
                self.rivals[at] = _choose_stronger(self.rivals[at], rival)
            elif self.rivals[at] is None and rival is not None:
                # A rival that was no better than a worse game is worse than this game, too.
                self.rivals[at] = shown if shown.held == "one" and rival.held != "one" else rival


def _choose_stronger(one: Rival | None, other: Rival) -> Rival:
    """Choose the rival with the better result, and among equals the one with fewer differences."""
    rank = {"neither": 0, "both": 1, "one": 2}
    return other if one is None or (rank[other.held], other.apart) < (rank[one.held], one.apart) else one


def list_stretches(size: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches after which games are compared, with growing lengths."""
    at, step = 0, 1
    while at < size:
        yield at, min(size, at + step)
        at, step = at + step, min(step * 2, 256)
