"""The ships in the picture of the North Wind table: their cargo, also beyond every limit."""

from __future__ import annotations

from fixtures.north_wind.scenes import a_game, strange, under_way
from tests.support.games.north_wind_picture import extents, titles
from tests.support.games.pictures import told, written


def test_ships_show_hold_brig_crew_cannons_and_sail() -> None:
    said = titles(under_way())
    assert "hold: 2 salt, 1 grain, 1 wine, 0 lumber, 2 fish" in said
    assert {"brig: 1 captain", "cannons: 2 of 4", "green: sailing level 6 of 6"} <= set(said)
    assert {"boatswain: aboard", "treasurer: not aboard", "crow's nest: lookout aboard"} <= set(said)


def test_the_sail_is_higher_the_further_the_ship_goes() -> None:
    def height(level: int) -> float:
        table = a_game("green")
        table.players["green"].sail = level
        (letter,) = (points for part, points in extents(table) if (part.text, part.get("font-size")) == ("G", "17"))
        return letter[0][1]

    assert height(6) < height(5) < height(4)


def test_what_a_log_put_aboard_beyond_every_limit_is_counted() -> None:
    words = written(strange())
    assert {"hold +34", "+5", "4 with role ?", "40", "12345", "-3"} <= set(words)
    assert "hold 8 salt, 8 grain, 8 wine, 8 lumber, 8 fish" in told(strange())


def test_what_nobody_counted_aboard_is_a_question_mark() -> None:
    said = titles(strange())
    assert {"brig: ? captains", "cannons: ? of 4", "orange: sailing level ? of 6", "boatswain: ?"} <= set(said)
    assert "more crew: ?" in written(strange())
    assert "hold ? salt, ? grain, ? wine, ? lumber, ? fish" in told(strange())


def test_the_supply_is_what_no_player_has() -> None:
    said = titles(under_way())
    assert {"salt in the supply: 0", "lumber in the supply: 8", "captains in the supply: 4"} <= set(said)
    assert "letters in the supply: 4" in said
