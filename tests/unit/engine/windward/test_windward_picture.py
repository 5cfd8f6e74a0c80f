"""The picture of the Windward table: complete, safe, legible, and the same bytes every time."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import combinations
from xml.etree import ElementTree as ET

import msgspec
import pytest

from engine.games.windward import events as e
from engine.games.windward.content.pieces import WINDS
from engine.games.windward.cresters import Crester
from engine.games.windward.game import GAME
from engine.games.windward.picture import draw
from engine.games.windward.picture.ground import ground
from engine.games.windward.state import Battle, Looting, Player, Table, Turn
from engine.kernel.drawing.marks import find_spots, mark_changes
from engine.kernel.events import Event
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN
from fixtures.scenes import happen
from fixtures.windward.scenes import a_game, a_table, at_the_end, at_war, bare, under_way
from tests.support.games.lettering import faults
from tests.support.games.pictures import SVG, parsed, told, written

SPACE = re.compile(r"[a-f][1-6][1-6]")


@pytest.mark.parametrize(("side", "number"), [("large", 126), ("small", 60)])
def test_every_space_is_named_once_and_none_lies_on_another(side: str, number: int) -> None:
    table = a_game("green", "orange", side=side)
    assert len({line for line in written(table) if SPACE.fullmatch(line)}) == number
    lie = ground(table)
    centres = [centre for slot in range(6) for _, centre in lie.spaces(slot)]
    apart = min((x - a) ** 2 + (y - b) ** 2 for (x, y), (a, b) in combinations([*centres, (0.0, 0.0)], 2))
    assert apart == pytest.approx(3 * lie.hex**2)


def test_spaces_lie_as_the_planet_has_them() -> None:
    table = a_game("green", "orange")
    lie, laid = ground(table), table.content.laid(table.tiles, table.side)
    for space, near in laid.near.items():
        x, y = lie.find(space) or (0, 0)
        for other in near.values():
            a, b = lie.find(other) or (0, 0)
            assert (x - a) ** 2 + (y - b) ** 2 == pytest.approx(3 * lie.hex**2)
    north, south = lie.find("a61"), lie.find("d61")
    assert north is not None
    assert south == pytest.approx((0, -north[1]))


@pytest.mark.parametrize("wind", WINDS)
def test_the_flag_stands_where_the_wind_blows_to(wind: int) -> None:
    table = happen(a_game("green", "orange"), e.RollWind(wind))
    assert f"Wind {wind}" in written(table)
    titles = [title.text for title in parsed(table).iter(f"{SVG}title")]
    assert [title for title in titles if title and "where the wind blows" in title] == [
        f"Territory {wind}: {wind} · {'abcdef'[wind - 1]}, where the wind blows"
    ]


def test_what_a_space_shows_has_a_sign_and_a_word() -> None:
    titles = {title.text for title in parsed(a_game("green", "orange")).iter(f"{SVG}title")}
    expected = {"a54: feeding ground", "a52: Red Crester's start", "a55: gas pocket", "a53: zephyr", "a32: drift"}
    assert {*expected, "a61: around the planet"} <= titles


def test_a_planet_that_nobody_has_transcribed_is_drawn_with_question_marks() -> None:
    table = bare()
    lines = written(table)
    assert len([line for line in lines if SPACE.fullmatch(line)]) == 126
    # One for each space, and one more for unknown content; nothing says that a space is empty.
    assert lines.count("?") >= 126
    assert "How far the planet reaches is not known: 6 rings are drawn." in lines


def test_what_is_open_of_a_tile_is_drawn_with_question_marks_and_the_rest_as_it_is() -> None:
    table = a_game("green", "orange")
    tile = table.content.tiles["a"]
    face = msgspec.structs.replace(tile.sides["large"], spots={**tile.sides["large"].spots, "drift": UNKNOWN})
    tiles = {**table.content.tiles, "a": msgspec.structs.replace(tile, sides={**tile.sides, "large": face})}
    table.content = msgspec.structs.replace(table.content, tiles=tiles)
    # Of the 21 spaces of the tile, five are known to show something; any other may be drift.
    assert written(table).count("?") == 21 - 5 + written(a_game("green", "orange")).count("?")
    titles = {title.text for title in parsed(table).iter(f"{SVG}title")}
    assert {"a53: zephyr", "b31: drift"} <= titles
    assert "a32: drift" not in titles


def test_pieces_on_spaces_that_the_planet_lacks_are_drawn_beside_it() -> None:
    table = under_way()
    table.players["blue"].at, table.players["orange"].at = "z99", UNKNOWN
    lines = written(table)
    assert {"z99, not on the planet as it is drawn:", "Place not known:"} <= set(lines)


def test_panels_tell_the_boards() -> None:
    lines = written(under_way())
    assert {"9", "/15", "/4", "purser", "coxswain", "fuel", "harpoon", "†red", "aboard", "b33", "Hand 3"} <= set(lines)
    assert "Ben · ship: c11 · teeth to be exchanged" in lines


def test_a_battle_is_told_with_strengths_and_hits() -> None:
    lines = written(at_war())
    assert {"green attacks a red Crester", "Battle on a52", "Attacker next: the dice", "4", "5"} <= set(lines)
    assert "Battle on a52: green attacks, strength 4, hits -; a red Crester defends, strength 5, hits ?" in told(
        at_war()
    )
    assert "no battle" in written(under_way())


def test_what_is_due_and_what_is_left_is_said() -> None:
    table = under_way()
    table.turn = Turn("green", spent=1, orders=["speed"], takes=2)
    assert "3 speed left, orders: speed, 2 cards to take" in written(table)
    table.looting = Looting("green", "blue", 2)
    assert "green takes 2 pieces of the cargo of blue" in written(table)
    table.owed = [Owed(e.RollWind, "WW-RND-02", "The wind die of a new round")]
    assert "Due first: The wind die of a new round" in written(table)
    assert "Still to come: the planet, the wind, who starts" in written(a_table("green", "orange"))


def test_the_winner_is_named() -> None:
    assert {"purple has won", "winner", "After the last turns"} <= set(written(at_the_end()))


def test_the_description_tells_the_position_in_words() -> None:
    words = told(under_way())
    assert "The large planet, tiles by territory: 1 a, 2 b, 3 c, 4 d, 5 e, 6 f." in words
    assert "c11: 1 defeated grey, ? +2 Hits token" in words
    assert (
        "green (Ada): ship a42; notoriety 9, morale 1, gas 0, cannons 0, longboat speed 0; hold: red Crester," in words
    )
    assert "longboats: 1 b33, 2 aside; crew: purser, coxswain; hand: fuel, harpoon, ?" in words


def test_hostile_names_stay_text() -> None:
    seats = ('<script>alert("x")</script>', "Ada\u202enirt\x00\ufffe", "]]>&amp; on c32", "x" * 64)
    table = a_table(*seats)
    table.active, table.tiles = seats[0], ('"/><image href="x"/>', UNKNOWN, "a", "a", "", "x" * 64)
    picture = draw(table)
    assert "<script" not in picture
    assert "<image" not in picture
    assert "\u202e" not in picture
    assert seats[0] in told(table)


@pytest.mark.parametrize("holder", ["player", "turn", "battle", "table"])
def test_whatever_nobody_wrote_can_be_drawn(holder: str) -> None:
    table = at_war()
    table.turn = table.turn or Turn("green")
    assert table.battle is not None
    of: dict[str, Player | Turn | Battle | Table] = {
        "player": table.players["green"],
        "turn": table.turn,
        "battle": table.battle,
        "table": table,
    }
    thing = of[holder]
    # What is always known: the seat, the stage of play, and whether something was said.
    kept = {"seat", "colour", "phase", "step", "side", "attacker", "defender", "wind_set", "stacks_laid"}
    for name in [one.name for one in fields(thing) if isinstance(getattr(thing, one.name), (int, str))]:
        if name in kept or name.endswith(("untold", "over")):
            continue
        setattr(thing, name, UNKNOWN)
        ET.fromstring(draw(table))  # noqa: S314 - our own picture
    assert faults(draw(table)) == []


def moved(table: Table, *events: Event) -> str:
    """Return what the last of these events changes in the picture."""
    before = GAME.draw_with_spots(happen(table, *events[:-1]))
    after = GAME.draw_with_spots(happen(table, events[-1]))
    return mark_changes(after, before, after).move


def test_a_red_that_moves_is_followed_from_space_to_space() -> None:
    table = happen(a_game("green", "orange"), e.Sail("green", "a11"), e.Rest("green", "morale"))
    assert "red: a52 → a21" in moved(table, e.MoveRed("green", "a52", "a21"))


def test_a_ship_and_a_boat_are_followed() -> None:
    assert "green place: port → a11" in moved(a_game("green", "orange"), e.Sail("green", "a11"))
    table = happen(a_game("green", "orange"), e.Sail("green", "a11"))
    assert "green boat 1: aboard → a11" in moved(table, e.GiveOrder("green", "launch", "1"))


def test_what_is_picked_up_is_gone_from_its_space() -> None:
    table = under_way()
    table.players["green"].at = "a55"
    assert "gas: 2 on a55 → nothing; green gas: 0 → 2" in moved(table, e.PickUp("green", "gas"))


def test_every_fact_of_a_player_that_is_drawn_has_its_name() -> None:
    names, facts = find_spots(GAME.draw_with_spots(under_way())), GAME.reckoners(under_way())
    of_players = [name for name in facts if name.startswith("green.") and ".slots." not in name]
    assert [name for name in of_players if name not in names] == []
    assert {"wind", "stock.red", "stock.gas", "battle"} <= set(names)


def test_of_two_reds_that_came_and_went_neither_is_taken_for_the_other() -> None:
    one, other = under_way(), under_way()
    other.reds = {
        "b11": Crester(2),
        "b21": Crester(2),
        **{k: v for k, v in other.reds.items() if k not in {"a52", "b54"}},
    }
    before, after = (GAME.draw_with_spots(table) for table in (one, other))
    assert "red: a52 → nothing; red: b54 → nothing; red: nothing → b11" in mark_changes(after, before, after).move
