"""Every reading of every open question has an effect: some log differs under it, and games can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from audit import AuditOptions, Report
from audit.findings.finding import make_report_value
from audit.findings.replay_outcome import ReplayedLog
from audit.model.findings import Finding
from audit.pipeline import audit_with_replay
from engine.kernel.layers import Question
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log
from fixtures.kits import GAMES, stack_for
from fixtures.readings import ReadingLog, ReadingOutcome, readings
from tests.support.fault_lists import expect_no_faults
from tests.support.selection import SELECTION

READINGS = [(entry, reading) for entry in SELECTION.readings() for reading in entry.expect]
BROKEN = {"illegal", "contested", "mismatch"}
# How a fact is written that a reading leaves open.
OPEN = "??"
each_game = pytest.mark.parametrize("game", SELECTION.games())


@cache
def audited(log: str, rulings: tuple[tuple[str, str], ...]) -> tuple[Report, ReplayedLog]:
    return audit_with_replay(log.encode(), GAMES, AuditOptions(rulings=dict(rulings)))


def by(entry: ReadingLog, reading: str) -> tuple[Report, ReplayedLog]:
    return audited(entry.log, named(entry, reading))


def named(entry: ReadingLog, reading: str) -> tuple[tuple[str, str], ...]:
    """Return the ruling for a log read so. The reading in force is not named: that would settle the question."""
    ruled = {} if reading == usual(entry) else {entry.question: reading}
    return tuple({**entry.rulings, **ruled}.items())


def turns(entry: ReadingLog, reading: str, finding: Finding) -> set[str]:
    """List the readings of an entry's question that reverse a finding: contested, unless a ruling settles it."""
    open_ = reading == usual(entry)
    assert finding.status == "contested" if open_ else finding.status in BROKEN, f"{entry.place}: {entry.name}"
    turning = finding.rulings if open_ else finding.settled
    return {turn.reading for turn in turning if turn.id == entry.question}


def outcome(entry: ReadingLog, reading: str) -> ReadingOutcome:
    """Compute the actual outcome of an entry, in the rules broken and the facts that it states."""
    report, log = by(entry, reading)
    broken = tuple((f.seq or 0, f.rule) for f in report.findings if f.status in BROKEN)
    table = log.prepared.replay_all().table
    reckoners = GAMES[entry.game].reckoners(table)
    seen = dict.fromkeys(name for expected in entry.expect.values() for name in expected.facts)
    return ReadingOutcome(broken, {name: make_report_value(reckoners[name](table)) for name in seen})


def usual(entry: ReadingLog) -> str:
    """Return the reading in force in an entry's log if none is named: the question's first, or that of a layer."""
    game = GAMES[entry.game]
    header = parse_log(entry.log.encode(), lambda _: game.vocabulary).header
    return stack_layers(game, header.layers, {**header.rulings, **entry.rulings}).answer_to(entry.question)


def beside(question: Question) -> set[str]:
    """List the readings without which a question does not show, as its text names them."""
    return set(re.findall(r"[A-Z]+-AMB-\d+=[\w-]+", question.unobservable))


@pytest.mark.parametrize(("entry", "reading"), READINGS, ids=lambda v: getattr(v, "name", v))
def test_a_log_comes_out_as_the_reading_has_it_and_says_what_hangs_on_the_reading(
    entry: ReadingLog, reading: str, subtests: pytest.Subtests
) -> None:
    with subtests.test("the log comes out as the reading has it"):
        check_outcome(entry, reading)
    with subtests.test("what another reading lets stand is contested"):
        check_contested(entry, reading)
    with subtests.test("a claim that another reading bears out is contested"):
        check_rival_claims(entry, reading)


def check_outcome(entry: ReadingLog, reading: str) -> None:
    expected, found = entry.expect[reading], outcome(entry, reading)
    assert [f.says for f in by(entry, reading)[0].findings if f.status == "malformed"] == []
    assert list(found.broken) == list(expected.broken), f"{entry.place}: {entry.name}"
    assert {name: found.facts[name] for name in expected.facts} == expected.facts, f"{entry.place}: {entry.name}"


