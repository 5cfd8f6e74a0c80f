"""Reports: one audit told as text, JSON, a page or SARIF; each way of telling is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audit.books import TwoBooks
    from audit.document import Failure
    from audit.editions import ByEditions
    from audit.report.index import IndexRow
    from audit.reporting import Report

WIDTH = 100


def as_json(report: Report) -> str:
    """Write a report as JSON: the same bytes for the same log and rulebook."""
    from audit.report.record import as_json  # noqa: PLC0415 - see the first line of this file

    return as_json(report.document)


def as_text(report: Report, *, width: int = WIDTH, colour: bool = False) -> str:
    """Write a report for a person to read; `colour` only where a terminal shows it."""
    from audit.report.prose import as_text  # noqa: PLC0415 - as above

    return as_text(report, width=width, colour=colour)


def as_html(report: Report, name: str = "") -> str:
    """Write a report as one page that opens offline; `name` is what the log is called."""
    from audit.report.page import as_html  # noqa: PLC0415 - as above

    return as_html(report, name)


def books_as_json(both: TwoBooks) -> str:
    """Write both books of a log as JSON."""
    from audit.report.record import written  # noqa: PLC0415 - as above

    return written(both.document)


def books_as_text(both: TwoBooks, name: str = "", *, width: int = WIDTH, colour: bool = False) -> str:
    """Tell both books of a log for a person to read."""
    from audit.report.both_books import as_text  # noqa: PLC0415 - as above

    return as_text(both, name, width=width, colour=colour)


def books_as_html(both: TwoBooks, name: str = "") -> str:
    """Tell both books of a log as one page that opens offline."""
    from audit.report.both_books import as_html  # noqa: PLC0415 - as above

    return as_html(both, name)


def editions_as_json(editions: ByEditions) -> str:
    """Write what a log comes to by each edition as JSON."""
    from audit.report.record import written  # noqa: PLC0415 - as above

    return written(editions.document)


def editions_as_text(editions: ByEditions, *, width: int = WIDTH, colour: bool = False) -> str:
    """Tell what a log comes to by each edition for a person to read."""
    from audit.report.editions import as_text  # noqa: PLC0415 - as above

    return as_text(editions, width=width, colour=colour)


def editions_as_html(editions: ByEditions) -> str:
    """Tell what a log comes to by each edition as one page that opens offline."""
    from audit.report.editions import as_html  # noqa: PLC0415 - as above

    return as_html(editions)


def as_index(rows: Sequence[IndexRow]) -> str:
    """Write a page that leads to the reports on many logs."""
    from audit.report.index import as_index  # noqa: PLC0415 - as above

    return as_index(rows)


def as_sarif(reports: Sequence[tuple[str, Report]], failed: Sequence[tuple[str, Failure]] = ()) -> str:
    """Write reports, each with the path of its log, as one SARIF 2.1.0 run; some logs may have failed."""
    from audit.report.sarif import as_sarif  # noqa: PLC0415 - as above

    return as_sarif(reports, failed)
