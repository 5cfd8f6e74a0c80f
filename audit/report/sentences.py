"""Writes the sentences that all formats of a report share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from audit.model import labels
from audit.model.document import Unlock
from audit.model.findings import UNDECIDED, Finding, Outcome, Reading, Value
from audit.model.report import Report
from audit.model.sums import SumLine
from engine.kernel.basics.plural import join_names
from engine.kernel.rules import Cite

# The number of seqs named in a long list. The others are counted.
NAMED = 6
REMARK = "(a remark)"
# The number of unlocks named.
UNLOCKS = 3
# The number of lines of a sum listed.
SUMMED = 12
# The values of facts for unknown and for none.
UNKNOWN_VALUE, NOBODY = "??", "none"

_VERDICTS = {
    "clean": "No rule was broken.",
    "contested": "Whether a rule was broken depends on how an open question of the rulebook is read.",
    "incomplete": "No rule was found broken, but the record leaves out what some rules need.",
    "unreadable": "This cannot be read as the log of a game.",
}
_RESULTS = {
    "confirmed": "The claimed result is confirmed: {claimed}.",
    "refuted": "The claimed result is refuted: the log claims {claimed}; by our count: {reckoned}.",
    "unproven": "The claimed result is unproven: the log claims {claimed}, and the record does not decide it.",
    "none claimed": "No result is given; by our count: {reckoned}.",
}


class Group(msgspec.Struct, frozen=True):
    """Findings that say the same of several events."""

    rule: str
    says: str
    why: str
    seqs: tuple[int, ...]


def list_typed_lines(report: Report) -> list[tuple[int, str, str]]:
    """List the lines that are not canonical: line number, text, and meaning."""
    return [(line.line, line.excerpt.strip(), line.read_as or REMARK) for line in report.found.read_as]


def write_report_title(report: Report) -> str:
    """Write the title of a report: game, size and verdict."""
    game = report.title or "No log"
    return f"{game}, {count_noun(report.found.log.events, 'event')}: {name_outcome(report)}"


def name_verdict(report: Report) -> str:
    """Name the verdict of a report, with the number of broken rules."""
    return labels.name_verdict(report.verdict, report.broken_rules)


def name_outcome(report: Report) -> str:
    """Name verdict and result of a report."""
    return f"{name_verdict(report)} · {labels.name_result(report.result.status)}"


def write_summary_paragraph(report: Report) -> list[str]:
    """Summarize the audit in one paragraph. What explains everything comes first."""
    document = report.found
    sentences = [_describe_unexamined_places(report.coverage.unexamined)] if report.coverage.unexamined else []
    sentences += [report.suspicion.says] if report.suspicion is not None else []
    sentences += _describe_overruled_rulings(report)
    sentences += [*_describe_verdict(report), *_summarize_roots(report)]
    if report.verdict != "unreadable":
        sentences.append(describe_result(report))
    if document.policy != "as-played":
        sentences.append(f"Policy: {document.policy}.")
    return sentences


def describe_unchecked_part(report: Report) -> str:
    """Describe what could not be checked, and what would unlock most of it. Empty if all was checked."""
    covered = report.coverage
    if covered.fully_checked or report.verdict == "unreadable":
        return ""
    lacks = []
    if covered.unknown:
        rules = len({finding.rule for finding in report.findings if finding.status == "unverifiable"})
        checks = f"{count_noun(covered.unknown, 'check')} of {count_noun(rules, 'rule')}"
        lacks.append(f"{checks} needed something that was not written down")
    if covered.unreadable:
        lacks.append(f"{count_noun(covered.unreadable, 'line')} could not be read as written")
    if covered.idle:
        lacks.append(
            f"{count_noun(covered.idle, 'line')} can be read but {'has' if covered.idle == 1 else 'have'} no effect"
        )
    if unmodelled := covered.rules.get("not-modelled", 0):
        lacks.append(f"{count_noun(unmodelled, 'rule')} {'is' if unmodelled == 1 else 'are'} not judged yet")
    said = join_names(lacks) or "there is too much to list"
    return " ".join([f"Not fully checked: {said}.", *_describe_unlocks(covered.unlocks)])


def _describe_unlocks(unlocks: Sequence[Unlock]) -> list[str]:
    ways = [f"with {_describe_unlock(one)}, {one.checks}" for one in unlocks[:UNLOCKS]]
    if not ways:
        return []
    first = f"{ways[0][0].upper()}{ways[0][1:]} of these checks could be made"
    return ["; ".join([first, *ways[1:]]) + "."]


def _describe_unlock(one: Unlock) -> str:
    if one.line:
        return f"line {one.line} (event {one.seq})"
    return f"the {count_noun(one.values, 'value')} of {join_names(one.parts)} that the pack leaves open"


def _describe_overruled_rulings(report: Report) -> list[str]:
    """List the questions that the caller reads otherwise than the log's own header."""
    own, settled = report.found.rulebook.overruled, report.found.rulebook.settled
    return [
        f"Read with {question}={settled.get(question, '')} as requested; the log itself says {reading}."
        for question, reading in own.items()
    ]


