"""Points and tie-breaks of tournaments: ten examples computed by hand, with exact numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from audit.tournaments.exact_numbers import parse_exact, round_apart, round_half_away, spell_sum
from audit.tournaments.file.presets import PRESETS
from audit.tournaments.scoring.imps import compute_victory_points
from audit.tournaments.scoring.ledger import Extra, PointsLedger, Sitting, make_bye, score_table
from audit.tournaments.scoring.schemes import Finish, Undefined, compute_points
from audit.tournaments.scoring.standings import Decided, StandingRow, compute_standings
from audit.tournaments.scoring.tie_breaks import (
    compare_by_encounter,
    compare_by_opponents,
    compare_by_places,
    compare_by_shares,
    compare_by_win_rate,
)
from audit.tournaments.tournament import ScoringRules

F = Fraction
LADDER = ScoringRules()
# Example 5: eight players, four rounds, scores at each table. R4 D's 57 becomes 49 in example 6.
EVENT = (
    "R1T1 A50 B44 C44 D30|R1T2 E61 F55 G40 H36|R2T1 B58 E52 A47 F39|R2T2 D49 C45 G41 H41|"
    "R3T1 A53 C51 G46 E40|R3T2 B48 D48 F42 H30|R4T1 D57 A50 G44 F40|R4T2 B60 E54 C50 H41"
)


def finishes(scores: dict[str, int]) -> dict[str, Finish]:
    return {
        player: Finish(1 + sum(other > score for other in scores.values()), F(score))
        for player, score in scores.items()
    }


def table(*scores: int) -> dict[str, Finish]:
    return finishes({str(at): score for at, score in enumerate(scores)})


def placed(*places: int) -> dict[str, Finish]:
    return {str(at): Finish(place) for at, place in enumerate(places)}


def exactly(*values: int | str | Fraction) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in values)


def points(found: dict[str, Finish], rules: ScoringRules = LADDER) -> list[F]:
    return list(compute_points(found, rules).values())


def sittings(event: str, rules: ScoringRules = LADDER) -> list[Sitting]:
    found = []
    for line in event.split("|"):
        name, *seats = line.split()
        scores = {seat[0]: int(seat[1:]) for seat in seats}
        found.append(score_table(int(name[1]), name, finishes(scores), rules))
    return found


def ledger(event: str, extras: Iterable[Extra] = ()) -> PointsLedger:
    return PointsLedger("ABCDEFGH", sittings(event), LADDER, extras)


def test_who_share_a_place_get_the_mean_of_those_they_cover() -> None:
    assert points(table(41, 37, 37, 20)) == [5, F(5, 2), F(5, 2), 1]
    assert points(table(40, 40, 40, 20)) == [F(10, 3)] * 3 + [1]
    assert sum(points(table(40, 40, 40, 20))) == 11
    assert points(placed(1, 2, 2, 4), ScoringRules(shared="lower")) == [5, 2, 2, 1]
    assert points(placed(1, 2, 2, 4), ScoringRules(shared="higher")) == [5, 3, 3, 1]


def test_the_ladder_is_stretched_over_tables_of_other_sizes() -> None:
    assert points(placed(1, 2, 3)) == [5, F(5, 2), 1]
    assert points(placed(1, 2, 3, 4, 5)) == [5, F(7, 2), F(5, 2), F(7, 4), 1]
    assert points(placed(1, 2, 3, 4, 5, 6)) == [5, F(19, 5), F(14, 5), F(11, 5), F(8, 5), 1]
    assert points(placed(1, 2, 2))[1:] == [F(7, 4)] * 2
    assert points(placed(1, 2, 3), ScoringRules(by_size={3: (F(4), F(2), F(1))})) == [4, 2, 1]


def test_centres_are_counted_in_four_ways() -> None:
    usual, level = table(14, 7, 6, 4, 3, 0, 0), table(8, 8, 7, 6, 4, 1, 0)
    centres, carnage = PRESETS["centres-38-14-7"].scoring, PRESETS["carnage-7000"].scoring
    assert points(usual, centres) == [53, 22, 14, 5, 4, 1, 1]
    assert points(level, centres) == [35, 35, 15, 7, 5, 2, 1]
    by_year = {**usual, "5": Finish(6, F(0)), "6": Finish(7, F(0))}
    assert points(by_year, carnage) == [7014, 6007, 5006, 4004, 3003, 2000, 1000]
    assert points(usual, carnage)[5:] == [1500, 1500]
    assert sum(points(usual, carnage)) == 28_034
    assert points(level, carnage) == [6508, 6508, 5007, 4006, 3004, 2001, 1000]
    squares = points(usual, ScoringRules(scheme="sum-of-squares"))
    assert [round_half_away(value) for value in squares] == ["64.05", "16.01", "11.76", "5.23", "2.94", "0.00", "0.00"]
    assert squares[0] == F(19_600, 306)
    assert points(usual, ScoringRules(scheme="draw-size")) == [20] * 5 + [0, 0]
    assert points(table(18, 10, 6, 0, 0, 0, 0), carnage) == [28_034, 0, 0, 0, 0, 0, 0]


def test_uma_is_added_to_what_lies_above_the_start() -> None:
    found = points(table(41_200, 29_400, 29_400, 20_000), PRESETS["uma-15-5"].scoring)
    assert found == [F("26.2"), F("-0.6"), F("-0.6"), -25]
    assert sum(found) == 0


def test_a_whole_event_comes_out_as_reckoned_by_hand() -> None:
    after_three = PointsLedger("ABCDEFGH", sittings("|".join(EVENT.split("|")[:6])), LADDER)
    so_far = {"A": 12, "B": F(23, 2), "D": 10, "E": 9, "C": F(17, 2), "F": 6, "G": F(11, 2), "H": F(7, 2)}
    assert {player: after_three.compute_total(player) for player in so_far} == so_far
    final = ledger(EVENT)
    totals: dict[str, F] = {
        "B": F(33, 2),
        "A": F(15),
        "D": F(15),
        "E": F(12),
        "C": F(21, 2),
        "G": F(15, 2),
        "F": F(7),
        "H": F(9, 2),
    }
    assert {player: final.compute_total(player) for player in totals} == totals
    assert sum(totals.values()) == 88
    rows = compute_standings(final, ("places", "share", "direct", "opponents"))
    assert "".join(row.player for row in rows) == "BDAECGFH"
    # D and A have 15 each: two wins and a shared first are more firsts than two.
    assert rows[1].decided == Decided("places", "(5/2, 1/2, 0, 1)", "(2, 1, 1, 0)")
    assert [row.decided.key for row in rows if row.decided] == ["points", "places", *["points"] * 5]


def test_each_tie_break_of_that_event_comes_out_as_reckoned_by_hand() -> None:
    final = ledger(EVENT)
    profiles = compare_by_places(final, "AD")
    assert profiles["A"].value == exactly(2, 1, 1, 0)
    assert profiles["D"].value == exactly("5/2", "1/2", 0, 1)
    assert profiles["D"].says == "(5/2, 1/2, 0, 1)"
    shares = compare_by_shares(final, "AD")
    assert [round_half_away(shares[player].value[0], 5) for player in "AD"] == ["1.07814", "1.04112"]
    assert [row.player for row in compute_standings(final, ("share", "places"))][:3] == ["B", "A", "D"]
    assert [value.value for value in compare_by_encounter(final, "AD").values()] == [exactly(1)] * 2
    strengths = compare_by_opponents(final, "ADH")
    assert [strengths[player].value[0] for player in "ADH"] == [F(137, 48), F(61, 24), F(137, 48)]


def test_a_ruling_at_a_table_where_the_leader_did_not_sit_changes_the_title() -> None:
    rows = compute_standings(ledger(EVENT.replace("D57", "D49")), ("places",))
    assert [(row.player, row.total) for row in rows[:3]] == [("A", 17), ("B", F(33, 2)), ("D", 13)]


def test_a_bye_is_no_table() -> None:
    tables = [
        score_table(1, "R1T1", {"p": Finish(1), "x": Finish(2), "y": Finish(3), "z": Finish(4)}, LADDER),
        score_table(3, "R3T1", {"x": Finish(1), "p": Finish(2), "y": Finish(3)}, LADDER),
    ]
    one = PointsLedger("pxyz", tables, LADDER, [make_bye("p", 2, LADDER, 4)])
    assert one.compute_total("p") == F(41, 4)
    assert one.average_per_table("p") == F(15, 4)
    assert compare_by_places(one, "p")["p"].value == exactly(1, 1, 0, 0)


def test_the_best_so_many_count_and_a_penalty_is_a_line_of_its_own() -> None:
    best = replace(LADDER, best_of=3)
    four = "R1T1 A50 B44 C44 D30|R2T1 B58 A50 C50 D10|R3T1 C60 A50 B40 D30|R4T1 D57 C50 B44 A40"
    worth = exactly(5, "5/2", 4, 1)
    rigged = [
        Sitting(one.round, one.table, one.finishes, {**one.points, "A": value})
        for one, value in zip(sittings(four), worth, strict=True)
    ]
    kept = PointsLedger("ABCD", rigged, best)
    assert kept.compute_total("A") == F(23, 2)
    assert [line.counts for line in kept.list_lines("A")] == [True, True, True, False]
    fined = ledger(EVENT, [Extra("A", "penalty", F(-1))])
    assert fined.compute_total("A") == 14
    assert compare_by_places(fined, "A")["A"].value == exactly(2, 1, 1, 0)


def test_a_pod_gives_seven_for_a_win_of_four_and_leaves_byes_out_of_the_rate() -> None:
    rules = PRESETS["pods"].scoring
    seats = [{"p": Finish(place), "x": Finish(3 - place), "y": Finish(3), "z": Finish(4)} for place in (1, 2, 2)]
    tables = [score_table(at, f"R{at}T1", found, rules) for at, found in enumerate(seats, 1)]
    one = PointsLedger("pxyz", tables, rules, [make_bye("p", 4, rules, 4)])
    assert one.compute_total("p") == 14
    rates = compare_by_win_rate(one, "py")
    assert rates["p"].value == (F(1, 3),)
    assert rates["y"].value == (F(1, 7),)
    assert points(placed(1, 1, 1, 1), rules) == [1, 1, 1, 1]


def test_imps_become_victory_points_in_hundredths() -> None:
    found = [round_half_away(compute_victory_points(margin)[0]) for margin in (0, 1, 20, 40, 60, 99)]
    assert found == ["10.00", "10.31", "15.00", "18.09", "20.00", "20.00"]
    assert compute_victory_points(-20) == exactly(5, 15)
    assert points(table(50, 30), ScoringRules(scheme="imps-16")) == [15, 5]


# The following are not worked examples, but their foundations.


@pytest.mark.parametrize("size", range(2, 8))
def test_the_ladder_gives_every_order_the_same_sum(size: int) -> None:
    from itertools import product  # noqa: PLC0415 - here only

    orders = {tuple(1 + sum(o < x for o in one) for x in one) for one in product(range(min(size, 4)), repeat=size)}
    for scheme in ("ladder", "wins", "linear"):
        assert len({sum(points(placed(*order), ScoringRules(scheme=scheme))) for order in orders}) == 1


def test_what_cannot_be_reckoned_is_left_out_for_the_whole_group_and_says_so() -> None:
    unknown = {"A": Finish(1, F(5)), "B": Finish(1, None)}
    with pytest.raises(Undefined, match="known"):
        compute_points(unknown, ScoringRules(scheme="share"))
    rows = compute_standings(PointsLedger("AB", [score_table(1, "R1T1", unknown, LADDER)], LADDER), ("share", "score"))
    assert [row.label for row in rows] == ["1=", "1="]
    assert [key.says for key in rows[0].keys][1:] == [
        "left out: not every score of the table is known",
        "left out: not every score is known",
    ]


def ranked(event: str, keys: tuple[str, ...], *, restart: bool) -> list[StandingRow]:
    return compute_standings(PointsLedger("ABCD", sittings(event), LADDER), keys, restart=restart)


def labels(rows: list[StandingRow]) -> str:
    return " ".join(f"{row.label}{row.player}" for row in rows)


def test_parts_of_a_split_group_go_on_with_the_next_key_and_start_again_only_where_asked() -> None:
    # A beats B, B beats C, C beats A: 6 points and one win each. In game points B and C have 17, A 14. D has none.
    event = "R1T1 A9 B8|R2T1 B9 C8|R3T1 C9 A5"
    assert labels(ranked(event, ("direct", "score"), restart=False)) == "1=B 1=C 3A 4D"
    # Between B and C alone B was ahead, which is compared once more only if the event says so.
    again = ranked(event, ("direct", "score"), restart=True)
    assert labels(again) == "1B 2C 3A 4D"
    assert again[0].decided == Decided("direct", "1", "0")


def test_a_part_that_no_key_splits_is_asked_once_more_and_then_left_level() -> None:
    # The same circle; D draws with all three. Nine points and 3/2 wins each, and in game points D is last: 21 to 15.
    event = "R1T1 A9 B7|R1T2 D5 C5|R2T1 B9 C7|R2T2 D5 A5|R3T1 C9 A7|R3T2 D5 B5"
    for restart in (False, True):
        rows = ranked(event, ("direct", "score"), restart=restart)
        assert labels(rows) == "1=A 1=B 1=C 4D"
        asked = [key.key for key in rows[0].keys]
        assert asked == ["points", "direct", "score", *["direct", "score"] * restart]
    again = ranked(event, ("direct", "score"), restart=True)[0]
    assert [key.says for key in again.keys if key.key == "direct"] == ["1 + 0 + 1/2 = 3/2", "1 + 0 = 1"]


def test_a_tie_that_the_organiser_broke_comes_last() -> None:
    level = PointsLedger(
        "AB", [score_table(1, "R1T1", {"A": Finish(1), "B": Finish(1)}, LADDER)], LADDER, (), [("B", "A")]
    )
    rows = compute_standings(level, ("places",))
    assert [(row.label, row.player) for row in rows] == [("1", "B"), ("2", "A")]
    assert rows[0].decided is not None
    assert rows[0].decided.key == "organiser"


def test_numbers_are_read_exactly_and_shown_so_that_different_ones_differ() -> None:
    assert [parse_exact(value) for value in (5, "5/2", F("2.5"), "1/0", "nan", "1e9", True, 2.5)] == [
        F(5),
        F(5, 2),
        F(5, 2),
        *[None] * 5,
    ]
    assert [round_half_away(F(value)) for value in ("0.005", "-0.005", "-0.004", "2.675")] == [
        "0.01",
        "-0.01",
        "0.00",
        "2.68",
    ]
    assert round_apart([F(1, 3), F(33, 100), F(1, 3)]) == ["0.333", "0.330", "0.333"]
    assert spell_sum([F(5), F(5, 2), F(-1)]) == "5 + 5/2 - 1 = 13/2"
