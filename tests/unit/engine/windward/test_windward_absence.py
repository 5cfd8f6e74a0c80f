"""Unwritten lines in a Windward log, in both editions: shown and open lines accuse no player, due ones are roots."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.games.windward import events as e
from engine.games.windward.game import GAME
from engine.kernel.events import Event
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log
from engine.kernel.unknown import UNKNOWN
from tests.support.games.windward_logs import PLAYERS, SEA, roots

# Green is next to the Red.
BESIDE = SEA.replace("green.place=a22", "green.place=a42")
EDITIONS = pytest.mark.parametrize("layers", ["", "layers: classic\n"], ids=["full", "classic"])
SET_UP = ("fate: planet a b c d e f", "fate: first green", "fate: deal green fuel harpoon", "fate: wind 1",
          "fate: grey 2", "fate: grey 4")  # fmt: skip


def missing(header: str, *lines: str) -> list[Event | None]:
    """Return the lines that the breaches of a log name as missing."""
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    log = parse_log(raw.encode(), lambda name: GAMES[name].vocabulary)
    rulebook = stack_layers(GAME, log.header.layers, log.header.rulings)
    table = GAME.lay(log.header, GAME.content(log.header, {}), rulebook.terms)
    if log.header.position:
        GAME.declare(table, log.header.position)
    run = Replay(Program(rulebook), table).run(enumerate(log.events, 1))
    return [one.breach.missing for one in run.judgements if one.breach is not None]


def in_order(layers: str, *left_out: str) -> list[str]:
    """Return the set-up of a table in an edition's order, without some lines: the classic one rolls the wind last."""
    lines = [line for line in SET_UP if line not in left_out]
    wind = [line for line in lines if layers and line.startswith("fate: wind")]
    return [*(line for line in lines if line not in wind), *wind]


# Set-up


@EDITIONS
def test_whoever_acts_first_was_named_to_start(layers: str) -> None:
    lines = in_order(layers, "fate: first green")
    assert not roots(PLAYERS + layers, *lines, "green: sail a11", "claim: first green")


@EDITIONS
def test_hands_and_stacks_that_nobody_wrote_are_open(layers: str) -> None:
    lines = in_order(layers, "fate: deal green fuel harpoon")
    played = ("green: card fuel", "green: order supplies", "green: take 2 bait")
    assert not roots(PLAYERS + layers, *lines, *played)
    # If a hand is written, the cards that are not in it are known.
    assert roots(PLAYERS + layers, *in_order(layers), "green: card coffee") == [(7, "WW-CARD-01")]


@EDITIONS
def test_a_wind_that_nobody_rolled_is_one_root(layers: str) -> None:
    lines = in_order(layers, "fate: wind 1")
    log = (*lines, "green: order supplies", "green: rest", "orange: rest", "blue: rest")
    assert roots(PLAYERS + layers, *log) == [(6, "WW-SET-18")]


@EDITIONS
def test_a_grey_that_nobody_rolled_is_one_root(layers: str) -> None:
    lines = in_order(layers, "fate: grey 4")
    log = (*lines, "green: order supplies", "green: rest", "orange: rest", "blue: rest")
    assert len(roots(PLAYERS + layers, *log)) == 1


@EDITIONS
def test_a_planet_that_nobody_laid_is_one_root(layers: str) -> None:
    lines = in_order(layers, "fate: planet a b c d e f")
    log = (*lines, "green: order supplies", "green: rest", "orange: rest", "blue: rest")
    assert len(roots(PLAYERS + layers, *log)) == 1


# Turns and rests


@EDITIONS
def test_the_next_players_act_shows_the_rest_and_leaves_open_what_it_cost(layers: str) -> None:
    in_port = SEA.replace("green.place=a22", "green.place=port")
    assert not roots(in_port + layers, "orange: order supplies", "claim: green.morale 4")
    assert len(roots(in_port + layers, "orange: order supplies", "claim: green.morale 3")) == 1
    at_sky = SEA.replace("reds=a52 b54", "reds=b54")
    for claim in ("green.morale 2", "green.morale 3", "green.cards 1", "green.notoriety 5"):
        assert not roots(at_sky + layers, "orange: order supplies", f"claim: {claim}")


