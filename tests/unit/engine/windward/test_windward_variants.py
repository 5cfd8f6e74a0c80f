"""Variants of Windward as layers: what an audit says of a log when it checks whether another layer was meant."""

from __future__ import annotations

from contextlib import suppress

import pytest

from audit import audit
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.kernel.layers import LayerError
from engine.kernel.log import LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.rulebook import stack_layers
from fixtures.goldens import Golden, goldens
from fixtures.simulate import simulate
from tests.support.games.windward_logs import HEAD, drawn, head

LAYERS = [layer.id for layer in GAMES["windward"].layers]
OUTWARD = ("sail a11", "order speed", "sail a22", "sail a33", "sail a44", "sail a55")


def suspected(log: str) -> str:
    """Return what a report suspects, in its words."""
    suspicion = audit(log.encode(), GAMES).document.suspicion
    return suspicion.says if suspicion is not None else ""


@pytest.mark.parametrize("golden", goldens("windward"), ids=lambda golden: golden.name)
def test_any_log_can_be_asked_whether_another_layer_was_meant(golden: Golden) -> None:
    try:
        log = prepare_log(golden.log, GAMES)
    except LogError:
        return
    named = log.header.layers
    for layer in LAYERS:
        others = tuple(name for name in named if name != layer) if layer in named else (*named, layer)
        with suppress(LayerError, LogError, PackError):
            assert replay_log(log.prepare_with_layers(others)).outcome is not None


def test_a_picture_says_how_many_reds_are_beaten_before_the_white_comes() -> None:
    picture = drawn("solo", "turn=purple, purple.place=a22, beaten=4, reds=e64 f43, white=parked")
    assert "The Great White Crester comes when the last Red is beaten; 4 are so far." in picture


def test_a_picture_says_how_many_tags_are_left() -> None:
    picture = drawn("naturalist", "turn=purple, purple.place=a22, reds=b54 e64, greys=none, tagged=b54")
    assert "Tags left for the Naturalist: 4." in picture


def test_a_picture_of_a_battle_with_the_white_calls_it_by_its_name() -> None:
    position = "turn=purple, purple.place=a22, beaten=6, reds=none, white=a33"
    picture = drawn("solo", position, "purple: sail a33")
    assert "the White" in picture
    assert "great-white Crester" not in picture


# Achievements


