"""Every question about a log: its report in every form, each table on the way, and a live game of it."""

from __future__ import annotations

import random
from collections import Counter

from audit import Report
from audit.pipeline import audit_with_replay
from audit.report import render_html, render_json, render_sarif, render_text
from cli.open_log import TerminalViewer
from cli.replay.position import format_place
from fixtures.kits import GAMES
from tests.measure.fuzzing.drawn_logs import Drawn
from tests.measure.fuzzing.live_recording import record

STEPS = 10
# At this many places, also ask for the legal moves and for what one seat sees.
LOOKED_INTO = 2
# The share of logs that are also recorded live.
RECORDED = 0.2


def ask_all(log: Drawn, number: int) -> tuple[Report, Counter[str]]:
    """Audit a log and view it in every way; raises `LogError` if it is not a log."""
    report, played = audit_with_replay(log.raw, GAMES, log.asked)
    render_text(report)
    render_json(report)
    render_html(report, "drawn.log")
    render_sarif([("drawn.log", report)])
    opened, dice = TerminalViewer(played, report), random.Random(number)
    steps = dice.sample(range(opened.event_count + 1), min(STEPS, opened.event_count + 1))
    for place in steps:
        format_place(opened, place)
        opened.place_document(place)
    drawn = {*steps, *opened.places_with_findings}
    for place in sorted(drawn):
        opened.prepared.game.draw_table(opened.table_at(place))
    for place in steps[:LOOKED_INTO]:
        opened.legal_document(place)
        _look_from(dice.choice(opened.seats), opened, place)
    recorded = dice.random() < RECORDED
    if recorded:
        record(played.prepared, dice)
    return report, Counter(pictures=len(drawn), steps=len(steps), recorded=int(recorded))


def _look_from(seat: str, opened: TerminalViewer, place: int) -> None:
    """Draw a table, and list its facts, as one seat may see it."""
    game, table = opened.prepared.game, opened.table_at(place)
    game.redact(table, seat)
    game.draw_table(table)
    game.facts(table)
