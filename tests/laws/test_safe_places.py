"""Whether a place is safe, compared with trying every result."""

from __future__ import annotations

import random
from itertools import product

import pytest
from msgspec.structs import replace

from audit.tournaments.count.count import TournamentCount
from audit.tournaments.safety import joint_outcomes
from audit.tournaments.safety.open_tables import list_open_tables
from audit.tournaments.safety.safe_places import PlaceSafety, judge_safety
from tests.support.logs.tournament_events import made_up


def places(count: TournamentCount) -> dict[str, PlaceSafety]:
    return {one.player: one for one in judge_safety(count).places}


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
