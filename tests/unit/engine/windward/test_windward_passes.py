"""A pass said aloud in a battle of Windward with nothing to add: it breaks nothing, and changes nothing."""

from __future__ import annotations

import pytest

from audit import audit
from audit.model.findings import Finding
from engine.games import GAMES
from tests.support.games.windward_cheats import BESIDE

# Blue is next to Green, and its hold is empty.
EMPTY = BESIDE.replace("blue.teeth.red=2, blue.teeth.grey=1", "blue.teeth.red=0, blue.teeth.grey=0")
HEADER = EMPTY.replace("blue.place=c32", "blue.place=a31")
EDITIONS = pytest.mark.parametrize("layers", ["", "layers: classic\n"], ids=["full", "classic"])
FIVE = "fate: roll defend 1 1 1 1 1"
# Green beats the Red with 6 hits to 5; Green draws with Blue, 3 to 3.
RED_FIGHT = ("green: sail a52", "fate: roll attack 3 3", FIVE, "green: respawn a33", "claim: green.crester red")
SHIP_FIGHT = ("green: sail a31", "fate: roll attack 2 1", "fate: roll defend 2 1", "claim: green.tokens 1")


def findings(header: str, *lines: str) -> list[Finding]:
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    return list(audit(raw.encode(), GAMES).findings)


def told(header: str, *lines: str) -> list[tuple[str, int | None, str]]:
    return [(one.status, one.seq, one.rule) for one in findings(header, *lines)]


def with_pass(lines: tuple[str, ...], seat: str, place: int) -> tuple[str, ...]:
    return (*lines[:place], f"{seat}: pass", *lines[place:])


@EDITIONS
@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_who_has_nothing_to_add_may_say_so_in_any_step_and_behind_the_battle(layers: str, place: int) -> None:
    assert told(HEADER + layers, *with_pass(RED_FIGHT, "green", place)) == []


@EDITIONS
@pytest.mark.parametrize("seat", ["green", "blue"])
@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_both_players_of_a_battle_may(layers: str, place: int, seat: str) -> None:
    assert told(HEADER + layers, *with_pass(SHIP_FIGHT, seat, place), "green: order speed") == []


@EDITIONS
def test_a_longboat_may_as_well(layers: str) -> None:
    lines = ("green: row 1 b53", "green: pass", "fate: roll attack 3", "fate: roll defend 1", "green: pass")
    assert told(HEADER + layers, *lines, "fate: grey 4", "green: order speed") == []
    # The player who was to roll for the second Grey is still awaited.
    assert told(HEADER + layers, *lines, "green: order speed") == [("illegal", 6, "WW-CON-09")]


@EDITIONS
def test_whoever_rolls_for_the_crester_may_say_that_nothing_is_added(layers: str) -> None:
    # Blue sits to the right of Green, Orange to the left.
    roller = "orange" if layers else "blue"
    for place in (1, 2, 3):
        assert told(HEADER + layers, *with_pass(RED_FIGHT, roller, place)) == []


@EDITIONS
def test_to_say_it_twice_takes_nothing_from_the_other(layers: str) -> None:
    header = HEADER.replace("green.tokens=0", "green.tokens=1").replace("blue.tokens=0", "blue.tokens=1") + layers
    lines = ("green: sail a31", "fate: roll attack 2 1", "fate: roll defend 2 1", "green: hits tokens=1", "green: pass")
    assert told(header, *lines, "blue: hits tokens=1", "claim: green.tokens 1", "claim: blue.tokens 1") == []


@EDITIONS
def test_cannons_that_are_passed_early_may_still_be_spent(layers: str) -> None:
    header = HEADER.replace("blue.cannons=0", "blue.cannons=1") + layers
    lines = ("green: sail a31", "blue: pass", "fate: roll attack 2 1", "blue: cannons 1", "fate: roll defend 1 1 1")
    assert told(header, *lines, "claim: blue.cannons 0", "claim: green.tokens 1") == []


@EDITIONS
def test_a_pass_behind_a_battle_in_the_rest_waits_for_no_roll_of_the_wind(layers: str) -> None:
    last = HEADER.replace("first=blue", "first=orange") + layers
    fight = ("green: rest morale", "green: red a52 a42", "fate: roll attack 1 1 1 1 1", "fate: roll defend 3 3")
    assert told(last, *fight, "green: pass", "green: respawn a33", "green: pass", "fate: wind 2", "orange: rest") == []


@EDITIONS
def test_a_pass_where_nobody_fights_is_none_of_a_battle(layers: str) -> None:
    assert told(HEADER + layers, "green: pass") == [("illegal", 1, "WW-BAT-10")]
    assert told(HEADER + layers, "green: sail a53", "green: pass") == [("illegal", 2, "WW-BAT-01")]


@EDITIONS
def test_a_pass_of_somebody_else_ends_nothing(layers: str) -> None:
    header = HEADER.replace("green.tokens=0", "green.tokens=1").replace("blue.morale=2", "blue.morale=4") + layers
    rolled = ("green: sail a31", "fate: roll attack 2 1", "fate: roll defend 2 1")
    # Green has 5 hits to 3 of Blue, whose ship loses 2 of its morale.
    lines = (*rolled, "orange: pass", "green: hits tokens=1", "claim: blue.morale 2")
    assert told(header, *lines) == [("illegal", 4, "WW-BAT-10")]


@EDITIONS
def test_a_pass_that_shows_a_forgotten_roll_is_still_told(layers: str) -> None:
    header = HEADER.replace("green.tokens=0", "green.tokens=1") + layers
    found = told(header, "green: sail a31", "fate: roll attack 2 1", "green: pass", "green: order speed")
    assert found[0] == ("illegal", 3, "WW-BAT-10")


# The message about a step that comes too soon


@pytest.mark.parametrize(
    ("lines", "says", "instead"),
    [
        (
            ("fate: roll defend 1 1",),
            "Blue's ship is rolled for, and the roll for green's ship comes first.",
            "The roll for green's ship.",
        ),
        (
            ("fate: roll attack 1 1", "fate: roll attack 1 1"),
            "Green's ship is rolled for again, and the roll for blue's ship comes first.",
            "The roll for blue's ship.",
        ),
        (
            ("fate: roll attack 1 1", "fate: roll defend 1 1", "fate: roll defend 2 1"),
            "Blue's ship is rolled for again, and it is for green to add hits.",
            "green adds cards and tokens, or passes.",
        ),
        (
            ("fate: roll attack 1 1", "fate: roll defend 1 1", "green: pass", "green: hits tokens=1"),
            "green adds 1 token, and the battle is over.",
            "",
        ),
        (
            ("fate: roll attack 1 1", "orange: pass"),
            "orange, who has no part in this battle, passes, and the roll for blue's ship comes first.",
            "The roll for blue's ship.",
        ),
    ],
)
def test_what_came_too_soon_is_said_and_what_comes_first(lines: tuple[str, ...], says: str, instead: str) -> None:
    header = HEADER.replace("green.tokens=0", "green.tokens=1").replace("blue.tokens=0", "blue.tokens=1")
    finding = findings(header, "green: sail a31", *lines)[0]
    assert (finding.rule, finding.instead) == ("WW-BAT-10", instead)
    assert finding.breach.startswith(says)
