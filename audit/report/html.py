"""Renders a report as a self-contained HTML page without scripts, with the table before each root."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from audit.model.findings import Finding
from audit.model.report import Report
from audit.report import log_details, sentences
from audit.report.html_frame import begin_html_page, escape_html_text, write_html_list, write_html_paragraph
from audit.report.root_groups import RootGroup, describe_repeats, group_roots
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from engine.kernel.drawing.marks import MarkedPicture

MOST_PICTURES = 20


def write_report_html(report: Report, name: str) -> str:
    """Render a report as one page. `name` is the name of the log."""
    return "".join(f"{line}\n" for line in _write_page(report, name))


def _write_page(report: Report, name: str) -> Iterator[str]:
    document = report.document
    yield from begin_html_page(sentences.write_report_title(report))
    yield (
        f'<header class="{report.verdict.split()[0]}"><h1>{escape_html_text(sentences.write_report_title(report))}</h1>'
    )
    yield (
        write_html_paragraph(sentences.describe_unchecked_part(report))
        + write_html_paragraph(" ".join(sentences.write_summary_paragraph(report)))
        + write_html_paragraph(log_details.describe_occasion(report), "small")
    )
    scores = sentences.describe_scores(report)
    yield write_html_list(["Final scores:", *scores] if scores else [])
    yield write_html_paragraph(log_details.describe_stop(report)) + "</header>"
    yield from _write_corrections(report)
    roots = report.roots
    pictures = report.scenes.draw_pictures([root.seq for root in roots], MOST_PICTURES) if report.scenes else {}
    for number, family in enumerate(group_roots(report, roots), 1):
        yield from _write_group(report, number, family, pictures.pop(family.root.seq, None))
    yield from _write_other_findings(report)
    yield from _write_typed_lines(report)
    yield f"<footer><h2>What was checked</h2>{write_html_paragraph(' '.join(sentences.describe_coverage(report)))}"
    about = f"SHA-256 {document.log.sha256}; rulebook {document.rulebook.digest}"
    yield write_html_paragraph(f"{name}, {about}" if name else about, "small")
    yield "</footer>\n</main>\n</body>\n</html>"


def _write_corrections(report: Report) -> Iterator[str]:
    corrected = log_details.describe_corrections(report)
    if corrected:
        items = "".join(f"<li>{escape_html_text(sentence)}</li>" for sentence in corrected)
        yield f'<article class="ruled"><h2>Corrections and rulings</h2><ul>{items}</ul></article>'


def _write_group(report: Report, number: int, family: RootGroup, scene: MarkedPicture | None) -> Iterator[str]:
    root = family.root
    name = f' id="finding-{root.seq}"' if scene is not None else ""
    yield f'<article{name} class="{root.status}">'
    yield f"<h2>{number}. {escape_html_text(sentences.name_place(root))}: {escape_html_text(root.says)}</h2>"
    yield f'<p class="label">{escape_html_text(sentences.make_label(root))}</p>{_write_excerpt(root)}'
    if scene is not None:
        yield _write_figure(root, scene)
    yield write_html_paragraph(root.breach) + write_html_paragraph(
        sentences.describe_rule_source(report, root.cites), "small"
    )
    if root.rests_on:
        yield write_html_paragraph(sentences.describe_invented_content(root.rests_on), "small")
    if root.rulings:
        yield write_html_paragraph(f"It depends on {sentences.name_turning_readings(root.rulings)}.")
    yield from map(write_html_paragraph, sentences.describe_breach_details(root))
    yield write_html_list(sentences.describe_sum(root))
    if root.instead:
        yield write_html_paragraph(f"Legal instead: {root.instead}")
    yield _write_repairs(family)
    yield write_html_paragraph(family.outcome, "outcome")
    yield from _write_consequences(family.following)
    yield "</article>"


def _write_figure(root: Finding, scene: MarkedPicture) -> str:
    """Write the picture of the table. On a small screen one link shows it in full, and another leads back."""
    caption, name = f"The table before event {root.seq}", f"table-{root.seq}"
    marked = ", with what the event touches marked" if scene.move else ""
    alt = escape_html_text(" ".join(said for said in (f"{caption}. {scene.title}.", scene.move, root.breach) if said))
    links = (
        f'<a class="open" href="#{name}">Full picture<span> of event {root.seq}</span></a>'
        f'<a class="close" href="#finding-{root.seq}">Back to the finding</a>'
    )
    words = f"<figcaption>{escape_html_text(caption + marked)}. {links}</figcaption>"
    return f'<figure id="{name}">{words}<img alt="{alt}" src="{_inline_picture(scene.svg)}"></figure>'


def _write_repairs(family: RootGroup) -> str:
    others = "".join(map(write_html_paragraph, describe_repeats(family)))
    items = (
        f"<li><code>{escape_html_text(r.line)}</code> <span>{escape_html_text(r.note)}</span></li>"
        for r in family.repairs
    )
    return others + (f"<p>Did you mean:</p><ul>{''.join(items)}</ul>" if family.repairs else "")


def _write_consequences(following: tuple[Finding, ...]) -> Iterator[str]:
    if following:
        yield f"<details open><summary>{sentences.count_noun(len(following), 'consequence')}</summary><ul>"
        for finding in following:
            line = f"{sentences.name_place(finding)}: {finding.breach}"
            yield f"<li>{escape_html_text(line)} <i>{escape_html_text(sentences.make_label(finding))}</i></li>"
        yield "</ul></details>"


def _write_other_findings(report: Report) -> Iterator[str]:
    for family in group_roots(report, sentences.list_other_findings(report)):
        finding = family.root
        yield (
            f'<article class="{finding.status}"><h2>'
            f"{escape_html_text(sentences.name_place(finding))}: {escape_html_text(finding.says)}</h2>"
        )
        yield f'<p class="label">{escape_html_text(sentences.make_label(finding))}</p>{_write_excerpt(finding)}'
        turns = f"It depends on {sentences.name_turning_readings(finding.rulings)}." if finding.rulings else ""
        yield (
            write_html_paragraph(finding.breach)
            + write_html_paragraph(turns)
            + write_html_paragraph(finding.instead)
            + _write_repairs(family)
        )
        yield from _write_consequences(family.following)
        yield "</article>"
    groups = sentences.group_unverifiable(report)
    if groups:
        yield '<article class="unverifiable"><h2>Could not be checked</h2><ul>'
        for group in groups:
            times = f"{sentences.count_noun(len(group.seqs), 'time')} ({sentences.name_events(group.seqs)})"
            yield f"<li>{escape_html_text(group.rule)}, {escape_html_text(times)}: {escape_html_text(group.says)}</li>"
        yield "</ul></article>"


def _write_typed_lines(report: Report) -> Iterator[str]:
    typed = sentences.list_typed_lines(report)
    if typed:
        lines = sentences.count_noun(len(typed), "line")
        yield f"<details><summary>{lines} read although not written canonically</summary><ul>"
        for line, excerpt, meaning in typed:
            yield (
                f"<li>line {line}: <code>{escape_html_text(excerpt)}</code> <span>"
                f"{escape_html_text(meaning)}</span></li>"
            )
        yield "</ul></details>"


def _inline_picture(svg: str) -> str:
    """Embed a picture as a data URI, so that no script in it runs and its styles stay inside."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode('utf-8', 'replace')).decode()}"


def _write_excerpt(finding: Finding) -> str:
    if not finding.excerpt.strip():
        return ""
    before, rest = (
        make_visible(finding.excerpt[: finding.column - 1]),
        make_visible(finding.excerpt[finding.column - 1 :]),
    )
    return f"<pre><b>{finding.line}</b> {escape(before)}<mark>{escape(rest)}</mark></pre>"
