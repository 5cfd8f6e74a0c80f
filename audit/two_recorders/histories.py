"""A game as it may have been: one way to take each difference so far, what that breaks, and how others stand beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.tables.copy import copy_table

Side = Literal["a", "b"]
# Of the two ways to take a difference: only the other breaks a rule, neither does (or both the same), or each does.
Held = Literal["one", "neither", "both"]
Numbered = Sequence[tuple[int, Event]]


class Rival(NamedTuple):
    """The same game with one difference taken the other way: how it stands, and what only it breaks."""

    held: Held
    breach: Judgement | None = None
    # Where it was left behind, if it was not played to the end, or to the same table.
    cut: int = 0
    # How many differences are taken otherwise in it: the fewer, the more what it breaks is about this one.
    apart: int = 1


@dataclass(slots=True, eq=False)
class PossibleGame:
    """One way to take every difference up to a place."""

    run: Replay
    sides: list[Side] = field(default_factory=list)
    # By difference, once it was held against a game in which that is taken the other way.
    rivals: list[Rival | None] = field(default_factory=list)
    broken: dict[tuple[int, str], Judgement] = field(default_factory=dict)

    def take_side(self, side: Side) -> PossibleGame:
        """Go on from here with the next difference taken this way."""
        run = Replay(self.run.program, copy_table(self.run.table), policy="as-played")
        return PossibleGame(run, [*self.sides, side], [*self.rivals, None], dict(self.broken))

    def play_entries(self, entries: Numbered) -> int:
        """Let events happen, note what they break, and say how much work that was."""
        before = self.run.extra
        self.run.run(entries)
        self._note_breaches()
        return len(entries) + self.run.extra - before

    def close_record(self, last: int) -> None:
        """Let happen what the end of the record implies."""
        self.run.close(last)
        self._note_breaches()

    def _note_breaches(self) -> None:
        for one in self.run.judgements:
            if one.breach is not None:
                self.broken.setdefault((one.seq, one.laid.rule.id), one)
        self.run.judgements.clear()

    def compare_with(self, other: PossibleGame) -> Rival:
        """Hold another game against this one, which breaks no more."""
        mine = any(key not in other.broken for key in self.broken)
        theirs = [judgement for key, judgement in other.broken.items() if key not in self.broken]
        if not theirs:
            return Rival("neither")
        return Rival("both") if mine else Rival("one", theirs[0])

    def absorb_game(self, other: PossibleGame, cut: int = 0) -> None:
        """End another game here: what it shows about each difference is kept."""
        apart = sum(mine != theirs for mine, theirs in zip(self.sides, other.sides, strict=True))
        shown = self.compare_with(other)._replace(cut=cut, apart=apart)
        for at, (side, rival) in enumerate(zip(other.sides, other.rivals, strict=True)):
            if side != self.sides[at]:
                self.rivals[at] = _choose_stronger(self.rivals[at], shown)
            elif shown.held == "neither" and rival is not None:
                self.rivals[at] = _choose_stronger(self.rivals[at], rival)
            elif self.rivals[at] is None and rival is not None:
                # Whatever stands no better than a game that is worse than this one is worse, too.
                self.rivals[at] = shown if shown.held == "one" and rival.held != "one" else rival


def _choose_stronger(one: Rival | None, other: Rival) -> Rival:
    """Of two ways to take a difference otherwise, keep the one that stands better: and of equals the plainer one."""
    rank = {"neither": 0, "both": 1, "one": 2}
    return other if one is None or (rank[other.held], other.apart) < (rank[one.held], one.apart) else one


def list_stretches(size: int) -> Iterator[tuple[int, int]]:
    """Give the stretches after which games are compared: short ones first, then ever longer."""
    at, step = 0, 1
    while at < size:
        yield at, min(size, at + step)
        at, step = at + step, min(step * 2, 256)
