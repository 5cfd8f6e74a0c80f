"""Unwritten moves in Windward of the White and of hunting Reds: where they went, and whether they fought."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES
from tests.measure.thinning.laws import asked
from tests.measure.thinning.thinned_games import legal_game
from tests.support.games.windward_logs import SEA, drawn, roots

# No Red is out; green's ship is on a11, the White next to it, on a22. Both are so strong that no battle ends the game.
TOGETHER = """game: windward
layers: co-op
pack: windward-reconstructed-1
players: green=Ada, blue=Ben
position: planet=a b c d e f, wind=1, turn=green, first=green, reds=none, greys=none, items=none, white=a22
position: difficulty=easy, lives.captains=2, lives.white=2, green.place=a11, green.morale=3, green.cannons=1
position: green.hand=none, green.gas=0, green.crew=none, green.rowing=0, green.crester=none, green.tokens=0
position: green.boat.1=aboard, green.boat.2=aside, blue.boat.1=aboard, blue.boat.2=aside, blue.place=port
position: blue.morale=2, blue.hand=none, blue.gas=0, blue.cannons=0, blue.crew=none, blue.rowing=0
position: blue.crester=none, blue.tokens=0
"""
# Green beats it, and it comes back.
FOUGHT = ("green: cannons 1", "fate: roll attack 3 3 3", "fate: roll defend 1 1 1 1 1 1 1 1", "green: awaken c61")
ATTACKED = ("fate: roll attack 1 1 1 1 1 1 1 1", "green: cannons 1", "fate: roll defend 3 3 3", "green: awaken c61")


def breaks(*lines: str) -> list[tuple[int | None, str]]:
    return roots(TOGETHER, *lines)


def test_a_white_that_was_beaten_unseen_comes_back_without_blame() -> None:
    assert not breaks("green: sail a22", *FOUGHT)
    assert not breaks("green: sail ??", *FOUGHT)
    # If everything is written, it was not beaten.
    assert breaks("green: sail a21", FOUGHT[-1]) == [(2, "WW-COOP-17")]


def test_a_white_that_fought_a_ship_of_which_nobody_knows_may_have_lost_a_life() -> None:
    assert not breaks("green: sail ??", *FOUGHT, "claim: lives.white 1")
    assert not breaks("green: sail ??", *FOUGHT[:-1], "claim: white a22")
    assert breaks("green: sail a22", *FOUGHT, "claim: lives.white 2") == [(6, "WW-COOP-19")]


def test_a_white_that_came_somewhere_may_have_come_to_the_ship() -> None:
    assert not breaks("green: rest pay=morale", "green: white a11", *ATTACKED)
    assert not breaks("green: rest pay=morale", "green: white ??", *ATTACKED)
    # It need not have: the next turn begins.
    assert not breaks("green: rest pay=morale", "green: white ??", "fate: wind 2", "blue: order morale")
    assert breaks("green: rest pay=morale", "green: white a22", ATTACKED[0])


def test_a_white_that_came_somewhere_while_the_ship_was_in_port_may_have_come_there() -> None:
    log = ("green: sail port", "green: rest", "green: white ??")
    for life in (1, 2):
        assert not breaks(*log, f"claim: lives.captains {life}")


@pytest.mark.parametrize("to", ["??", "a11"])
def test_a_white_whose_way_is_written_may_come_anywhere(to: str) -> None:
    log = TOGETHER + f"---\ngreen: rest pay=morale\ngreen: white {to} a22 a21\n"
    assert len(audit(log.encode(), GAMES).events) == 2


def test_whoever_fought_unseen_may_have_beaten_the_white_that_brings_notoriety() -> None:
    header = SEA.replace("players", "layers: great-white\nplayers", 1).replace("blue.notoriety=5", "blue.notoriety=12")
    header += "position: white=b66\n"
    fought = ("green: sail ??", "fate: roll attack 3 3", "fate: roll defend 1 1 1 1 1 1 1 1", "green: pass")
    for notoriety in (4, 10):
        assert not roots(header, *fought, f"claim: green.notoriety {notoriety}")
    assert roots(header, "green: sail a11", "claim: green.notoriety 10")


def test_a_ship_that_may_have_starved_in_a_rest_that_nobody_wrote_may_trade_in_port() -> None:
    safe = TOGETHER.replace("blue.hand=none", "blue.hand=coffee").replace("white=a22", "white=d64")
    starving = safe.replace("green.morale=3", "green.morale=1")
    assert not roots(starving, "blue: give green coffee")
    assert not roots(starving, "green: rest pay=morale", "blue: give green coffee")
    assert roots(safe, "blue: give green coffee") == [(1, "WW-COOP-07")]


# Two Reds come for Ada, who is alone, and fight as one.
HUNTED = """game: windward
layers: solo
pack: windward-reconstructed-1
players: yellow=Ada
position: planet=e c a d b f, wind=6, turn=yellow, first=yellow, yellow.place=c11, beaten=0, white=parked
position: reds=e32 a21, greys=none, items=none, yellow.morale=3, yellow.hand=fuel, yellow.cannons=0
position: yellow.gas=0, yellow.crew=none, yellow.rowing=0, yellow.crester=none, yellow.tokens=0, yellow.notoriety=0
position: yellow.boat.1=aboard, yellow.boat.2=aside
"""


def test_as_many_reds_may_have_come_as_nobody_knows_of() -> None:
    def rolled(first: str, dice: int, then: str = "yellow: red a21 c11") -> list[tuple[int | None, str]]:
        log = ("yellow: rest pay=fuel", first, then)
        return roots(HUNTED, *log, f"fate: roll attack {' '.join('1' * dice)}", "fate: roll defend 2 3")

    assert not rolled("yellow: red e32 c11", 10)
    assert not rolled("yellow: red e32 ??", 10)
    assert not rolled("yellow: red e32 ??", 5)
    assert not rolled("yellow: red e32 c11", 10, "yellow: red a21 ??")
    assert (4, "WW-BAT-13") in rolled("yellow: red e32 c11", 5)


def test_an_order_that_nobody_named_may_have_released_what_was_in_the_naturalists_hold() -> None:
    empty = HUNTED.replace("layers: solo", "layers: solo, naturalist").replace("yellow", "purple")
    holds = empty.replace("purple.crester=none", "purple.crester=red")
    rests = ("purple: rest pay=fuel", "purple: red c22 c11")
    assert not roots(holds, "purple: order ?? c22", *rests)
    assert roots(holds, "purple: order row", *rests) == [(3, "WW-SOLO-04")]
    assert roots(empty, "purple: order ?? c22", *rests) == [(3, "WW-SOLO-04")]


def test_a_picture_of_a_game_alone_may_not_know_how_many_reds_are_beaten() -> None:
    picture = drawn("solo", "turn=purple, purple.place=a22, beaten=??, reds=e64 f43, white=parked")
    assert "The Great White Crester comes when the last Red is beaten; ? are so far." in picture


# The last ship of the round attacks Orange's, and is lost to it.
LOST = SEA.replace("first=blue", "first=orange").replace("green.morale=3", "green.morale=1")
LOST = LOST.replace("orange.place=port", "orange.place=a11")
BEATEN = ("green: sail a11", "fate: roll attack 1 1", "fate: roll defend 3 3")


def test_loot_of_a_ship_of_whose_cargo_nobody_knows_need_not_wait_for_the_wind_of_the_next_round() -> None:
    unknown = LOST.replace("green.tokens=0", "green.tokens=??")
    assert not roots(unknown, *BEATEN, "orange: loot token", "fate: wind 3", "orange: rest morale")
    assert not roots(unknown, *BEATEN, "fate: wind 3", "orange: rest morale")
    # The wind is still due, and where there is nothing the loot itself is wrong.
    assert roots(unknown, *BEATEN, "orange: loot token", "orange: rest morale") == [(5, "WW-RND-02")]
    assert roots(LOST, *BEATEN, "orange: loot token", "fate: wind 3") == [(4, "WW-LOST-06")]
    # Loot taken by unwritten acts may be held.
    for tokens in (0, 1):
        assert len(roots(LOST, *BEATEN, "orange: loot token", f"claim: orange.tokens {tokens}")) == 1
    assert len(roots(LOST, *BEATEN, "claim: orange.tokens 1")) == 1


def test_whoever_was_looted_of_nobody_knows_how_much_has_one_token_for_the_ship() -> None:
    teeth = LOST.replace("green.teeth.red=0", "green.teeth.red=??")
    assert not roots(teeth, *BEATEN, "orange: loot red-tooth", "claim: green.tokens 1")
    assert roots(teeth, *BEATEN, "orange: loot red-tooth", "claim: green.tokens 2") == [(5, "WW-LOST-11")]


# Cards are played at any time; Orange comes after Green, and Blue is the last of the round.
OFF_TURN = SEA.replace("pack:", "rulings: WW-AMB-069=any-time\npack:").replace("first=blue", "first=green")
OFF_TURN = OFF_TURN.replace("reds=a52 b54", "reds=b54").replace("orange.place=port", "orange.place=a11")
OFF_TURN = OFF_TURN.replace("orange.hand=none", "orange.hand=fuel fuel")


def test_a_card_that_may_have_been_all_of_a_turn_shows_the_rest_before_it_and_its_own() -> None:
    log = ("green: order speed", "orange: card fuel", "blue: rest morale")
    assert not roots(OFF_TURN, *log)
    assert roots(OFF_TURN, log[0], log[2]) == [(2, "WW-RND-05")]
    # Green's turn went on, so the card was played in it.
    assert roots(OFF_TURN, *log[:2], "green: order row", log[2]) == [(4, "WW-RND-05")]
    round_over = OFF_TURN.replace("first=green", "first=blue")
    assert not roots(round_over, *log[:2], "fate: wind 3", log[2])
    assert roots(round_over, log[0], "fate: wind 3", log[2]) == [(2, "WW-RND-04")]


def test_speed_of_a_fuel_that_may_have_been_played_in_the_own_turn_counts() -> None:
    far = ("orange: sail port", "orange: sail a11") * 2 + ("orange: sail port",)
    assert not roots(OFF_TURN, "green: rest morale", "orange: card fuel", *far)
    assert not roots(OFF_TURN, "green: order speed", "orange: card fuel", *far)
    # Green's rest is written after the card.
    assert roots(OFF_TURN, "orange: card fuel", "green: rest morale", *far) == [(7, "WW-MOVE-10")]


@pytest.mark.parametrize("number", [4218, 7681, 13642, 11791, 12705, 15338])
def test_a_thinned_log_that_accused_somebody_of_what_nobody_saw_does_so_no_more(number: int) -> None:
    """A battle just over that an achievement is for, two Reds on one space, how many were beaten.

    Then where a run in an unknown wind was stopped, and a Red that comes for the next ship, for it has fought this one.
    At last loot out of a hold for which nobody wrote that anything was picked up.
    """
    assert asked("windward", number).wrong == []


def test_a_reading_by_which_the_layers_are_no_game_is_not_thinned() -> None:
    assert legal_game("windward", 281).reading == ("", "")
