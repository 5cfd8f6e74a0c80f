"""The picture of the North Wind table: complete, safe, legible, and the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from engine.games.north_wind import events as e
from engine.games.north_wind.content import COMMODITIES, HARBORS
from engine.games.north_wind.picture import draw
from engine.games.north_wind.picture.tiles import SIDE
from engine.games.north_wind.state import Drawn, Table, Turn
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN
from fixtures.north_wind.scenes import SCENES, a_table, at_the_end, bare, under_way
from fixtures.scenes import happen
from tests.support.games.north_wind_picture import extents, tiles, titles
from tests.support.games.pictures import told, written


def test_the_row_lies_beside_the_stack_chosen_and_used_tiles_are_turned() -> None:
    assert tiles(under_way()) == [
        ("salt-1: Commercial Harbor, salt for 1 gold", True),
        ("eq-1: Equipment Harbor, sail 2 gold, cannon 2 gold, crew 2 gold", False),
        ("fog: Fog", False),
    ]
    assert {"used", "passed by"} <= set(written(under_way()))


def test_no_tile_of_the_row_lies_on_another() -> None:
    table = under_way()
    assert table.turn is not None
    table.turn.row = [Drawn("salt-1", uses=1) for _ in range(8)]
    sides = {f"{SIDE:.0f}"}
    lying = [points for part, points in extents(table) if {part.get("width"), part.get("height")} == sides]
    assert len(lying) == 8
    for left, right in pairwise(lying):
        assert max(x for x, _ in left) <= min(x for x, _ in right)


def test_letters_returned_and_declined_are_shown() -> None:
    said = titles(under_way())
    assert {"orange returned a letter", "blue returned a letter", "black declined"} <= set(said)
    assert "salt for 1 gold, used, letters of orange, blue, declined by black" in told(under_way())
    assert "may join in" in written(under_way())


def test_what_was_done_before_sailing_is_said() -> None:
    assert "tiles cut; the Lookout put 1 tile under" in written(under_way())
    table = under_way()
    assert table.turn is not None
    table.turn.cut, table.turn.put_under, table.turn.looked = False, 0, "keep"
    assert "the Lookout kept the top tile" in written(table)


def test_stacks_tell_what_they_are_known_to_hold() -> None:
    words = written(under_way())
    assert "holds Olsand, salt, Fog (2); 4 tiles not seen yet" in words
    assert "holds North Cape; 7 tiles not seen yet" in words


def test_places_are_free_for_as_many_tiles_as_may_still_come() -> None:
    table = under_way()
    dashed = f'width="{SIDE:.0f}" height="{SIDE:.0f}" rx="4" fill="none"'
    assert draw(table).count(dashed) == 3
    table.phase = "home"
    assert draw(table).count(dashed) == 0


def test_stacks_that_are_not_built_leave_a_gap() -> None:
    table = happen(a_table("green", "orange"), e.BuildStack("olsand"))
    words = written(table)
    assert words.count("not built") == 2
    assert {"Set-up", "Stacks to build: North Cape, Fort Haven"} <= set(words)


@pytest.mark.parametrize(
    ("phase", "turn", "says"),
    [
        ("fog", {}, "The white die is to be rolled"),
        ("pirate", {"strength": 3}, "Pirate of strength 3, to be paid or fought"),
        ("voyage", {"strength": 1, "paid": True}, "Pirate of strength 1, paid"),
        ("battle", {"strength": 2, "fought": True}, "Pirate of strength 2, in battle: the black die is to be rolled"),
        ("home", {"strength": 2, "fought": True, "hits": 1, "battle": "lost"}, "Pirate of strength 2, 1 hit, lost"),
        ("home", {"strength": 3, "battle": "lost"}, "Pirate of strength 3, lost at once"),
        ("voyage", {"reward": "treasure"}, "The fog brought a treasure, 1 gold"),
        (
            "voyage",
            {"strength": 2, "fought": True, "hits": UNKNOWN, "battle": UNKNOWN},
            "Pirate of strength 2, ? hits: won or lost is not known",
        ),
        ("pirate", {"strength": UNKNOWN}, "What the fog brought is not known"),
    ],
)
def test_what_the_fog_brought_is_told(phase: str, turn: dict[str, Any], says: str) -> None:
    table = under_way()
    table.phase, table.turn = phase, Turn("green", "olsand", [Drawn("fog")], **turn)
    assert says in written(table)
    assert f"{says}." in told(table)


def test_whose_turn_it_is_is_told_with_the_actions_used() -> None:
    words = written(under_way())
    assert {"Turn 13 · the voyage", "green sails into Olsand"} <= set(words)
    assert "1 of 2 actions used, 3 of 6 tiles revealed, blue has returned a letter" in words


def test_the_panel_of_whoever_is_to_move_is_bold() -> None:
    table = under_way()
    bold = 'stroke-width="3.5"'
    assert draw(table).count(bold) == 1
    table.active = UNKNOWN
    assert draw(table).count(bold) == 0


def test_what_is_due_first_is_said() -> None:
    table = under_way()
    table.owed = [Owed(e.RollEvent, "NW-FOG-01", "the roll of the white die")]
    assert "Due first: the roll of the white die" in written(table)


def test_the_end_names_the_winner() -> None:
    words = written(at_the_end())
    assert {"blue has won", "winner", "The end of the game", "Enough task tokens are on the board"} <= set(words)
    assert {"Merchant", "Shipwreck", "North Cape"} <= set(words)


def test_a_shared_victory_an_unknown_and_a_missing_winner_are_told_apart() -> None:
    table = at_the_end()
    table.winner, table.ending = "blue green", "full-board"
    assert {"green and blue share the victory", "The task board is full"} <= set(written(table))
    assert written(table).count("winner") == 2
    table.winner = UNKNOWN
    assert "The game has ended; who won is not known" in written(table)
    table.winner = ""
    assert "The game has ended without a winner" in written(table)


def test_a_bare_pack_gives_question_marks() -> None:
    table = bare()
    assert tiles(table) == [
        ("grain-7: Commercial Harbor, grain for ? gold", False),
        ("mystery: kind not known", False),
        ("eq-1: Equipment Harbor, sail 2 gold, cannon ? gold, crew ? gold", False),
    ]
    fields = [title for title in titles(table) if ", field " in title]
    assert sum(field.endswith(": ?") for field in fields) == 24
    assert "green: sailing level 4 of ?" in titles(table)


@pytest.mark.parametrize("phase", ["income", "voyage"])
def test_a_position_that_tells_nothing_can_be_drawn(phase: str) -> None:
    table = a_table("green", "orange", phase=phase)
    words = written(table)
    assert words.count("?") > 20
    assert "nobody wrote down whose turn it is" in words
    assert "green (Ada): ? gold, ? letters" in told(table)


@pytest.mark.parametrize("scene", SCENES)
def test_whatever_nobody_wrote_down_is_drawn_as_a_question_mark(scene: Callable[[], Table]) -> None:
    table = scene()
    table.turn = table.turn or Turn("green")
    names: dict[str, list[Any]] = {
        "gold letters tokens brig cannons sail": list(table.players.values()),
        "first active turns winner won": [table],
        "seat stack actions reason strength hits battle reward joined": [table.turn],
    }
    for name, things in ((name, things) for several, things in names.items() for name in several.split()):
        for thing in things:
            setattr(thing, name, UNKNOWN)
        assert draw(table)
    for player in table.players.values():
        player.hold, player.crew = dict.fromkeys(COMMODITIES, UNKNOWN), [UNKNOWN]
    table.most, table.columns = dict.fromkeys(HARBORS, UNKNOWN), {harbor: [UNKNOWN] * 9 for harbor in HARBORS}
    table.turn.row = [Drawn(UNKNOWN, UNKNOWN, joiners=[UNKNOWN])]
    assert written(table).count("?") > 50


def test_seats_that_begin_alike_get_a_second_letter() -> None:
    words = written(under_way())
    assert {"Ba", "Bu"} <= set(words)


def test_the_description_tells_the_position_in_words() -> None:
    said = told(under_way())
    assert said.startswith("Turn 13 · the voyage. green sails into Olsand.")
    assert "North Cape: tokens green, orange, ?; asks for 4 gold; most nobody." in said
    assert "Stack of Olsand: 8 tiles; holds Olsand, salt, Fog (2); 4 tiles not seen yet." in said
    assert "crew boatswain, cannoneer, lookout" in said


def test_hostile_names_stay_text() -> None:
    seats = ('<script>alert("x")</script>', "Ada\u202enirt\x00\ufffe", "]]>&amp;", "x" * 64)
    table = a_table(*seats)
    table.active, table.turn = seats[0], Turn(seats[0], "<p onclick=1>", [Drawn('"/><image href="x"/>')])
    table.columns["olsand"], table.most["olsand"], table.phase = [seats[1]], "<i>", "voyage"
    table.players[seats[2]].crew = ["<b>"]
    picture = draw(table)
    assert not re.search("<script|<image|<p |<i>|<b>|\u202e", picture)
    assert "Ada\\u{202e}nirt\\u{0}\\u{fffe}" in told(table)
    assert seats[0] in told(table)


def test_no_seat_and_seven_seats_can_be_drawn() -> None:
    assert "North Wind" in written(a_table())
    assert "placed" in " ".join(written(a_table(*"abcdefg")))
