"""Pairs of records with slips in one or both copies of a legal game, and the result of comparing them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import product

from audit.intake.prepared import START
from audit.two_recorders import Comparison, compare_logs
from audit.two_recorders.differences import Entry
from engine.kernel.events import Event, Unreadable
from engine.kernel.spellings import write_line
from fixtures.kits import GAMES
from tests.measure.judgement.legal_games import Break, UnbrokenGame, legal_game, slipped

# Slips are drawn again if they are too close to each other, so that each has a place of its own.
APART, ATTEMPTS, PAIRS_A_GAME = 4, 30, 5
KINDS = ("missing", "doubled", "swapped", "off-by-one", "wrong-seat", "wrong-name")


@dataclass(slots=True)
class TrueLines:
    """What was found over many pairs; `missed` and `invented` differences, true lines `taken` of those `decidable`."""

    slips: int = 0
    missed: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    decidable: int = 0
    taken: int = 0
    wrong: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)


def tally(name: str, numbers: range) -> TrueLines:
    """Compare the pairs of these numbers, and check each comparison against the truth."""
    result = TrueLines()
    for number in numbers:
        _weigh(name, number, result)
    return result


def _weigh(name: str, number: int, result: TrueLines) -> None:
    game, dice = legal_game(name, number // PAIRS_A_GAME), random.Random(f"{name} two records {number}")
    one, other, slips = _pair(game, dice)
    result.slips += len(slips)
    comparison = compare_logs(game.written(one), game.written(other), GAMES)
    what = f"{name} {number}: {slips}"
    found = comparison.both.differences
    truths = _truths(game, comparison)
    if not truths:
        result.missed.append(what)
        return
    if len(found) != len(slips):
        result.invented.append(f"{what}: {[d.kind for d in found]}")
    _take(comparison, truths, what, result)


def _pair(game: UnbrokenGame, dice: random.Random) -> tuple[list[Event], list[Event], list[str]]:
    """Put one to four slips into one or both copies."""
    wanted, made = dice.randint(1, 4), list[tuple[str, Break]]()
    for _ in range(ATTEMPTS):
        one = slipped(game, dice.choice(KINDS), dice)
        if one and len(made) < wanted and all(_apart(one.start, two.start) for _, two in made):
            made.append((dice.choice("ab"), one))
    made.sort(key=lambda each: each[1].start)
    sides: dict[str, list[Event]] = {}
    for side in "ab":
        events: list[Event] = []
        done = 0
        for at, one in made:
            if at == side:
                events += [*game.events[done : one.start], *one.tail]
                done = one.start + one.taken
        sides[side] = [*events, *game.events[done:]]
    return sides["a"], sides["b"], [f"{one.what} at {one.start + 1} of {side}" for side, one in made]


def _apart(one: int, other: int) -> bool:
    return abs(one - other) >= APART


def _taken(comparison: Comparison, sides: tuple[str, ...]) -> list[Entry]:
    """Write the game with each difference taken from one side."""
    events: list[Entry] = []
    done = 0
    for side, difference in zip(sides, comparison.both.differences, strict=True):
        events += [a for a, _ in comparison.both.common[done : difference.behind]]
        events += getattr(difference, side)
        done = difference.behind
    return [*events, *(a for a, _ in comparison.both.common[done:])]


def _truths(game: UnbrokenGame, comparison: Comparison) -> list[tuple[str, ...]]:
    """Find how the differences must be taken to get the true game."""
    vocabulary = GAMES[game.header.game].vocabulary
    true = [write_line(event, vocabulary) for event in game.events]
    ways = product("ab", repeat=len(comparison.both.differences))
    return [way for way in ways if [entry.line for entry in _taken(comparison, way)] == true]


def _take(comparison: Comparison, truths: list[tuple[str, ...]], what: str, result: TrueLines) -> None:
    """Find where only one way is legal, everything else being true, and whether that way was taken."""
    (true, *others) = truths
    assert not others
    for at, bearing in enumerate(comparison.bearings):
        said = f"{what}: {comparison.both.differences[at].kind} {bearing.why}"
        if bearing.side not in {None, true[at]}:
            result.wrong.append(said)
        flipped = (*true[:at], "b" if true[at] == "a" else "a", *true[at + 1 :])
        difference = comparison.both.differences[at]
        readable = not any(type(entry.event) is Unreadable for entry in (*difference.a, *difference.b))
        if readable and _broken(comparison, _taken(comparison, flipped)):
            result.decidable += 1
            result.taken += bearing.side == true[at]
            if bearing.side is None:
                result.open.append(said)


def _broken(comparison: Comparison, entries: list[Entry]) -> bool:
    run = comparison.a.prepared.begin_replay().run([(0, START), *enumerate((entry.event for entry in entries), 1)])
    return any(one.breach is not None for one in run.close(len(entries)).judgements)
