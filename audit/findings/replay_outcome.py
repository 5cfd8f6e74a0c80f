"""What a replay comes to: findings, result, and what that is when one thing is different, a reading or an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from audit.budget import Budget
from audit.findings.finding import plain
from audit.intake.prepared import PreparedLog
from audit.model.document import Finding, Value
from audit.model.sums import Score
from engine.kernel.facts import NOTHING
from engine.kernel.game import Game
from engine.kernel.replay.claims import WINNER, result_fact
from engine.kernel.replay.replay import Judgement, Replay
from engine.kernel.replay.timeline import EVERY, Timeline
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, known

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture

# More findings than these are counted and not listed: nobody reads them, and they would fill the memory. With so many
# more, the log is not judged to its end.
MOST_FOUND, MOST_COUNTED = 1_500, 10_000


class Beyond(NamedTuple):
    """What was met after the findings that are listed: where that begins, and how much there is of it.

    `until`: behind this event nothing was looked at any more.
    """

    seq: int
    broken: int = 0
    unknown: int = 0
    until: int = 0


class ReplayOutcome(msgspec.Struct, frozen=True):
    """What a replay met, and how the game came out. No table is kept."""

    judgements: tuple[Judgement, ...]
    met: frozenset[tuple[int, str]]
    places: frozenset[int]
    result: Mapping[str, Value]
    over: bool = False
    beyond: Beyond | None = None
    scores: tuple[Score, ...] = ()
    # How the game is over, in its own words, where nobody has won.
    ended: str = ""
    # What it took, in events of which nothing is to be said.
    work: int = 0

    @property
    def broken(self) -> int:
        """How many times a rule was broken."""
        return sum(judgement.breach is not None for judgement in self.judgements) + (
            self.beyond.broken if self.beyond else 0
        )

    def keeps(self, finding: Finding) -> bool:
        """Say whether the finding stands here too. A claim that is still wrong may break another rule now."""
        if self.beyond is not None:
            # What was met and not kept may be this very finding; nobody is cleared by an outcome like that.
            return True
        if finding.status == "mismatch":
            return finding.seq in self.places
        return (finding.seq or 0, finding.rule) in self.met


def outcome_of(game: Game, replay: Replay) -> ReplayOutcome:
    """Note down what a finished replay came to."""
    met = frozenset((judgement.seq, judgement.laid.rule.id) for judgement in replay.judgements)
    places = frozenset(judgement.seq for judgement in replay.judgements)
    over = replay.program.over(replay.table)
    result, scores = reckoned(game, replay.table), scores_of(game, replay.table, over=over)
    ended = _ended(game, replay.table) if over and result.get(WINNER) == NOTHING else ""
    return ReplayOutcome(tuple(replay.judgements), met, places, result, over, scores=scores, ended=ended)


def _ended(game: Game, table: AnyTable) -> str:
    return game.flow[table.phase].as_it_stands(table) or "nobody has won"


def scores_of(game: Game, table: AnyTable, *, over: bool) -> tuple[Score, ...]:
    """Add up what everybody has scored, once that is final; nothing where the record leaves it open."""
    if not (over or table.stopped):
        return ()
    try:
        made_of = {seat: game.scores(table, seat) for seat in table.seats}
    except Undetermined:
        return ()
    if not all(parts and all(map(known, parts.values())) for parts in made_of.values()):
        return ()
    return tuple(Score(seat=seat, total=sum(parts.values()), parts=parts) for seat, parts in made_of.items())


class Played(msgspec.Struct, frozen=True, eq=False):
    """A log replayed once: what that came to, and the tables that it left on its way, for all who look later."""

    prepared: PreparedLog
    outcome: ReplayOutcome
    timeline: Timeline

    def pictures(self, seqs: Iterable[int | None], most: int) -> dict[int | None, MarkedPicture]:
        """Draw the table before each of these events, with its move marked; the first of them, if there are many."""
        places: dict[int | None, int] = {seq: place for place, (seq, _) in enumerate(self.prepared.entries)}
        wanted = sorted({places[seq] for seq in seqs if seq in places})[:most]
        return {self.prepared.entries[place][0]: self._scene(place) for place in wanted}

    def _scene(self, place: int) -> MarkedPicture:
        before, after, event = (
            self.timeline.after(place),
            self.timeline.after(place + 1),
            self.prepared.entries[place][1],
        )
        return self.prepared.game.picture_of_move(before, event, after, shows="before")


def played(prepared: PreparedLog) -> Played:
    """Replay a whole log, and keep no more of what it meets than anybody reads."""
    run = Replay(prepared.program, prepared.table(), policy=prepared.asked.policy)
    met = _Met(run)
    timeline = Timeline(run, prepared.entries, met.take)
    met.take(run.close(prepared.last).judgements)
    work = len(prepared.entries) + run.extra
    return Played(prepared, replace(outcome_of(prepared.game, run), beyond=met.beyond, work=work), timeline)


def played_to_a_breach(prepared: PreparedLog) -> ReplayOutcome:
    """Replay a log as far as nothing is broken: enough for whoever asks whether nothing is."""
    run, work = Replay(prepared.program, prepared.table(), policy="stop"), 0
    for start in range(0, len(prepared.entries), EVERY):
        part = prepared.entries[start : start + EVERY]
        run.run(part)
        work += len(part)
        if any(judgement.breach is not None for judgement in run.judgements):
            break
    else:
        run.close(prepared.last)
    return replace(outcome_of(prepared.game, run), work=work + run.extra)


class _Met:
    """What a replay has met so far: the first of it stays listed, the rest is counted, and at last the replay ends."""

    def __init__(self, run: Replay) -> None:
        """Begin with nothing met."""
        self.run = run
        self.beyond: Beyond | None = None
        self._listed = MOST_FOUND

    def take(self, judgements: list[Judgement]) -> None:
        """Shorten the list where it is full; an event's findings stay together."""
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


def reckoned(game: Game, table: AnyTable) -> dict[str, Value]:
    """Reckon the facts that decide the game."""
    return {name: plain(result_fact(game, table, name)) for name in sorted(game.result)}


class Readings:
    """The same log under other readings, each replayed at most once, as far as the work reaches."""

    def __init__(self, prepared: PreparedLog, budget: Budget) -> None:
        """Begin with none replayed."""
        self.prepared, self.budget = prepared, budget
        # What was not tried under each reading that may excuse it.
        self.untried: set[int] = set()
        self._outcomes: dict[tuple[str, str], ReplayOutcome] = {}

    def reaches(self, question: str, reading: str, least: int = 0) -> bool:
        """Say whether the work reaches for a reading, with at least so much left."""
        return (question, reading) in self._outcomes or self.budget.left - len(self.prepared.entries) >= least

    def others(self, question: str) -> list[str]:
        """List the readings of a question that could be in force instead."""
        return self.prepared.program.rulebook.others(question)

    def settled(self, question: str) -> bool:
        """Say whether log or caller named how a question is read: then it is not open here."""
        return question in self.prepared.program.rulebook.settled

    def open(self, question: str) -> list[str]:
        """List the readings that may be in force instead: of a question that nobody settled, all others."""
        return [] if self.settled(question) else self.others(question)

    def outcome(self, question: str, reading: str) -> ReplayOutcome:
        """Replay the whole log under one other reading."""
        key = (question, reading)
        if key not in self._outcomes:
            other = self.prepared.under(question, reading)
            self._outcomes[key] = played(other).outcome
            self.budget.look(self._outcomes[key].work)
        return self._outcomes[key]
