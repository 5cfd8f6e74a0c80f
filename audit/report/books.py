"""Both books of a log in sentences: what each comes to, where they part, and what only one of them breaks."""

from __future__ import annotations

from collections.abc import Iterator

from audit.model.books import TwoBooks
from audit.model.report import Report
from audit.model.step import fact
from audit.report import log_details as circumstances
from audit.report import sentences
from audit.report.html_frame import page, paragraph, text
from audit.report.line_wrap import NARROWEST, StyledLine, typeset, wrapped
from engine.kernel.spellings import shown

AS_PLAYED, AS_ADJUDICATED = "As played", "As adjudicated"
NO_PARTING = "Both books are the same: no correction changes what lies on the table."
# So many facts of the place where they part are named.
NAMED = 8


def as_text(both: TwoBooks, name: str, *, width: int, colour: bool) -> str:
    """Tell both books for a person to read; `name` is what the log is called."""
    return typeset(_lines(both, name, max(width, NARROWEST)), colour=colour)


def as_html(both: TwoBooks, name: str) -> str:
    """Tell both books as one page that opens offline."""
    return page(_title(both), "", list(_articles(both, name)))


def _title(both: TwoBooks) -> str:
    whole = both.adjudicated
    events = sentences.counted(whole.found.log.events, "event")
    return f"{whole.title}, {events}: as played {both.played.verdict}, as adjudicated {whole.verdict}"


def _books(both: TwoBooks) -> list[tuple[str, Report]]:
    return [(AS_PLAYED, both.played), (AS_ADJUDICATED, both.adjudicated)]


def _where_they_part(both: TwoBooks) -> list[str]:
    """Say after which event the tables differ, and in what; then whether the outcome is another one."""
    if both.parts is None:
        return [NO_PARTING]
    differing = list(both.parts.facts.items())
    named = [f"{name} {_said(one)} as played, {_said(two)} as adjudicated" for name, (one, two) in differing[:NAMED]]
    rest = f"; and {len(differing) - NAMED} facts more" if len(differing) > NAMED else ""
    parted = f"They part after event {both.parts.seq}, line {both.line}: {'; '.join(named)}{rest}."
    return [parted, _outcome(both)]


def _said(value: object) -> str:
    return shown(str(fact(value)))


def _outcome(both: TwoBooks) -> str:
    one, two = both.played.result.reckoned, both.adjudicated.result.reckoned
    if one == two:
        return "The result is the same in both."
    changed = (f"{name} {one[name]} as played, {two[name]} as adjudicated" for name in one if one[name] != two[name])
    return f"The result is another one: {'; '.join(changed)}."


def _only(both: TwoBooks, which: Report) -> list[str]:
    return [f"{sentences.where(f)}: {f.breach or f.says} [{sentences.label(f)}]" for f in both.only(which)]


def _lines(both: TwoBooks, name: str, width: int) -> Iterator[StyledLine]:
    yield from wrapped(_title(both), width, style="bold")
    for book, report in _books(both):
        yield StyledLine("")
        yield from wrapped(f"{book}: {report.verdict}. {' '.join(sentences.opening(report))}", width, hang=3)
    yield StyledLine("")
    for sentence in _where_they_part(both):
        yield from wrapped(sentence, width)
    if stopped := circumstances.stopped(both.adjudicated):
        yield from wrapped(stopped, width)
    if played := circumstances.played_by(both.adjudicated):
        yield from wrapped(played, width, style="dim")
    yield from _list("Corrections and rulings", circumstances.corrections(both.adjudicated), width)
    for book, report in _books(both):
        yield from _list(f"Only {book[0].lower()}{book[1:]}", _only(both, report), width)
    yield StyledLine("")
    yield from wrapped(_whole(name), width, style="dim")


def _list(head: str, items: list[str], width: int) -> Iterator[StyledLine]:
    if items:
        yield StyledLine("")
        yield StyledLine(f"{head}:", "bold")
    for item in items:
        yield from wrapped(item, width, 3, hang=2)


def _whole(name: str) -> str:
    return f"The whole report on each: deadreckon audit {name or 'FILE'} --book played, or --book adjudicated."


def _articles(both: TwoBooks, name: str) -> Iterator[str]:
    for book, report in _books(both):
        opening = paragraph(" ".join(sentences.opening(report)))
        yield f'<article class="{report.verdict}"><h2>{book}: {report.verdict}</h2>{opening}</article>'
    parted = "".join(map(paragraph, _where_they_part(both)))
    played = paragraph(circumstances.stopped(both.adjudicated))
    played += paragraph(circumstances.played_by(both.adjudicated), "small")
    yield f"<article><h2>Where they part</h2>{parted}{played}</article>"
    yield from _listed("Corrections and rulings", circumstances.corrections(both.adjudicated))
    for book, report in _books(both):
        yield from _listed(f"Only {book[0].lower()}{book[1:]}", _only(both, report))
    digest = both.adjudicated.found.log.sha256
    yield f"<footer>{paragraph(f'{name}, SHA-256 {digest}' if name else f'SHA-256 {digest}', 'small')}</footer>"


def _listed(head: str, items: list[str]) -> Iterator[str]:
    if items:
        yield f"<article><h2>{head}</h2><ul>{''.join(f'<li>{text(item)}</li>' for item in items)}</ul></article>"
