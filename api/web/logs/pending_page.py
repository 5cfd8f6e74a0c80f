"""A log that nobody has looked at yet: its picture is shown at once, and what is wrong follows by a second request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request

from api.web.logs.shelf import open_stored_log, open_stored_log_quickly
from audit.options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from audit.options import AuditOptions

# Stands in the address of the second request, which waits for the findings.
JUDGED = ("judged", "1")
# Seconds. A browser that is led on at once never shows the page from which it is led.
PAINTED = 1


def open_log_for_page(sha256: str, asked: AuditOptions = DEFAULT_OPTIONS, *, whole: bool = True) -> LogViewer:
    """Open a log; without its report only for a browser, which will ask again by itself.

    Whoever does not see it `whole` waits: what judging costs may turn on a card that is hidden from them.
    """
    asks_again = JUDGED[0] not in request.args and request.headers.get("Sec-Fetch-Dest") == "document"
    return open_stored_log_quickly(sha256, asked) if asks_again and whole else open_stored_log(sha256, asked)


def add_refresh_header(page: Response, log: LogViewer, there: str) -> Response:
    """Lead a browser on to the page with the findings, where they are not on this one; a script leads it sooner."""
    if log.report is None:
        page.headers["Refresh"] = f"{PAINTED}; url={there}"
    return page
