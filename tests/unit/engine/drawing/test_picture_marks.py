"""What an event touches is marked in the picture: rings, arrows from place to place, and words for screen readers."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from audit.browse.viewer import LogViewer, open_log_viewer
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.kernel.drawing import dark_colours, shapes
from engine.kernel.drawing.marks import find_spots, mark_changes, remove_spots, spot
from engine.kernel.drawing.seats import PALETTE
from engine.kernel.drawing.shapes import MARK, box
from engine.kernel.drawing.sheet import Sheet
from engine.kernel.drawing.svg import Markup, element
from fixtures.goldens import goldens
from fixtures.kits import kit
from tests.support.games.pictures import SVG

RACE = b"""game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
---
green: place 3
claim: green.cards 7
"""


def drawn(*spots_: Markup) -> Markup:
    return Sheet("test", "A test", "Words.", 400, 400).draw(*spots_)


def rings(svg: str) -> list[tuple[str, bool]]:
    """List the marks of a picture by their descriptions, and whether an arrow leads there."""
    groups = [part for part in ET.fromstring(svg) if any(child.get("stroke") == MARK for child in part)]  # noqa: S314 - ours
    return [(group.findtext(f"{SVG}title", ""), group.find(f"{SVG}path") is not None) for group in groups]


def test_what_has_gone_elsewhere_has_an_arrow_and_what_says_something_else_a_ring() -> None:
    still = spot("ben.gold", 1, 300, 0, 20, 20)
    before = drawn(spot("ada.ship", "Havana", 10, 10, 20, 20), spot("ada.gold", 3, 0, 200, 20, 20), still)
    after = drawn(spot("ada.ship", "Nassau", 100, 90, 20, 20), spot("ada.gold", 2, 0, 200, 20, 20), still)
    for shows in (before, after):
        scene = mark_changes(shows, before, after)
        assert rings(scene.svg) == [("ada ship: Havana → Nassau", True), ("ada gold: 3 → 2", False)]
        assert scene.move == "The move: ada ship: Havana → Nassau; ada gold: 3 → 2."
        assert f">Words. {scene.move}</desc>" in scene.svg


def test_a_place_is_where_the_groups_around_it_put_it() -> None:
    inner = element("g", spot("a", 1, 1, 2, 10, 10), transform="translate(100 50) scale(2.000)")
    found = find_spots(drawn(element("g", inner, transform="translate(5 5)")))["a"]
    assert (found.left, found.top, found.right, found.low) == (107, 59, 127, 79)
    turned = find_spots(drawn(element("g", spot("a", 1, 0, 0, 10, 20), transform="rotate(90 0 0)")))["a"]
    assert [round(side) for side in (turned.left, turned.top, turned.right, turned.low)] == [-20, 0, 0, 10]


def test_where_the_other_drawing_is_laid_out_otherwise_nothing_of_it_is_pointed_at() -> None:
    before = drawn(spot("panel", "", 0, 100, 9, 9), spot("ship", "here", 0, 200, 9, 9))
    after = drawn(spot("panel", "", 0, 140, 9, 9), spot("ship", "there", 0, 300, 9, 9))
    assert rings(mark_changes(before, before, after).svg) == [("ship: here → there", False)]


def test_nothing_changed_is_nothing_marked_unless_a_claim_names_it() -> None:
    same = drawn(spot("ada.gold", 3, 0, 0, 20, 20), box(0, 0, 5, 5))
    assert mark_changes(same, same, same) == (remove_spots(same), "A test", "")
    scene = mark_changes(same, same, same, ["ada.gold", "no.such.fact"])
    assert (rings(scene.svg), scene.move) == ([("ada gold: 3", False)], "The claim: ada gold: 3.")


def test_no_name_of_a_place_reaches_a_reader() -> None:
    viewer = open_log_viewer(RACE, GAMES)
    assert all("data-s" not in viewer.picture_at(place) for place in range(3))


def test_a_boat_placed_is_led_from_the_shore_to_its_space() -> None:
    [saying] = [saying for saying, arrow in rings(open_log_viewer(RACE, GAMES).picture_at(1)) if arrow]
    assert saying.startswith("green boat: not yet placed → space 3, ")


MOVES = [(game, verb, saying) for game in GAMES for verb, saying in kit(game).marks]


@pytest.mark.parametrize(("game", "verb", "saying"), MOVES)
def test_the_move_of_each_game_is_marked_where_it_happens(game: str, verb: str, saying: str) -> None:
    viewer = _whole(game)
    places = [at for at, (_, event) in enumerate(viewer.entries, 1) if verb in viewer.spell_event(event)][:8]
    shown = [at for at in places if any(saying in said for said, _ in rings(viewer.picture_at(at)))]
    # A move of no points, and an illegal one that cannot be carried out, may change nothing.
    assert len(shown) >= 0.8 * len(places) > 0


def _whole(game: str) -> LogViewer:
    longest = max(goldens(game), key=lambda golden: len(golden.log))
    return LogViewer(replay_log(prepare_log(longest.log, GAMES)))


# By night


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def grounds() -> dict[str, str]:
    """Yield the background colours of print, of every picture and of each game, in light and dark."""
    of_all = [shapes.PAPER, shapes.WHITE, shapes.SEA, shapes.INNER, shapes.SHADED, shapes.SHADE]
    styles = [_style(game) for game in GAMES]
    of_games = {day: night_ for style in styles for day, night_ in re.findall(r'\[fill="(#\w+)"\]{fill:(#\w+)}', style)}
    printed = {shapes.INK, shapes.FAINT, shapes.MARK, shapes.RULE, shapes.STRIPE}
    return {
        day: night_ for day, night_ in of_games.items() if day in of_all or day not in {*dark_colours.NIGHT, *printed}
    }


def _style(game: str) -> str:
    found = re.search(r"<style>(.*?)</style>", _whole(game).picture_at(0))
    assert found is not None
    return found[1]


def test_what_is_printed_can_be_read_by_day_and_by_night() -> None:
    for day, dark in grounds().items():
        assert contrast(shapes.INK, day) >= 4.5, day
        assert contrast(dark_colours.NIGHT[shapes.INK], dark) >= 4.5, dark
    for ground in (shapes.PAPER, shapes.WHITE, shapes.SEA, shapes.SHADED):
        assert contrast(shapes.FAINT, ground) >= 4.5, ground
        assert contrast(dark_colours.NIGHT[shapes.FAINT], dark_colours.NIGHT[ground]) >= 4.5, ground
        assert contrast(shapes.MARK, ground) >= 3
        assert contrast(dark_colours.NIGHT[shapes.MARK], dark_colours.NIGHT[ground]) >= 3


def test_what_is_printed_on_a_piece_can_be_read_and_does_not_change_by_night() -> None:
    for fill, ink in PALETTE.values():
        assert contrast(fill, ink) >= 4.5, fill
        assert fill not in dark_colours.NIGHT
        assert ink not in dark_colours.NIGHT
