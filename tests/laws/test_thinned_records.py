"""An unwritten line is not an undone act: every event declares its absence; thinned records accuse no player."""

from __future__ import annotations

import pytest

from engine.kernel.absence import evident_from, free, open_
from engine.kernel.events import COMMON
from engine.kernel.rulebook import stack_layers
from fixtures.kits import GAMES, kit
from tests.measure.thinning.laws import asked
from tests.measure.thinning.thinned_games import SHARING

THINNED = [name for name in GAMES if kit(name).tellings is not None]
SHARES = [range(start, start + SHARING) for start in range(0, 200, SHARING)]


@pytest.mark.parametrize("name", THINNED)
def test_every_kind_of_event_says_what_its_absence_means(name: str) -> None:
    game = GAMES[name]
    assert not [kind.__name__ for kind in (*game.events, *COMMON) if kind.absence is None]
    for kind in game.events:
        assert kind.absence is not None
        for answer, then in kind.absence.otherwise:
            question, stated, reading = answer.partition("=")
            known = game.questions[question].readings if stated else {layer.id for layer in game.layers}
            assert (reading if stated else question) in known, f"{kind.__name__}: {answer}"
            assert then != kind.absence


@pytest.mark.parametrize("share", SHARES, ids=str)
@pytest.mark.parametrize("name", THINNED)
def test_thinned_records_of_legal_games_accuse_nobody(name: str, share: range) -> None:
    for number in share:
        what, wrong, reading = asked(name, number)
        assert not wrong, f"log {number} ({' '.join(reading)}), {what}: {wrong[0].rule} {wrong[0].breach}"


def test_the_first_reading_or_layer_that_is_in_force_says_what_an_absence_means() -> None:
    game = GAMES["tailwinds"]
    meaning = evident_from("the header").under("advanced-track", open_("")).under("TW-AMB-27=mandatory", free())
    assert stack_layers(game).read_absence(meaning).word == "shown"
    assert stack_layers(game, ("advanced-track",)).read_absence(meaning).word == "open"
    assert stack_layers(game, (), {"TW-AMB-27": "mandatory"}).read_absence(meaning).word == "free"
