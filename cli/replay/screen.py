"""The screen for stepping through a game: the event, its changes and its findings are always visible."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from cli.output import Painted, join_parts, paint
from cli.replay.position import format_event, format_findings_at, format_table
from cli.replay.steps import HELP, ShownPlace
from engine.kernel.basics.plural import count_noun

if TYPE_CHECKING:
    from cli.open_log import TerminalViewer

# The number of rows if the terminal does not report one, and the least that the layout needs.
USUAL_ROWS, LEAST_ROWS = 24, 12
# The most changes, and the most lines of findings, to show above the table.
CHANGES, FOUND = 5, 9
# The footer and the blank line above it.
FOOT = 2


def count_rows() -> int:
    """Return the number of rows to fill."""
    return max(LEAST_ROWS, shutil.get_terminal_size((80, USUAL_ROWS)).lines)


def draw_screen(opened: TerminalViewer, place: ShownPlace, height: int) -> list[Painted]:
    """Draw the screen in one row fewer than there are, because the cursor is below the last line."""
    height -= 1
    if place.help:
        return [*(paint(words) for words in HELP), Painted(""), _draw_footer(place, "")]
    above = [*format_event(opened, place.at, CHANGES), *_shorten_list(format_findings_at(opened, place.at))][
        : height - FOOT - 1
    ]
    table, room = format_table(opened, place.at), height - len(above) - FOOT - 1
    first = min(place.scrolled, max(0, len(table) - room))
    below = len(table) - first - room
    more = f"{below} lines more: d · " if below > 0 else "u for the lines above · " if first else ""
    shown = table[first : first + room] if room > 0 else []
    return [*above, Painted(""), *shown, Painted(""), _draw_footer(place, more)]


def _shorten_list(found: list[Painted]) -> list[Painted]:
    if len(found) <= FOUND:
        return found
    rest = f"… and {len(found) - FOUND + 1} lines more: deadreckon replay FILE --at N"
    return [*found[: FOUND - 1], join_parts("  ", paint(rest, "quiet"))]


def _draw_footer(place: ShownPlace, more: str) -> Painted:
    found = len(place.findings)
    counted = f"{count_noun(found, 'event')} with findings" if found else "no findings"
    said = f"go to {place.typed}_" if place.typed else place.note
    return paint(said or f"{more}{counted} · ← → n p · ? help · q quit", "quiet")
