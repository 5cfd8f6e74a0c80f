"""Renders both books of a log: the outcome of each, where they diverge, and the findings that only one has."""

from __future__ import annotations

from collections.abc import Iterator

from audit.model.books import TwoBooks
from audit.model.report import Report
from audit.model.step import spell_fact
from audit.report import log_details, sentences
from audit.report.html_frame import escape_html_text, write_html_page, write_html_paragraph
from audit.report.line_wrap import NARROWEST, StyledLine, typeset_lines, wrap_paragraph
from engine.kernel.basics.visible_text import make_visible

AS_PLAYED, AS_ADJUDICATED = "As played", "As adjudicated"
NO_PARTING = "Both books are the same: no correction changes the table."
# The number of facts named at the divergence.
NAMED = 8


def write_books_text(both: TwoBooks, name: str, *, width: int, colour: bool) -> str:
    """Render both books as text. `name` is the name of the log."""
    return typeset_lines(_write_lines(both, name, max(width, NARROWEST)), colour=colour)


def write_books_html(both: TwoBooks, name: str) -> str:
    """Render both books as a self-contained HTML page."""
    return write_html_page(_write_title(both), "", list(_write_articles(both, name)))


def _write_title(both: TwoBooks) -> str:
    whole = both.adjudicated
    events = sentences.count_noun(whole.found.log.events, "event")
    verdicts = "; ".join(f"{book.lower()}: {sentences.name_verdict(report)}" for book, report in _list_books(both))
    return f"{whole.title}, {events}, {verdicts}"


def _list_books(both: TwoBooks) -> list[tuple[str, Report]]:
    return [(AS_PLAYED, both.played), (AS_ADJUDICATED, both.adjudicated)]


def _describe_divergence(both: TwoBooks) -> list[str]:
    """Describe the event after which the tables differ, the facts that differ, and whether the result changes."""
    if both.parts is None:
        return [NO_PARTING]
    differing = list(both.parts.facts.items())
    named = [
        f"{name} {_spell_fact(one)} as played, {_spell_fact(two)} as adjudicated"
        for name, (one, two) in differing[:NAMED]
    ]
    rest = f"; and {len(differing) - NAMED} more facts" if len(differing) > NAMED else ""
    parted = f"They differ after event {both.parts.seq}, line {both.line}: {'; '.join(named)}{rest}."
    return [parted, _compare_results(both)]


def _spell_fact(value: object) -> str:
    return make_visible(str(spell_fact(value)))


def _compare_results(both: TwoBooks) -> str:
    one, two = both.played.result.reckoned, both.adjudicated.result.reckoned
    if one == two:
        return "The result is the same in both."
    changed = (f"{name} {one[name]} as played, {two[name]} as adjudicated" for name in one if one[name] != two[name])
    return f"The result differs: {'; '.join(changed)}."


def _list_only_in(both: TwoBooks, which: Report) -> list[str]:
    return [
        f"{sentences.name_place(f)}: {f.breach or f.says} [{sentences.make_label(f)}]"
        for f in both.list_findings_only_in(which)
    ]


def _write_lines(both: TwoBooks, name: str, width: int) -> Iterator[StyledLine]:
    yield from wrap_paragraph(_write_title(both), width, style="bold")
    for book, report in _list_books(both):
        yield StyledLine("")
        yield from wrap_paragraph(f"{book}: {' '.join(sentences.write_summary_paragraph(report))}", width, hang=3)
    yield StyledLine("")
    for sentence in _describe_divergence(both):
        yield from wrap_paragraph(sentence, width)
    if stopped := log_details.describe_stop(both.adjudicated):
        yield from wrap_paragraph(stopped, width)
    if played := log_details.describe_occasion(both.adjudicated):
        yield from wrap_paragraph(played, width, style="dim")
    yield from _write_list("Corrections and rulings", log_details.describe_corrections(both.adjudicated), width)
    for book, report in _list_books(both):
        yield from _write_list(f"Only {book[0].lower()}{book[1:]}", _list_only_in(both, report), width)
    yield StyledLine("")
    yield from wrap_paragraph(_point_to_reports(name), width, style="dim")


def _write_list(head: str, items: list[str], width: int) -> Iterator[StyledLine]:
    if items:
        yield StyledLine("")
        yield StyledLine(f"{head}:", "bold")
    for item in items:
        yield from wrap_paragraph(item, width, 3, hang=2)


def _point_to_reports(name: str) -> str:
    return f"The full report on each: deadreckon audit {name or 'FILE'} --book played, or --book adjudicated."


def _write_articles(both: TwoBooks, name: str) -> Iterator[str]:
    for book, report in _list_books(both):
        opening = write_html_paragraph(" ".join(sentences.write_summary_paragraph(report)))
        yield f'<article class="{report.verdict}"><h2>{book}: {sentences.name_verdict(report)}</h2>{opening}</article>'
    parted = "".join(map(write_html_paragraph, _describe_divergence(both)))
    played = write_html_paragraph(log_details.describe_stop(both.adjudicated))
    played += write_html_paragraph(log_details.describe_occasion(both.adjudicated), "small")
    yield f"<article><h2>Where they differ</h2>{parted}{played}</article>"
    yield from _write_list_article("Corrections and rulings", log_details.describe_corrections(both.adjudicated))
    for book, report in _list_books(both):
        yield from _write_list_article(f"Only {book[0].lower()}{book[1:]}", _list_only_in(both, report))
    digest = both.adjudicated.found.log.sha256
    yield (
        "<footer>"
        f"{write_html_paragraph(f'{name}, SHA-256 {digest}' if name else f'SHA-256 {digest}', 'small')}</footer>"
    )


def _write_list_article(head: str, items: list[str]) -> Iterator[str]:
    if items:
        yield (
            f"<article><h2>{head}</h2><ul>"
            f"{''.join(f'<li>{escape_html_text(item)}</li>' for item in items)}</ul></article>"
        )