def check_contested(entry: ReadingLog, reading: str) -> None:
    """Check that the first event wrong by one reading and right by another names the question and that reading."""
    for other in entry.expect:
        # What the other reading cannot settle is not listed.
        there = {f.seq or 0 for f in by(entry, other)[0].findings}
        mine, others = entry.expect[reading].broken, entry.expect[other].broken
        here = [judgement for judgement in mine if judgement[0] not in there]
        # A reading under which an earlier event is wrong excuses nothing either.
        if not here or any(judgement[0] <= here[0][0] and judgement not in mine for judgement in others):
            continue
        finding = next(f for f in by(entry, reading)[0].findings if (f.seq or 0, f.rule) == here[0])
        assert other in turns(entry, reading, finding), f"{entry.place}: {entry.name} ({reading}, {other})"


def check_rival_claims(entry: ReadingLog, reading: str) -> None:
    """Check that a table that follows another reading is told about that reading, and not just that it is wrong."""
    for other, claim in rival_claims(entry, reading):
        claimed = f"{entry.log.rstrip()}\n{claim}\n"
        report, _ = audited(claimed, named(entry, reading))
        last = max((f.seq or 0 for f in report.findings), default=0)
        (found,) = [f for f in report.findings if f.seq == last and f.status in BROKEN]
        assert other in turns(entry, reading, found), f"{entry.place}: {claim} ({reading}, {other})"


def rival_claims(entry: ReadingLog, reading: str) -> list[tuple[str, str]]:
    """Return a fact that only another reading determines: the reading, and a claim of its value."""
    here = entry.expect[reading]
    # A reading under which an event is wrong that is right by this one does not support later claims.
    bearing = {name: there for name, there in entry.expect.items() if set(there.broken) <= set(here.broken)}
    return [
        (other, f"claim: {name} {value}")
        for other, there in bearing.items()
        for name, value in there.facts.items()
        # A reading does not support what it leaves open, and cannot say that another value is wrong.
        if name in here.facts and here.facts[name] != value and OPEN not in {here.facts[name], value}
    ]


@each_game
def test_some_log_comes_out_differently_by_each_reading(game: str) -> None:
    expect_no_faults(
        fault
        for question in SELECTION.questions(game)
        for reading in stack_layers(GAMES[game], stack_for(game, question)).other_readings(question.id)
        for fault in find_unshown(game, question, reading)
    )


def find_unshown(game: str, question: Question, reading: str) -> Iterator[str]:
    seen = [entry for entry in readings(game) if entry.question == question.id and reading in entry.expect]
    if question.unobservable and not seen:
        if beside(question):
            yield f"{question.id}={reading}: no log shows it beside the reading that it names"
    elif not any(entry.expect[reading].differs(entry.expect[usual(entry)]) for entry in seen):
        yield f"{question.id}={reading}: no log comes out differently by it"


@pytest.mark.parametrize("game", SELECTION.whole_games())
def test_an_entry_stands_beside_another_reading_only_where_the_question_says_so(game: str) -> None:
    def find_faults(entry: ReadingLog) -> Iterator[str]:
        question = GAMES[game].questions[entry.question]
        unknown = set(entry.expect) - set(question.readings)
        yield from (f"{entry.name}: {question.id} has no reading {reading}" for reading in sorted(unknown))
        if usual(entry) not in entry.expect:
            yield f"{entry.name}: does not say how it comes out by the usual reading, {usual(entry)}"
        named = {f"{asked}={reading}" for asked, reading in entry.rulings.items()}
        yield from (f"{entry.name}: {question.id} does not name {one}" for one in sorted(named - beside(question)))

    expect_no_faults(fault for entry in readings(game) for fault in find_faults(entry))
    for question in GAMES[game].questions.values():
        seen = [entry for entry in readings(game) if entry.question == question.id]
        if question.unobservable and seen:
            assert any(entry.rulings for entry in seen), f"{question.id} is shown by itself"
