"""The shelf: a line for each log of the club, with its players, verdict and winner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import NamedTuple

from flask import Flask, current_app

from api.caches import SummaryCache, Title
from api.disputes import corrections
from api.jobs.dispatch import add_report, open_quickly
from api.live.games import set_up_game
from api.logs import uploads
from api.logs.options import hash_options
from api.service import get_club, get_service
from audit.browse.viewer import LogViewer
from audit.model.report import summarize_report
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.store import GameRow
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError

NAME = "deadreckon.shelf"
# Added to the name of a cached log that may have no report yet.
UNJUDGED = "as played"
# The most live games to search for those still open, and the most rows to cache.
MOST_LIVE, MOST_ROWS = 200, 5_000
# The number of logs on a page, and the most logs that a filter may skip for one page. Each log is audited when it is
# first shown.
A_PAGE, MOST_PASSED_OVER = 20, 200
# The most costly logs to audit before the page is shown, unless it filters by verdict.
MOST_JUDGED = 2


class ShelfQuery(NamedTuple):
    """The filters of the shelf. An empty one matches every log."""

    q: str = ""
    game: str = ""
    verdict: str = ""
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """One log in a line."""

    sha256: str
    url: str
    title: str
    players: str = ""
    event: str = ""
    date: str = ""
    verdict: str = "unreadable"
    verdict_name: str = "unreadable"
    result: str = ""
    winner: str = ""
    game: str = ""

    def is_match(self, wanted: ShelfQuery) -> bool:
        """Say whether the log matches the filters. One without a date matches no range of dates."""
        words = f"{self.title} {self.players} {self.event} {self.date} {self.winner}".casefold()
        return (
            all(word in words for word in wanted.q.casefold().split())
            and wanted.game in {"", self.game}
            and wanted.verdict in {"", self.verdict}
            and (not wanted.since or self.date >= wanted.since)
            and (not wanted.until or "" < self.date[: len(wanted.until)] <= wanted.until)
        )


@dataclass(slots=True)
class ShelfPage:
    """A page of the shelf. `after` is the place to continue from, `looked_at` the number of logs checked."""

    rows: list[ShelfRow]
    after: str
    looked_at: int


def add_row_cache(app: Flask) -> None:
    """Add a cache of rows to an application. A row changes only when the log's corrections do."""
    app.extensions[NAME] = SummaryCache(MOST_ROWS)


def open_stored_log(sha256: str, asked: AuditOptions = DEFAULT_OPTIONS) -> LogViewer:
    """Open a stored log with its report, or take it from the cache. Raises `LogError`."""
    soon = open_stored_log_quickly(sha256, asked)
    if soon.report is not None:
        return soon
    title, read = _make_title(sha256, asked)
    return get_service().logs.get_or_open(title, read, lambda raw: add_report(soon, raw, asked))


def open_stored_log_quickly(sha256: str, asked: AuditOptions = DEFAULT_OPTIONS) -> LogViewer:
    """Open a stored log. If its report is costly and not cached, leave it out. Raises `LogError`."""
    title, read = _make_title(sha256, asked)
    logs = get_service().logs
    if not logs.has_entry(title):
        title = (*title, UNJUDGED)
    return logs.get_or_open(title, read, lambda raw: open_quickly(raw, get_service().games, asked))


def _make_title(sha256: str, asked: AuditOptions) -> tuple[Title, Callable[[], bytes]]:
    """Return the cache key of a log with its corrections, and a function that reads it."""
    stands = corrections.read_correction_state(sha256)
    title = (get_club(), sha256, stands.head, hash_options(asked))
    return title, lambda: corrections.read_log_with_corrections(sha256, stands.seq)


def list_shelf_rows(wanted: ShelfQuery, after: str | None) -> ShelfPage:
    """List a page of the logs that match the filters, oldest first."""
    found: list[ShelfRow] = []
    looked_at, last, left = 0, "", MOST_PASSED_OVER if wanted.verdict else MOST_JUDGED
    for last in islice(_list_digests(after), MOST_PASSED_OVER):
        looked_at += 1
        row, took = _make_row(last, left)
        left -= took
        found += [row] if row.is_match(wanted) else []
        if len(found) == A_PAGE:
            break
    to_the_end = len(found) < A_PAGE and looked_at < MOST_PASSED_OVER
    return ShelfPage(found, "" if to_the_end else last, looked_at)


def _list_digests(after: str | None) -> Iterator[str]:
    """List the digests of the club's logs, oldest first."""
    while some := get_service().store.list_uploads(get_club(), sort=uploads.LOG, after=after, limit=A_PAGE):
        yield from (upload.sha256 for upload in some)
        after = some[-1].sha256


def _make_row(sha256: str, left: int) -> tuple[ShelfRow, int]:
    """Make the row of a log, and return its cost. If too little budget is left, use the header only."""
    kept: SummaryCache = current_app.extensions[NAME]
    name = f"{get_club()}/{sha256}/{corrections.read_correction_state(sha256).head}"
    cost = 0 if kept.has_entry(name) else _estimate_cost(sha256)
    if cost > left:
        return _make_row_from_header(sha256), 0
    return ShelfRow(**kept.get_or_make(name, lambda: asdict(_make_row_from_report(sha256)))), cost


def _estimate_cost(sha256: str) -> int:
    """Return 1 if the log still needs a costly audit, else 0."""
    try:
        return int(open_stored_log_quickly(sha256).report is None)
    except LogError:
        return 0


def _make_url(sha256: str) -> str:
    return f"/logs/{sha256}/view"


def _make_row_from_header(sha256: str) -> ShelfRow:
    log = open_stored_log_quickly(sha256).prepared
    header = log.header
    players = ", ".join(player.name or player.seat for player in header.players)
    said = {"players": players, "event": header.event, "date": header.date, "game": log.game.name}
    return ShelfRow(sha256, _make_url(sha256), log.game.title, verdict="", verdict_name="", **said)


def _make_row_from_report(sha256: str) -> ShelfRow:
    try:
        report = open_stored_log(sha256).report
    except LogError as wrong:
        return ShelfRow(sha256, _make_url(sha256), "No log", event=wrong.fault.says)
    if report is None:
        return ShelfRow(sha256, _make_url(sha256), "Not judged")
    short = summarize_report(report)
    return ShelfRow(
        sha256,
        _make_url(sha256),
        report.title,
        players=short.players,
        event=short.event,
        date=report.found.log.date,
        verdict=short.verdict,
        verdict_name=short.verdict_name,
        result=short.result,
        winner=short.winner if short.winner != "none" else "",
        game=report.found.game,
    )


def list_live_rows(wanted: ShelfQuery) -> list[Document]:
    """List live games: open ones first, and the newest first among them."""
    found = [_describe_live_game(row) for row in reversed(get_service().store.list_games(get_club(), limit=MOST_LIVE))]
    fitting = [one for one in found if _is_match(one, wanted)]
    return sorted(fitting, key=lambda one: bool(one["closed"]))


def _describe_live_game(row: GameRow) -> Document:
    header = set_up_game(row).header
    return {
        "url": f"/live/{row.id}",
        "game": header.game,
        "title": get_service().games[header.game].title,
        "players": ", ".join(player.name or player.seat for player in header.players),
        "event": header.event,
        "date": header.date,
        "seq": row.seq - row.closed,
        "closed": row.closed,
    }


def _is_match(live: Document, wanted: ShelfQuery) -> bool:
    """Say whether a live game matches the filters. It has no verdict yet."""
    row = ShelfRow("", "", live["title"], live["players"], live["event"], live["date"], game=live["game"])
    return not wanted.verdict and row.is_match(wanted)
