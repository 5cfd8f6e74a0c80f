"""The two books of a live game side by side: as played, as adjudicated, and the first event after which they differ."""

from __future__ import annotations

from collections.abc import Iterator

from audit.asked import Asked
from audit.auditing import audit
from audit.document import laid_out
from audit.live.opening import FILLER
from audit.live.state import Book, Entry, LiveState, alike, table_after
from audit.live.views import View
from audit.reporting import Report
from audit.steps import changes_document
from engine.kernel.digest import diff
from engine.kernel.effective import Book as Which
from engine.kernel.events import Insert
from engine.kernel.jsons import Document
from engine.kernel.replay import Replay
from engine.kernel.table import AnyTable

SCHEMA = "deadreckon.books/1"


def books(live_state: LiveState, seat: str | None = None) -> Document:
    """Lay both books out: verdict, result and findings of each as an audit of the whole record gives them."""
    return {
        "schema": SCHEMA,
        "game": live_state.live.game.name,
        "log": {"events": live_state.seq, "head": live_state.head},
        "played": _told(live_state, "played", seat),
        "adjudicated": _told(live_state, "adjudicated", seat),
        "parts": _parts(live_state, seat),
    }


def report(live_state: LiveState, which: Which = "adjudicated") -> Report:
    """Audit the whole record as it stands, causes and all, exactly as `deadreckon audit` would its log."""
    live = live_state.live
    raw = live.log(live_state.events) + (b"" if live_state.seq else FILLER[True].lstrip())
    return audit(raw, live.games, Asked(book=which, packs=live.packs))


def _told(live_state: LiveState, which: Which, seat: str | None) -> Document:
    found = report(live_state, which)
    view = View(live_state, which, seat)
    seen = [shown for finding in found.findings if (shown := view.reported(finding)) is not None]
    return {
        "verdict": found.verdict,
        "result": laid_out(found.result),
        "findings": [laid_out(finding) for finding in seen],
        "coverage": laid_out(found.coverage),
    }


def _parts(live_state: LiveState, seat: str | None) -> Document | None:
    """Find the first event after which the tables of the two books differ, and the facts in which they do."""
    played, adjudicated = live_state.played, live_state.adjudicated
    if played is adjudicated:
        return None
    view = View(live_state, "played", seat)
    start = alike(played.entries, adjudicated.entries)
    other = _after_each(live_state, adjudicated, start)
    for (seq, mine), theirs in zip(_after_each(live_state, played, start), other, strict=True):
        game = live_state.live.game
        # What nobody may see does not make the books differ in anybody's eyes.
        differing = diff(game.facts(view.seen(mine)), game.facts(view.seen(theirs[1])))
        if differing:
            return {"seq": seq, "facts": changes_document(differing)}
    return None


def _after_each(live_state: LiveState, book: Book, start: int) -> Iterator[tuple[int, AnyTable]]:
    """Give the table after each event of the record from a place on, what was inserted behind an event included."""
    run = Replay(live_state.live.program, table_after(live_state.live.program, book, start))
    late = {seq for seq, event in live_state.played.entries if type(event) is Insert}
    place, entries = start, book.entries
    for seq in range(start + 1, live_state.seq + 1):
        while place < len(entries) and (entries[place][0] <= seq or _was_late(entries[place], late)):
            run.run([entries[place]])
            place += 1
        yield seq, run.table


def _was_late(entry: Entry, late: set[int]) -> bool:
    """Say whether an event stands behind another because it was forgotten there."""
    return entry[0] in late and type(entry[1]) is not Insert
