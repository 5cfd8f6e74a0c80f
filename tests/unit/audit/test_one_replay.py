"""One replay serves everything about a log: outcome, causes, the pictures of a page, and stepping through it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from audit import AuditOptions, audit
from audit.browse.viewer import LogViewer
from audit.budget import Budget
from audit.findings.replay_outcome import ReplayedLog
from audit.intake.prepared import PreparedLog
from audit.judging import wrong_sums
from audit.pipeline import audit_with_replay
from audit.report import render_html
from engine.games import GAMES
from engine.kernel.events import Event
from engine.kernel.replay.replay import Replay
from engine.kernel.replay.timeline import EVERY, Timeline
from tests.support.games.pebbles import CLEAN, GAME, log
from tests.support.paths import FIXTURES

DEMO = FIXTURES / "tailwinds" / "logs" / "demo.log"


class Counted:
    """Count the events replayed by each program, by purpose: causes, places, and other questions."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.by_program: dict[int, int] = {}
        self.causes = self.places = self.aside = 0
        run, spend, after, anew = Replay.run, Budget.spend_events, Timeline.table_after, PreparedLog.replay_all

        def counted_run(replay: Replay, entries: Iterable[tuple[int, Event]]) -> Replay:
            held = list(entries)
            self.by_program[id(replay.program)] = self.by_program.get(id(replay.program), 0) + len(held)
            return run(replay, held)

        def counted_spend(budget: Budget, events: int) -> None:
            spend(budget, events)
            self.causes += events

        def counted_after(timeline: Timeline, count: int) -> Any:
            self.places += count % EVERY
            return after(timeline, count)

        def counted_anew(prepared: PreparedLog) -> Replay:
            """What findings depend on is found by replaying with a part of the pack unknown."""
            self.aside += len(prepared.entries)
            return anew(prepared)

        followed = wrong_sums._follow_facts

        def counted_followed(log: ReplayedLog, facts: Iterable[str]) -> Any:
            """The origin of a wrong number is found step by step."""
            self.aside += len(log.prepared.entries)
            return followed(log, facts)

        patched.setattr(wrong_sums, "_follow_facts", counted_followed)
        patched.setattr(PreparedLog, "replay_all", counted_anew)
        patched.setattr(Replay, "run", counted_run)
        patched.setattr(Budget, "spend_events", counted_spend)
        patched.setattr(Timeline, "table_after", counted_after)

    def replayed(self, played: ReplayedLog) -> int:
        """Count the events replayed under the rules of the log itself."""
        return self.by_program[id(played.prepared.program)]


def test_a_log_with_findings_a_page_and_a_viewer_is_plainly_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    report, played = audit_with_replay(DEMO.read_bytes(), GAMES)
    assert report.roots
    assert "<img" in render_html(report)
    viewer = LogViewer(played, report)
    assert all(viewer.table_at(place) for place in (0, 1, len(viewer.entries)))
    assert counted.causes > len(played.prepared.entries)
    assert counted.replayed(played) == len(played.prepared.entries) + counted.causes + counted.places + counted.aside


def test_a_clean_log_is_replayed_once_and_its_report_holds_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    report, played = audit_with_replay(log(*CLEAN), {"pebbles": GAME})
    assert report.scenes is None
    assert counted.by_program == {id(played.prepared.program): len(CLEAN) + 1}


@pytest.mark.parametrize("asked", [AuditOptions(), AuditOptions(rulings={"PB-AMB-01": "four"}, book="played")])
def test_the_names_that_a_game_has_are_reckoned_once_an_audit(asked: AuditOptions) -> None:
    reckoned = []

    def domains(*given: Any) -> Any:
        reckoned.append(given)
        return GAME.domains(*given)

    games = {"pebbles": replace(GAME, domains=domains)}
    assert audit(log(*CLEAN, 'record: amend 1 "ada: take 3"'), games, asked).document.game == "pebbles"
    assert len(reckoned) == 1


def test_the_viewer_stands_where_the_audit_stood() -> None:
    _, played = audit_with_replay(DEMO.read_bytes(), GAMES)
    viewer, run = LogViewer(played), Replay(played.prepared.program, played.prepared.build_table())
    run.run(played.prepared.entries[:1])
    facts = played.prepared.game.facts
    assert viewer.facts_at(0) == facts(run.table)
    for place, entry in enumerate(played.prepared.entries[1:], 1):
        assert facts(run.run([entry]).table) == viewer.facts_at(place)
        assert viewer.find_place(entry[0]) == place