@pytest.mark.parametrize("edition", [(), ("classic",)], ids=["full", "classic"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_with_achievements_is_clean(players: int, edition: tuple[str, ...]) -> None:
    log = simulate("windward", players, 5, (*edition, "achievements"))
    assert ": achieve " in log
    assert audit(log.encode(), GAMES).verdict == "clean"


def test_cards_that_no_header_names_are_suspected_to_be_the_variant() -> None:
    log = f"{head()}fate: achievements broadside brimming\ngreen: order cannon\n"
    assert [root.rule for root in audit(log.encode(), GAMES).roots] == ["WW-SET-23"]
    assert suspected(log) == "The one violation vanishes if the layer achievements is laid."


def test_cards_that_nobody_wrote_down_accuse_nobody_who_scores_one() -> None:
    report = audit(f"{head('achievements')}green: achieve broadside\n".encode(), GAMES)
    assert (report.verdict, [finding.rule for finding in report.findings]) == ("incomplete", ["WW-ACH-02"])


@pytest.mark.parametrize("layers", ["achievements", "classic achievements"])
def test_what_a_pack_does_not_tell_of_a_card_accuses_nobody(layers: str) -> None:
    log = f"game: windward\nlayers: {layers}\nplayers: green=Ada, orange=Ben\n---\nfate: achievements strong brave\n"
    log += "green: achieve strong 3\norange: achieve strong 1\nclaim: green.notoriety 3\n"
    report = audit(log.encode(), GAMES)
    assert {finding.rule for finding in report.findings if finding.status == "illegal"} == {"WW-SET-02"}


# The Great White Crester


@pytest.mark.parametrize("edition", [(), ("classic",)], ids=["full", "classic"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_with_the_white_is_clean(players: int, edition: tuple[str, ...]) -> None:
    log = simulate("windward", players, 5, (*edition, "great-white"))
    assert "fate: wake " in log
    assert ": white " in log
    assert audit(log.encode(), GAMES).verdict == "clean"


def test_a_white_that_no_header_names_is_suspected_to_be_the_variant() -> None:
    log = """game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben
position: planet=a b c d e f, wind=1, turn=green, green.place=port, green.notoriety=9, green.gas=2, green.morale=3
---
green: buy notoriety
fate: wake 3
green: rest
"""
    assert [root.rule for root in audit(log.encode(), GAMES).roots] == ["WW-SET-23"]
    assert suspected(log) == "The one violation vanishes if the layer great-white is laid."


def test_a_white_of_which_a_position_says_nothing_accuses_nobody() -> None:
    log = SKY.replace("naturalist", "great-white") + "purple: rest morale\npurple: end\norange: rest\n"
    assert audit(log.encode(), GAMES).verdict == "incomplete"


# Solo mode


@pytest.mark.parametrize("layers", [("solo",), ("classic", "solo"), ("solo", "small-world")], ids="-".join)
def test_a_whole_game_alone_is_clean_and_ends(layers: tuple[str, ...]) -> None:
    for seed in range(4):
        log = simulate("windward", None, seed, layers)
        assert "fate: grey" not in log
        report = audit(log.encode(), GAMES)
        assert report.verdict == "clean"


@pytest.mark.parametrize("other", ["great-white", "achievements"])
def test_who_plays_alone_names_neither_achievements_nor_the_white(other: str) -> None:
    with pytest.raises(LayerError, match=r"contradict each other: .* \(Solo Adventure, full p. 10, classic p. 11\)\.$"):
        stack_layers(GAMES["windward"], ("solo", other))


@pytest.mark.parametrize("layers", ["", "layers: solo\n"], ids=["competing", "alone"])
def test_so_many_play_as_the_mode_is_for(layers: str) -> None:
    names = "green=Ada, orange=Ben" if layers else "green=Ada"
    log = f"game: windward\n{layers}players: {names}\n---\nfate: planet a b c d e f\n"
    assert "WW-SET-01" in [root.rule for root in audit(log.encode(), GAMES).roots]


ALONE = """game: windward
layers: solo
pack: windward-reconstructed-1
players: green=Ada
position: planet=a b c d e f, wind=1, turn=green, green.place=a22
---
"""


def test_reds_of_which_a_position_says_nothing_accuse_nobody_who_plays_alone() -> None:
    lines = ("green: rest", "green: red a55 a22", "fate: wind 3", "green: sail a33", "green: rest fuel")
    for left in range(len(lines)):
        log = ALONE + "\n".join(lines[:left] + lines[left + 1 :]) + "\n"
        assert audit(log.encode(), GAMES).verdict == "incomplete", lines[left]


def test_a_white_that_nobody_placed_accuses_nobody_who_plays_alone() -> None:
    log = ALONE + "green: rest morale\ngreen: white a33\nclaim: winner green\nclaim: beaten 6\nclaim: phase over\n"
    assert audit(log.encode(), GAMES).verdict == "incomplete"


# The Naturalist


@pytest.mark.parametrize("edition", [(), ("classic",)], ids=["full", "classic"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_with_the_naturalist_is_clean(players: int, edition: tuple[str, ...]) -> None:
    log = simulate("windward", players, 5, (*edition, "naturalist"))
    assert "purple: order research " in log
    assert audit(log.encode(), GAMES).verdict == "clean"


SKY = """game: windward
layers: naturalist
pack: windward-reconstructed-1
players: purple=Pia, orange=Ben
position: planet=a b c d e f, wind=1, turn=purple, purple.place=a22, purple.crester=red
position: purple.morale=3, purple.notoriety=4
---
"""


def test_a_release_of_which_nobody_wrote_where_accuses_nobody() -> None:
    report = audit(
        f"{SKY}purple: order research\npurple: rest morale\npurple: end\nclaim: purple.notoriety 8\n".encode(), GAMES
    )
    assert report.verdict == "incomplete"
    assert {finding.status for finding in report.findings} == {"unverifiable"}


def test_tags_of_which_a_position_says_nothing_accuse_nobody() -> None:
    report = audit(f"{SKY}purple: order research a33\nclaim: tags 3\nclaim: tagged a33\n".encode(), GAMES)
    assert report.verdict == "incomplete"


def test_an_order_for_a_space_is_no_order_for_crew_or_boats() -> None:
    for order in ("launch a33", "crew a33", "speed a33"):
        assert audit(f"{SKY}purple: order {order}\n".encode(), GAMES).verdict in {"broken", "incomplete", "clean"}


# The small planet


def test_the_small_planet_is_suspected_to_be_the_wrong_one_by_a_space_that_it_lacks() -> None:
    log = head("small-world") + "".join(f"green: {act}\n" for act in OUTWARD)
    assert [root.rule for root in audit(log.encode(), GAMES).roots] == ["WW-MOVE-03"]
    assert suspected(log) == "The one violation vanishes if the layer small-world is left out."


def test_a_space_of_the_large_planet_is_no_reason_to_suspect_the_small_one() -> None:
    log = f"{head()}green: sail a11\ngreen: sail a53\n"
    assert [root.rule for root in audit(log.encode(), GAMES).roots] == ["WW-MOVE-02"]
    assert suspected(log) == ""


def test_a_small_planet_that_no_header_names_is_suspected_to_be_chosen_by_another_edition() -> None:
    log = f"{head(side='small')}green: sail a11\n"
    assert [root.rule for root in audit(log.encode(), GAMES).roots] == ["WW-SET-03"]
    assert suspected(log) == "The one violation vanishes if the log is read by the classic edition (layers: classic)."


@pytest.mark.parametrize("layers", [("small-world",), ("classic", "small-world")], ids="-".join)
def test_a_whole_game_on_the_small_planet_is_clean(layers: tuple[str, ...]) -> None:
    assert audit(simulate("windward", 3, 1, layers).encode(), GAMES).verdict == "clean"


# Repeated lines


def test_no_table_grows_by_a_card_or_a_roll_that_is_written_again_and_again() -> None:
    begun = HEAD.split("fate", maxsplit=1)[0].format(layers="layers: achievements\n")
    for line, held in (("fate: achievements broadside brimming\n", "goals"), ("fate: start 3 green\n", "start_rolls")):
        log = begun + f"{line}fate: planet a b c d e f\n" * 60
        table = replay_log(prepare_log(log.encode(), GAMES)).timeline.table_after(120)
        assert 0 < len(getattr(table, held)) <= 10, "two cards lie there, and nobody is level ten times"


@pytest.mark.parametrize(
    ("line", "layers"),
    [
        ("green: order research b11", "naturalist"),
        ("green: teeth red=1", "solo or co-op"),
        ("fate: difficulty hard", "co-op"),
        ("fate: achievements broadside brimming", "achievements"),
        ("fate: wake 2", "great-white, solo or co-op"),
    ],
)
def test_a_piece_of_a_variant_that_was_not_chosen_is_told_the_layer_to_name(line: str, layers: str) -> None:
    found = audit(f"{head()}{line}\n".encode(), GAMES).findings
    assert [one.instead for one in found if one.rule == "WW-SET-23"] == [
        f"It is named in the header, with other layers: {layers}."
    ]
