"""Every picture of every game stands alone, is the same bytes every time, and can be read with all pieces out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from engine.games import GAMES
from engine.games.north_wind.content import COMMODITIES, HARBORS
from engine.games.north_wind.state import Drawn
from engine.games.north_wind.state import Turn as Voyage
from engine.games.winds_of_plunder.content.pieces import AREAS
from engine.kernel.drawing.svg import DRAWING
from engine.kernel.unknown import UNKNOWN
from tests.support.games import north_wind_scenes
from tests.support.games.lettering import faults
from tests.support.games.pictures import SVG, parsed, written
from tests.unit.engine.tailwinds import test_tailwinds_picture as test_picture
from tests.unit.engine.winds_of_plunder import test_winds_picture
from tests.unit.engine.windward import test_windward_picture

Scene = Callable[[], Any]


def boats_in_a_crowd() -> Any:
    """Four players of Tailwinds, all eight boats on three spaces, and whatever cards they can have."""
    table = test_picture.at_the_start()
    test_picture.put(table, (7, 1), (7, 2), (7, 3), (8, 1), (8, 2), (8, 3), (9, 1), (9, 2))
    table.round, table.phase, table.discard = 4, "resolving", ["rum", "anchor", "tail_wind"]
    for player in table.players.values():
        cards = sorted(player.hand)
        player.card, player.shown, player.played, player.hand = cards[0], True, cards[1:4], set(cards[4:])
        player.rainbow = ["buried_treasure", "telescope"]
    return table


def ships_in_one_port() -> Any:
    """Five players of Winds of Plunder in one port, with reputation in every port, and hands and tallies full."""
    table = test_winds_picture.at_the_end()
    table.phase, table.active, table.winner, table.ending = "plunder", "green", "", ""
    table.completed = {area: list(table.seats) for area in range(1, AREAS + 1)}
    table.markers = dict.fromkeys(table.markers, "green")
    table.discard = [f"misfire_{number}" for number in (1, 2, 3, 4)]
    for player in table.players.values():
        player.port, player.marks, player.bonus = "jamaica", set(test_winds_picture.PORTS), {}
        player.weapons = player.crew = player.provisions = player.booty = 10
        player.actions, player.treasures = [*table.discard, UNKNOWN], [*test_winds_picture.PORTS[:6], UNKNOWN]
    return table


def ships_full() -> Any:
    """Four players of North Wind whose ships hold all that they can; eight tiles lie in the row."""
    table = north_wind_scenes.under_way()
    for harbor in HARBORS:
        table.columns[harbor], table.most[harbor] = list(table.seats) * 2, table.seats[0]
        table.stacks[harbor].holds |= {"salt-1": 1, "fog": 2, "m-3": 1, "wreck": 1, "grain-7": 1, "eq-1": 1}
    table.supplied = table.crewed = list(table.seats)
    for player in table.players.values():
        player.hold, player.brig, player.sail, player.cannons = dict.fromkeys(COMMODITIES, 2), 2, 8, 4
        player.crew, player.gold, player.letters = ["bookkeeper", "lookout", "treasurer", "boatswain"], 90, 8
    table.turn = Voyage("green", "olsand", actions=1, put_under=1, looks=1, cut=True)
    tiles = ["salt-1", "eq-1", "fog", "m-3", "wreck", "grain-7", "nc", "salt-3"]
    table.turn.row = [Drawn(tile, uses=1, joiners=["orange", "blue"], declined=["black"]) for tile in tiles]
    return table


ALL_OUT: dict[str, list[Scene]] = {
    "tailwinds": [boats_in_a_crowd],
    "winds-of-plunder": [ships_in_one_port],
    "north-wind": [ships_full],
    "windward": [lambda: test_windward_picture.all_out(5, "large"), lambda: test_windward_picture.all_out(5, "small")],
}
SCENES: dict[str, list[Scene]] = {
    "tailwinds": [test_picture.at_the_start, test_picture.under_way, test_picture.at_the_end],
    "winds-of-plunder": test_winds_picture.SCENES,
    "north-wind": north_wind_scenes.SCENES,
    "windward": test_windward_picture.SCENES,
}
EVERY = [
    pytest.param(game, scene, id=f"{game}-{number}")
    for game, scenes in SCENES.items()
    for number, scene in enumerate([*scenes, *ALL_OUT[game]])
]


def test_the_most_seats_are_those_with_all_pieces_out() -> None:
    seats = {game: {len(scene().seats) for scene in scenes} for game, scenes in ALL_OUT.items()}
    assert seats == {"tailwinds": {4}, "winds-of-plunder": {5}, "north-wind": {4}, "windward": {5}}


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


@pytest.mark.parametrize("game", SCENES)
def test_pictures_on_one_page_have_titles_of_their_own_that_name_the_game(game: str) -> None:
    pictures = [parsed(scene()) for scene in SCENES[game]]
    assert len({picture.get("aria-labelledby") for picture in pictures}) == len(pictures)
    assert all(picture.findtext(f"{SVG}title", "").startswith(f"{GAMES[game].title}: ") for picture in pictures)


@pytest.mark.parametrize("game", SCENES)
def test_no_line_is_cut_short_where_a_table_is_as_the_game_has_it(game: str) -> None:
    # What no table can show (a ship filled beyond its hold) may be too long.
    scenes = [scene for scene in (*SCENES[game], *ALL_OUT[game]) if scene is not north_wind_scenes.strange]
    assert [line for scene in scenes for line in written(scene()) if line.endswith("…")] == []
