"""Reports a kind of line that was often due and is never written once, with a count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from audit.model.findings import OPEN, Finding
from engine.kernel.events import Event
from engine.kernel.replay.replay import Judgement
from engine.kernel.vocabulary import verb_of

Place = tuple[int, str]
Kind = type[Event]


def merge_unwritten_kinds(
    findings: list[Finding], judgements: Iterable[Judgement], prepared: PreparedLog
) -> list[Finding]:
    """Let the first missing line of a kind represent all of them. Consequences of the others follow it."""
    missing = _list_missing_lines(judgements, prepared)
    # A finding that by now follows another one still marks a place where the line was due.
    open_ = (finding for finding in findings if finding.status in OPEN and not finding.latent)
    kinds = [(finding, kind) for finding in open_ if (kind := missing.get(_identify_place(finding)))]
    counts, first, habit = Counter(kind for _, kind in kinds), dict[Kind, int](), dict[int, int]()
    for finding, kind in kinds:
        habit[finding.seq or 0] = first.setdefault(kind, finding.seq or 0)
    if all(count == 1 for count in counts.values()):
        return findings
    roots = {_identify_place(finding): kind for finding, kind in kinds}
    return [
        _merge_into_first(finding, roots.get(_identify_place(finding)), first, habit, counts) for finding in findings
    ]


def _list_missing_lines(judgements: Iterable[Judgement], prepared: PreparedLog) -> dict[Place, Kind]:
    """Map each judgement to the kind of line it misses, if that kind is due and never written in the log."""
    written = {type(event) for _, event in prepared.entries}
    return {
        (judgement.seq, judgement.laid.rule.id): type(breach.missing)
        for judgement in judgements
        if (breach := judgement.breach) is not None and breach.missing is not None
        if type(breach.missing) not in written and _is_due(type(breach.missing), prepared)
    }


def _is_due(kind: Kind, prepared: PreparedLog) -> bool:
    """Return whether the line is required. An optional line is not missing out of habit."""
    return kind.absence is None or prepared.program.rulebook.read_absence(kind.absence).word == "due"


def _identify_place(finding: Finding) -> Place:
    return finding.seq or 0, finding.rule


def _merge_into_first(
    finding: Finding, kind: Kind | None, first: dict[Kind, int], habit: dict[int, int], counts: Counter[Kind]
) -> Finding:
    seq = finding.seq or 0
    if kind is None or not finding.is_root:
        follows = None if finding.follows is None else habit.get(finding.follows, finding.follows)
        return replace(finding, follows=follows) if follows != finding.follows else finding
    if counts[kind] == 1:
        return finding
    if first[kind] != seq:
        return replace(finding, follows=first[kind], repairs=(), outcome=None)
    says = f"This log has no “{verb_of(kind)}” at all, and one was due in {counts[kind]} places."
    return replace(finding, breach=f"{finding.breach} {says}")
