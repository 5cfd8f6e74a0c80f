"""The findings of an audit, what they follow from, and the verdict."""

from __future__ import annotations

import contextlib
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from audit import AuditOptions, Report, audit, report_unreadable_log, summarize_report
from audit.budget import Budget
from audit.causes.roots import find_causes
from audit.causes.trials import CauseSearch
from audit.findings.finding import SourceLines, collect_findings
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.intake.programs import get_program
from audit.report import render_html, render_json, render_sarif, render_text
from engine.games import GAMES as REAL
from engine.kernel.log import LogError
from engine.kernel.replay.replay import POLICIES, Policy
from tests.support.games.pebbles import CLEAN, GAME, GAMES, log
from tests.support.logs.pebbles_audits import met, only, told

# The verdict


def test_a_game_by_the_rules_is_clean_and_its_claim_confirmed() -> None:
    report = told(*CLEAN)
    assert (report.verdict, report.result.status, report.findings) == ("clean", "confirmed", [])
    assert report.coverage.fully_checked
    assert report.coverage.says.startswith("No violation found; fully checked.")


def test_a_broken_rule_is_named_with_its_place_its_page_and_what_was_legal() -> None:
    finding = only(told("ada: take 3", "cleo: take 2"))
    assert (finding.rule, finding.status, finding.seat) == ("PB-TURN-01", "illegal", "cleo")
    assert (finding.seq, finding.line, finding.column) == (2, 5, 7)
    assert finding.excerpt == "cleo: take 2"
    assert [str(cite) for cite in finding.cites] == ["Turns, page 2"]
    assert finding.facts == {"seat": "cleo", "turn": "ben"}


def test_an_unknown_value_makes_a_check_unverifiable_and_the_log_incomplete() -> None:
    report = told("ada: take ??")
    assert {finding.status for finding in report.findings} == {"unverifiable"}
    assert report.verdict == "incomplete"
    assert not report.coverage.fully_checked
    assert report.coverage.unknown == len(report.findings)
    assert report.coverage.says.startswith("No violation found; not fully checked.")


def test_a_line_that_cannot_be_read_is_malformed_and_the_rest_is_judged() -> None:
    report = told("ada: take 3", "ben: fly", "cleo: take 9")
    assert (2, "malformed", "malformed") in met(report)
    assert any(finding.seq == 3 for finding in report.roots)


def test_a_log_without_one_readable_line_is_unreadable() -> None:
    assert told("ada: fly", "ben: fly").verdict == "unreadable"


def test_a_rule_about_the_header_is_checked_before_the_first_event() -> None:
    finding = only(audit(b"game: pebbles\nplayers: ada=Ada\n---\nada: take 2\n", GAMES))
    assert (finding.seq, finding.rule, finding.line) == (0, "PB-SEAT-01", 2)


# The result


@pytest.mark.parametrize(
    ("claim", "status"),
    [("claim: winner ben", "confirmed"), ("claim: winner ada", "refuted"), ("record: note tea", "none claimed")],
)
def test_the_claimed_winner_is_compared_with_the_reckoned_one(claim: str, status: str) -> None:
    assert told(*CLEAN[:-1], claim).result.status == status


def test_a_winner_claimed_before_the_end_is_unproven() -> None:
    assert told("ada: take 3", "claim: winner ada").result.status == "unproven"


def test_a_claim_that_nobody_won_is_refuted_once_somebody_has() -> None:
    assert told(*CLEAN[:-1], "claim: winner none").result.status == "refuted"
    assert told(*CLEAN[:-2], "claim: winner none", CLEAN[-2]).result.status == "unproven"


@pytest.mark.parametrize(("claim", "status"), [("ben", "refuted"), ("none", "confirmed"), ("??", "unproven")])
def test_where_a_finished_game_has_no_winner_a_claimed_one_is_refuted(claim: str, status: str) -> None:
    drawn = replace(GAME, reckoners=lambda table: {**GAME.reckoners(table), "winner": lambda _: "none"})
    report = audit(log(*CLEAN[:-1], f"claim: winner {claim}"), {"pebbles": drawn})
    assert report.result.status == status