@EDITIONS
def test_the_wind_of_a_new_round_shows_the_rest(layers: str) -> None:
    last = SEA.replace("first=blue", "first=orange").replace("green.place=a22", "green.place=port")
    assert not roots(last + layers, "fate: wind 2", "orange: order supplies")
    # It is unknown whose turn it would be to roll.
    assert roots(SEA + layers, "fate: wind 2") == [(1, "WW-RND-04")]


@EDITIONS
def test_a_red_that_comes_shows_the_rest(layers: str) -> None:
    assert not roots(SEA + layers, "green: red a52 a33", "orange: order supplies")
    # A Red of another territory does not.
    assert roots(SEA + layers, "green: red b54 b32", "green: sail a11") == [(1, "WW-RED-11")]


@EDITIONS
def test_a_red_that_comes_for_the_next_player_shows_both_rests(layers: str) -> None:
    there = SEA.replace("orange.place=port", "orange.place=a22") + layers
    assert not roots(there.replace("green.place=a22", "green.place=port"), "orange: red a52 a33")
    lines = ("green: rest morale", "green: red c53 c22", "orange: red a52 a33")
    assert not roots(there.replace("green.place=a22", "green.place=c11"), *lines)
    # A Red that was to come for green's ship must be written.
    assert roots(there.replace("green.place=a22", "green.place=c11"), *lines[2:]) == [(1, "WW-REST-07")]


def test_the_wind_rolled_behind_a_lost_ship_shows_that_the_next_turn_was_over_too() -> None:
    two = "".join(f"{line}\n" for line in BESIDE.replace(", blue=Cleo", "").splitlines() if "blue." not in line)
    two = two.replace("first=blue", "first=orange").replace("green.morale=3", "green.morale=1")
    lost = ("green: sail a52", "fate: roll attack 1 1", "fate: roll defend 1 1 1 1 1")
    assert roots(two, *lost, "green: rest") == [(4, "WW-LOST-12")]
    assert not roots(two, *lost, "fate: wind 3", "green: rest")


@EDITIONS
def test_a_rest_that_a_later_line_shows_is_still_judged(layers: str) -> None:
    drift = SEA.replace("green.place=a22", "green.place=a32").replace("reds=a52 b54", "reds=b54")
    assert roots(drift + layers, "orange: order supplies") == [(1, "WW-TERR-04")]


@EDITIONS
def test_a_red_that_was_to_come_and_did_not_is_one_root(layers: str) -> None:
    lines = ("green: rest morale", "orange: order supplies", "orange: rest", "claim: green.notoriety 5")
    assert roots(SEA + layers, *lines) == [(2, "WW-REST-07")]
    assert missing(SEA + layers, *lines) == [e.MoveRed("green", UNKNOWN, UNKNOWN)]


@EDITIONS
def test_a_turn_with_nothing_in_it_but_the_rest_is_shown_by_the_next(layers: str) -> None:
    level = SEA.replace("first=blue", "first=green")
    lines = ("green: rest morale", "green: red a52 a33", "blue: order speed", "blue: order row")
    assert not roots(level + layers, *lines)
    # Two such turns in a row are not left out: it is Orange's.
    assert roots(level + layers, *lines[:2], "green: order speed") == [(3, "WW-TURN-06")]


# Battles


@EDITIONS
def test_whoever_adds_nothing_need_not_say_so(layers: str) -> None:
    lines = ("green: sail a52", "fate: roll attack 3 3", "fate: roll defend 1 1 1 1 1")
    assert not roots(BESIDE + layers, *lines, "green: respawn a33")
    assert not roots(BESIDE + layers, *lines, "claim: green.crester red")
    drawn = ("green: sail a52", "fate: roll attack 3 2", "fate: roll defend 1 1 1 1 1", "green: order speed")
    assert not roots(BESIDE + layers, *drawn, "claim: green.tokens 1", "claim: green.place a42")


@EDITIONS
def test_a_roll_that_nobody_wrote_is_one_root(layers: str) -> None:
    lines = ("green: sail a52", "fate: roll defend 1 1 1 1 1", "green: rest ??", "orange: rest")
    assert roots(BESIDE + layers, *lines) == [(2, "WW-BAT-10")]


