"""Choose where a replay is made: in this worker if short, in the pool if long. Refuse one that is too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from api.jobs.dispatch import run_in_pool
from api.problems import Problem
from api.web.game.replay_cache import answer_replay
from api.web.game.replay_document import ReplayData, lay_out_moments, lay_out_replay
from api.web.game.seat_view import SeatView, view_from_seat
from audit.browse.viewer import LogViewer
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response

    from api.caches import Title
    from audit.model.report import Report
    from audit.options import AuditOptions
    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game

# In events; each takes some milliseconds to draw. The first is the limit for this worker. The second fills half of the
# time that a job in the pool has.
MOST_HERE, MOST_DRAWN = 1_500, 12_000
Read = Callable[[], bytes]


def answer_whole_replay(title: Title, log: LogViewer, eyes: SeatView | None, read: Read) -> Response:
    """Answer with a whole replay, for a script that steps through it. `read` returns the bytes of the log."""
    if log.event_count > MOST_DRAWN:
        raise Problem("audit-too-costly", f"More than {MOST_DRAWN:,} events cannot be drawn at once.")
    long = _is_long(log, MOST_HERE)

    def make_document() -> Document:
        if not long:
            return lay_out_replay(log, eyes).document()
        document: Document = run_in_pool(lay_out_with_pictures, read(), log.prepared.asked, _get_seat(eyes))
        return document

    return answer_replay(title, make_document, waits=not long)


def get_moments(log: LogViewer, eyes: SeatView | None, read: Read) -> ReplayData:
    """Return the moments of a log, without pictures. They are made once for each seat, and cached with the log."""
    # The full view needs no audit and costs little more than opening the log. A seat view needs an audit of its own.
    name = (get_moments, _get_seat(eyes))
    if name not in log.notes:
        log.notes[name] = (
            run_in_pool(lay_out_without_pictures, read(), log.prepared.asked, log.report, _get_seat(eyes))
            if _is_long(log, MOST_DRAWN if eyes is None else MOST_HERE)
            else lay_out_moments(log, eyes)
        )
    kept: ReplayData = log.notes[name]
    return kept


def _is_long(log: LogViewer, most: int) -> bool:
    return log.event_count > most


def _get_seat(eyes: SeatView | None) -> str | None:
    return eyes.view.seat if eyes else None


def lay_out_with_pictures(games: Mapping[str, Game], raw: bytes, asked: AuditOptions, seat: str | None) -> Document:
    """Make a replay with its pictures, which need no findings. Raises `LogError`."""
    return lay_out_replay(*_open_log(games, raw, asked, None, seat)).document()


def lay_out_without_pictures(
    games: Mapping[str, Game], raw: bytes, asked: AuditOptions, report: Report | None, seat: str | None
) -> ReplayData:
    """Make a replay without pictures, with the report if there is one. Raises `LogError`."""
    return lay_out_moments(*_open_log(games, raw, asked, report, seat))


def _open_log(
    games: Mapping[str, Game], raw: bytes, asked: AuditOptions, report: Report | None, seat: str | None
) -> tuple[LogViewer, SeatView | None]:
    log = LogViewer(replay_log(prepare_log(raw, games, asked)), report)
    return log, None if seat is None else view_from_seat(log, games, asked.book, seat)
