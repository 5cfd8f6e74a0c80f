"""Reports: one audit told as text, JSON, a page or SARIF; each way of telling is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audit.model.books import TwoBooks
    from audit.model.document import Failure
    from audit.model.editions import ByEditions
    from audit.model.report import Report
    from audit.report.html_index import IndexRow

WIDTH = 100


def as_json(report: Report) -> str:
    """Write a report as JSON: the same bytes for the same log and rulebook."""
    from audit.report.json_form import as_json  # noqa: PLC0415 - see the first line of this file

    return as_json(report.document)


def as_text(report: Report, *, width: int = WIDTH, colour: bool = False) -> str:
    """Write a report for a person to read; `colour` only where a terminal shows it."""
    from audit.report.text import as_text  # noqa: PLC0415 - as above

    return as_text(report, width=width, colour=colour)


def as_html(report: Report, name: str = "") -> str:
    """Write a report as one page that opens offline; `name` is what the log is called."""
    from audit.report.html import as_html  # noqa: PLC0415 - as above

    return as_html(report, name)


def side_by_side(
    found: TwoBooks | ByEditions, form: str, name: str = "", *, width: int = WIDTH, colour: bool = False
) -> str:
    """Write both books of a log, or all editions, as "json", as "html" (a page that opens offline) or as text."""
    from audit.model.books import TwoBooks  # noqa: PLC0415 - as above
    from audit.report import books as both_books  # noqa: PLC0415 - as above
    from audit.report import editions  # noqa: PLC0415 - as above
    from audit.report.json_form import written  # noqa: PLC0415 - as above

    if form == "json":
        return written(found.document)
    if isinstance(found, TwoBooks):
        if form == "html":
            return both_books.as_html(found, name)
        return both_books.as_text(found, name, width=width, colour=colour)
    return editions.as_html(found) if form == "html" else editions.as_text(found, width=width, colour=colour)


def as_index(rows: Sequence[IndexRow]) -> str:
    """Write a page that leads to the reports on many logs."""
    from audit.report.html_index import as_index  # noqa: PLC0415 - as above

    return as_index(rows)


def as_sarif(reports: Sequence[tuple[str, Report]], failed: Sequence[tuple[str, Failure]] = ()) -> str:
    """Write reports, each with the path of its log, as one SARIF 2.1.0 run; some logs may have failed."""
    from audit.report.sarif import as_sarif  # noqa: PLC0415 - as above

    return as_sarif(reports, failed)
