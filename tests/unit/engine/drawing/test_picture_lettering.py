"""The lettering of every picture: no text is too small to read, and no line covers another."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.kernel.drawing.fact_sheet import draw
from fixtures.kits import kit
from tests.support.games.lettering import faults, lines, tables

SEEDS = (1,)


def test_a_line_upon_another_is_found_and_so_is_a_small_one() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="100">'
    one = '<text x="10" y="50" font-size="12">Havana</text>'
    assert faults(f'{head}{one}<text x="40" y="52" font-size="12">Nassau</text></svg>') == ["'Havana' lies on 'Nassau'"]
    assert faults(f'{head}{one}<text x="10" y="70" font-size="12">Nassau</text></svg>') == []
    assert faults(f'{head}<g transform="scale(0.7)"><text x="9" y="50" font-size="12">x</text></g></svg>') == [
        "'x' is 8.4 high"
    ]


SIZES = [(game, seats) for game in GAMES for seats in kit(game).company(())]


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_no_line_is_too_small_and_none_lies_on_another(game: str, seats: int) -> None:
    shown = (GAMES[game].draw_table(table) for seed in SEEDS for table in tables(game, seats, seed))
    found = {fault: None for svg in shown for fault in faults(svg)}
    assert list(found) == []


def untold(game: str, *, pack: bool) -> Any:
    header = kit(game).header if pack else re.sub("^pack: .*\n", "", kit(game).header, flags=re.MULTILINE)
    log = f"{header}position: {kit(game).untold}\n---\nrecord: note begun late\n"
    return prepare_log(log.encode(), GAMES).build_table()


@pytest.mark.parametrize("game", [game for game in GAMES if kit(game).untold])
@pytest.mark.parametrize("pack", [True, False])
def test_what_nobody_wrote_takes_no_more_room_than_it_has(game: str, *, pack: bool) -> None:
    assert faults(GAMES[game].draw_table(untold(game, pack=pack))) == []


def test_what_nobody_wrote_is_never_drawn_as_none() -> None:
    said = [line.says for line in lines(GAMES["winds-of-plunder"].draw_table(untold("winds-of-plunder", pack=True)))]
    assert "none" not in said
    assert said.count("Action cards (?)") == said.count("Treasure cards (?)") == 3
    assert {"? discarded", "Reputation: ?", "may have reputation in ports that nobody wrote down"} <= set(said)
    said = [line.says for line in lines(GAMES["tailwinds"].draw_table(untold("tailwinds", pack=True)))]
    assert said.count("Played (?)") == said.count("Hand (?)") == 2
    assert "0" not in said
    said = [line.says for line in lines(GAMES["windward"].draw_table(untold("windward", pack=True)))]
    assert said.count("Hand ?") == 3
    assert "There may be more Reds and Greys than are drawn." in said
    assert not {"0", "none", "No wind yet"} & set(said)


@pytest.mark.parametrize("facts", [{}, {"heap": 3}], ids=["without facts", "with a short fact"])
def test_a_table_without_a_picture_is_as_broad_as_its_title(facts: dict[str, int]) -> None:
    svg = str(draw("A Game with a Rather Long Title", facts))
    title = next(line for line in lines(svg) if line.says.startswith("A Game"))
    assert title.right <= float(ET.fromstring(svg).get("width", "0"))  # noqa: S314 - our own picture
