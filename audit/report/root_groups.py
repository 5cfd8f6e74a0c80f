"""Roots with what follows from each; where many say the same, the first of them tells it for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from audit.model.document import Finding, Repair
from audit.model.report import Report
from audit.report import sentences

# So many findings that say the same are a habit, and told once.
HABIT = 3
# So many other places of a habit are quoted.
QUOTED = 8


class EarlierStatements(msgspec.Struct):
    """What earlier roots at the same event have said already."""

    repairs: set[Repair] = msgspec.field(default_factory=set)
    outcomes: set[str] = msgspec.field(default_factory=set)


class RootGroup(msgspec.Struct, frozen=True):
    """A root with its consequences. Of several roots at one event, the first one tells what is the same for all."""

    root: Finding
    following: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    outcome: str
    # Other places at which the same was found.
    again: tuple[Finding, ...] = ()


def group_roots(report: Report, heads: Iterable[Finding]) -> list[RootGroup]:
    """List roots in order, each with what follows from it; what is one habit is one of them."""
    heads = list(heads)
    counts = Counter(map(_make_habit_key, heads))
    first: dict[object, RootGroup] = {}
    for place, family in enumerate(_group_each_root(report, heads)):
        habit = _make_habit_key(family.root) if counts[_make_habit_key(family.root)] >= HABIT else place
        first[habit] = _join_groups(first[habit], family) if habit in first else family
    return list(first.values())


def describe_repeats(family: RootGroup) -> list[str]:
    """Say where else the same was found: each line in short, or only where, if all of them read alike."""
    if not family.again:
        return []
    times = sentences.count_noun(len(family.again), "time")
    if all(other.excerpt.strip() == family.root.excerpt.strip() for other in family.again):
        return [f"The same {times} more: {sentences.name_events(other.seq or 0 for other in family.again)}."]
    quoted = [f"line {other.line}: {other.excerpt.strip()}" for other in family.again[:QUOTED]]
    rest = len(family.again) - QUOTED
    return [f"The same {times} more:", *quoted, *([f"… and {rest} more"] if rest > 0 else [])]


def _make_habit_key(finding: Finding) -> tuple[object, ...]:
    """Tell what findings of one habit have in common: all that is said of them, or what lines begin with."""
    if finding.status == "malformed":
        _, colon, said = finding.excerpt.partition(":")
        return finding.status, finding.says, *(said if colon else finding.excerpt).casefold().split()[:1]
    breach = finding.breach.partition(":")[0] if "phase" in finding.facts else finding.breach
    return finding.rule, finding.status, finding.says, breach, finding.instead, finding.rulings, finding.cause


def _join_groups(first: RootGroup, other: RootGroup) -> RootGroup:
    following = (*first.following, *other.following)
    return replace(first, again=(*first.again, other.root), following=following)


def _group_each_root(report: Report, heads: Iterable[Finding]) -> list[RootGroup]:
    """List roots in order, each with what follows from it."""
    following: dict[int, list[Finding]] = {}
    for finding in report.findings:
        if finding.follows is not None:
            following.setdefault(finding.follows, []).append(finding)
    before_each: dict[int | None, EarlierStatements] = {}
    found = []
    for root in heads:
        first, before = root.seq not in before_each, before_each.setdefault(root.seq, EarlierStatements())
        later = tuple(following.get(-1 if root.seq is None else root.seq, ())) if first else ()
        repairs = tuple(repair for repair in root.repairs if repair not in before.repairs)
        then = sentences.describe_outcome(root.outcome)
        found.append(RootGroup(root, later, repairs, then if then not in before.outcomes else ""))
        before.repairs.update(repairs)
        before.outcomes.add(then)
    return found
