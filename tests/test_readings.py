"""Every reading of every open question is really there: a log comes out differently by it, and games can be played."""

from __future__ import annotations

import re
from functools import cache

import pytest

from audit import AuditOptions, Report
from audit.findings.finding import make_report_value
from audit.findings.replay_outcome import ReplayedLog
from audit.model.document import Finding
from audit.pipeline import audit_with_replay
from engine.kernel.events import Start
from engine.kernel.layers import Question, stack_layers
from engine.kernel.log import Log
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.spellings import parse_log
from fixtures.kits import GAMES, stack_for
from fixtures.readings import ReadingLog, ReadingOutcome, readings
from fixtures.simulate import company, play

ALL = [entry for game in GAMES for entry in readings(game)]
CASES = [(entry, reading) for entry in ALL for reading in entry.expect]
QUESTIONS = [(game, question) for game in GAMES for question in GAMES[game].questions.values()]
OTHERS = [
    (game, q, r) for game, q in QUESTIONS for r in stack_layers(GAMES[game], stack_for(game, q)).other_readings(q.id)
]
BROKEN = {"illegal", "contested", "mismatch"}
# How a fact is spelt that a reading leaves open.
OPEN = "??"
# So many games are played by the readings of a game in all: four by each, of many fewer.
GAMES_PLAYED = 250

each_case = pytest.mark.parametrize(("entry", "reading"), CASES, ids=lambda v: getattr(v, "name", v))
each_other = pytest.mark.parametrize(
    ("game", "question", "reading"), OTHERS, ids=lambda v: v.id if isinstance(v, Question) else str(v)
)


@cache
def audited(log: str, rulings: tuple[tuple[str, str], ...]) -> tuple[Report, ReplayedLog]:
    return audit_with_replay(log.encode(), GAMES, AuditOptions(rulings=dict(rulings)))


def by(entry: ReadingLog, reading: str) -> tuple[Report, ReplayedLog]:
    return audited(entry.log, named(entry, reading))


def named(entry: ReadingLog, reading: str) -> tuple[tuple[str, str], ...]:
    """What is ruled to have a log read so: the reading in force is not named, for that would settle the question."""
    ruled = {} if reading == usual(entry) else {entry.question: reading}
    return tuple({**entry.rulings, **ruled}.items())


def turns(entry: ReadingLog, reading: str, finding: Finding) -> set[str]:
    """The readings of the question of an entry that turn a finding round: contested, unless a ruling settles it."""
    open_ = reading == usual(entry)
    assert finding.status == "contested" if open_ else finding.status in BROKEN, f"{entry.place}: {entry.name}"
    turning = finding.rulings if open_ else finding.settled
    return {turn.reading for turn in turning if turn.id == entry.question}


def outcome(entry: ReadingLog, reading: str) -> ReadingOutcome:
    """Reckon what an entry really comes to, in the rules broken and the facts that it tells."""
    report, log = by(entry, reading)
    broken = tuple((f.seq or 0, f.rule) for f in report.findings if f.status in BROKEN)
    table = log.prepared.replay_all().table
    reckoners = GAMES[entry.game].reckoners(table)
    seen = dict.fromkeys(name for expected in entry.expect.values() for name in expected.facts)
    return ReadingOutcome(broken, {name: make_report_value(reckoners[name](table)) for name in seen})


def usual(entry: ReadingLog) -> str:
    """The reading in force in an entry's log unless it is named: the question's first, or that of a layer."""
    game = GAMES[entry.game]
    header = parse_log(entry.log.encode(), lambda _: game.vocabulary).header
    return stack_layers(game, header.layers, {**header.rulings, **entry.rulings}).answer_to(entry.question)


def beside(question: Question) -> set[str]:
    """The readings beside which alone a question shows, as its text names them."""
    return set(re.findall(r"[A-Z]+-AMB-\d+=[\w-]+", question.unobservable))


@each_case
def test_the_log_comes_out_as_the_reading_has_it(entry: ReadingLog, reading: str) -> None:
    expected, found = entry.expect[reading], outcome(entry, reading)
    assert [f.says for f in by(entry, reading)[0].findings if f.status == "malformed"] == []
    assert list(found.broken) == list(expected.broken), f"{entry.place}: {entry.name}"
    assert {name: found.facts[name] for name in expected.facts} == expected.facts, f"{entry.place}: {entry.name}"


