"""Judges which of two records the rules support at each difference, by replaying all choices of sides."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from audit.intake.prepared import START, PreparedLog
from audit.two_recorders.differences import Alignment, Difference, Entry
from audit.two_recorders.histories import PossibleGame, Rival, Side, list_stretches
from engine.kernel.events import Event, Unreadable
from engine.kernel.replay.replay import Judgement
from engine.kernel.tables.compare import is_same_table

# The number of possible games that are continued. Beyond it, those with the most breaches are dropped.
KEPT = 16
# Work in events of a plain replay; the work of copying and comparing a table; the most breaches a game may have.
MOST_WORK, COPIED, COMPARED, MOST_BROKEN = 400_000, 2, 1, 400
Why = Literal["one", "neither", "both", "unexamined", "unread", "heads"]
# The numbers of an event in A and in B. 0 means that the log does not have the event.
Place = tuple[int, int]


class SideJudgement(NamedTuple):
    """The judgement on one difference: the supported side, the reason, and the breach of the other side."""

    side: Side | None
    why: Why
    breach: Judgement | None = None
    at: Place = (0, 0)


class Lattice:
    """Two aligned logs with one numbering of events that covers every choice of sides."""

    def __init__(self, both: Alignment) -> None:
        """Assign a number to each common event and to each event of a difference."""
        self.places: list[Place] = [(0, 0)]
        # The common events before each difference and after the last one, and both sides of each difference.
        self.between: list[list[tuple[int, Event]]] = []
        self.ways: list[dict[Side, list[tuple[int, Event]]]] = []
        done = 0
        for difference in both.differences:
            self._number_common_lines(both.common[done : difference.behind])
            self._number_difference(difference)
            done = difference.behind
        self._number_common_lines(both.common[done:])

    def _number_common_lines(self, common: list[tuple[Entry, Entry]]) -> None:
        first = len(self.places)
        self.places += [(a.seq, b.seq) for a, b in common]
        self.between.append([(first + at, a.event) for at, (a, _) in enumerate(common)])

    def _number_difference(self, difference: Difference) -> None:
        # A line that both logs have in another order is one event.
        numbers: dict[tuple[str, int], int] = {}
        self.ways.append(
            {"a": self._number_side(difference.a, numbers, "a"), "b": self._number_side(difference.b, numbers, "b")},
        )

    def _number_side(
        self, entries: tuple[Entry, ...], numbers: dict[tuple[str, int], int], side: Side
    ) -> list[tuple[int, Event]]:
        found: list[tuple[int, Event]] = []
        times = Counter[str]()
        for entry in entries:
            times[entry.line] += 1
            number = numbers.setdefault((entry.line, times[entry.line]), len(self.places))
            if number == len(self.places):
                self.places.append((0, 0))
            a, b = self.places[number]
            self.places[number] = (entry.seq, b) if side == "a" else (a, entry.seq)
            found.append((number, entry.event))
        return found


def judge_differences(prepared: PreparedLog, both: Alignment) -> list[SideJudgement]:
    """Judge which side the rules support at each difference.

    They support a side only if the other side alone breaks a rule under every other choice. `prepared` is either log,
    since both set up the same table.
    """
    if not both.differences:
        return []
    found = _Search(prepared, Lattice(both)).judge_all()
    pairs = zip(both.differences, found, strict=True)
    # An unreadable line is neither legal nor illegal, whatever its absence leads to.
    return [
        SideJudgement(None, "unread") if _has_unreadable_line(difference) else bearing for difference, bearing in pairs
    ]


def _has_unreadable_line(difference: Difference) -> bool:
    return any(isinstance(entry.event, Unreadable) for entry in (*difference.a, *difference.b))


class _Search:
    """The possible games that are replayed in parallel."""

    def __init__(self, prepared: PreparedLog, lattice: Lattice) -> None:
        self.lattice, self.left = lattice, MOST_WORK
        self.last = len(lattice.places)
        self.worlds = [PossibleGame(prepared.begin_replay())]
        self.worlds[0].play_entries([(0, START)])

    def judge_all(self) -> list[SideJudgement]:
        for at, ways in enumerate(self.lattice.ways):
            self._play_common_lines(at)
            if self._is_over():
                break
            split = [(world.take_side(side), way) for world in self.worlds for side, way in ways.items()]
            for world, way in split:
                self.left -= world.play_entries(way) + COPIED
            self.worlds = [world for world, _ in split]
        else:
            self._play_common_lines(len(self.lattice.ways))
        best = self._end_games() if not self._is_over() else min(self.worlds, key=lambda world: len(world.broken))
        rivals = [*best.rivals, *[None] * (len(self.lattice.ways) - len(best.rivals))]
        sides: list[Side] = [*best.sides, *["a" for _ in rivals[len(best.sides) :]]]  # type: ignore[list-item] # sides
        latest = max((seq for seq, _ in best.broken), default=-1)
        return [self._judge_difference(side, rival, latest) for side, rival in zip(sides, rivals, strict=True)]

    def _judge_difference(self, side: Side, rival: Rival | None, latest: int) -> SideJudgement:
        if rival is None or (rival.cut and rival.held == "one" and latest >= rival.cut):
            # The dropped game might have had fewer breaches than the remaining games have later.
            return SideJudgement(None, "unexamined")
        at = (0, 0) if rival.breach is None or rival.breach.seq >= self.last else self.lattice.places[rival.breach.seq]
        return SideJudgement(side if rival.held == "one" else None, rival.held, rival.breach, at)

    def _is_over(self) -> bool:
        return self.left < 0 or min(len(world.broken) for world in self.worlds) > MOST_BROKEN

    def _play_common_lines(self, at: int) -> None:
        """Replay the common events in every game. Games that reach the same table are merged."""
        entries = self.lattice.between[at]
        for start, end in list_stretches(len(entries)):
            if self._is_over():
                return
            for world in self.worlds:
                self.left -= world.play_entries(entries[start:end])
            self._merge_equal_games()
        self._drop_worst_games(entries[-1][0] if entries else 1)

    def _merge_equal_games(self) -> None:
        met: list[PossibleGame] = []
        for world in sorted(self.worlds, key=lambda world: len(world.broken)):
            self.left -= COMPARED * len(met)
            same = next((other for other in met if is_same_table(other.run.table, world.run.table)), None)
            if same is None:
                met.append(world)
            else:
                same.absorb_game(world)
        self.worlds = met

    def _drop_worst_games(self, at: int) -> None:
        """Drop the games with the most breaches. Each is absorbed by the game that it differs least from."""
        ranked = sorted(self.worlds, key=lambda world: len(world.broken))
        kept, others = ranked[:KEPT], ranked[KEPT:]
        for world in others:
            _find_nearest_game(world, kept).absorb_game(world, cut=at)
        self.worlds = kept

    def _end_games(self) -> PossibleGame:
        for world in self.worlds:
            world.close_record(self.last)
        best, *others = sorted(self.worlds, key=lambda world: len(world.broken))
        for world in others:
            best.absorb_game(world)
        return best


def _find_nearest_game(world: PossibleGame, kept: list[PossibleGame]) -> PossibleGame:
    """Find the game with the most choices in common."""
    return min(kept, key=lambda one: sum(mine != its for mine, its in zip(one.sides, world.sides, strict=True)))