@EDITIONS
def test_a_new_red_that_was_not_placed_is_one_root(layers: str) -> None:
    fight = ("green: sail a52", "green: cannons 2", "fate: roll attack 3 3 3 3", "fate: roll defend 1 1 1 1 1")
    assert not roots(BESIDE + layers, *fight, "green: respawn a33", "green: order process")
    assert roots(BESIDE + layers, *fight, "green: order process", "green: sail a53") == [(5, "WW-CON-11")]


@EDITIONS
def test_hits_that_nobody_wrote_down_leave_open_who_has_won(layers: str) -> None:
    fight = ("green: sail a52", "fate: roll attack ?? 3", "fate: roll defend 1 1 1 1 1", "green: pass")
    assert not roots(BESIDE + layers, *fight, "green: respawn a33", "green: order process")
    assert not roots(BESIDE + layers, *fight, "green: sail a31")
    assert not roots(BESIDE + layers, *fight, "orange: order supplies", "claim: green.morale 1")


@EDITIONS
def test_a_place_that_nobody_wrote_down_may_be_an_enemys(layers: str) -> None:
    lines = ("green: sail ??", "fate: roll attack 3 1", "fate: roll defend 1 1 1 1 1", "green: hits harpoon")
    assert not roots(BESIDE + layers, *lines, "green: rest morale", "green: red a52 a33", "orange: rest")
    # If every piece is known, there is no battle.
    assert roots(SEA + layers, *lines[1:2]) == [(1, "WW-BAT-10")]


@EDITIONS
def test_a_red_that_went_back_nobody_knows_where_may_be_met_there(layers: str) -> None:
    near = SEA.replace("green.place=a22", "green.place=a31").replace("blue.place=c32", "blue.place=a51") + layers
    # The Red came to a31 across a41 or a42, and went back to that space.
    back = ("green: rest morale", "green: red a52 a31", "fate: roll attack 1 1 1 1 1", "fate: roll defend 3 2")
    met = ("orange: rest", "fate: wind 2", "blue: sail a41", "fate: roll attack 1 1", "fate: roll defend 1 1 1 1 1")
    assert not roots(near, *back, *met, "green: rest morale")
    assert not roots(near, *back, *met, "claim: blue.morale 1")
    for claim in ("battle a41", "phase battle", "strength.attack 2", "hits.defend 5"):
        assert not roots(near, *back, *met[:3], f"claim: {claim}")
    # It is met nowhere else, and not once its way is written.
    assert roots(near, *back, *met[:2], "blue: sail a61", "claim: battle a61") == [(8, "WW-BAT-01")]
    assert roots(near, *back, *met[:2], "blue: sail a61", *met[3:4]) == [(8, "WW-BAT-01")]
    lines = ("green: rest morale", "green: red a52 a31 a42", *back[2:], *met[:4])
    assert roots(near, *lines) == [(8, "WW-BAT-01")]


# Dice and cards without values


@EDITIONS
def test_a_wind_that_nobody_read_may_have_been_rolled_again(layers: str) -> None:
    last = SEA.replace("first=blue", "first=orange").replace("green.place=a22", "green.place=port")
    assert not roots(last + layers, "green: rest", "fate: wind ??", "fate: wind 3", "orange: rest")
    assert roots(last + layers, "green: rest", "fate: wind 2", "fate: wind 3") == [(3, "WW-RND-04")]


@EDITIONS
def test_a_card_that_nobody_named_may_have_turned_the_wind(layers: str) -> None:
    assert not roots(SEA + layers, "green: card ??", "fate: wind 3")


@EDITIONS
def test_a_card_that_nobody_named_may_have_been_any_of_a_hand(layers: str) -> None:
    holds = BESIDE.replace("green.hand=fuel harpoon", "green.hand=fuel harpoon ??") + layers
    fight = (
        "green: sail a31",
        "green: sail a42",
        "green: sail a52",
        "fate: roll attack 2 1",
        "fate: roll defend 1 1 1 1 1",
    )
    spent = (*fight, "green: hits ??", "green: card fuel")
    # Whether the nameless card was played or the Harpoon, the other is still there.
    assert not roots(holds, *spent, "green: card deadweight")
    assert not roots(holds, *spent, "green: rest harpoon")


@EDITIONS
def test_a_red_that_went_nobody_knows_where_may_have_come_to_the_ship(layers: str) -> None:
    lines = ("green: rest morale", "green: red a52 ??", "fate: roll attack 1 1 1 1 1", "fate: roll defend 1 1")
    assert not roots(SEA + layers, *lines, "orange: rest", "claim: green.place port")