@each_case
def test_what_another_reading_lets_stand_is_contested(entry: ReadingLog, reading: str) -> None:
    """The first event wrong by one reading and fine by another names the question and that reading."""
    for other in entry.expect:
        # What the other reading cannot settle does not stand there.
        there = {f.seq or 0 for f in by(entry, other)[0].findings}
        mine, others = entry.expect[reading].broken, entry.expect[other].broken
        here = [judgement for judgement in mine if judgement[0] not in there]
        # Nor does a reading excuse anything by which an earlier event is wrong.
        if not here or any(judgement[0] <= here[0][0] and judgement not in mine for judgement in others):
            continue
        finding = next(f for f in by(entry, reading)[0].findings if (f.seq or 0, f.rule) == here[0])
        assert other in turns(entry, reading, finding), f"{entry.place}: {entry.name} ({reading}, {other})"


def rival_claims(entry: ReadingLog, reading: str) -> list[tuple[str, str]]:
    """What another reading has a fact to be, and this one has not: the reading, and the claim of it."""
    here = entry.expect[reading]
    # A reading by which an event is wrong that is right by this one does not bear out what is claimed after it.
    bearing = {name: there for name, there in entry.expect.items() if set(there.broken) <= set(here.broken)}
    return [
        (other, f"claim: {name} {value}")
        for other, there in bearing.items()
        for name, value in there.facts.items()
        # What a reading leaves open it does not bear out, and it cannot say that another value is wrong.
        if name in here.facts and here.facts[name] != value and OPEN not in {here.facts[name], value}
    ]


@each_case
def test_a_claim_that_another_reading_bears_out_is_contested(entry: ReadingLog, reading: str) -> None:
    """A table that wrote down what follows by another reading is told so, and not just that it is wrong."""
    for other, claim in rival_claims(entry, reading):
        claimed = f"{entry.log.rstrip()}\n{claim}\n"
        report, _ = audited(claimed, named(entry, reading))
        last = max((f.seq or 0 for f in report.findings), default=0)
        (found,) = [f for f in report.findings if f.seq == last and f.status in BROKEN]
        assert other in turns(entry, reading, found), f"{entry.place}: {claim} ({reading}, {other})"


@each_other
def test_some_log_comes_out_differently_by_it(game: str, question: Question, reading: str) -> None:
    seen = [entry for entry in readings(game) if entry.question == question.id and reading in entry.expect]
    if question.unobservable and not seen:
        assert not beside(question), f"{question.id}: no log shows it beside the reading that it names"
        return
    assert any(entry.expect[reading].differs(entry.expect[usual(entry)]) for entry in seen)


def test_an_entry_stands_beside_another_reading_only_where_the_question_says_so() -> None:
    for entry in ALL:
        question = GAMES[entry.game].questions[entry.question]
        assert set(entry.expect) <= set(question.readings)
        assert usual(entry) in entry.expect
        named = [f"{asked}={reading}" for asked, reading in entry.rulings.items()]
        assert set(named) <= beside(question), entry.name
    silent = [question for _, question in QUESTIONS if question.unobservable]
    for question in silent:
        seen = [entry for entry in ALL if entry.question == question.id]
        assert not seen or any(entry.rulings for entry in seen), f"{question.id} is shown by itself"


def seeds(game: str) -> range:
    return range(max(1, min(4, GAMES_PLAYED // sum(name == game for name, _, _ in OTHERS))))


def played(game: str, question: str, reading: str, seed: int) -> Log:
    layers = stack_for(game, GAMES[game].questions[question])
    return play(GAMES[game], company(GAMES[game], seed, layers), seed, layers, rulings={question: reading})


def replayed(game: str, log: Log, rulings: dict[str, str]) -> Replay:
    rulebook = stack_layers(GAMES[game], log.header.layers, rulings)
    table = GAMES[game].lay(log.header, GAMES[game].content(log.header, {}), rulebook.terms)
    return Replay(Program(rulebook), table).run([(0, Start()), *enumerate(log.events, 1)]).close(len(log.events))


@each_other
def test_games_can_be_played_by_it_and_what_they_break_first_by_default_names_the_question(
    game: str, question: Question, reading: str
) -> None:
    for seed in seeds(game):
        log = played(game, question.id, reading, seed)
        run = replayed(game, log, {question.id: reading})
        assert [(judgement.seq, judgement.laid.rule.id, judgement.breach) for judgement in run.judgements] == []
        assert run.program.is_over(run.table)
        by_default = replayed(game, log, {})
        first = next((judgement.laid.rule for judgement in by_default.judgements if judgement.breach is not None), None)
        assert first is None or question.id in first.rulings