def test_of_several_claims_of_a_winner_the_last_one_counts() -> None:
    report = told("claim: winner ada", *CLEAN)
    assert (report.result.claimed, report.result.status) == ({"winner": "ben"}, "confirmed")


def test_a_result_is_not_refuted_while_a_line_is_missing() -> None:
    assert told(*CLEAN[:-1], "ben: fly", "claim: winner ada").result.status == "unproven"


# Claims


def test_a_wrong_claim_is_a_mismatch_of_the_seat_it_is_about() -> None:
    finding = only(told("ada: take 3", "claim: ada.taken 2"))
    assert (finding.status, finding.seat, finding.rule) == ("mismatch", "ada", "PB-END-02")
    assert finding.facts == {"fact": "ada.taken", "claimed": 2, "reckoned": 3}
    assert finding.repairs[0].line == "claim: ada.taken 3"


def test_the_same_divergence_claimed_again_follows_the_first() -> None:
    report = told("ada: take 3", "claim: heap 18", "ben: take 2", "claim: heap 16", "cleo: take 1", "claim: heap 13")
    assert [(f.seq, f.follows) for f in report.findings] == [(2, None), (4, 2), (6, None)]


# Roots and consequences


def test_what_vanishes_when_the_root_is_repaired_follows_it() -> None:
    report = told("ada: take 9", *CLEAN[1:])
    assert [(f.seq, f.follows) for f in report.findings] == [(1, None), (7, 1), (8, 1), (9, 1), (10, 1)]
    assert report.findings[0].repairs[0].line == "ada: take 3"


def test_what_is_illegal_whichever_way_it_is_read_never_stands_below_what_is_contested() -> None:
    report = told("ada: take 4", *CLEAN[1:])
    # If four may be taken, the heap is still at thirteen, and the spill comes too late. What should have come before
    # is unknown, and so is the heap: no player takes too much of it, and only the winner can be shown to be wrong.
    assert [(f.seq, f.status, f.follows) for f in report.findings if f.status != "unverifiable"] == [
        (1, "contested", None),
        (3, "illegal", None),
        (10, "mismatch", 3),
    ]


def test_two_rules_broken_by_one_event_are_both_roots() -> None:
    report = told("ada: take 3", "cleo: take 9")
    assert [(f.rule, f.follows) for f in report.findings] == [("PB-TURN-01", None), ("PB-HEAP-01", None)]


def test_under_each_of_two_faults_of_one_event_stands_what_cures_that_fault() -> None:
    lines = ("ada: take 3", "cleo: take 9")
    turn, heap = told(*lines).findings
    assert any("insert 1" in repair.line for repair in turn.repairs)
    assert not any("insert 1" in repair.line for repair in heap.repairs)
    for finding in (turn, heap):
        for repair in finding.repairs:
            assert finding.rule not in [left.rule for left in told(*lines, repair.line).findings], repair


PURSUED = """
game: tailwinds
pack: tailwinds-reconstructed-1
players: yellow=Ada/viking, green=Ben/sailor
position: round=2, phase=resolving, rear=T1, market=anchor rum telescope, pile=17
position: yellow.played=none, green.played=none, green.card=sailor-4, yellow.card=viking-pursuit
position: yellow.aft=4 inside, yellow.fore=11 inside, green.aft=5 inside, green.fore=10 inside
---
yellow: move aft 3
yellow: move fore 3
green: move aft 3
green: done
"""


def test_what_is_wrong_with_an_end_nobody_wrote_down_is_not_cured_by_another_move_after_it() -> None:
    root = audit(PURSUED.lstrip().encode(), REAL).roots[0]
    assert (root.seq, root.rule) == (3, "TW-PURSUIT-02")
    assert [repair.line for repair in root.repairs] == ['record: insert 2 "yellow: chase aft"']


def test_a_later_fault_of_its_own_stays_a_root() -> None:
    report = told("ada: take 9", "ben: take 2", "cleo: take 7")
    assert [f.seq for f in report.roots] == [1, 3]


def test_the_same_act_by_the_seat_whose_turn_it_was_is_suggested() -> None:
    finding = told("ada: take 3", "cleo: take 2").findings[0]
    assert ("ben: take 2", "by ben instead of cleo") in [(repair.line, repair.note) for repair in finding.repairs]