def _describe_unexamined_places(places: int) -> str:
    return (
        f"Causes and other readings were not examined at {count_noun(places, 'place')}: the log is long, or breaks very"
        " many rules."
    )


def _describe_verdict(report: Report) -> list[str]:
    """Describe the verdict; with nothing if the title says it all: some rules are broken."""
    sure = {finding.status for finding in report.findings} & {"illegal", "mismatch"}
    if report.verdict == "broken" and not sure and not report.coverage.unlisted:
        return ["Rules were broken under every reading."]
    covered = report.coverage
    if report.verdict == "incomplete" and covered.idle and not (covered.unknown or covered.unreadable):
        return ["No rule was found broken, but some lines of the record have no effect."]
    return [_VERDICTS[report.verdict]] if report.verdict in _VERDICTS else []


def _summarize_roots(report: Report) -> list[str]:
    roots = dict.fromkeys(finding.seq for finding in report.roots if finding.seq is not None)
    follow = sum(finding.follows in roots for finding in report.findings)
    if not roots:
        return []
    those = "it" if len(roots) == 1 else "them"
    rest = f"; {count_noun(follow, 'more finding')} follow{'s' * (follow == 1)} from {those}" if follow else ""
    return [f"The root cause{' is' if len(roots) == 1 else 's are'} {name_events(roots)}{rest}."]


def describe_result(report: Report) -> str:
    """Describe the claimed result and the computed one."""
    outcome = report.result
    ended = outcome.ended
    if outcome.status == "none claimed" and set(outcome.reckoned.values()) <= UNDECIDED:
        over = f"; the game is over, and {ended}." if ended else ", and the record does not reach one."
        return f"No result is given{over}"
    ended = f" {ended[0].upper()}{ended[1:]}." if ended else ""
    return (
        _RESULTS[outcome.status].format(
            claimed=_describe_facts(outcome.claimed), reckoned=_describe_facts(outcome.reckoned)
        )
        + ended
    )


def describe_scores(report: Report) -> list[str]:
    """List each final score with its sum, the highest first."""
    ordered = sorted(report.result.scores, key=lambda score: -score.total)
    return [f"{score.seat} {score.total} = {_describe_sum_parts(score.parts)}" for score in ordered]


def _describe_sum_parts(parts: Mapping[str, int]) -> str:
    return " + ".join(f"{count} {what}" for what, count in parts.items())


def describe_last_right(finding: Finding) -> str:
    """Describe until when the claimed value was right."""
    last = finding.last_right
    if last is None:
        return ""
    return (
        f"The log has {finding.facts['claimed']}, which was right until event {last.seq}, line {last.line}: {last.text}"
    )


def describe_sum(finding: Finding) -> list[str]:
    """List the lines of a sum. Only the last lines of a long sum are listed."""
    whole = finding.sum
    if whole is None or not whole.lines:
        return []
    listed, left = whole.lines[-SUMMED:], whole.lines[:-SUMMED]
    begins = f"{whole.begins} at the start"
    if left:
        begins += (
            f", {sum(line.amount for line in left):+} in {count_noun(len(left), 'line')} up to line {left[-1].line}"
        )
    return [f"{finding.facts['fact']} {whole.comes_to} = {begins}", *map(_describe_sum_line, listed)]


def _describe_sum_line(line: SumLine) -> str:
    made_of = ", ".join(f"{name.partition('.')[2] or name} {count:+}" for name, count in line.parts.items())
    return f"{line.amount:+}  line {line.line}: {line.text}{f'  ({made_of})' if made_of else ''}"


def _describe_facts(facts: Mapping[str, Value]) -> str:
    return ", ".join(_describe_fact(name, value) for name, value in sorted(facts.items())) or "nothing"


