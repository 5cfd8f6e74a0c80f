"""Whether a place is safe: reckoned by hand for one event, and held against looking at everything in small ones."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from audit.tournaments import Tournament, parse_tournament
from audit.tournaments.count import possible_results
from audit.tournaments.count.count import TournamentCount
from audit.tournaments.count.submission import Submission, audit_submission
from audit.tournaments.events.events import Penalty, TournamentRecord
from audit.tournaments.report import sentences
from audit.tournaments.report.sentences import write_safety_sentences
from audit.tournaments.safety import joint_outcomes
from audit.tournaments.safety.decisive_tables import find_decisive_tables
from audit.tournaments.safety.joint_outcomes import Joint
from audit.tournaments.safety.open_tables import list_open_tables, list_weak_orders
from audit.tournaments.safety.safe_places import PlaceSafety, judge_safety
from audit.tournaments.scoring.schemes import Finish
from audit.tournaments.tournament import ScoringRules
from engine.games import GAMES
from tests.support.logs.harbour_open import FILE, LOGS, counted_as_of, handed_logs
from tests.support.logs.tournament_events import made_up

PLAYED = (
    "R1T1 A50 B44 C44 D30|R1T2 E61 F55 G40 H36|R2T1 B58 E52 A47 F39|R2T2 D49 C45 G41 H41|"
    "R3T1 A53 C51 G46 E40|R3T2 B48 D48 F42 H30"
)
LAST = "|R4T1 A D F G|R4T2 B C E H"


def places(count: TournamentCount) -> dict[str, PlaceSafety]:
    return {one.player: one for one in judge_safety(count).places}


def test_there_are_as_many_orders_of_a_table_as_there_should_be() -> None:
    assert [len(list_weak_orders(seats)) for seats in range(2, 7)] == [3, 13, 75, 541, 4683]


def test_before_the_last_round_places_are_as_safe_as_reckoned_by_hand() -> None:
    found = places(made_up(PLAYED + LAST))
    assert found["A"].judge_claim(4) == "safe"
    assert found["A"].judge_claim(3) == "open"
    assert found["A"].judge_claim(1) == "open"
    assert found["F"].judge_claim(3) == "out of reach"
    assert found["A"].falls
    assert found["A"].step == "all outcomes"


def test_intervals_alone_would_say_less() -> None:
    count = made_up(PLAYED + LAST)
    found = Joint(count, list_open_tables(count))
    assert found.outcomes == 5625
    assert found.find_interval("A")[1] == 5
    assert found.find_interval("F")[0] <= 3


def test_table_by_table_the_same_is_found_without_looking_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint_outcomes, "MOST_PLACED", 10)
    monkeypatch.setattr(joint_outcomes, "MOST_NEAR", 10)
    found = places(made_up(PLAYED + LAST))
    assert found["A"].step == "one open table each"
    assert (found["A"].judge_claim(4), found["A"].judge_claim(3)) == ("safe", "open")
    # Level with D at 11 firsts decide, which counting by points alone does not see.
    assert found["F"].judge_claim(3) in {"out of reach", "not proven"}
    assert found["F"].judge_claim(2) == "out of reach"


def test_a_witness_names_the_table_and_how_it_would_have_to_end() -> None:
    count = made_up("R1T1 A50 B44 C40 D30|R2T1 A50 C44 B40 D30/C50 A44 B40 D30", keys=("places",))
    found = judge_safety(count)
    assert found.critical == ("R2T1",)
    by_player = {one.player: one for one in found.places}
    assert (by_player["A"].status, by_player["D"].status) == ("safe", "safe")
    assert by_player["D"].step == "intervals"
    # A 5 + 3 against C 2 + 5; B keeps 3 + 2 either way.
    assert (by_player["A"].best, by_player["A"].worst) == (1, 1)
    assert [(one.table, one.says) for one in by_player["C"].rises] == []
    level = made_up("R1T1 A50 C44 B40|R2T1 A50 C44 B40/C50 A44 B40/C50 B44 A40", keys=("places",))
    witness = places(level)["A"].falls
    assert [(one.table, one.says) for one in witness] == [("R2T1", "so 3: 1 C (50), 2 B (44), 3 A (40)")]


def test_what_nobody_knows_the_scores_of_is_not_called_safe() -> None:
    level = "R1T1 A50 B40|R2T1 B50 A40|R3T1 C50 D40|R3T2 A B"
    found = places(made_up(level, keys=("share",)))
    assert found["A"].judge_claim(1) == "open"
    shared = places(made_up("R1T1 A50 B40|R2T1 B50 A40|R3T1 A9 B9|R4T1 C D", ScoringRules(scheme="score")))
    assert {one.status for one in shared.values()} <= {"not proven", "safe", "open"}
    assert shared["C"].status == "not proven"


def test_the_title_hangs_on_the_five_tables_found_by_hand() -> None:
    final = made_up(PLAYED + "|R4T1 D57 A50 G44 F40|R4T2 B60 E54 C50 H41")
    assert find_decisive_tables(final, "B", 1) == ("R1T1", "R2T1", "R3T2", "R4T1", "R4T2")
    assert find_decisive_tables(final, "B", 4) == ()
    assert judge_safety(final).critical == ()


def test_who_is_bound_to_fall_is_not_safe_where_they_stand_now() -> None:
    # Z has 1 - 1/2, and D and E will have 1 at least, wherever they come in: Z will be last, and is second now.
    fined = TournamentRecord(penalties=(Penalty(player="Z", points="-1/2", who="Rosa", why="late"),))
    z = places(replace(made_up("R1T1 Y9 Z5|R2T1 D E"), record=fined))["Z"]
    assert (z.place, z.best, z.worst, z.step, z.status) == (2, 4, 4, "intervals", "open")


def test_nothing_open_means_that_all_is_safe() -> None:
    found = judge_safety(made_up(PLAYED))
    assert {one.status for one in found.places} == {"safe"}
    assert found.critical == ()


@pytest.fixture(scope="module")
def harbour() -> tuple[Tournament, list[Submission]]:
    tournament = parse_tournament(FILE.read_bytes(), GAMES)
    return tournament, handed_logs(tournament)


def as_of(harbour: tuple[Tournament, list[Submission]], event: int) -> TournamentCount:
    return counted_as_of(*harbour, event)


def test_the_podium_of_the_harbour_open_hangs_on_one_reading(harbour: tuple[Tournament, list[Submission]]) -> None:
    # Ada has 15 or 13, and at 13 more shares than Uwe (0.877 to 0.852), who has 13. Ben is third with 13 and 0.83160,
    # unless Vera wins her last table: 40/152 + 44/152 + 43/153 = 0.83368.
    count = as_of(harbour, 5)
    found = judge_safety(count)
    by_player = {one.player: one for one in found.places}
    assert [by_player[player].status for player in ("ada", "uwe", "ben")] == ["safe", "safe", "open"]
    ben = by_player["ben"]
    assert (ben.best, ben.worst, ben.exact, ben.hangs_on) == (3, 4, True, ("R3T3",))
    assert [one.table for one in ben.falls] == ["R3T3"]
    assert ben.falls[0].says.startswith("WP-AMB-31 read as tie-cancels (event 3, line 18): 1 Vera (43)")
    assert found.critical == ("R3T3",)
    said = list(write_safety_sentences(count, found))
    assert said[0] == "Places 1 to 2 are safe."
    assert "Settle first: R3T3." in said


def test_of_a_crowd_at_the_first_places_nothing_is_said_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    count = made_up("R1T1 A B|R1T2 C D")
    found = judge_safety(count)
    assert sum("now at place" in one for one in write_safety_sentences(count, found)) == 4
    monkeypatch.setattr(sentences, "MOST_FIRST", 3)
    said = list(write_safety_sentences(count, found))
    assert said[1] == "4 players stand among the first 3 places, and may still get another place."
    assert not any("now at place" in one for one in said)


def test_the_last_decisions_leave_nothing_open(harbour: tuple[Tournament, list[Submission]]) -> None:
    said = list(write_safety_sentences(as_of(harbour, 8), judge_safety(as_of(harbour, 8))))
    assert said[0] == "Nothing is open: every place is safe."
    # One of those who have 13 would pass Ada with two points more where she sat, or Uwe where he was second.
    assert said[1].endswith("depend on: R1T1, R2T1, R2T2, R3T1.")


def test_before_any_event_some_places_are_bound_to_change(harbour: tuple[Tournament, list[Submission]]) -> None:
    by_player = {one.player: one for one in judge_safety(as_of(harbour, 0)).places}
    ada = by_player["ada"]
    assert (ada.best, ada.worst, ada.place, ada.status) == (1, 1, 5, "open")
    assert by_player["cleo"].judge_claim(3) == "out of reach"


def test_more_replays_than_allowed_leave_any_result_open(
    harbour: tuple[Tournament, list[Submission]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(possible_results, "MOST_REPLAYS", 1)
    path = LOGS / "r3t1.log"
    log = audit_submission(path.name, path.read_bytes(), harbour[0], GAMES, {})
    assert (log.possible.whole, log.possible.replays, len(log.possible.results)) == (False, 1, 2)


@pytest.mark.parametrize(("places_open", "replays", "whole"), [(7, 128, "whole"), (8, 200, "not whole")])
def test_two_hundred_replays_are_allowed_those_with_the_fewest_changes_first(
    monkeypatch: pytest.MonkeyPatch, places_open: int, replays: int, whole: str
) -> None:
    axes = [[possible_results._Change(f"place {at}")] for at in range(places_open)]
    changed: list[int] = []

    def outcome(_prepared: object, changes: tuple[object, ...], _rules: object) -> dict[str, Finish]:
        changed.append(len(changes))
        return {"A": Finish(1, Fraction(len(changed)))}

    monkeypatch.setattr(possible_results, "_find_axes", lambda _report, _prepared: (axes, True))
    monkeypatch.setattr(possible_results, "_replay_changes", outcome)
    found = possible_results.find_possible_results(None, None, ScoringRules())  # type: ignore[arg-type] # both go to those above
    assert (found.whole, found.replays, len(found.results)) == (whole == "whole", replays, replays)
    assert changed == sorted(changed)
    assert found.results[:2] == (
        possible_results.PossibleResult({"A": Finish(1, Fraction(1))}, "as it is read"),
        possible_results.PossibleResult({"A": Finish(1, Fraction(2))}, "place 0"),
    )


def test_a_round_of_which_nothing_is_known_takes_bounded_work_and_leaves_nobody_safe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(joint_outcomes, "MOST_COMPARED", 5_000)
    seats = [chr(0x4E00 + at) for at in range(160)]
    count = made_up("|".join(f"R1T{at // 4 + 1} {' '.join(seats[at : at + 4])}" for at in range(0, 160, 4)))
    found = Joint(count, list_open_tables(count))
    reached = [found.find_reach(player) for player in seats]
    # The last question may go on until its first outcome is told: everybody moved, and themselves.
    assert 5_000 <= found.compared <= 5_000 + 161
    assert {(one.best, one.worst) for one in reached} == {(1, 160)}
    # Each one's own table alone is witness enough.
    assert all(one.status == "open" and one.falls for one in judge_safety(count).places)
