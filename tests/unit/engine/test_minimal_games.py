"""The kernel has a default for everything that a game lacks: no packs, no start in mid-game, no picture."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from audit.intake.preparation import prepare_log
from engine.kernel.layers import LayerError, Question, sort_by_id
from engine.kernel.log import LogError
from engine.kernel.positions import refuse_position
from fixtures.kits import GAMES, Kit, in_colours, kit

PEBBLES = GAMES["pebbles"]
HEADER = b"game: pebbles\nplayers: ada=Ada, ben=Ben\n"


def test_a_game_without_packs_refuses_one_at_its_line() -> None:
    with pytest.raises(LogError, match="no content packs") as refused:
        prepare_log(HEADER + b"pack: another-box\n---\nada: take 1\n", GAMES)
    assert (refused.value.fault.line, refused.value.fault.hint) == (3, "Leave the pack out.")


def test_a_game_that_declares_no_facts_starts_at_its_beginning() -> None:
    game = replace(PEBBLES, declare=refuse_position)
    with pytest.raises(LogError, match="starts at its beginning"):
        prepare_log(HEADER + b"position: heap=3\n---\nada: take 1\n", {game.name: game}).build_table()


def test_a_game_without_a_picture_lists_its_facts() -> None:
    table = prepare_log(HEADER + b"---\nada: take 3\n", GAMES).replay_all().table
    drawn = PEBBLES.draw_table(table)
    assert drawn.startswith("<svg")
    assert all(f">{name}: {value}<" in drawn for name, value in PEBBLES.facts(table).items())


def test_an_open_question_is_asked_once() -> None:
    asked = Question("PB-AMB-01", "How many?", "most", {"three": "Three.", "four": "Four."}, "It is printed.")
    with pytest.raises(LayerError, match="PB-AMB-01 is asked twice"):
        sort_by_id((asked, asked))


def test_a_layer_may_be_for_another_number_of_players() -> None:
    alone = Kit(
        sizes=range(2, 4),
        sizes_under={"alone": range(1, 2)},
        seating=in_colours("ada", "ben", "cleo"),
        endings=kit("pebbles").endings,
        whole=frozenset(),
    )
    assert [alone.company(layers) for layers in ((), ("alone",), ("busy", "alone"))] == [
        range(2, 4),
        range(1, 2),
        range(1, 2),
    ]