def test_neighbours_in_the_wrong_order_are_recognised() -> None:
    report = told("ada: take 3", "cleo: take 1", "ben: take 2", "ada: take 1", "ben: take 1")
    repairs = [repair for finding in report.roots for repair in finding.repairs]
    assert any("wrong order" in repair.note and repair.line == "ben: take 2" for repair in repairs)


def test_an_event_written_twice_is_suggested_to_be_left_out() -> None:
    report = told("ada: take 3", "ada: take 3", "ben: take 2", "cleo: take 2")
    assert any(repair.line == "record: retract 2" for repair in report.findings[0].repairs)


def test_what_was_due_and_never_came_is_suggested_as_an_insertion() -> None:
    report = told(*CLEAN[:3], *CLEAN[4:6])
    root = report.roots[0]
    assert (root.rule, root.seq) == ("PB-TURN-02", 4)
    assert root.repairs[0].line == 'record: insert 3 "fate: spill ??"'


def test_a_suggested_correction_mends_the_log_it_was_suggested_for() -> None:
    lines = (*CLEAN[:3], *CLEAN[4:6])
    suggested = told(*lines).roots[0].repairs[0].line
    # Only the people at the table know how much spilled.
    assert told(*lines, suggested).verdict == "incomplete"
    assert told(*lines, suggested.replace("??", "1")).verdict == "clean"


def test_a_finding_says_whether_the_winner_hangs_on_it() -> None:
    opening = (*CLEAN[:4], "ada: take 3", "ben: take 3", "cleo: take 3")
    report = told(*opening, "ada: take 5", "claim: winner ada")
    root = report.roots[0]
    assert root.outcome is not None
    assert (root.outcome.changes, root.outcome.then) == (True, {"winner": "none"})


def test_beyond_the_budget_roots_are_counted_instead_of_explained() -> None:
    raw = log("ada: take 4", *CLEAN[1:])
    prepared = prepare_log(raw, GAMES)
    log_played = replay_log(prepared)
    findings = collect_findings(prepared, log_played.outcome.judgements, SourceLines(raw, prepared))
    known = find_causes(CauseSearch(log_played, Budget(left=0)), findings)
    # Too large a take and the spill that is due; a wrong claim needs no trial.
    assert len(known.unexamined) == 2
    assert [f.follows for f in known.findings if f.status != "unverifiable"] == [None, None, None]


def test_what_only_an_unreadable_line_makes_illegal_follows_from_that_line() -> None:
    report = told("ada: take 3", "ben: tak 2", "cleo: take 1", "ada: take 1")
    lost, later = report.findings
    assert (lost.status, lost.repairs[0].line) == ("malformed", "ben: take 2")
    assert (later.seq, later.status, later.follows) == (3, "illegal", 2)
    assert report.verdict == "incomplete"


def test_an_event_nobody_wrote_down_is_suggested_before_the_one_that_comes_too_early() -> None:
    report = told("ada: take 3", "cleo: take 1", "ada: take 1", "ben: take 1")
    assert any("insert 1" in repair.line and "missing" in repair.note for repair in report.roots[0].repairs)


# The setting


def test_layers_and_rulings_from_the_caller_are_laid_over_the_header() -> None:
    assert told("ada: take 5", layers=("big-hands",)).verdict == "clean"
    assert told("ada: take 4", header="rulings: PB-AMB-01=three\n", rulings={"PB-AMB-01": "four"}).verdict == "clean"


@pytest.mark.parametrize(
    ("header", "line", "names"),
    [
        ("layers: tiny-hands\n", 3, "tiny-hands"),
        ("layers: big-hands, small-hands\n", 3, "contradict"),
        ("event: Table 3\nrulings: PB-AMB-01=six\n", 4, "six"),
        ("rulings: PB-AMB-09=six\n", 3, "PB-AMB-09"),
        ("pack: nobody-has-it\n", 0, "nobody-has-it"),
        ("position: stones=3\n", 3, "stones"),
    ],
)
def test_a_header_that_names_what_is_not_there_is_refused_at_its_line(header: str, line: int, names: str) -> None:
    with pytest.raises(LogError, match=names) as caught:
        told("ada: take 1", header=header)
    assert caught.value.fault.hint
    if line:
        assert caught.value.fault.line == line


