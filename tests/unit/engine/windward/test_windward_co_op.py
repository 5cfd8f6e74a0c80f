"""Windward's cooperative mode: whole games, the layers it can be combined with, and what gaps leave open."""

from __future__ import annotations

from typing import cast

import pytest

from audit import audit
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.games.windward.events import Give
from engine.games.windward.redaction import hidden_fields, redact
from engine.games.windward.state import Table
from engine.kernel.layers import LayerError
from engine.kernel.rulebook import stack_layers
from engine.kernel.unknown import UNKNOWN
from fixtures.simulate import simulate

# Games for each of both endings.
ENDINGS = {38: "white-slain", 55: "white-slain", 1: "captains-lost", 2: "captains-lost"}


def ending(log: str) -> str:
    """Return how a game has ended."""
    return cast("Table", prepare_log(log.encode(), GAMES).replay_all().table).ending


@pytest.mark.parametrize("seed", ENDINGS)
def test_a_whole_game_together_is_clean_and_ends_in_either_way(seed: int) -> None:
    log = simulate("windward", 2 + seed % 3, seed, ("co-op",))
    assert audit(log.encode(), GAMES).verdict == "clean"
    assert ending(log) == ENDINGS[seed]


def test_by_the_classic_edition_one_may_play_what_is_for_several() -> None:
    log = simulate("windward", 1, 12, ("classic", "co-op"))
    assert (audit(log.encode(), GAMES).verdict, ending(log)) == ("clean", "white-slain")
    with pytest.raises(ValueError, match="for 2 to 4 players"):
        simulate("windward", 1, 12, ("co-op",))


@pytest.mark.parametrize("other", ["solo", "great-white", "achievements", "small-world"])
def test_who_plays_together_names_no_layer_that_the_mode_rules_out(other: str) -> None:
    with pytest.raises(LayerError, match=r"contradict each other: .*, full p. 1[01], classic p. 1[01]\)\.$"):
        stack_layers(GAMES["windward"], ("co-op", other))


MID = """game: windward
layers: co-op
pack: windward-reconstructed-1
players: green=Ada, blue=Ben
position: planet=a b c d e f, wind=1, turn=green, first=green, green.place={at}, reds=none, blue.place=port{more}
---
"""


@pytest.mark.parametrize("at", ["a11", "port"])
def test_a_white_of_which_a_position_says_nothing_accuses_nobody(at: str) -> None:
    lines = ("green: rest", "green: white c11", "blue: rest", "blue: white port", "claim: lives.captains 1")
    for left in range(len(lines)):
        log = MID.format(at=at, more="") + "\n".join(lines[:left] + lines[left + 1 :]) + "\n"
        assert audit(log.encode(), GAMES).verdict == "incomplete", lines[left]


def test_a_difficulty_that_nobody_wrote_down_accuses_no_white() -> None:
    log = MID.format(at="a11", more=", white=c61") + "green: rest morale\ngreen: white b22\nclaim: green.place a11\n"
    assert audit(log.encode(), GAMES).verdict == "incomplete"


def test_lives_of_which_a_position_says_nothing_leave_open_whether_the_game_is_over() -> None:
    alone = ", white=c61, difficulty=easy, green.morale=1, green.hand=none"
    log = MID.format(at="a11", more=alone) + "green: rest morale\nclaim: phase over\nclaim: ending captains-lost\n"
    assert audit(log.encode(), GAMES).verdict == "incomplete"


def test_a_mode_that_no_header_names_is_suspected_by_how_hard_its_game_is() -> None:
    log = "game: windward\npack: windward-reconstructed-1\nplayers: green=Ada, blue=Ben\n---\n"
    log += "fate: planet a b c d e f\nfate: difficulty hard\n"
    report = audit(log.encode(), GAMES)
    assert [root.rule for root in report.roots] == ["WW-SET-23"]
    assert report.document.suspicion is not None
    assert report.document.suspicion.says == "The one violation vanishes if the layer co-op is laid."


def test_all_have_seen_what_is_traded_and_nothing_else_of_a_hand() -> None:
    hands = ", green.hand=fuel bait, blue.hand=coffee, white=c61, difficulty=easy"
    log = MID.format(at="port", more=hands) + "green: give blue fuel\n"
    table = cast("Table", prepare_log(log.encode(), GAMES).replay_all().table)
    assert hidden_fields(table, Give("green", "blue", ("fuel",)), "orange") == ()
    redact(table, "green")
    assert table.players["blue"].hand == ["fuel", UNKNOWN]


def test_a_trade_is_read_as_people_write_it() -> None:
    hands = ", green.hand=fuel bait, blue.hand=coffee, white=c61, difficulty=easy"
    log = MID.format(at="port", more=hands) + "green: gives blue fuel for=coffee\nclaim: green.hand bait coffee\n"
    report = audit(log.encode(), GAMES)
    assert report.verdict == "clean"
