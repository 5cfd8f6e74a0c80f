"""The effect of other readings, of rulings, of policies, and of the two books on an audit."""

from __future__ import annotations

from audit.model.findings import Reading
from audit.report import render_text
from tests.support.logs.pebbles_audits import only, told


def test_a_finding_that_another_reading_lets_stand_is_contested() -> None:
    report = told("ada: take 4")
    assert (report.verdict, only(report).status) == ("contested", "contested")
    assert only(report).rulings == (Reading("PB-AMB-01", "four"),)


def test_what_no_reading_allows_is_illegal() -> None:
    assert only(told("ada: take 5")).status == "illegal"


def test_one_reading_that_explains_every_root_is_suspected() -> None:
    suspected = told("ada: take 4", "ben: take 4").suspicion
    assert suspected is not None
    assert (suspected.kind, suspected.id, suspected.reading) == ("reading", "PB-AMB-01", "four")
    assert suspected.says == "Every violation vanishes if PB-AMB-01 is read as four: Four at most."


def test_one_layer_that_explains_every_root_is_suspected() -> None:
    suspected = told("ada: take 5", "ben: take 5").suspicion
    assert suspected is not None
    assert (suspected.kind, suspected.id) == ("layer", "big-hands")


def test_nothing_is_suspected_where_a_root_remains() -> None:
    assert told("ada: take 4", "cleo: take 4").suspicion is None


def test_a_consequence_saved_by_the_reading_that_saves_its_root_is_contested_too() -> None:
    report = told("ada: take 4", "ben: take 3", "claim: heap 13", "fate: spill 3", header="rulings: PB-AMB-02=always\n")
    assert {finding.status for finding in report.findings} <= {"contested", "illegal", "mismatch"}
    assert report.findings[0].status == "contested"


def test_asked_for_all_readings_what_another_one_forbids_is_told() -> None:
    header = "rulings: PB-AMB-01=four\n"
    assert told("ada: take 4", header=header).findings == []
    assert told("ada: take 4", header=header, readings=True).findings == []
    latent = only(told("ada: take 4", header=header, readings=True, settled=True))
    assert (latent.status, latent.rulings) == ("contested", (Reading("PB-AMB-01", "three"),))
    assert latent.breach.startswith("Legal as read here.")
    assert not latent.is_root


def test_a_question_that_the_log_settles_is_open_no_more() -> None:
    for header, asked in (("rulings: PB-AMB-01=three\n", {}), ("", {"rulings": {"PB-AMB-01": "three"}})):
        report = told("ada: take 4", header=header, **asked)
        finding = only(report)
        assert (report.verdict, finding.status, finding.rulings) == ("broken", "illegal", ())
        assert finding.settled == (Reading("PB-AMB-01", "four"),)
        assert finding.breach.endswith("This holds as this log reads PB-AMB-01.")
        assert report.suspicion is None or report.suspicion.kind != "reading"
        assert "It would be legal with PB-AMB-01 read as four." in render_text(report, width=200, colour=False)


def test_where_the_caller_reads_a_question_otherwise_than_the_log_the_first_paragraph_says_so() -> None:
    header, rulings = "rulings: PB-AMB-01=four\n", {"PB-AMB-01": "three"}
    report = told("ada: take 4", header=header, rulings=rulings)
    assert report.document.rulebook.overruled == {"PB-AMB-01": "four"}
    said = "Read with PB-AMB-01=three as requested; the log itself says four."
    assert said in render_text(report, width=200, colour=False)
    assert told("ada: take 4", header="rulings: PB-AMB-01=three\n", rulings=rulings).document.rulebook.overruled == {}


# Illegal only because of a correction


def test_what_only_a_correction_makes_illegal_follows_it_and_counts_for_nothing() -> None:
    lines = ("ada: take 3", "ben: take 3", 'record: amend 1 "ada: take 9" who=Judge why=seen')
    report = told(*lines)
    finding = only(report)
    assert (finding.seq, finding.rule, finding.follows, finding.is_root) == (1, "PB-HEAP-01", 3, False)
    assert (report.verdict, report.roots) == ("clean", [])
    assert "After this correction event 1 would not be legal:" in render_text(report, width=200, colour=False)
    assert told(*lines, book="played").findings == []


def test_of_several_corrections_the_one_that_brings_it_is_named() -> None:
    lines = ("ada: take 3", "ben: take 3", 'record: amend 2 "ben: take 8"', 'record: amend 1 "ada: take 2"')
    assert only(told(*lines)).follows == 3


def test_what_was_wrong_before_the_correction_stays_a_root() -> None:
    report = told("ada: take 9", "ben: take 3", 'record: amend 1 "ada: take 8"')
    assert (report.verdict, only(report).is_root) == ("broken", True)


# Books, rulings and policies


def test_an_arbiters_ruling_keeps_the_finding_visible_and_the_log_clean() -> None:
    report = told("ada: take 5", "record: ruling 1 PB-HEAP-01 who=Judge")
    assert (report.verdict, only(report).status) == ("clean", "ruled")


def test_a_ruling_about_one_rule_leaves_the_others() -> None:
    report = told("ada: take 3", "cleo: take 9", "record: ruling 2 PB-TURN-01")
    assert [finding.status for finding in report.findings] == ["ruled", "illegal"]


def test_there_are_two_books_as_played_and_as_adjudicated() -> None:
    lines = ("ada: take 5", 'record: amend 1 "ada: take 2"')
    assert told(*lines).verdict == "clean"
    assert told(*lines, book="played").verdict == "broken"


def test_a_correction_that_quotes_a_stranger_is_malformed() -> None:
    finding = only(told("ada: take 2", 'record: amend 1 "dan: take 2"'))
    assert (finding.status, finding.line) == ("malformed", 5)
    assert "'dan'" in finding.says


def test_to_stop_at_the_first_breach_leaves_the_rest_unjudged() -> None:
    report = told("ada: take 9", "ada: take 9", policy="stop")
    assert [finding.seq for finding in report.findings] == [1]


def test_an_illegal_move_that_is_skipped_leaves_the_heap_alone() -> None:
    report = told("ada: take 9", "ada: take 3", "claim: heap 17", policy="skip-illegal")
    assert [finding.seq for finding in report.findings] == [1]


def test_a_log_is_contested_only_if_one_reading_leaves_nothing_illegal_in_it() -> None:
    header = "rulings: PB-AMB-02=always\n"
    assert told("ada: take 4", "ben: take 4").verdict == "contested"
    report = told("ada: take 4", "ben: take 0")
    assert {finding.status for finding in report.findings} == {"contested"}
    # Four are legal by one reading, none by another: no single reading allows both.
    assert report.verdict == "broken"
    assert "under every reading" in render_text(report, width=200, colour=False)
    assert told("ada: take 4", "ben: take 0", header=header).verdict == "contested"
