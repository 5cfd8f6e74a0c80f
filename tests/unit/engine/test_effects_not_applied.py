"""An effect that cannot be applied is reported at its event, and at no other: at its step and in its findings."""

from __future__ import annotations

import msgspec

from audit import audit
from audit.intake.preparation import prepare_log
from audit.live import NOBODY, View, begin_game, dump_snapshot, fold_game, list_findings, load_snapshot
from audit.report import render_html, render_json, render_text
from engine.games import GAMES
from engine.kernel.replay.replay import Replay
from fixtures.cases import Case, cases

TOLD = "orange has no provision to take"


def plundered() -> Case:
    return next(case for case in cases("winds-of-plunder") if case.name == "Orange has no Provision.")


def test_every_form_of_a_report_says_what_could_not_be_carried_out() -> None:
    report = audit(plundered().log.encode(), GAMES)
    document = [finding.unapplied for finding in report.document.findings]
    assert document == [(TOLD,)]
    assert msgspec.json.decode(render_json(report))["findings"][0]["unapplied"] == [TOLD]
    assert f"Could not be carried out: {TOLD}." in render_text(report)
    assert f"Could not be carried out: {TOLD}." in render_html(report)


def test_a_table_keeps_what_of_the_last_event_could_not_be_carried_out_and_no_more() -> None:
    case = plundered()
    prepared = prepare_log(case.log.encode(), GAMES)
    at = case.breaks or 0
    run = Replay(prepared.program, prepared.build_table())
    seen = [list(run.run([entry]).table.unapplied) for entry in prepared.entries]
    assert [seq for (seq, _), unapplied in zip(prepared.entries, seen, strict=True) if unapplied] == [at]
    run.run([prepared.entries[at]] * 50)
    assert len(run.table.unapplied) <= 2


def test_a_step_of_a_live_game_says_so_to_whoever_may_see_everything() -> None:
    case = plundered()
    log = prepare_log(case.log.encode(), GAMES).log
    live = begin_game(msgspec.json.encode(log.header), GAMES)
    live_state = fold_game(live, log.events)
    at = case.breaks or 0
    assert View(live_state).step_document(at)["unapplied"] == [TOLD]
    assert View(live_state, seat=NOBODY).step_document(at)["unapplied"] == []
    again = load_snapshot(live, dump_snapshot(live_state), log.events)
    assert [finding.unapplied for finding in list_findings(again)] == [(TOLD,)]
