"""Games laid out for pages: short ones here, long ones by a process beside this one, and endless ones not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from api.jobs.dispatch import done_beside
from api.problems import Problem
from api.web.game.replay_cache import replayed
from api.web.game.replay_document import Replaying, laid_out, undrawn
from api.web.game.seat_view import Eyes, seen_by
from audit.browse.viewer import LogViewer
from audit.findings.replay_outcome import played
from audit.intake.prepared import prepare

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response

    from api.caches import Title
    from audit.model.report import Report
    from audit.options import Asked
    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game

# In events. Each takes some milliseconds to draw: as many as a log has that is audited here, and as many as are drawn
# within half of the time that a process beside this one has.
MOST_HERE, MOST_DRAWN = 1_500, 12_000
Read = Callable[[], bytes]


def whole_replay(title: Title, log: LogViewer, eyes: Eyes | None, read: Read) -> Response:
    """Answer with a whole replay, for a script that steps through it; `read` gives the bytes of the log."""
    if log.reached > MOST_DRAWN:
        raise Problem("audit-too-costly", f"More than {MOST_DRAWN:,} events are not drawn at once.")
    long = _long(log, MOST_HERE)

    def made() -> Document:
        if not long:
            return laid_out(log, eyes).document()
        document: Document = done_beside(drawn_job, read(), log.prepared.asked, _seat(eyes))
        return document

    return replayed(title, made, waits=not long)


def moments(log: LogViewer, eyes: Eyes | None, read: Read) -> Replaying:
    """Lay a log out without its pictures, once for each reader as long as it lies open."""
    # Whoever sees all waits for no judge, and takes little more than opening the log did; eyes have it judged anew.
    name = (moments, _seat(eyes))
    if name not in log.notes:
        log.notes[name] = (
            done_beside(undrawn_job, read(), log.prepared.asked, log.report, _seat(eyes))
            if _long(log, MOST_DRAWN if eyes is None else MOST_HERE)
            else undrawn(log, eyes)
        )
    kept: Replaying = log.notes[name]
    return kept


def _long(log: LogViewer, most: int) -> bool:
    return log.reached > most


def _seat(eyes: Eyes | None) -> str | None:
    return eyes.view.seat if eyes else None


def drawn_job(games: Mapping[str, Game], raw: bytes, asked: Asked, seat: str | None) -> Document:
    """Lay a log out with its pictures, which findings have no part in; raises `LogError`."""
    return laid_out(*_opened(games, raw, asked, None, seat)).document()


def undrawn_job(
    games: Mapping[str, Game], raw: bytes, asked: Asked, report: Report | None, seat: str | None
) -> Replaying:
    """Lay a log out that was judged already, or is not yet; raises `LogError`."""
    return undrawn(*_opened(games, raw, asked, report, seat))


def _opened(
    games: Mapping[str, Game], raw: bytes, asked: Asked, report: Report | None, seat: str | None
) -> tuple[LogViewer, Eyes | None]:
    log = LogViewer(played(prepare(raw, games, asked)), report)
    return log, None if seat is None else seen_by(log, games, asked.book, seat)
