"""The shelf: a line for each log of the club, with who played, what the audit comes to, and who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from api import beside, uploads
from api.asking import mark
from api.auditing import open_judged
from api.living import begun
from api.service import club, service
from audit.asked import NOTHING_MORE, Asked
from audit.reporting import summary
from audit.store import GameRow
from audit.viewer import LogViewer
from engine.kernel.jsons import Document
from engine.kernel.log import LogError

# So many live games are looked through for those that are going on.
MOST_LIVE = 200
# So many logs stand on a page; each is audited when it is looked at for the first time.
A_PAGE = 20


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
    result: str = ""
    winner: str = ""

    def fits(self, words: str, verdict: str) -> bool:
        """Say whether it is among those asked for."""
        words_of_it = f"{self.title} {self.players} {self.event} {self.date} {self.winner}".casefold()
        return words.casefold() in words_of_it and verdict in {"", self.verdict}


def opened(sha256: str, asked: Asked = NOTHING_MORE) -> LogViewer:
    """Open a stored log, or take it as it lies open; raises `LogError`."""
    stands = beside.standing(sha256)
    return service().logs.opened(
        (club(), sha256, stands.head, mark(asked)),
        lambda: beside.raw_as_decided(sha256, stands.seq),
        lambda raw: open_judged(raw, service().games, asked),
    )


def rows(after: str | None) -> Iterator[ShelfRow]:
    """List a page of logs, oldest first."""
    for upload in service().store.uploads(club(), sort=uploads.LOG, after=after, limit=A_PAGE):
        yield _row(upload.sha256)


def _row(sha256: str) -> ShelfRow:
    url = f"/logs/{sha256}/view"
    try:
        report = opened(sha256).report
    except LogError as wrong:
        return ShelfRow(sha256, url, "No log", event=wrong.fault.says)
    if report is None:
        return ShelfRow(sha256, url, "Not judged")
    short = summary(report)
    return ShelfRow(
        sha256,
        url,
        report.title,
        players=short.players,
        event=short.event,
        date=report.found.log.date,
        verdict=short.verdict,
        result=short.result,
        winner=short.winner if short.winner != "none" else "",
    )


def live_rows() -> list[Document]:
    """List the live games that are going on, the latest first."""
    found = service().store.games(club(), limit=MOST_LIVE)
    return [_live(row) for row in reversed(found) if not row.closed]


def _live(row: GameRow) -> Document:
    header = begun(row).header
    players = ", ".join(player.name or player.seat for player in header.players)
    title = service().games[header.game].title
    return {"url": f"/live/{row.id}", "title": title, "players": players, "event": header.event, "seq": row.seq}
