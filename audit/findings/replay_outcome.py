"""Replays a log and keeps the outcome: findings and result, also under another reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from audit.budget import Budget
from audit.findings.finding import make_report_value
from audit.intake.prepared import PreparedLog
from audit.model.findings import Finding, Value
from audit.model.sums import Score
from engine.kernel.facts import NOTHING
from engine.kernel.game import Game
from engine.kernel.replay.claims import WINNER, find_result_fact
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.replay.timeline import EVERY, Timeline
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, is_known

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture

# Further findings are counted, not listed: a longer list is useless to readers and would fill the memory. If the count
# passes the second limit, the replay ends.
MOST_FOUND, MOST_COUNTED = 1_500, 10_000


class Beyond(NamedTuple):
    """The judgements after the listed ones: where they begin, and how many there are.

    `until` is the last event that was checked, or 0 if all were.
    """

    seq: int
    broken: int = 0
    unknown: int = 0
    until: int = 0


class ReplayOutcome(msgspec.Struct, frozen=True):
    """The judgements of a replay and the result of the game. It holds no tables."""

    judgements: tuple[Judgement, ...]
    met: frozenset[tuple[int, str]]
    places: frozenset[int]
    result: Mapping[str, Value]
    over: bool = False
    beyond: Beyond | None = None
    scores: tuple[Score, ...] = ()
    # The game's own words for an end without a winner.
    ended: str = ""
    # The work of the replay, in events of a plain replay.
    work: int = 0

    @property
    def breach_count(self) -> int:
        """The number of breaches."""
        return sum(judgement.breach is not None for judgement in self.judgements) + (
            self.beyond.broken if self.beyond else 0
        )

    def may_contain(self, finding: Finding) -> bool:
        """Return whether the outcome may contain the finding.

        A claim that is still wrong may now break another rule.
        """
        if self.beyond is not None:
            # The finding may be among the judgements that were only counted, so it is not excluded.
            return True
        if finding.status == "mismatch":
            return finding.seq in self.places
        return (finding.seq or 0, finding.rule) in self.met


def summarize_replay(game: Game, replay: Replay) -> ReplayOutcome:
    """Summarize a finished replay."""
    met = frozenset((judgement.seq, judgement.laid.rule.id) for judgement in replay.judgements)
    places = frozenset(judgement.seq for judgement in replay.judgements)
    over = replay.program.is_over(replay.table)
    result, scores = compute_result(game, replay.table), compute_scores(game, replay.table, over=over)
    ended = _describe_end(game, replay.table) if over and result.get(WINNER) == NOTHING else ""
    return ReplayOutcome(tuple(replay.judgements), met, places, result, over, scores=scores, ended=ended)


def _describe_end(game: Game, table: AnyTable) -> str:
    return game.flow[table.phase].describe_state(table) or "nobody has won"


def compute_scores(game: Game, table: AnyTable, *, over: bool) -> tuple[Score, ...]:
    """Compute the final score of each seat. Return nothing if the game is not over or a score is unknown."""
    if not (over or table.stopped):
        return ()
    try:
        made_of = {seat: game.scores(table, seat) for seat in table.seats}
    except Undetermined:
        return ()
    if not all(parts and all(map(is_known, parts.values())) for parts in made_of.values()):
        return ()
    return tuple(Score(seat=seat, total=sum(parts.values()), parts=parts) for seat, parts in made_of.items())


class ReplayedLog(msgspec.Struct, frozen=True, eq=False):
    """A log replayed once: its outcome, and the tables along the way for later inspection."""

    prepared: PreparedLog
    outcome: ReplayOutcome
    timeline: Timeline

    def draw_pictures(self, seqs: Iterable[int | None], most: int) -> dict[int | None, MarkedPicture]:
        """Draw the table before each of these events, with its move marked. At most `most` events are drawn."""
        places: dict[int | None, int] = {seq: place for place, (seq, _) in enumerate(self.prepared.entries)}
        wanted = sorted({places[seq] for seq in seqs if seq in places})[:most]
        return {self.prepared.entries[place][0]: self._draw_scene(place) for place in wanted}

    def _draw_scene(self, place: int) -> MarkedPicture:
        before, after, event = (
            self.timeline.table_after(place),
            self.timeline.table_after(place + 1),
            self.prepared.entries[place][1],
        )
        return self.prepared.game.draw_move(before, event, after, shows="before")


def replay_log(prepared: PreparedLog) -> ReplayedLog:
    """Replay a whole log. Judgements beyond the limit are only counted."""
    run = Replay(prepared.program, prepared.build_table(), policy=prepared.asked.policy)
    met = _JudgementLimit(run)
    timeline = Timeline(run, prepared.entries, met.trim_judgements)
    met.trim_judgements(run.close(prepared.last_seq).judgements)
    work = len(prepared.entries) + run.extra
    return ReplayedLog(prepared, replace(summarize_replay(prepared.game, run), beyond=met.beyond, work=work), timeline)


def replay_to_first_breach(prepared: PreparedLog) -> ReplayOutcome:
    """Replay a log up to its first breach, for callers that only ask whether there is one."""
    run, work = Replay(prepared.program, prepared.build_table(), policy="stop"), 0
    for start in range(0, len(prepared.entries), EVERY):
        part = prepared.entries[start : start + EVERY]
        run.run(part)
        work += len(part)
        if any(judgement.breach is not None for judgement in run.judgements):
            break
    else:
        run.close(prepared.last_seq)
    return replace(summarize_replay(prepared.game, run), work=work + run.extra)


class _JudgementLimit:
    """Limits the listed judgements of a replay. It counts the others, and ends the replay if there are far too many."""

    def __init__(self, run: Replay) -> None:
        """Start with an empty list."""
        self.run = run
        self.beyond: Beyond | None = None
        self._listed = MOST_FOUND

    def trim_judgements(self, judgements: list[Judgement]) -> None:
        """Shorten a list that is too long. The judgements on one event are not separated."""
        if len(judgements) <= self._listed:
            return
        if self.beyond is None:
            while self._listed and judgements[self._listed - 1].seq == judgements[self._listed].seq:
                self._listed -= 1
            self.beyond = Beyond(judgements[self._listed].seq)
        rest = judgements[self._listed :]
        broken = sum(judgement.breach is not None for judgement in rest)
        seq, before, unknown, until = self.beyond
        self.beyond = Beyond(seq, before + broken, unknown + len(rest) - broken, until)
        if self.run.stopped is None and self.beyond.broken + self.beyond.unknown > MOST_COUNTED:
            self.run.stopped = rest[-1].seq
            self.beyond = self.beyond._replace(until=rest[-1].seq)
        del judgements[self._listed :]


def compute_result(game: Game, table: AnyTable) -> dict[str, Value]:
    """Compute the facts that decide the game."""
    return {name: make_report_value(find_result_fact(game, table, name)) for name in sorted(game.result)}


class Readings:
    """The log under other readings. Each reading is replayed at most once, as far as the budget allows."""

    def __init__(self, prepared: PreparedLog, budget: Budget) -> None:
        """Start with no replays."""
        self.prepared, self.budget = prepared, budget
        # The seqs of findings that were not tried under every reading that may excuse them.
        self.untried: set[int] = set()
        self._outcomes: dict[tuple[str, str], ReplayOutcome] = {}

    def may_replay(self, question: str, reading: str, least: int = 0) -> bool:
        """Return whether the budget allows replaying a reading with at least `least` work left."""
        return (question, reading) in self._outcomes or self.budget.left - len(self.prepared.entries) >= least

    def list_other_readings(self, question: str) -> list[str]:
        """List the readings of a question that are not in force."""
        return self.prepared.program.rulebook.other_readings(question)

    def is_settled_question(self, question: str) -> bool:
        """Return whether the log or the caller has chosen the reading of a question."""
        return question in self.prepared.program.rulebook.settled

    def list_open_readings(self, question: str) -> list[str]:
        """List the other readings of a question that neither the log nor the caller has settled."""
        return [] if self.is_settled_question(question) else self.list_other_readings(question)

    def replay_under(self, question: str, reading: str) -> ReplayOutcome:
        """Replay the whole log under one other reading."""
        key = (question, reading)
        if key not in self._outcomes:
            other = self.prepared.read_question_as(question, reading)
            self._outcomes[key] = replay_log(other).outcome
            self.budget.note_work(self._outcomes[key].work)
        return self._outcomes[key]
