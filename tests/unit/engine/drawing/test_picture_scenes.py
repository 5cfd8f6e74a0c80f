"""Every picture of every game is self-contained, has the same bytes every time, and is readable with all pieces out."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from engine.games import GAMES
from engine.kernel.drawing.svg import DRAWING
from fixtures.kits import Scene, kit
from tests.support.games.lettering import faults
from tests.support.games.pictures import SVG, parsed, written

DRAWN = [game for game in GAMES if kit(game).scenes]
EVERY = [
    pytest.param(game, scene, id=f"{game}-{number}")
    for game in DRAWN
    for number, scene in enumerate([*kit(game).scenes, *kit(game).strange, *kit(game).crowded])
]


@pytest.mark.parametrize("game", DRAWN)
def test_all_pieces_are_out_for_the_most_seats(game: str) -> None:
    assert {len(scene().seats) for scene in kit(game).crowded} == {max(kit(game).sizes)}


@pytest.mark.parametrize(("game", "scene"), EVERY)
def test_a_picture_stands_alone_and_is_the_same_bytes_every_time(game: str, scene: Scene) -> None:
    one, other = GAMES[game].draw_table(scene()), GAMES[game].draw_table(scene())
    assert one == other
    assert {part.tag.removeprefix(SVG) for part in ET.fromstring(one).iter()} <= {*DRAWING, "style"}  # noqa: S314 - our own picture
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")|url\(|href|\son\w+=", one)


@pytest.mark.parametrize(("game", "scene"), EVERY)
def test_drawing_leaves_the_table_as_it_is(game: str, scene: Scene) -> None:
    table = scene()
    before = {name: str(fact(table)) for name, fact in GAMES[game].reckoners(table).items()}
    GAMES[game].draw_table(table)
    assert {name: str(fact(table)) for name, fact in GAMES[game].reckoners(table).items()} == before


@pytest.mark.parametrize(("game", "scene"), EVERY)
def test_nothing_is_too_small_or_off_the_sheet_and_no_line_lies_on_another(game: str, scene: Scene) -> None:
    assert faults(GAMES[game].draw_table(scene())) == []


@pytest.mark.parametrize("game", DRAWN)
def test_pictures_on_one_page_have_titles_of_their_own_that_name_the_game(game: str) -> None:
    pictures = [parsed(scene()) for scene in kit(game).scenes]
    assert len({picture.get("aria-labelledby") for picture in pictures}) == len(pictures)
    assert all(picture.findtext(f"{SVG}title", "").startswith(f"{GAMES[game].title}: ") for picture in pictures)


@pytest.mark.parametrize("game", DRAWN)
def test_no_line_is_cut_short_where_a_table_is_as_the_game_has_it(game: str) -> None:
    scenes = [*kit(game).scenes, *kit(game).crowded]
    assert [line for scene in scenes for line in written(scene()) if line.endswith("…")] == []
