"""A log without an audit: the page shows its picture at once, and a second request brings the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request

from api.web.logs.shelf import open_stored_log, open_stored_log_quickly
from audit.options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from audit.options import AuditOptions

# In the address of the second request, which waits for the findings.
JUDGED = ("judged", "1")
# Seconds. A browser that is redirected at once never shows the first page.
PAINTED = 1


def open_log_for_page(sha256: str, asked: AuditOptions = DEFAULT_OPTIONS, *, whole: bool = True) -> LogViewer:
    """Open a log. A browser may get it without its report, because the page then requests the findings.

    A seat view always waits for the report: the cost of the audit may depend on hidden cards.
    """
    asks_again = JUDGED[0] not in request.args and request.headers.get("Sec-Fetch-Dest") == "document"
    return open_stored_log_quickly(sha256, asked) if asks_again and whole else open_stored_log(sha256, asked)


def add_refresh_header(page: Response, log: LogViewer, there: str) -> Response:
    """Redirect a browser to the page with the findings, if this page has none. A script redirects sooner."""
    if log.report is None:
        page.headers["Refresh"] = f"{PAINTED}; url={there}"
    return page
