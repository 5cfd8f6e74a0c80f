"""The picture of the Tailwinds table: complete, safe, legible, and the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from engine.games.tailwinds.content import BARE
from engine.games.tailwinds.picture import draw
from engine.games.tailwinds.picture.shapes import HULL
from engine.games.tailwinds.state import UNSETTLED, Table, Turn
from engine.kernel.drawing.svg import element
from engine.kernel.unknown import UNKNOWN
from fixtures.tailwinds.scenes import a_table, at_the_end, at_the_start, put, under_way

SVG = "{http://www.w3.org/2000/svg}"


def parsed(table: Table) -> ET.Element:
    """Draw a table, and read the picture as XML."""
    return ET.fromstring(draw(table))  # noqa: S314 - our own picture


def written(table: Table) -> list[str]:
    """List every line of lettering in a picture."""
    return ["".join(text.itertext()) for text in parsed(table).iter(f"{SVG}text")]


def hulls(table: Table) -> list[tuple[str, float, float]]:
    """List the boats of a picture outside the panels: lettering, left, top."""
    found = []
    for group in parsed(table).iter(f"{SVG}g"):
        corner = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        text = group.find(f"{SVG}text")
        if corner and text is not None and group.find(f"{SVG}path") is not None:
            found.append(("".join(text.itertext()), float(corner[1]), float(corner[2])))
    return [boat for boat in found if boat[1:] != (12.0, 12.0)]


def told(table: Table) -> str:
    """Return the description of a picture."""
    return parsed(table).findtext(f"{SVG}desc", "")


@pytest.mark.parametrize("scene", [at_the_start, under_way, at_the_end])
def test_every_boat_is_there_once_and_none_lies_on_another(scene: Callable[[], Table]) -> None:
    table = scene()
    boats = hulls(table)
    assert len(boats) == len(table.boats)
    for place, (_, x, y) in enumerate(boats):
        apart = [abs(x - left) >= HULL[0] or abs(y - top) >= HULL[1] for _, left, top in boats[:place]]
        assert all(apart)


def test_boats_are_told_apart_by_letters_and_by_fore_and_aft() -> None:
    names = [name for name, _, _ in hulls(at_the_start())]
    assert sorted(names) == ["Baft", "Bfore", "Gaft", "Gfore", "Oaft", "Ofore", "Yaft", "Yfore"]


def test_seats_that_begin_alike_get_a_second_letter() -> None:
    table = a_table("black", "blue", "player1", "player2")
    assert {name for name, _, _ in hulls(table)} == {"Ba", "Bu", "P1", "P2"}


def test_seats_without_letters_are_numbered() -> None:
    assert {name for name, _, _ in hulls(a_table("--", "++"))} == {"1", "2"}


def test_a_seat_keeps_its_own_colour_or_that_of_its_deck() -> None:
    blue, orange, sky = "#0072b2", "#e69f00", "#56b4e9"
    picture = draw(a_table("blue", "Ada"))
    assert blue in picture
    assert orange in picture  # Ada plays the crew, whose boats are orange
    assert sky not in picture


def test_the_inside_lanes_of_both_halves_face_each_other() -> None:
    out = {x: y for _, x, y in hulls(put(a_table("green"), (7, 1), (8, 3)))}
    home = {x: y for _, x, y in hulls(put(a_table("green"), (25, 1), (26, 3)))}
    (inner_out, outer_out), (inner_home, outer_home) = list(out.values()), list(home.values())
    assert outer_out < inner_out < inner_home < outer_home


def test_the_track_is_numbered_to_the_finish() -> None:
    words = written(at_the_start())
    assert [number for number in range(1, 38) if str(number) not in words] == []
    assert "Finish" in words


def test_what_is_left_and_what_is_due_are_said() -> None:
    words = written(under_way())
    assert {"green to move, 3 points left", "Due first: The wind die", "Round 4 · resolving", "gap", "9"} <= set(words)
    assert "T1standard, out of play" in words


def test_a_card_that_nobody_has_seen_lies_face_down() -> None:
    table = under_way()
    assert "face down" in written(table)
    assert "crew-3b" not in draw(table)
    table.players["orange"].shown = True
    assert "3b" in written(table)


def test_the_hand_is_there_with_the_full_names_of_its_cards() -> None:
    titles = {title.text for title in parsed(under_way()).iter(f"{SVG}title")}
    assert {"sailor-3", "sailor-recover", "sailor-2", "gambler-dice1", "buried_treasure"} <= titles


def test_the_winner_is_named() -> None:
    assert {"green has won", "winner", "Ended by: finish"} <= set(written(at_the_end()))
    table = at_the_end()
    table.winner = UNKNOWN
    assert "The game has ended; who won is not known" in written(table)


def test_the_description_tells_the_position_in_words() -> None:
    words = told(under_way())
    assert (
        "Boats from the front: black's fore boat: space 22, inside lane; orange's fore boat: space 19, inside lane;"
        in words
    )
    assert "T1 standard to space 6 (out of play)" in words
    assert "Market: anchor, gap, tail_wind. 9 cards in the pile, 2 discarded." in words
    assert "orange (Ben): crew deck; on the table face down;" in words


def test_hostile_names_stay_text() -> None:
    seats = ('<script>alert("x")</script>', "Ada\u202enirt\x00\ufffe", "]]>&amp;", "x" * 64)
    table = a_table(*seats)
    table.market, table.active = ['"/><image href="x"/>'], seats[0]
    picture = draw(table)
    assert "<script" not in picture
    assert "<image" not in picture
    assert "\u202e" not in picture
    assert "Ada\\u{202e}nirt\\u{0}\\u{fffe}" in told(table)
    assert seats[0] in told(table)


def test_a_bare_pack_gives_a_list_of_boats_and_question_marks() -> None:
    table = put(a_table("green", "orange", pack=BARE), (5, 1), (UNKNOWN, UNKNOWN), (3, 2), (9, UNKNOWN))
    table.market, table.pile, table.players["green"].card = ["anchor", UNKNOWN], UNKNOWN, UNKNOWN
    table.players["green"].shown = True
    table.turn = Turn("green", table.content.card("sailor-5"), base=UNKNOWN)
    words = written(table)
    assert any(line.startswith("The spaces of the track are not known") for line in words)
    assert {"space 9, lane ?", "space ?, lane ?", "green to move, ? points left"} <= set(words)
    assert len(hulls(table)) == 4


def test_boats_whose_lane_is_not_known_lie_in_a_free_one_with_a_broken_outline() -> None:
    table = put(a_table("green", "orange"), (7, 1), (7, UNKNOWN), (7, UNSETTLED), (8, 1))
    assert len({(x, y) for _, x, y in hulls(table)}) == 4
    assert draw(table).count('stroke-dasharray="4 3"') == 2 + 1  # two boats, and the legend


def test_boats_that_no_space_has_room_for_lie_beside_the_track() -> None:
    table = put(a_table("green", "orange"), (7, 1), (7, 1), (7, 1), (7, 1))
    assert "Place unsure" in written(table)
    assert len({(x, y) for _, x, y in hulls(table)}) == 4


@pytest.mark.parametrize("ends", [(6,), (1, 3, 6, 7, 8, 12), (30, 60, 90, 120, 150, 180), (0, 0, 5, 5, 9, 9)])
def test_tracks_of_any_length_can_be_drawn(ends: tuple[int, ...]) -> None:
    table = put(a_table("green"), (1, 1), (ends[-1], 3))
    table.ends, table.finish, table.rear = ends, ends[-1] + 1, 1
    assert len(hulls(table)) == 2


def test_no_seat_and_seven_seats_can_be_drawn() -> None:
    assert "Off the track" in written(a_table())
    assert len(hulls(a_table(*"abcdefg"))) == 14


def test_only_drawing_can_be_built() -> None:
    with pytest.raises(ValueError, match="no drawing element"):
        element("script", "alert(1)")
    with pytest.raises(ValueError, match="no attribute"):
        element("rect", onclick="alert(1)")
    assert element("text", "a<b", x=1.0, fill=None) == '<text x="1">a&lt;b</text>'
