"""The task board in the picture of the North Wind table: what each field asks for, and whose tokens lie there."""

from __future__ import annotations

from dataclasses import replace

from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.picture import draw
from engine.kernel.unknown import UNKNOWN
from tests.north_wind_scenes import (
    at_the_start,
    strange,
    titles,
    told,
    under_way,
    written,
)


def test_the_board_shows_twenty_seven_fields_and_what_each_asks_for() -> None:
    said = titles(at_the_start())
    fields = [title for title in said if ", field " in title]
    assert len(fields) == 27
    assert {"North Cape, field 5: 1 wine and 2 gold", "Fort Haven, field 4: 2 captains"} <= set(fields)


def test_a_task_that_leaves_a_choice_shows_each_way_to_pay_it() -> None:
    table = at_the_start()
    column = table.content.tasks["olsand"]
    ways: tuple[dict[str, int], ...] = ({"salt": 1}, {"gold": 3})
    asked = replace(column[0], demands=ways)
    table.content = replace(table.content, tasks={**table.content.tasks, "olsand": (asked, *column[1:])})
    assert "Olsand, field 1: 1 salt or 3 gold" in titles(table)
    assert "or" in written(table)
    wide: tuple[dict[str, int], ...] = tuple(dict.fromkeys(COMMODITIES, 2) for _ in range(3))
    asked = replace(column[0], demands=wide)
    table.content = replace(table.content, tasks={**table.content.tasks, "olsand": (asked, *column[1:])})
    assert any(line.startswith("2 salt and") and line.endswith("…") for line in written(table))


def test_tokens_lie_on_their_fields_and_the_next_task_stands_out() -> None:
    table = under_way()
    said = titles(table)
    assert "North Cape, field 2: 3 gold; token of orange" in said
    assert "North Cape, field 3: 1 wine and 1 gold; token of ?" in said
    assert "North Cape, field 4: 4 gold" in said
    assert draw(table).count('stroke-width="2.2"') == 3


def test_bonus_fields_show_their_tokens() -> None:
    said = titles(under_way())
    assert {"North Cape, most tasks: nobody", "Olsand, most tasks: blue", "Fort Haven, most tasks: ?"} <= set(said)
    assert {"All three harbors supplied: black", "Crew of four: green, orange"} <= set(said)


def test_a_column_with_more_tokens_than_fields_says_so() -> None:
    assert "North Cape (+5)" in written(strange())


def test_a_column_of_which_nobody_knows_how_high_it_is_has_no_task_that_stands_out() -> None:
    table = under_way()
    table.heights_untold.add("olsand")
    assert "Olsand (+?)" in written(table)
    assert draw(table).count('stroke-width="2.2"') == 2
    assert "Olsand: tokens blue, ?; asks for ?" in told(table)


def test_the_first_task_of_a_harbor_is_known_from_the_rulebook() -> None:
    table = at_the_start()
    column = table.content.tasks["olsand"]
    tasks = {**table.content.tasks, "olsand": (replace(column[0], demands=UNKNOWN), *column[1:])}
    table.content = replace(table.content, tasks=tasks)
    assert "Olsand, field 1: 1 salt and 1 fish" in titles(table)
