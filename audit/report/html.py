"""The report as one page of HTML: it opens offline, runs no script, and shows the table before each root."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from audit.model.document import Finding
from audit.model.report import Report
from audit.report import log_details as circumstances
from audit.report import sentences
from audit.report.html_frame import head, listed, paragraph, text
from audit.report.root_groups import Family, again, families
from engine.kernel.spellings import shown

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture

MOST_PICTURES = 20


def as_html(report: Report, name: str) -> str:
    """Write a report as one page; `name` is what the log is called."""
    return "".join(f"{line}\n" for line in _page(report, name))


def _page(report: Report, name: str) -> Iterator[str]:
    document = report.document
    yield from head(sentences.title(report))
    yield f'<header class="{report.verdict.split()[0]}"><h1>{text(sentences.title(report))}</h1>'
    yield (
        paragraph(sentences.not_fully(report))
        + paragraph(" ".join(sentences.opening(report)))
        + paragraph(circumstances.played_by(report), "small")
    )
    scores = sentences.scores(report)
    yield listed(["Final scores:", *scores] if scores else [])
    yield paragraph(circumstances.stopped(report)) + "</header>"
    yield from _corrections(report)
    roots = report.roots
    pictures = report.scenes.pictures([root.seq for root in roots], MOST_PICTURES) if report.scenes else {}
    for number, family in enumerate(families(report, roots), 1):
        yield from _family(report, number, family, pictures.pop(family.root.seq, None))
    yield from _others(report)
    yield from _typed(report)
    yield f"<footer><h2>What was checked</h2>{paragraph(' '.join(sentences.coverage(report)))}"
    about = f"SHA-256 {document.log.sha256}; rulebook {document.rulebook.digest}"
    yield paragraph(f"{name}, {about}" if name else about, "small")
    yield "</footer>\n</main>\n</body>\n</html>"


def _corrections(report: Report) -> Iterator[str]:
    corrected = circumstances.corrections(report)
    if corrected:
        items = "".join(f"<li>{text(sentence)}</li>" for sentence in corrected)
        yield f'<article class="ruled"><h2>Corrections and rulings</h2><ul>{items}</ul></article>'


def _family(report: Report, number: int, family: Family, scene: MarkedPicture | None) -> Iterator[str]:
    root = family.root
    name = f' id="finding-{root.seq}"' if scene is not None else ""
    yield f'<article{name} class="{root.status}">'
    yield f"<h2>{number}. {text(sentences.where(root))}: {text(root.says)}</h2>"
    yield f'<p class="label">{text(sentences.label(root))}</p>{_excerpt(root)}'
    if scene is not None:
        yield _figure(root, scene)
    yield paragraph(root.breach) + paragraph(sentences.written(report, root.cites), "small")
    if root.rests_on:
        yield paragraph(sentences.resting(root.rests_on), "small")
    if root.rulings:
        yield paragraph(f"It turns on {sentences.turning(root.rulings)}.")
    yield from map(paragraph, sentences.beside(root))
    yield listed(sentences.summed(root))
    if root.instead:
        yield paragraph(f"Legal instead: {root.instead}")
    yield _repairs(family)
    yield paragraph(family.outcome, "outcome")
    yield from _consequences(family.following)
    yield "</article>"


def _figure(root: Finding, scene: MarkedPicture) -> str:
    """Show the table; on a small screen a link lays it out in full, and another takes the reader back."""
    caption, name = f"The table before event {root.seq}", f"table-{root.seq}"
    marked = ", with what the event touches marked" if scene.move else ""
    alt = text(" ".join(said for said in (f"{caption}. {scene.title}.", scene.move, root.breach) if said))
    links = (
        f'<a class="open" href="#{name}">Full picture<span> of event {root.seq}</span></a>'
        f'<a class="close" href="#finding-{root.seq}">Back to the finding</a>'
    )
    words = f"<figcaption>{text(caption + marked)}. {links}</figcaption>"
    return f'<figure id="{name}">{words}<img alt="{alt}" src="{_embedded(scene.svg)}"></figure>'


def _repairs(family: Family) -> str:
    others = "".join(map(paragraph, again(family)))
    items = (f"<li><code>{text(r.line)}</code> <span>{text(r.note)}</span></li>" for r in family.repairs)
    return others + (f"<p>Perhaps meant:</p><ul>{''.join(items)}</ul>" if family.repairs else "")


def _consequences(following: tuple[Finding, ...]) -> Iterator[str]:
    if following:
        yield f"<details open><summary>{sentences.counted(len(following), 'finding')} from this</summary><ul>"
        for finding in following:
            line = f"{sentences.where(finding)}: {finding.breach}"
            yield f"<li>{text(line)} <i>{text(sentences.label(finding))}</i></li>"
        yield "</ul></details>"


def _others(report: Report) -> Iterator[str]:
    for family in families(report, sentences.told_alone(report)):
        finding = family.root
        yield f'<article class="{finding.status}"><h2>{text(sentences.where(finding))}: {text(finding.says)}</h2>'
        yield f'<p class="label">{text(sentences.label(finding))}</p>{_excerpt(finding)}'
        turns = f"It turns on {sentences.turning(finding.rulings)}." if finding.rulings else ""
        yield paragraph(finding.breach) + paragraph(turns) + paragraph(finding.instead) + _repairs(family)
        yield from _consequences(family.following)
        yield "</article>"
    groups = sentences.unverifiable(report)
    if groups:
        yield '<article class="unverifiable"><h2>Could not be checked</h2><ul>'
        for group in groups:
            times = f"{sentences.counted(len(group.seqs), 'time')} ({sentences.events(group.seqs)})"
            yield f"<li>{text(group.rule)}, {text(times)}: {text(group.says)}</li>"
        yield "</ul></article>"


def _typed(report: Report) -> Iterator[str]:
    typed = sentences.typed(report)
    if typed:
        lines = sentences.counted(len(typed), "line")
        yield f"<details><summary>{lines} not written canonically, and read</summary><ul>"
        for line, excerpt, meaning in typed:
            yield f"<li>line {line}: <code>{text(excerpt)}</code> <span>{text(meaning)}</span></li>"
        yield "</ul></details>"


def _embedded(svg: str) -> str:
    """Put a picture where no script in it would run and no style of it reaches the page."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode('utf-8', 'replace')).decode()}"


def _excerpt(finding: Finding) -> str:
    if not finding.excerpt.strip():
        return ""
    before, rest = shown(finding.excerpt[: finding.column - 1]), shown(finding.excerpt[finding.column - 1 :])
    return f"<pre><b>{finding.line}</b> {escape(before)}<mark>{escape(rest)}</mark></pre>"