def _describe_fact(name: str, value: Value) -> str:
    """Describe a fact. Unknown values and a missing winner are put in words."""
    if value == UNKNOWN_VALUE:
        return f"{name} unknown"
    return f"no {name}" if value == NOBODY else f"{name} {value}"


def name_place(finding: Finding) -> str:
    """Name the place of a finding."""
    if finding.seq is None:
        return f"Line {finding.line}"
    if not finding.line:
        return f"Event {finding.seq}, recorded separately"
    return f"Event {finding.seq}, line {finding.line}" if finding.seq else f"Header, line {finding.line}"


def make_label(finding: Finding) -> str:
    """Label a finding with its status, and with its rule if it has one."""
    return finding.status if finding.rule == finding.status else f"{finding.rule} {finding.status}"


def describe_invented_content(parts: Iterable[str]) -> str:
    """Say that a finding depends on invented content."""
    return f"Depends on content that the pack marks as invented: {', '.join(parts)}."


def describe_general_rules(rules: Sequence[str]) -> str:
    """Name the general rules that a breach breaks in addition to its own."""
    return f"It also breaks {' and '.join(rules)}." if rules else ""


def describe_breach_details(finding: Finding) -> list[str]:
    """List further details of a breach, such as general rules and effects that could not be carried out."""
    turned = f"It would be legal with {name_turning_readings(finding.settled)}." if finding.settled else ""
    undone = f"Could not be carried out: {'; '.join(finding.unapplied)}." if finding.unapplied else ""
    cause = "" if finding.cause is None else f"Probably caused by event {finding.cause.seq}: “{finding.cause.text}”."
    implied = f"“{finding.implied}” was not written down; this line shows it." if finding.implied else ""
    return [
        sentence
        for sentence in (
            implied,
            describe_last_right(finding),
            cause,
            turned,
            describe_general_rules(finding.also),
            undone,
        )
        if sentence
    ]


def describe_rule_source(report: Report, cites: Iterable[Cite]) -> str:
    """Describe where a rule is printed: in the edition in force, in others too, or only in others."""
    sections: dict[str, list[str]] = {}
    for cite in cites:
        sections.setdefault(cite.source, []).append(str(cite))
    titles = {source: report.sources.get(source, source) for source in sections}
    for source in sections.keys() - {report.edition} if report.edition else ():
        titles[source] = f"also {titles[source]}" if report.edition in sections else f"{titles[source]} only"
    return "; ".join(f"{titles[source]}: {'; '.join(places)}" for source, places in sections.items())


def name_turning_readings(rulings: Iterable[Reading]) -> str:
    """Name the readings that change a finding."""
    return "; ".join(f"{turn.id} read as {turn.reading}" for turn in rulings)


def describe_outcome(found: Outcome | None) -> str:
    """Describe how the result would change if the finding were repaired."""
    if found is None or not found.changes:
        return ""
    return f"With this repaired, the result would change: {_describe_facts(found.then)}."


def list_other_findings(report: Report) -> list[Finding]:
    """List unreadable lines, an arbiter's rulings, and findings that only another reading causes."""
    return [finding for finding in report.findings if finding.latent or finding.status in {"malformed", "ruled"}]


def group_unverifiable(report: Report) -> list[Group]:
    """Group the checks that could not be made by rule."""
    seqs: dict[tuple[str, str, str], list[int]] = {}
    for finding in report.findings:
        if finding.status == "unverifiable":
            seqs.setdefault((finding.rule, finding.says, finding.breach), []).append(finding.seq or 0)
    return [Group(*key, tuple(places)) for key, places in seqs.items()]


def describe_coverage(report: Report) -> list[str]:
    """Describe how much the audit covered."""
    sentences = [report.coverage.says] if report.coverage.says else []
    rulebook = report.found.rulebook
    rules = [*rulebook.layers, *(f"{question}={reading}" for question, reading in rulebook.rulings.items())]
    if rules:
        sentences.append(f"Read with {', '.join(rules)}.")
    return sentences


def name_events(seqs: Iterable[int]) -> str:
    """Name events by number. Only the first few are named."""
    unique = list(dict.fromkeys(seqs))
    header = ["the header"] if 0 in unique else []
    numbers = [seq for seq in unique if seq]
    more = f" and {len(numbers) - NAMED} more" if len(numbers) > NAMED else ""
    named = f"event{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers[:NAMED]))}{more}"
    return " and ".join([*header, *([named] if numbers else [])])


def count_noun(count: int, what: str) -> str:
    """Write a number with its noun in the singular or plural."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
