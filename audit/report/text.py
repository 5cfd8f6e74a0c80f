"""The report as text: first what it comes to, then each root with its line, its rule and what would have been legal."""

from __future__ import annotations

from collections.abc import Iterator

from audit.model.document import Finding
from audit.model.report import Report
from audit.report import log_details as circumstances
from audit.report import sentences
from audit.report.line_wrap import NARROWEST, StyledLine, typeset, wrapped
from audit.report.root_groups import Family, again, families
from engine.kernel.spellings import shown

# Consequences beyond this are counted, not listed.
LISTED = 8
# So many lines are listed with what they were read as.
TYPED = 200
GUTTER = 6


def as_text(report: Report, *, width: int, colour: bool) -> str:
    """Write a report for a person to read."""
    return typeset(_lines(report, max(width, NARROWEST)), colour=colour)


def _lines(report: Report, width: int) -> Iterator[StyledLine]:
    yield from wrapped(sentences.title(report), width, style="bold")
    if lacking := sentences.not_fully(report):
        yield from _blank_then(wrapped(lacking, width))
    yield from _blank_then(wrapped(" ".join(sentences.opening(report)), width))
    yield from _circumstances(report, width)
    for number, family in enumerate(families(report, report.roots), 1):
        yield StyledLine("")
        yield from _family(report, number, family, width)
    for family in families(report, sentences.told_alone(report)):
        yield StyledLine("")
        yield from _alone(family, width)
    yield from _unverifiable(report, width)
    yield from _typed(report, width)
    yield from _blank_then(wrapped(" ".join(sentences.coverage(report)), width, style="dim"))


def _circumstances(report: Report, width: int) -> Iterator[StyledLine]:
    if played := circumstances.played_by(report):
        yield from wrapped(played, width, style="dim")
    if stopped := circumstances.stopped(report):
        yield from wrapped(stopped, width)
    yield from _scores(report, width)
    corrected = circumstances.corrections(report)
    if corrected:
        yield StyledLine("")
        yield StyledLine("Corrections and rulings:", "bold")
    for sentence in corrected:
        yield from wrapped(sentence, width, 3, hang=2)


def _scores(report: Report, width: int) -> Iterator[StyledLine]:
    scores = sentences.scores(report)
    if scores:
        yield StyledLine("Final scores:")
    for score in scores:
        yield from wrapped(score, width, 3, hang=2)


def _blank_then(lines: Iterator[StyledLine]) -> Iterator[StyledLine]:
    yield StyledLine("")
    yield from lines


def _family(report: Report, number: int, family: Family, width: int) -> Iterator[StyledLine]:
    root = family.root
    style = "bold yellow" if root.status == "contested" else "bold red"
    yield from wrapped(
        f"{number}. {sentences.where(root)}: {root.says} [{sentences.label(root)}]", width, hang=3, style=style
    )
    yield from _excerpt(root, width)
    yield from wrapped(root.breach, width, 3)
    yield from wrapped(sentences.written(report, root.cites), width, 3, style="dim")
    if root.rests_on:
        yield from wrapped(sentences.resting(root.rests_on), width, 3, style="dim")
    if root.rulings:
        yield from wrapped(f"It turns on {sentences.turning(root.rulings)}.", width, 3, style="yellow")
    for sentence in sentences.beside(root):
        yield from wrapped(sentence, width, 3)
    for place, sentence in enumerate(sentences.summed(root)):
        yield from wrapped(sentence, width, 6 if place else 3, hang=4)
    if root.instead:
        yield from wrapped(f"Legal instead: {root.instead}", width, 3)
    yield from _repairs(family, width)
    yield from wrapped(family.outcome, width, 3, style="bold")
    yield from _consequences(family.following, width)


def _repairs(family: Family, width: int) -> Iterator[StyledLine]:
    for sentence in again(family):
        yield from wrapped(sentence, width, 3, hang=2)
    for repair in family.repairs:
        yield from wrapped(f"Perhaps meant: {repair.line}  ({repair.note})", width, 3, hang=2, style="green")


def _consequences(following: tuple[Finding, ...], width: int) -> Iterator[StyledLine]:
    if following:
        yield StyledLine("   From this follows:")
    for finding in following[:LISTED]:
        yield from wrapped(
            f"{sentences.where(finding)}: {finding.breach} [{sentences.label(finding)}]", width, 5, hang=2
        )
    if len(following) > LISTED:
        yield StyledLine(f"     … and {sentences.counted(len(following) - LISTED, 'more finding')}")


def _alone(family: Family, width: int) -> Iterator[StyledLine]:
    finding = family.root
    yield from wrapped(
        f"{sentences.where(finding)}: {finding.says} [{sentences.label(finding)}]", width, style="bold magenta"
    )
    yield from _excerpt(finding, width)
    turns = f"It turns on {sentences.turning(finding.rulings)}." if finding.rulings else ""
    for paragraph in (finding.breach, finding.instead, turns):
        if paragraph:
            yield from wrapped(paragraph, width, 3)
    yield from _repairs(family, width)
    yield from _consequences(family.following, width)


def _unverifiable(report: Report, width: int) -> Iterator[StyledLine]:
    groups = sentences.unverifiable(report)
    if groups:
        yield StyledLine("")
        yield StyledLine("Could not be checked:", "bold")
    for group in groups:
        times = sentences.counted(len(group.seqs), "time")
        yield from wrapped(f"{group.rule}, {times} ({sentences.events(group.seqs)}): {group.says}", width, 3, hang=2)


def _typed(report: Report, width: int) -> Iterator[StyledLine]:
    typed = sentences.typed(report)
    if typed:
        yield StyledLine("")
        yield StyledLine(f"Not written canonically, and read ({sentences.counted(len(typed), 'line')}):", "bold")
    for line, excerpt, meaning in typed[:TYPED]:
        yield from wrapped(f"line {line}: {excerpt}  =>  {meaning}", width, 3, hang=2)
    if len(typed) > TYPED:
        yield StyledLine(f"   … and {len(typed) - TYPED} more; `deadreckon tidy` writes them all out.")


def _excerpt(finding: Finding, width: int) -> Iterator[StyledLine]:
    """Quote the line of the log with a caret under the place; a long line is cut to the part around it."""
    if not finding.excerpt.strip():
        return
    room = width - GUTTER - 3
    before, text = shown(finding.excerpt[: finding.column - 1]), shown(finding.excerpt)
    cut = max(0, len(before) - room // 2) if len(text) > room else 0
    quoted = ("…" + text[cut + 1 :] if cut else text)[:room]
    yield StyledLine(f"{finding.line:>{GUTTER}} | {quoted}", "cyan")
    yield StyledLine(f"{'':>{GUTTER}} | {' ' * (len(before) - cut)}^", "cyan")
