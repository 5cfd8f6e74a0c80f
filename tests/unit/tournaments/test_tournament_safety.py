"""Whether a place is safe: reckoned by hand for one event, and held against looking at everything in small ones."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

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
    assert said[1].endswith("hang on: R1T1, R2T1, R2T2, R3T1.")


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


def brute_force(count: TournamentCount) -> dict[str, tuple[int, int]]:
    """Rank every joint outcome in full."""
    tables = list_open_tables(count)
    best: dict[str, int] = {}
    worst: dict[str, int] = {}
    for picked in product(*(table.alternatives for table in tables)):
        instead = {table.id: one.finishes for table, one in zip(tables, picked, strict=True)}
        for row in count.rank_players("adjudicated", instead):
            best[row.player] = min(best.get(row.player, row.place), row.place)
            worst[row.player] = max(worst.get(row.player, row.place), row.place)
    return {player: (best[player], worst[player]) for player in best}


def drawn(seed: int) -> TournamentCount:
    """Draw a small event by lot."""
    event, keys = drawn_event(seed)
    return made_up(event, keys=keys)


def drawn_event(seed: int) -> tuple[str, tuple[str, ...]]:
    """Draw a few rounds of tables of two or three, some open, some with several results; and tie-breaks."""
    dice = random.Random(seed)
    players = "ABCDEF"[: dice.choice((4, 6))]
    size = 2 if len(players) == 4 else dice.choice((2, 3))
    lines = []
    for number in range(1, dice.choice((2, 3)) + 1):
        order = dice.sample(players, len(players))
        for table in range(len(players) // size):
            seats = order[table * size : (table + 1) * size]
            kind = dice.random()
            if kind < 0.15 and size == 2:
                result = " ".join(seats)
            else:
                many = 1 if kind < 0.6 else dice.choice((2, 3))
                result = "/".join(" ".join(f"{p}{dice.choice((9, 10, 11))}" for p in seats) for _ in range(many))
            lines.append(f"R{number}T{table + 1} {result}")
    return "|".join(lines), dice.choice((("places",), ("places", "best", "direct"), ("wins", "direct")))


def test_whatever_players_are_called_and_wherever_tables_stand_places_and_their_safety_are_theirs() -> None:
    shared = 0
    for seed in range(900, 930):
        event, keys = drawn_event(seed)
        usual = by_name(made_up(event, keys=keys), "ABCDEF")
        shared += any(str(label).endswith("=") for label, *_ in usual.values())
        for turn in ("FEDCBA", "BCDEFA", "CAFBED", "EADFBC"):
            lines = event.translate(str.maketrans("ABCDEF", turn)).split("|")
            random.Random(seed).shuffle(lines)
            assert by_name(made_up("|".join(lines), keys=keys), turn) == usual, (seed, turn)
    assert shared > 10


def by_name(count: TournamentCount, turn: str) -> dict[str, tuple[object, ...]]:
    """Give everybody's place, points and safety by the name that they have where nobody is called otherwise."""
    first = dict(zip(turn, "ABCDEF", strict=True))
    safe = {one.player: (one.best, one.worst, one.status, one.exact) for one in judge_safety(count).places}
    return {first[row.player]: (row.label, row.total, *safe[row.player]) for row in count.rank_players()}


@pytest.mark.parametrize("block", range(10))
def test_looking_at_everything_finds_the_same(block: int) -> None:
    exact = []
    for seed in range(block * 50, block * 50 + 50):
        count = drawn(seed)
        truth = brute_force(count)
        for one in judge_safety(count).places:
            exact.append((one.exact and one.step != "intervals") or one.best == one.worst)
            assert (one.best, one.worst) == truth[one.player] or not one.exact or one.step == "intervals", (seed, one)
            assert one.best <= truth[one.player][0] <= truth[one.player][1] <= one.worst, (seed, one)
    # Bounds alone would agree with anything: of small events nearly all is known for certain.
    assert sum(exact) > len(exact) * 0.9


@pytest.mark.parametrize(("near", "compared"), [(0, 1_000_000), (300_000, 1_000_000), (0, 50)])
def test_less_work_never_says_more_than_is_so(monkeypatch: pytest.MonkeyPatch, near: int, compared: int) -> None:
    monkeypatch.setattr(joint_outcomes, "MOST_PLACED", 0)
    monkeypatch.setattr(joint_outcomes, "MOST_NEAR", near)
    monkeypatch.setattr(joint_outcomes, "MOST_COMPARED", compared)
    met = set()
    for seed in range(500, 650):
        count = drawn(seed)
        truth = brute_force(count)
        for one in judge_safety(count).places:
            met.add(one.step)
            assert one.best <= truth[one.player][0] <= truth[one.player][1] <= one.worst, (seed, one)
            assert not one.exact or one.step == "intervals" or (one.best, one.worst) == truth[one.player], (seed, one)
            # What is called safe stays where it is, and what is called open really moves.
            moves = truth[one.player] != (one.place, one.place)
            assert {"safe": not moves, "open": moves, "not proven": True}[one.status], (seed, one)
    assert met >= {"one open table each", "intervals", "all outcomes near it" if near else "bounds only"}


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


def test_a_table_more_that_is_settled_makes_no_safe_place_unsafe() -> None:
    known = 0
    for seed in range(800, 830):
        count = drawn(seed)
        before = places(count)
        for table in list_open_tables(count)[:2]:
            for one in table.alternatives[:3]:
                settled = [
                    replace(each, books={"decided": one.finishes}, possible=(), whole=True, status="decided")
                    if each.table.id == table.id
                    else each
                    for each in count.tables
                ]
                after = places(replace(count, tables=tuple(settled)))
                for player, safe in before.items():
                    known += safe.status == "safe"
                    assert safe.status != "safe" or (after[player].status, after[player].place) == ("safe", safe.place)
                    assert safe.best <= after[player].best <= after[player].worst <= safe.worst, (seed, player)
    assert known > 100
