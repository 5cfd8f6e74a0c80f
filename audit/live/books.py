"""The two books of a live game side by side: as played, as adjudicated, and the first event after which they differ."""

from __future__ import annotations

from collections.abc import Iterator

from audit.asked import Asked
from audit.auditing import audit
from audit.document import laid_out
from audit.live.opening import FILLER
from audit.live.standing import Book, Entry, Standing, alike, table_after
from audit.live.views import View
from audit.reporting import Report
from audit.steps import changes_document
from engine.kernel.digest import diff
from engine.kernel.effective import Book as Which
from engine.kernel.events import Insert
from engine.kernel.jsons import Document
from engine.kernel.replay import Replay
from engine.kernel.table import Table

SCHEMA = "deadreckon.books/1"


def books(standing: Standing, seat: str | None = None) -> Document:
    """Lay both books out: verdict, result and findings of each as an audit of the whole record gives them."""
    return {
        "schema": SCHEMA,
        "game": standing.live.game.name,
        "log": {"events": standing.seq, "head": standing.head},
        "played": _told(standing, "played", seat),
        "adjudicated": _told(standing, "adjudicated", seat),
        "parts": _parts(standing, seat),
    }


def report(standing: Standing, which: Which = "adjudicated") -> Report:
    """Audit the whole record as it stands, causes and all, exactly as `deadreckon audit` would its log."""
    live = standing.live
    raw = live.log(standing.events) + (b"" if standing.seq else FILLER[True].lstrip())
    return audit(raw, live.games, Asked(book=which, packs=live.packs))


def _told(standing: Standing, which: Which, seat: str | None) -> Document:
    found = report(standing, which)
    view = View(standing, which, seat)
    seen = [shown for finding in found.findings if (shown := view.reported(finding)) is not None]
    return {
        "verdict": found.verdict,
        "result": laid_out(found.result),
        "findings": [laid_out(finding) for finding in seen],
        "coverage": laid_out(found.coverage),
    }


def _parts(standing: Standing, seat: str | None) -> Document | None:
    """Find the first event after which the tables of the two books differ, and the facts in which they do."""
    played, adjudicated = standing.played, standing.adjudicated
    if played is adjudicated:
        return None
    view = View(standing, "played", seat)
    start = alike(played.entries, adjudicated.entries)
    other = _after_each(standing, adjudicated, start)
    for (seq, mine), theirs in zip(_after_each(standing, played, start), other, strict=True):
        game = standing.live.game
        # What nobody may see does not make the books differ in anybody's eyes.
        differing = diff(game.facts(view.seen(mine)), game.facts(view.seen(theirs[1])))
        if differing:
            return {"seq": seq, "facts": changes_document(differing)}
    return None


def _after_each(standing: Standing, book: Book, start: int) -> Iterator[tuple[int, Table]]:
    """Give the table after each event of the record from a place on, what was inserted behind an event included."""
    run = Replay(standing.live.program, table_after(standing.live.program, book, start))
    late = {seq for seq, event in standing.played.entries if type(event) is Insert}
    place, entries = start, book.entries
    for seq in range(start + 1, standing.seq + 1):
        while place < len(entries) and (entries[place][0] <= seq or _was_late(entries[place], late)):
            run.run([entries[place]])
            place += 1
        yield seq, run.table


def _was_late(entry: Entry, late: set[int]) -> bool:
    """Say whether an event stands behind another because it was forgotten there."""
    return entry[0] in late and type(entry[1]) is not Insert