def test_reds_that_came_to_a_ship_alone_fight_together_where_another_went_nobody_knows_from_where() -> None:
    alone = (
        "game: windward\nlayers: solo\npack: windward-reconstructed-1\nplayers: green=Ada\n"
        "position: planet=a b c d e f, wind=1, turn=green, first=green, round=2, items=none, greys=none, beaten=3\n"
        "position: green.place=a11, green.morale=2, green.cannons=3, green.hand=fuel, reds=a44 a33 d55, white=parked\n"
    )
    lines = ("green: rest pay=fuel", "green: red a33 a11", "green: red ?? d11", "green: red a44 a11")
    assert not roots(alone, *lines, "fate: roll attack 2 2 2 2 2 1 1 1 1 1")
    # A player who passes is equally late, and it is unknown that the battle was to wait.
    assert not roots(alone, *lines[:3], "green: red a44 a22", "fate: roll attack 2 2 2 2 2")
    assert roots(alone, *lines, "fate: roll attack 2 2 2 2 2 1") == [(5, "WW-BAT-13")]


@EDITIONS
def test_a_record_that_stops_owes_nothing(layers: str) -> None:
    assert not roots(SEA + layers, "green: rest morale")
    assert not roots(BESIDE + layers, "green: sail a52", "fate: roll attack 3 3")
    assert not roots(PLAYERS + layers, "fate: planet a b c d e f")


# Lines that are impossible without a free line


@EDITIONS
@pytest.mark.parametrize(
    ("lines", "root"),
    [
        (("green: take 2 bait",), (1, "WW-ORD-12")),
        (("green: sail a42",), (1, "WW-MOVE-02")),
        (("green: row 1 a33",), (1, "WW-INV-05")),
        (("green: order process",), (1, "WW-PROC-01")),
    ],
)
def test_what_cannot_stand_without_a_free_line_is_one_root(
    lines: tuple[str, ...], root: tuple[int, str], layers: str
) -> None:
    assert roots(SEA + layers, *lines) == [root]


@EDITIONS
def test_what_a_night_brings_may_be_claimed_where_nobody_wrote_where_the_red_came_to(layers: str) -> None:
    # 4 and 1 for the night; whether the Red came to the ship, and whether another still comes, is unknown.
    night = ("green: rest morale", "green: red a52 ??")
    assert roots(layers + SEA, *night, "claim: green.notoriety 5", "claim: turn orange") == []
    assert roots(layers + SEA, *night, "claim: green.notoriety 7") == [(3, "WW-REW-03")]
    # The same holds in later rests, as long as Reds are out of sight.
    later = ("orange: rest", "fate: wind 2", "blue: rest morale", "blue: red c53 ??", "claim: blue.notoriety 6")
    assert roots(layers + SEA, *night, *later) == []


@EDITIONS
def test_what_a_night_brings_may_be_claimed_where_no_pack_says_how_far_reds_come(layers: str) -> None:
    # Only what the rulebooks print is known: whether the Red has come as far as it must, and to the ship.
    bare = (layers + SEA).replace("pack: windward-reconstructed-1\n", "")
    night = ("green: rest morale", "green: red a52 a42")
    assert roots(bare, *night, "claim: green.notoriety 5") == []
    assert roots(bare, *night, "claim: green.notoriety 7") == [(3, "WW-REW-03")]


@EDITIONS
def test_teeth_may_be_traded_where_nobody_wrote_where_a_ship_beside_the_post_went(layers: str) -> None:
    # On b11, next to the post, with a red tooth: in port it brings 4, at sky it stays aboard.
    beside = (layers + SEA).replace("green.place=a22", "green.place=b11").replace("teeth.red=0", "teeth.red=1", 1)
    for claim in ("green.notoriety 8", "green.notoriety 4", "green.teeth.red 0", "green.teeth.red 1"):
        assert roots(beside, "green: sail ??", f"claim: {claim}") == []
    # From further out no ship reaches port, and without teeth nothing is traded.
    further, bare = (
        beside.replace("green.place=b11", "green.place=a22"),
        SEA.replace("green.place=a22", "green.place=b11"),
    )
    for log in (further, layers + bare):
        assert [seq for seq, _ in roots(log, "green: sail ??", "claim: green.notoriety 8")] == [2]
