"""What an audit makes of other readings, of rulings, of policies, and of the two books."""

from __future__ import annotations

from audit.document import Reading
from audit.report import as_text
from tests.judged import only, told


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
    latent = only(told("ada: take 4", header=header, readings=True))
    assert (latent.status, latent.rulings) == ("contested", (Reading("PB-AMB-01", "three"),))
    assert latent.breach.startswith("Legal as read here.")
    assert not latent.root


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
    # Four by one reading, none by another: no single one allows both.
    assert report.verdict == "broken"
    assert "whichever way it is read" in as_text(report, width=200, colour=False)
    assert told("ada: take 4", "ben: take 0", header=header).verdict == "contested"
