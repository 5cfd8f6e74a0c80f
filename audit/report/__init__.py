"""Renders reports as text, JSON, HTML or SARIF. Each format is imported when it is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audit.model.books import TwoBooks
    from audit.model.editions import EditionComparison
    from audit.model.failure import Failure
    from audit.model.report import Report
    from audit.report.html_index import IndexRow

WIDTH = 100


def render_json(report: Report) -> str:
    """Render a report as JSON. The same log and rulebook give the same bytes."""
    from audit.report.json_form import write_document_json  # noqa: PLC0415 - see the first line of this file

    return write_document_json(report.document)


def render_text(report: Report, *, width: int = WIDTH, colour: bool = False) -> str:
    """Render a report as text. `colour` is for terminals that support it."""
    from audit.report.text import write_report_text  # noqa: PLC0415 - as above

    return write_report_text(report, width=width, colour=colour)


def render_html(report: Report, name: str = "") -> str:
    """Render a report as a self-contained HTML page. `name` is the name of the log."""
    from audit.report.html import write_report_html  # noqa: PLC0415 - as above

    return write_report_html(report, name)


def render_side_by_side(
    found: TwoBooks | EditionComparison, form: str, name: str = "", *, width: int = WIDTH, colour: bool = False
) -> str:
    """Render both books of a log, or all editions, as "json", as "html" (a self-contained page) or as text."""
    from audit.model.books import TwoBooks  # noqa: PLC0415 - as above
    from audit.report import books, editions  # noqa: PLC0415 - as above
    from audit.report.json_form import write_json  # noqa: PLC0415 - as above

    if form == "json":
        return write_json(found.as_document)
    if isinstance(found, TwoBooks):
        if form == "html":
            return books.write_books_html(found, name)
        return books.write_books_text(found, name, width=width, colour=colour)
    return (
        editions.write_editions_html(found)
        if form == "html"
        else editions.write_editions_text(found, width=width, colour=colour)
    )


def render_index(rows: Sequence[IndexRow]) -> str:
    """Render a page with links to the reports on many logs."""
    from audit.report.html_index import write_index_page  # noqa: PLC0415 - as above

    return write_index_page(rows)


def render_sarif(reports: Sequence[tuple[str, Report]], failed: Sequence[tuple[str, Failure]] = ()) -> str:
    """Render reports, each with the path of its log, as one SARIF 2.1.0 run. `failed` lists failed audits."""
    from audit.report.sarif import write_sarif  # noqa: PLC0415 - as above

    return write_sarif(reports, failed)
