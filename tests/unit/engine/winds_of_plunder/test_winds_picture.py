"""The picture of the Winds of Plunder table: complete, safe, legible, and the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.picture import draw
from engine.games.winds_of_plunder.picture.chart import PORT
from engine.games.winds_of_plunder.picture.words import points_left
from engine.games.winds_of_plunder.state import Table, Turn
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN
from fixtures.winds_of_plunder.scenes import SCENES, a_table, at_the_end, at_the_start, bare, under_way
from tests.support.games.pictures import SVG, parsed, told, written


def ports(table: Table) -> dict[str, tuple[float, float, list[str]]]:
    """Find the ports of a picture: the coordinates of each, and its lettering."""
    found = {}
    for group in parsed(table).iter(f"{SVG}g"):
        plate, corner = group.find(f"{SVG}rect"), re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        if corner and plate is not None and plate.get("width") == f"{PORT[0]:.0f}":
            own = [text.text or "" for text in group.findall(f"{SVG}text")]
            lying = ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]
            found[own[0]] = (float(corner[1]), float(corner[2]), lying)
    return found


@pytest.mark.parametrize("scene", SCENES)
def test_all_twelve_ports_are_there_and_none_lies_on_another(scene: Callable[[], Table]) -> None:
    places = [(x, y) for x, y, _ in ports(scene()).values()]
    assert len(places) == 12
    for (x, y), (left, top) in combinations(places, 2):
        assert abs(x - left) >= PORT[0] or abs(y - top) >= PORT[1]


def test_the_areas_lie_from_west_to_east_and_the_ports_from_north_to_south() -> None:
    table = at_the_start()
    places = ports(table)
    pieces = sorted(table.content.ports.values(), key=lambda port: port.rank)
    south = [places[port.name][1] for port in pieces]
    assert south == sorted(set(south))
    east = {port.area: places[port.name][0] for port in pieces}
    assert [east[area] for area in (1, 2, 3, 4)] == sorted(set(east.values()))
    assert {"Area 1 · west", "Area 2", "Area 3", "Area 4 · east"} <= set(written(table))


def test_ports_show_their_tile_their_ships_and_their_reputation() -> None:
    places = ports(under_way())
    assert places["Barbados"][2] == ["3", "t11", "Barbados", "G"]
    assert places["Belize"][2] == ["3", "t08", "Belize", "G"]
    assert places["Puerto Rico"][2] == ["2", "t02", "Puerto Rico", "O"]


def test_ships_are_told_apart_by_letters_where_seats_begin_alike() -> None:
    places = ports(under_way())
    assert (places["San Salvador"][2][-1], places["Santo Domingo"][2][-1]) == ("Ba", "Bu")


def test_the_turn_is_told_with_its_points_and_its_sailing() -> None:
    words = written(under_way())
    assert {"Round 4 of 9 · plundering", "green to move, 1 point left, has sailed", "1 point left"} <= set(words)
    assert "Arriving: Action cards are put aside" in words
    assert words.count("has moved") == 1


def test_the_panel_of_whoever_is_to_move_is_bold() -> None:
    table = under_way()
    bold = 'stroke-width="3.5"'
    assert draw(table).count(bold) == 1
    table.active = UNKNOWN
    assert draw(table).count(bold) == 0


def test_what_is_due_first_is_said() -> None:
    table = under_way()
    table.phase, table.turn = "vote", None
    table.owed = [Owed(e.NameFirst, "WP-BB-02", "Blackbeard's choice of who plunders first")]
    words = written(table)
    assert "Due first: Blackbeard's choice of who plunders first" in words
    assert "Blackbeard's tile decides: black" in words


@pytest.mark.parametrize(
    ("gust", "direction", "says"),
    [
        ("turn", "W", "West"),
        ("extra", "", "one area more"),
        ("turn", UNKNOWN, "?"),
        (UNKNOWN, "", "?"),
    ],
)
def test_a_gust_that_waits_for_its_sailing_stands_beside_the_wind(gust: str, direction: str, says: str) -> None:
    table = under_way()
    table.turn = Turn("green", gust=gust, gust_direction=direction)
    assert {f"Gust of Wind: {says}", f"gust: {says}"} <= set(written(table))


def test_a_compass_and_a_bid_lie_face_down_until_they_are_revealed() -> None:
    table = at_the_start()
    words = written(table)
    assert (words.count("face down"), "South" in words, "Compass to set: blue" in words) == (2, False, True)
    table.phase, table.players["blue"].compass, table.players["orange"].bid = "bid", "W", 3
    words = written(table)
    assert (words.count("face down"), "South" in words, "3 cubes" in words) == (1, True, False)
    assert "Cubes to bid: green, blue" in words
    assert "compass South, bid none" in told(table)
    assert "compass ?, bid face down" in told(table)


def test_an_open_vote_stays_to_be_seen_and_what_was_not_recorded_is_a_question_mark() -> None:
    words = told(under_way())
    assert "compass East, bid 4" in words
    assert "compass North, bid ?" in words
    assert "compass ?, bid 0" in words


def test_hands_show_the_cards_that_are_known_and_count_the_others() -> None:
    words = written(under_way())
    assert {"Action cards (3)", "intrigue 3", "Treasure cards (2)", "Curaçao"} <= set(words)
    assert words.count("?") >= 3


def test_a_hand_of_very_many_unknown_cards_is_cut_short() -> None:
    table = under_way()
    table.players["blue"].actions = [UNKNOWN] * 500
    assert {"Action cards (500)", "and 488 more"} <= set(written(table))


def test_decks_discards_and_the_areas_completed_are_shown() -> None:
    words = written(under_way())
    assert {"30", "9", "heave 2", "2 discarded", "1 known at the bottom", "7", "5"} <= set(words)
    assert "Areas completed by, in order: area 1 black, green; area 2 nobody;" in told(under_way())


def test_markers_show_who_holds_them() -> None:
    words = told(under_way())
    assert "Blackbeard's tile: black." in words
    assert "Most Weapons: ?; Largest Crew: orange; Most Provisions: nobody." in words


def test_the_thick_lines_stand_where_the_pack_has_an_end_bonus() -> None:
    lines = re.findall(r'<path d="([^"]*)"[^>]*stroke-width="3"/>', draw(under_way()))
    assert [len(line.split("M")) - 1 for line in lines[:3]] == [3, 4, 9]


def test_the_wind_is_an_arrow_and_a_word() -> None:
    table = under_way()
    assert "rotate(90 " in draw(table)
    assert {"East", "ships sail east"} <= set(written(table))
    table.wind = UNKNOWN
    assert "rotate(" not in draw(table)
    assert "ships sail: ?" in written(table)


def test_the_end_names_the_winner_and_the_bonuses() -> None:
    table = at_the_end()
    words = written(table)
    assert {"blue has won", "winner", "Tie broken by Blackbeard's tile", "Final bonuses: 4 VP"} <= set(words)
    assert "final bonuses 5 (wind 3, weapons 0, crew 2, provisions 0, markers 0)" in told(table)


def test_a_shared_victory_an_unknown_and_a_missing_winner_are_told_apart() -> None:
    table = at_the_end()
    table.winner = "blue green"
    assert "green and blue share the victory" in written(table)
    assert written(table).count("winner") == 2
    table.winner = UNKNOWN
    assert "The game has ended; who won is not known" in written(table)
    table.winner = ""
    assert "The game has ended without a winner" in written(table)


def test_bonuses_that_nobody_can_reckon_are_question_marks() -> None:
    table = at_the_end()
    table.players["green"].bonus = dict.fromkeys(table.players["green"].bonus, UNKNOWN)
    assert "Final bonuses: ? VP" in written(table)


def test_a_bare_pack_gives_a_list_of_ports_and_question_marks() -> None:
    table = bare()
    words = written(table)
    assert any(line.startswith("Where the ports lie is not known") for line in words)
    assert not any(line.startswith("Area 1 ·") for line in words)
    assert ports(table)["Belize"][2] == ["?", "t18", "?", "Belize", "G"]
    assert "Grand Cayman, t07: ? VP, ?" in told(table)
    assert "Ports whose place is not known: Jamaica" in told(table)


def test_a_port_that_the_map_lacks_stands_below_it() -> None:
    table = under_way()
    table.tiles["tortuga"] = UNKNOWN
    assert "Ports whose place on the map is not known" in written(table)
    assert ports(table)["Tortuga"][1] > max(y for name, (_, y, _) in ports(table).items() if name != "Tortuga")


def test_ships_in_no_port_lie_below_the_map() -> None:
    table = a_table("green", "orange", "blue")
    table.players["blue"].port = UNKNOWN
    words = written(table)
    assert {"Set-up", "Not yet placed", "Port not known", "Ada, not yet placed", "Cleo, port not known"} <= set(words)
    assert words.count("no tile") == 18


@pytest.mark.parametrize("phase", ["compass", "bid", "plunder"])
def test_a_position_that_tells_nothing_can_be_drawn(phase: str) -> None:
    table = a_table("green", "orange", "blue", phase=phase)
    assert any(line.startswith("Round ? of 9") for line in written(table))
    assert f"compass {'none' if phase == 'compass' else '?'}" in told(table)


@pytest.mark.parametrize("scene", SCENES)
def test_whatever_nobody_wrote_down_is_drawn_as_a_question_mark(scene: Callable[[], Table]) -> None:
    table = scene()
    table.turn = table.turn or Turn("green")
    seats = list(table.players.values())
    names: dict[str, list[Any]] = {
        "port vp wind reserve weapons crew provisions booty compass bid": seats,
        "round wind blackbeard first active winner action_deck": [table],
        "spent sailed gust gust_direction": [table.turn],
    }
    for name, things in ((name, things) for several, things in names.items() for name in several.split()):
        for thing in things:
            setattr(thing, name, UNKNOWN)
        assert draw(table)
    table.tiles, table.bar = dict.fromkeys(table.tiles, UNKNOWN), [UNKNOWN] * 6
    table.markers = dict.fromkeys(table.markers, UNKNOWN)
    assert written(table).count("?") > 40


def test_numbers_beyond_every_track_are_written_out() -> None:
    table = under_way()
    orange = table.players["orange"]
    orange.weapons, orange.crew, orange.provisions, orange.vp, orange.booty = 12, 4000, -1, -3, 99
    assert {"12", "99+", "-1", "-3", "99"} <= set(written(table))


def test_hostile_names_stay_text() -> None:
    seats = ('<script>alert("x")</script>', "Ada\u202enirt\x00\ufffe", "]]>&amp;", "x" * 64)
    table = a_table(*seats)
    table.discard, table.active, table.blackbeard = ['"/><image href="x"/>'], seats[0], seats[1]
    table.tiles = {"<p onclick=1>": "<i>"}
    picture = draw(table)
    assert not re.search("<script|<image|<p |<i>|\u202e", picture)
    assert "Ada\\u{202e}nirt\\u{0}\\u{fffe}" in told(table)
    assert seats[0] in told(table)


def test_no_seat_and_seven_seats_can_be_drawn() -> None:
    assert "Rotation Bar" in written(a_table())
    table = a_table(*"abcdefg")
    for player in table.players.values():
        player.port, player.marks = "jamaica", {"jamaica"}
    assert ports(table)["Jamaica"][2].count("C") == 2


def test_who_has_spent_too_much_has_no_points_below_nothing() -> None:
    turn = Turn("green", spent=4)
    assert points_left(turn) == "1 point too many"
    assert points_left(Turn("green", spent=2)) == "1 point left"
    assert points_left(Turn("green", spent=UNKNOWN)) == "? points left"
