"""Logs broken at two places, and the truth about each of their violations."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from audit import Report, audit
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.model.findings import MALFORMED, OPEN, Finding
from engine.kernel.events import Claim, Event
from engine.kernel.log import LogError
from fixtures.kits import GAMES
from fixtures.slips import KINDS
from tests.measure.judgement.legal_games import SHARING, Break, UnbrokenGame, legal_game, slipped, spoiled

# A pair is drawn again if a break goes unnoticed, or if one hides the other.
ATTEMPTS = 40

# A violation, wherever its line is now: the line by its first place or by its break, and the rule.
Line = tuple[str, int]
Violation = tuple[Line, str]


@dataclass(frozen=True, slots=True)
class TwiceBroken:
    """A log broken at two places: its roots, and the root of each other violation (both, if either may be named)."""

    raw: bytes
    lines: tuple[Line, ...]
    roots: frozenset[Violation]
    what: str
    # For each root: all violations of the log that contains only this root's break.
    follows: Mapping[Violation, frozenset[Violation]]


@dataclass(slots=True)
class Weighed:
    """The result of a report on one such log."""

    roots: int = 0
    consequences: int = 0
    hidden: list[str] = field(default_factory=list)
    raised: list[str] = field(default_factory=list)
    sure_below_contested: int = 0
    moves_below_claims: int = 0
    unexamined: int = 0
    # Certain violations that are reported as roots because what they follow from is contested.
    apart: int = 0
    what: str = ""

    @property
    def right(self) -> bool:
        """Return whether every root is reported as one, and nothing else is."""
        return not self.hidden and not self.raised


def broken(name: str, number: int) -> TwiceBroken | None:
    """Break the game of this number at two random places."""
    game, dice = legal_game(name, number // SHARING), random.Random(f"{name} broken {number}")
    for _ in range(ATTEMPTS):
        pair = _two_breaks(game, dice)
        found = None if pair is None else _truth(game, *pair)
        if found is not None:
            return found
    return None


def _two_breaks(game: UnbrokenGame, dice: random.Random) -> tuple[Break, Break] | None:
    found = [_any_break(game, dice) for _ in range(2)]
    made = sorted((each for each in found if each is not None), key=lambda each: each.start)
    apart = len(made) == 2 and made[0].start + max(made[0].taken, 1) < made[1].start
    return (made[0], made[1]) if apart else None


def _any_break(game: UnbrokenGame, dice: random.Random) -> Break | None:
    return spoiled(game, dice) if dice.random() < 0.5 else slipped(game, dice.choice(list(KINDS)), dice)


def _truth(game: UnbrokenGame, one: Break, two: Break) -> TwiceBroken | None:
    """Compare the log with both breaks with the logs that have one of them; None if they do not show."""
    try:
        alone = [_violations(game, _with(game, each)) for each in (one, two)]
        lines = _with(game, one, two)
        both = _violations(game, lines)
    except LogError:
        return None
    roots = frozenset(violations[0] for violations in alone if violations)
    if not all(alone) or not roots <= set(both):
        return None
    what = f"{one.what} at {one.start + 1}, {two.what} at {two.start + 1}"
    follows = {violations[0]: frozenset(violations[1:]) for violations in alone}
    return TwiceBroken(_written(game, lines), tuple(lines), roots, what, follows)


def _with(game: UnbrokenGame, *breaks: Break) -> dict[Line, Event]:
    """Apply breaks to a game, the first of them first."""
    lines: dict[Line, Event] = {}
    done = 0
    for broken in breaks:
        lines |= {("", at): game.events[at] for at in range(done, broken.start)}
        lines |= {(f"{broken.what} at {broken.start + 1}", at): event for at, event in enumerate(broken.tail)}
        done = broken.start + broken.taken
    return lines | {("", at): game.events[at] for at in range(done, len(game.events))}


def _written(game: UnbrokenGame, lines: dict[Line, Event]) -> bytes:
    return game.written(list(lines.values()))


def _violations(game: UnbrokenGame, lines: dict[Line, Event]) -> list[Violation]:
    """List the violations and unreadable lines of a plain replay, in order."""
    log = replay_log(prepare_log(_written(game, lines), GAMES))
    named = list(lines)
    lost = [(fault.seq or 1, MALFORMED) for fault in log.prepared.log.faults]
    met = [(max(one.seq, 1), one.laid.rule.id) for one in log.outcome.judgements if one.breach is not None]
    return [(named[seq - 1], rule) for seq, rule in sorted([*lost, *met], key=lambda one: one[0])]


def judged(truth: TwiceBroken) -> Weighed:
    """Compare the report on a broken log with the truth."""
    report = audit(truth.raw, GAMES)
    result = Weighed(what=truth.what, roots=len(truth.roots), unexamined=report.coverage.unexamined)
    found = [one for one in report.findings if one.status in {*OPEN, MALFORMED} and not one.latent]
    shown: set[Line] = set()
    lines = {line for line, _ in truth.roots}
    for finding in found:
        line = truth.lines[max(finding.seq or 1, 1) - 1]
        said = f"{finding.seq} {finding.rule} ({finding.status}) follows {finding.follows}: {finding.breach}"
        # If the line of a root breaks several rules, any of them may be the root.
        if line in lines and finding.follows is None and line not in shown:
            shown.add(line)
        elif (line, finding.rule) not in truth.roots:
            result.consequences += 1
            if finding.follows is None and _surer(truth, finding, found):
                result.apart += 1
            elif finding.follows is None:
                result.raised.append(said)
    result.hidden += [f"{said} {number}" for said, number in lines - shown]
    result.sure_below_contested, result.moves_below_claims = _below(report, found)
    return result


def _surer(truth: TwiceBroken, finding: Finding, found: list[Finding]) -> bool:
    """Return whether a certain consequence has only contested roots; it never ranks below a contested finding."""
    if finding.status == "contested":
        return False
    violation = (truth.lines[max(finding.seq or 1, 1) - 1], finding.rule)
    heads = {root[0] for root, later in truth.follows.items() if violation in later} or {
        line for line, _ in truth.roots
    }
    others = (one for one in found if one.is_root and one is not finding)
    above = [one for one in others if truth.lines[max(one.seq or 1, 1) - 1] in heads]
    return bool(above) and all(one.status == "contested" for one in above)


def _below(report: Report, found: list[Finding]) -> tuple[int, int]:
    """Count the certain violations below contested roots, and moves' violations below claims."""
    heads: dict[int | None, list[Finding]] = {}
    for root in report.roots:
        heads.setdefault(root.seq, []).append(root)
    sure = moves = 0
    for finding in (one for one in found if one.follows is not None):
        above = heads.get(finding.follows, [])
        sure += finding.status != "contested" and bool(above) and all(root.status == "contested" for root in above)
        claim = (finding.follows or 0) > 0 and isinstance(report.events[(finding.follows or 1) - 1], Claim)
        moves += claim and not isinstance(report.events[max(finding.seq or 1, 1) - 1], Claim)
    return sure, moves
