"""One log under each edition of its rulebook, side by side, and where they part, with the citations of each."""

from __future__ import annotations

from collections.abc import Iterator

from audit.model.document import Finding
from audit.model.editions import ByEditions, EditionReport, EditionsPart
from audit.report import log_details as circumstances
from audit.report import sentences
from audit.report.html_frame import page, paragraph, text
from audit.report.line_wrap import NARROWEST, StyledLine, typeset, wrapped

# So many events at which the editions part are told in text.
TOLD = 60
ONE_EDITION = "This game is printed in one edition: there is nothing to lay beside it."
ALIKE = "No event is judged otherwise by one of the editions than by another."


def as_text(editions: ByEditions, *, width: int, colour: bool) -> str:
    """Tell all editions for a person to read."""
    return typeset(_lines(editions, max(width, NARROWEST)), colour=colour)


def as_html(editions: ByEditions) -> str:
    """Tell all editions as one page that opens offline."""
    return page(_title(editions), "", list(_articles(editions)))


def _title(editions: ByEditions) -> str:
    own = editions.own
    verdicts = ", ".join(f"{one.layer} {one.report.verdict}" for one in editions.editions)
    return f"{own.title}, {sentences.counted(own.found.log.events, 'event')}, by each edition: {verdicts}"


def _lines(editions: ByEditions, width: int) -> Iterator[StyledLine]:
    yield from wrapped(_title(editions), width, style="bold")
    if played := circumstances.played_by(editions.own):
        yield from wrapped(played, width, style="dim")
    for one in editions.editions:
        yield StyledLine("")
        yield from wrapped(_comes_to(one), width, hang=3)
    yield StyledLine("")
    yield from wrapped(_in_short(editions), width, style="bold")
    for part in editions.parts[:TOLD]:
        yield StyledLine("")
        yield from wrapped(_where(part), width, style="cyan")
        for one, findings in zip(editions.editions, part.found, strict=True):
            for sentence in _judged(one, findings):
                yield from wrapped(sentence, width, 3, hang=2)
    if len(editions.parts) > TOLD:
        yield StyledLine(f"… and {len(editions.parts) - TOLD} events more.")


def _comes_to(one: EditionReport) -> str:
    return f"{one.title} ({one.layer}): {' '.join(sentences.opening(one.report))}"


def _in_short(editions: ByEditions) -> str:
    if len(editions.editions) == 1:
        return ONE_EDITION
    if not editions.parts:
        return ALIKE
    return f"They part at {sentences.events(part.seq for part in editions.parts)}."


def _where(part: EditionsPart) -> str:
    place = f"Event {part.seq}, line {part.line}" if part.seq else f"Header, line {part.line}"
    return f"{place}: {part.excerpt.strip()}" if part.excerpt.strip() else place


def _judged(one: EditionReport, findings: tuple[Finding, ...]) -> Iterator[str]:
    """Say what one edition finds at an event, and where it is written."""
    if not findings:
        yield f"{one.layer}: legal."
    for finding in findings:
        written = sentences.written(one.report, finding.cites)
        yield f"{one.layer}: {finding.breach} [{sentences.label(finding)}] {finding.says} ({written})"


def _articles(editions: ByEditions) -> Iterator[str]:
    for one in editions.editions:
        opening = paragraph(" ".join(sentences.opening(one.report)))
        head = text(f"{one.title} ({one.layer}): {one.report.verdict}")
        yield f'<article class="{one.report.verdict}"><h2>{head}</h2>{opening}</article>'
    parted = paragraph(_in_short(editions))
    for part in editions.parts:
        told_by = (_judged(*pair) for pair in zip(editions.editions, part.found, strict=True))
        items = "".join(f"<li>{text(sentence)}</li>" for each in told_by for sentence in each)
        parted += f"<h3>{text(_where(part))}</h3><ul>{items}</ul>"
    yield f"<article><h2>Where they part</h2>{parted}</article>"
    yield f"<footer>{paragraph(f'SHA-256 {editions.own.found.log.sha256}', 'small')}</footer>"
