"""Renders a report as text: a summary, then each root with its line, its rule and what would have been legal."""

from __future__ import annotations

from collections.abc import Iterator

from audit.model.findings import Finding
from audit.model.report import Report
from audit.report import log_details, sentences
from audit.report.line_wrap import NARROWEST, StyledLine, typeset_lines, wrap_paragraph
from audit.report.root_groups import RootGroup, describe_repeats, group_roots
from engine.kernel.basics.visible_text import make_visible

# Further consequences are counted, not listed.
LISTED = 8
# The number of lines listed with their meaning.
TYPED = 200
GUTTER = 6


def write_report_text(report: Report, *, width: int, colour: bool) -> str:
    """Render a report as text."""
    return typeset_lines(_write_lines(report, max(width, NARROWEST)), colour=colour)


def _write_lines(report: Report, width: int) -> Iterator[StyledLine]:
    yield from wrap_paragraph(sentences.write_report_title(report), width, style="bold")
    if lacking := sentences.describe_unchecked_part(report):
        yield from _put_blank_before(wrap_paragraph(lacking, width))
    yield from _put_blank_before(wrap_paragraph(" ".join(sentences.write_summary_paragraph(report)), width))
    yield from _write_log_details(report, width)
    for number, family in enumerate(group_roots(report, report.roots), 1):
        yield StyledLine("")
        yield from _write_group(report, number, family, width)
    for family in group_roots(report, sentences.list_other_findings(report)):
        yield StyledLine("")
        yield from _write_other_group(family, width)
    yield from _write_unverifiable_rules(report, width)
    yield from _write_typed_lines(report, width)
    yield from _put_blank_before(wrap_paragraph(" ".join(sentences.describe_coverage(report)), width, style="dim"))


def _write_log_details(report: Report, width: int) -> Iterator[StyledLine]:
    if played := log_details.describe_occasion(report):
        yield from wrap_paragraph(played, width, style="dim")
    if stopped := log_details.describe_stop(report):
        yield from wrap_paragraph(stopped, width)
    yield from _write_scores(report, width)
    corrected = log_details.describe_corrections(report)
    if corrected:
        yield StyledLine("")
        yield StyledLine("Corrections and rulings:", "bold")
    for sentence in corrected:
        yield from wrap_paragraph(sentence, width, 3, hang=2)


def _write_scores(report: Report, width: int) -> Iterator[StyledLine]:
    scores = sentences.describe_scores(report)
    if scores:
        yield StyledLine("Final scores:")
    for score in scores:
        yield from wrap_paragraph(score, width, 3, hang=2)


def _put_blank_before(lines: Iterator[StyledLine]) -> Iterator[StyledLine]:
    yield StyledLine("")
    yield from lines


def _write_group(report: Report, number: int, family: RootGroup, width: int) -> Iterator[StyledLine]:
    root = family.root
    style = "bold yellow" if root.status == "contested" else "bold red"
    yield from wrap_paragraph(
        f"{number}. {sentences.name_place(root)}: {root.says} [{sentences.make_label(root)}]",
        width,
        hang=3,
        style=style,
    )
    yield from _write_excerpt(root, width)
    yield from wrap_paragraph(root.breach, width, 3)
    yield from wrap_paragraph(sentences.describe_rule_source(report, root.cites), width, 3, style="dim")
    if root.rests_on:
        yield from wrap_paragraph(sentences.describe_invented_content(root.rests_on), width, 3, style="dim")
    if root.rulings:
        yield from wrap_paragraph(
            f"It depends on {sentences.name_turning_readings(root.rulings)}.", width, 3, style="yellow"
        )
    for sentence in sentences.describe_breach_details(root):
        yield from wrap_paragraph(sentence, width, 3)
    for place, sentence in enumerate(sentences.describe_sum(root)):
        yield from wrap_paragraph(sentence, width, 6 if place else 3, hang=4)
    if root.instead:
        yield from wrap_paragraph(f"Legal instead: {root.instead}", width, 3)
    yield from _write_repairs(family, width)
    yield from wrap_paragraph(family.outcome, width, 3, style="bold")
    yield from _write_consequences(family.following, width)


def _write_repairs(family: RootGroup, width: int) -> Iterator[StyledLine]:
    for sentence in describe_repeats(family):
        yield from wrap_paragraph(sentence, width, 3, hang=2)
    for repair in family.repairs:
        yield from wrap_paragraph(f"Did you mean: {repair.line}  ({repair.note})", width, 3, hang=2, style="green")


def _write_consequences(following: tuple[Finding, ...], width: int) -> Iterator[StyledLine]:
    if following:
        yield StyledLine("   Consequences:")
    for finding in following[:LISTED]:
        yield from wrap_paragraph(
            f"{sentences.name_place(finding)}: {finding.breach} [{sentences.make_label(finding)}]", width, 5, hang=2
        )
    if len(following) > LISTED:
        yield StyledLine(f"     … and {sentences.count_noun(len(following) - LISTED, 'more finding')}")


def _write_other_group(family: RootGroup, width: int) -> Iterator[StyledLine]:
    finding = family.root
    yield from wrap_paragraph(
        f"{sentences.name_place(finding)}: {finding.says} [{sentences.make_label(finding)}]",
        width,
        style="bold magenta",
    )
    yield from _write_excerpt(finding, width)
    turns = f"It depends on {sentences.name_turning_readings(finding.rulings)}." if finding.rulings else ""
    for paragraph in (finding.breach, finding.instead, turns):
        if paragraph:
            yield from wrap_paragraph(paragraph, width, 3)
    yield from _write_repairs(family, width)
    yield from _write_consequences(family.following, width)


def _write_unverifiable_rules(report: Report, width: int) -> Iterator[StyledLine]:
    groups = sentences.group_unverifiable(report)
    if groups:
        yield StyledLine("")
        yield StyledLine("Could not be checked:", "bold")
    for group in groups:
        times = sentences.count_noun(len(group.seqs), "time")
        yield from wrap_paragraph(
            f"{group.rule}, {times} ({sentences.name_events(group.seqs)}): {group.says}", width, 3, hang=2
        )


def _write_typed_lines(report: Report, width: int) -> Iterator[StyledLine]:
    typed = sentences.list_typed_lines(report)
    if typed:
        yield StyledLine("")
        yield StyledLine(f"Read although not written canonically ({sentences.count_noun(len(typed), 'line')}):", "bold")
    for line, excerpt, meaning in typed[:TYPED]:
        yield from wrap_paragraph(f"line {line}: {excerpt}  =>  {meaning}", width, 3, hang=2)
    if len(typed) > TYPED:
        yield StyledLine(f"   … and {len(typed) - TYPED} more; `deadreckon tidy` rewrites them all.")


def _write_excerpt(finding: Finding, width: int) -> Iterator[StyledLine]:
    """Quote the line of the log with a caret under the place. A long line is cut to the part around it."""
    if not finding.excerpt.strip():
        return
    room = width - GUTTER - 3
    before, text = make_visible(finding.excerpt[: finding.column - 1]), make_visible(finding.excerpt)
    cut = max(0, len(before) - room // 2) if len(text) > room else 0
    quoted = ("…" + text[cut + 1 :] if cut else text)[:room]
    yield StyledLine(f"{finding.line:>{GUTTER}} | {quoted}", "cyan")
    yield StyledLine(f"{'':>{GUTTER}} | {' ' * (len(before) - cut)}^", "cyan")
