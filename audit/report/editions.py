"""Renders one log under each edition of its rulebook, and the events on which they differ, with citations."""

from __future__ import annotations

from collections.abc import Iterator

from audit.model.editions import EditionComparison, EditionReport, EditionsDifference
from audit.model.findings import Finding
from audit.report import log_details, sentences
from audit.report.html_frame import escape_html_text, write_html_page, write_html_paragraph
from audit.report.line_wrap import NARROWEST, StyledLine, typeset_lines, wrap_paragraph

# The number of differing events listed in text.
TOLD = 60
ONE_EDITION = "This game is printed in one edition: there is nothing to compare it with."
ALIKE = "All editions judge every event the same."


def write_editions_text(editions: EditionComparison, *, width: int, colour: bool) -> str:
    """Render all editions as text."""
    return typeset_lines(_write_lines(editions, max(width, NARROWEST)), colour=colour)


def write_editions_html(editions: EditionComparison) -> str:
    """Render all editions as a self-contained HTML page."""
    return write_html_page(_write_title(editions), "", list(_write_articles(editions)))


def _write_title(editions: EditionComparison) -> str:
    own = editions.own
    verdicts = "; ".join(f"{one.layer}: {sentences.name_verdict(one.report)}" for one in editions.editions)
    return f"{own.title}, {sentences.count_noun(own.found.log.events, 'event')}, by each edition: {verdicts}"


def _write_lines(editions: EditionComparison, width: int) -> Iterator[StyledLine]:
    yield from wrap_paragraph(_write_title(editions), width, style="bold")
    if played := log_details.describe_occasion(editions.own):
        yield from wrap_paragraph(played, width, style="dim")
    for one in editions.editions:
        yield StyledLine("")
        yield from wrap_paragraph(_describe_edition(one), width, hang=3)
    yield StyledLine("")
    yield from wrap_paragraph(_summarize_differences(editions), width, style="bold")
    for part in editions.parts[:TOLD]:
        yield StyledLine("")
        yield from wrap_paragraph(_name_place(part), width, style="cyan")
        for one, findings in zip(editions.editions, part.found, strict=True):
            for sentence in _describe_findings(one, findings):
                yield from wrap_paragraph(sentence, width, 3, hang=2)
    if len(editions.parts) > TOLD:
        yield StyledLine(f"… and {len(editions.parts) - TOLD} more events.")


def _describe_edition(one: EditionReport) -> str:
    return f"{one.title} ({one.layer}): {' '.join(sentences.write_summary_paragraph(one.report))}"


def _summarize_differences(editions: EditionComparison) -> str:
    if len(editions.editions) == 1:
        return ONE_EDITION
    if not editions.parts:
        return ALIKE
    return f"They differ at {sentences.name_events(part.seq for part in editions.parts)}."


def _name_place(part: EditionsDifference) -> str:
    place = f"Event {part.seq}, line {part.line}" if part.seq else f"Header, line {part.line}"
    return f"{place}: {part.excerpt.strip()}" if part.excerpt.strip() else place


def _describe_findings(one: EditionReport, findings: tuple[Finding, ...]) -> Iterator[str]:
    """Yield the findings of one edition on an event, with their citations."""
    if not findings:
        yield f"{one.layer}: legal."
    for finding in findings:
        written = sentences.describe_rule_source(one.report, finding.cites)
        yield f"{one.layer}: {finding.breach} [{sentences.make_label(finding)}] {finding.says} ({written})"


def _write_articles(editions: EditionComparison) -> Iterator[str]:
    for one in editions.editions:
        opening = write_html_paragraph(" ".join(sentences.write_summary_paragraph(one.report)))
        head = escape_html_text(f"{one.title} ({one.layer}): {sentences.name_verdict(one.report)}")
        yield f'<article class="{one.report.verdict}"><h2>{head}</h2>{opening}</article>'
    parted = write_html_paragraph(_summarize_differences(editions))
    for part in editions.parts:
        told_by = (_describe_findings(*pair) for pair in zip(editions.editions, part.found, strict=True))
        items = "".join(f"<li>{escape_html_text(sentence)}</li>" for each in told_by for sentence in each)
        parted += f"<h3>{escape_html_text(_name_place(part))}</h3><ul>{items}</ul>"
    yield f"<article><h2>Where they differ</h2>{parted}</article>"
    yield f"<footer>{write_html_paragraph(f'SHA-256 {editions.own.found.log.sha256}', 'small')}</footer>"
