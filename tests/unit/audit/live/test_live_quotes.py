"""A finding about a live game, or a log in JSONL, quotes the event as people write it."""

from __future__ import annotations

import msgspec

from audit import audit
from audit.live import advance_game, begin_game, fold_game, list_findings
from audit.report import render_text
from engine.games import GAMES
from engine.kernel.spellings import parse_log, write

TEXT = (
    b"game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n---\n"
    b"fate: roll start 3 seat=green\ngreen: move aft 4\n"
)


def test_a_live_finding_quotes_what_somebody_would_have_typed() -> None:
    log = parse_log(TEXT, lambda name: GAMES[name].vocabulary)
    live_state, _ = advance_game(fold_game(begin_game(msgspec.json.encode(log.header), GAMES)), log.events)
    quoted = {finding.excerpt for finding in list_findings(live_state) if finding.seq == 2}
    assert quoted == {"green: move aft 4"}


def test_a_log_in_jsonl_is_quoted_as_text_and_the_line_is_its_own() -> None:
    log = parse_log(TEXT, lambda name: GAMES[name].vocabulary)
    report = audit(write(log, "jsonl", GAMES["tailwinds"].vocabulary).encode(), GAMES)
    found = [finding for finding in report.findings if finding.seq == 2]
    assert {(finding.line, finding.excerpt) for finding in found} == {(3, "green: move aft 4")}
    assert '{"do"' not in render_text(report)