def test_a_layer_the_caller_gets_wrong_is_not_blamed_on_the_log() -> None:
    with pytest.raises(LogError, match="contradict") as caught:
        told("ada: take 1", header="layers: big-hands\n", layers=("small-hands",))
    assert caught.value.fault.line == 0
    assert "The log itself is fine" in caught.value.fault.hint


def test_a_log_may_start_from_a_declared_position() -> None:
    assert told("ada: take 2", "claim: winner ada", header="position: heap=2\n").result.status == "confirmed"


def test_a_pack_made_known_by_the_caller_is_named_in_the_coverage() -> None:
    report = told("ada: take 2", header="pack: mine\n", packs={"mine": ""})
    assert report.coverage.reconstructed
    assert "pack mine" in report.coverage.says


def test_a_program_is_built_once_for_each_rulebook() -> None:
    assert get_program(GAME, (), {}) is get_program(GAME, (), {})
    assert get_program(GAME, (), {"PB-AMB-01": "four"}) is not get_program(GAME, (), {})


# Reports sent between processes


def test_a_file_that_is_no_log_still_has_a_report() -> None:
    with pytest.raises(LogError) as caught:
        audit(b"", GAMES)
    report = report_unreadable_log(b"", caught.value)
    assert (report.verdict, only(report).status) == ("unreadable", "malformed")


def test_a_report_travels_to_another_process_without_its_table() -> None:
    report = told("ada: take 4", *CLEAN[1:])
    arrived = pickle.loads(pickle.dumps(report))  # noqa: S301 - our own bytes
    assert arrived == Report(report.document, report.title, report.sources)


def test_a_summary_names_verdict_result_and_the_first_root() -> None:
    assert str(summarize_report(told(*CLEAN))) == "clean · result confirmed"
    line = str(summarize_report(told("ada: take 5", "cleo: take 1")))
    assert line == "2 rules broken · no result given · 2 roots, 2 findings · first: event 1, PB-HEAP-01"


# A real game


def test_the_sample_of_every_game_breaks_no_rule() -> None:
    for game in REAL.values():
        report = audit(game.sample.encode(), REAL)
        assert [finding for finding in report.findings if finding.status != "unverifiable"] == []


# Arbitrary logs

LINES = st.one_of(
    st.sampled_from(
        ["fate: spill 1", "record: note tea", "claim: winner ada", "claim: winner ??", "ada: fly", "¿", "ben:"]
    ),
    st.builds(
        "{}: take {}".format, st.sampled_from(["ada", "ben", "cleo", "dan", "??"]), st.sampled_from([*"0123459", "??"])
    ),
    st.builds("claim: heap {}".format, st.integers(-2, 30)),
    st.builds("record: {} {}".format, st.sampled_from(["retract", "ruling"]), st.integers(-1, 12)),
    st.builds('record: {} {} "ben: take 2"'.format, st.sampled_from(["amend", "insert"]), st.integers(-1, 12)),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=14), st.sampled_from(POLICIES), st.booleans())
def test_any_log_gets_a_report_whose_consequences_follow_earlier_roots(
    lines: list[str],
    policy: Policy,
    readings: bool,  # noqa: FBT001 - drawn, not passed
) -> None:
    report = audit(log(*lines), GAMES, AuditOptions(policy=policy, readings=readings))
    roots = {finding.seq for finding in report.findings if finding.is_root or finding.status == "malformed"}
    corrections = {one.seq for one in report.document.corrections if one.do != "ruling"}
    assert all(finding.follows is None or finding.follows in roots | corrections for finding in report.findings)
    uncounted = [finding.status == "ruled" or finding.follows in corrections for finding in report.findings]
    assert (report.verdict == "clean") == all(uncounted)
    for written in (render_json(report), render_text(report), render_html(report), render_sarif([("a.log", report)])):
        assert written
    assert render_json(report) == render_json(audit(log(*lines), GAMES, AuditOptions(policy=policy, readings=readings)))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 120))
def test_any_bytes_are_judged_or_refused(noise: bytes, at: int) -> None:
    raw = log(*CLEAN)
    with contextlib.suppress(LogError):
        assert audit(raw[:at] + noise + raw[at:], GAMES).verdict
