"""Groups roots with their consequences, and merges roots that say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from audit.model.findings import Finding, Repair
from audit.model.report import Report
from audit.report import sentences

# At least this many findings that say the same are a habit and become one group.
HABIT = 3
# The number of other places of a habit that are quoted.
QUOTED = 8


class EarlierStatements(msgspec.Struct):
    """The repairs and outcomes that earlier roots at the same event have stated."""

    repairs: set[Repair] = msgspec.field(default_factory=set)
    outcomes: set[str] = msgspec.field(default_factory=set)


class RootGroup(msgspec.Struct, frozen=True):
    """A root with its consequences. Of several roots at one event, only the first states what they share."""

    root: Finding
    following: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    outcome: str
    # The other places with the same finding.
    again: tuple[Finding, ...] = ()


def group_roots(report: Report, heads: Iterable[Finding]) -> list[RootGroup]:
    """Group roots with their consequences, in order. Roots of one habit form one group."""
    heads = list(heads)
    counts = Counter(map(_make_habit_key, heads))
    first: dict[object, RootGroup] = {}
    for place, family in enumerate(_group_each_root(report, heads)):
        habit = _make_habit_key(family.root) if counts[_make_habit_key(family.root)] >= HABIT else place
        first[habit] = _join_groups(first[habit], family) if habit in first else family
    return list(first.values())


def describe_repeats(family: RootGroup) -> list[str]:
    """List the other places of a habit: each line in short, or only the events if all lines are alike."""
    if not family.again:
        return []
    times = sentences.count_noun(len(family.again), "time")
    if all(other.excerpt.strip() == family.root.excerpt.strip() for other in family.again):
        return [f"The same {times} more: {sentences.name_events(other.seq or 0 for other in family.again)}."]
    quoted = [f"line {other.line}: {other.excerpt.strip()}" for other in family.again[:QUOTED]]
    rest = len(family.again) - QUOTED
    return [f"The same {times} more:", *quoted, *([f"… and {rest} more"] if rest > 0 else [])]


def _make_habit_key(finding: Finding) -> tuple[object, ...]:
    """Return what findings of one habit share: all that they say, or how their lines begin."""
    if finding.status == "malformed":
        _, colon, said = finding.excerpt.partition(":")
        return finding.status, finding.says, *(said if colon else finding.excerpt).casefold().split()[:1]
    breach = finding.breach.partition(":")[0] if "phase" in finding.facts else finding.breach
    return finding.rule, finding.status, finding.says, breach, finding.instead, finding.rulings, finding.cause


def _join_groups(first: RootGroup, other: RootGroup) -> RootGroup:
    following = (*first.following, *other.following)
    return replace(first, again=(*first.again, other.root), following=following)


def _group_each_root(report: Report, heads: Iterable[Finding]) -> list[RootGroup]:
    """Group each root with its consequences, in order."""
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
