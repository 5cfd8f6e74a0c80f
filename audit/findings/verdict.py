"""Decides the verdict, compares the result, and measures the coverage of an audit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from audit.findings.finding import make_report_value
from audit.findings.replay_outcome import Beyond, ReplayOutcome
from audit.intake.prepared import PreparedLog
from audit.model.document import Coverage, Result, ResultStatus, Verdict
from audit.model.findings import UNDECIDED, Finding, Value
from engine.kernel.events import Claim, Event, Unreadable
from engine.kernel.replay.claims import is_same_value
from engine.kernel.replay.program import Program
from engine.kernel.unknown import UNKNOWN, is_known

STATUSES = ("enforced", "permission", "recorded", "not-modelled")


def decide_verdict(
    findings: Sequence[Finding],
    entries: Sequence[tuple[int, Event]],
    outcome: ReplayOutcome,
    *,
    sure: bool = False,
    corrections: Iterable[int] = (),
) -> Verdict:
    """Decide the verdict by the worst finding.

    `sure`: something is illegal under every reading in dispute. Consequences of one of the `corrections` do not count.
    """
    lost = {finding.seq for finding in findings if finding.status == "malformed"} - {None}
    # Consequences of an unreadable line or of a correction prove nothing against a player.
    lost |= {*corrections}
    statuses = {finding.status for finding in findings if finding.follows not in lost}
    if "malformed" in statuses and all(type(event) is Unreadable for seq, event in entries if seq):
        return "unreadable"
    if statuses & {"illegal", "mismatch"} or (outcome.beyond is not None and outcome.beyond.broken):
        return "broken"
    if "contested" in statuses:
        return "broken" if sure else "contested"
    return "incomplete" if statuses & {"unverifiable", "malformed"} else "clean"


# The events that state, or may state, the result.
SPEAKING = frozenset({Claim, Unreadable})


def compare_result(prepared: PreparedLog, outcome: ReplayOutcome) -> Result:
    """Compare the last claim about each deciding fact with the computed value."""
    decisive = frozenset(prepared.game.result)
    claims: dict[str, tuple[int, Value]] = {}
    for seq, claim in _list_claims(prepared.entries):
        if is_known(claim.fact) and claim.fact in decisive:
            # An unreadable claim shows that something was claimed, but not its value.
            claims[claim.fact] = seq, make_report_value(claim.value if isinstance(claim, Claim) else UNKNOWN)
    claimed = {name: value for name, (_, value) in sorted(claims.items())}
    status = _decide_status(claims, outcome, prepared.log.events if claims else ())
    return Result(claimed=claimed, reckoned=outcome.result, status=status, scores=outcome.scores, ended=outcome.ended)


def _list_claims(entries: Sequence[tuple[int, Event]]) -> list[tuple[int, Claim | Unreadable]]:
    # Most logs have few claims. This check finds that there are none without a Python loop.
    if SPEAKING.isdisjoint(map(type, map(itemgetter(1), entries))):
        return []
    return [(seq, event) for seq, event in entries if isinstance(event, Claim | Unreadable)]


def _decide_status(
    claims: Mapping[str, tuple[int, Value]], outcome: ReplayOutcome, events: Sequence[Event]
) -> ResultStatus:
    if not claims:
        return "none claimed"
    open_facts = [
        name for name, (seq, value) in claims.items() if _is_undecidable(outcome, seq, value, outcome.result[name])
    ]
    settled = [name for name in claims if name not in open_facts]
    wrong = [name for name in settled if not is_same_value(claims[name][1], outcome.result[name])]
    if outcome.beyond is not None and outcome.beyond.until:
        # The end of the log was not checked.
        return "unproven"
    # An unreadable line might have made the claim right.
    if wrong and not any(type(event) is Unreadable for event in events):
        return "refuted"
    return "unproven" if open_facts or wrong else "confirmed"


def _is_undecidable(outcome: ReplayOutcome, seq: int, claimed: Value, reckoned: Value) -> bool:
    """Return whether a claim and the computed value cannot be compared."""
    if str(UNKNOWN) in {claimed, reckoned}:
        return True
    if claimed in UNDECIDED:
        # The claim may have been right when it was written, before the game was over.
        contradicted = any(judgement.seq == seq and judgement.breach is not None for judgement in outcome.judgements)
        return not outcome.over or not (contradicted or reckoned in UNDECIDED)
    return reckoned in UNDECIDED and not outcome.over


def measure_coverage(
    prepared: PreparedLog, findings: Sequence[Finding], unexamined: int, beyond: Beyond | None
) -> Coverage:
    """Count the checks that were made and those that could not be made, and describe both in sentences."""
    unknown = sum(finding.status == "unverifiable" for finding in findings) + (beyond.unknown if beyond else 0)
    unreadable, idle = _count_unread_and_idle(prepared, findings)
    rules = _count_rules(prepared.program)
    fully = not (unknown or unreadable or idle or beyond or rules["not-modelled"])
    unlisted = beyond.broken + beyond.unknown if beyond else 0
    content = prepared.content
    reconstructed = bool(getattr(content, "is_reconstructed", False))
    pack = str(getattr(content, "id", ""))
    sentences = [_write_first_sentence(findings, fully=fully)]
    sentences += [_describe_overflow(beyond)] if beyond is not None else []
    sentences += [f"{_describe_check_count(unknown)} needed something that was not written down."] if unknown else []
    sentences += [f"{_describe_unread_lines(unreadable)}."] if unreadable else []
    sentences += [f"{_describe_idle_lines(idle)}."] if idle else []
    sentences += _describe_rulebook(rules, invented=pack if reconstructed else "")
    return Coverage(
        rules=rules,
        unknown=unknown,
        unreadable=unreadable,
        pack=pack,
        reconstructed=reconstructed,
        unexamined=unexamined,
        unlisted=unlisted,
        fully_checked=fully,
        says=" ".join(sentences),
        idle=idle,
    )


def _count_unread_and_idle(prepared: PreparedLog, findings: Sequence[Finding]) -> tuple[int, int]:
    """Count the unreadable lines, and the readable lines without effect, such as a ruling that waives nothing."""
    faulty = [finding.seq for finding in findings if finding.status == "malformed"]
    events = prepared.log.events if faulty else ()
    idle = sum(seq is not None and type(events[seq - 1]) is not Unreadable for seq in faulty)
    return len(faulty) - idle, idle


def _describe_unread_lines(count: int) -> str:
    return f"{count:,} line{'s' if count != 1 else ''} could not be read as written"


def _describe_idle_lines(count: int) -> str:
    return f"{count:,} line{'s' if count != 1 else ''} can be read but {'have' if count != 1 else 'has'} no effect"


def _describe_overflow(beyond: Beyond) -> str:
    until = f" Nothing after event {beyond.until} was examined." if beyond.until else ""
    return (
        f"There is too much to list: from event {beyond.seq} on, breaches ({beyond.broken:,}) and checks that needed"
        f" something unknown ({beyond.unknown:,}) are only counted.{until} Repair what comes before, then audit again."
    )


@lru_cache(maxsize=8)
def _count_rules(program: Program) -> Mapping[str, int]:
    laid = [rule.rule.status for rule in program.rulebook.rules.values()]
    return {status: laid.count(status) for status in STATUSES}  # type: ignore[arg-type] # the four of Status


def _write_first_sentence(findings: Sequence[Finding], *, fully: bool) -> str:
    found = sum(finding.is_root for finding in findings)
    opening = f"{found} violation{'s' if found != 1 else ''} found" if found else "No violation found"
    return f"{opening}; {'fully checked' if fully else 'not fully checked'}."


def _describe_rulebook(rules: Mapping[str, int], *, invented: str) -> list[str]:
    counts = (
        f"Rules: {rules['enforced']} enforced, {rules['permission']} that only permit, {rules['recorded']} only"
        f" recorded and not checkable, {rules['not-modelled']} not modelled."
    )
    pack = f"The log names the pack {invented}: findings that use its values depend on invented content."
    return [counts, pack] if invented else [counts]


def _describe_check_count(count: int) -> str:
    return "1 check" if count == 1 else f"{count:,} checks"
