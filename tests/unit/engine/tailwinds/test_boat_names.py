"""Each boat has one name in everything that a game says: in rules, rulings, reports, and the words of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from audit import audit
from audit.browse.catalogue import list_catalogue_rules
from audit.report import render_text
from engine.games import GAMES
from fixtures.goldens import goldens
from fixtures.kits import kit
from tests.support.games.lettering import tables

# Log lines, and sentences about their fields, name boats in the log's own way.
QUOTED = re.compile(r"^Played by |^ *\d+ \||^ *\|? *\^|Did you mean: |=>|claims? ")
LINE = re.compile(r"“\w+: [^”]*”")
OTHERWISE = {game: named for game in GAMES if (named := kit(game).misnomers) is not None}


def said(game: str) -> Iterator[str]:
    """List all sentences of a game, and those that its goldens and some tables produce."""
    for entry in list_catalogue_rules(GAMES[game]):
        yield from (rule.says for rule in (entry.rule, *(other.rule for other in entry.others)))
    for question in GAMES[game].questions.values():
        yield from (question.asks, question.why, *question.readings.values())
    for golden in goldens(game):
        text = render_text(audit(golden.log, GAMES), width=10_000)
        yield from (LINE.sub("", line) for line in text.splitlines() if not QUOTED.search(line))
    for table in tables(game, max(kit(game).company(())), 1):
        yield re.search(r"<desc[^>]*>([^<]*)", str(GAMES[game].draw_table(table)))[1]  # type: ignore[index] # each has one


@pytest.mark.parametrize("game", OTHERWISE)
def test_one_boat_has_one_name(game: str) -> None:
    sentences = list(said(game))
    assert len(sentences) > 500
    assert [sentence for sentence in sentences if OTHERWISE[game].search(sentence)] == []


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("tailwinds", "orange has no boat “aft” to move."),
        ("tailwinds", "The finish does not win while the Aft boat is in last place."),
        ("tailwinds", "Boats from the front: black fore space 22."),
        ("windward", "Longboat 2 of green is not on the planet."),
    ],
)
def test_another_name_is_noticed(game: str, sentence: str) -> None:
    assert OTHERWISE[game].search(sentence)
