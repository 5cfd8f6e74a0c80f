"""What was chosen face down is told to nobody else by an illegal act either: another card there changes no answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from audit.live import NOBODY, LiveState, View, advance, begin, fold
from engine.games import GAMES
from engine.kernel.spellings import parse
from tests.hostile import SET

# In hand, played already, and of another deck.
CHOSEN = ("pirate-parlay", "pirate-cannons", "pirate-5", "crew-5")
AFTERWARDS = {
    "another card is turned up": "fate: reveal pirate-recover sailor-3",
    "a card that was played is turned up": "fate: reveal pirate-6 sailor-3",
    "two others are turned up": "fate: reveal sailor-4 pirate-recover",
    "another is chosen": "black: commit pirate-recover",
    "another is chosen and turned up": "black: commit pirate-recover\nfate: reveal pirate-recover sailor-3",
}


def chosen(card: str, afterwards: str) -> LiveState:
    """Write of a round in which black has chosen this card."""
    text = f"{SET}black: commit {card}\ngreen: commit sailor-3\n{afterwards}\n"
    read = parse(text.encode(), lambda name: GAMES[name].vocabulary)
    before = fold(begin(msgspec.json.encode(read.header), GAMES), read.events[:2])
    return advance(before, read.events[2:])[0]


def told(live_state: LiveState, seat: str) -> list[Any]:
    """All that a reader can ask for."""
    view = View(live_state, seat=seat)
    steps = [view.step(seq) for seq in range(1, live_state.seq + 1)]
    pictures = [view.picture(seq) for seq in range(live_state.seq + 1)]
    return [*steps, *pictures, list(view.events()), view.findings(), view.legal()]


@pytest.mark.parametrize("seat", ["green", NOBODY])
@pytest.mark.parametrize("afterwards", AFTERWARDS.values(), ids=AFTERWARDS)
def test_another_card_chosen_changes_nothing_that_others_are_told(afterwards: str, seat: str) -> None:
    views = [told(chosen(card, afterwards), seat) for card in CHOSEN]
    for view in views[1:]:
        for mine, theirs in zip(views[0], view, strict=True):
            assert mine == theirs


@pytest.mark.parametrize("card", ["pirate-cannons", "crew-5"])
def test_who_turns_up_another_card_than_the_chosen_is_told_so_whatever_another_has_done(card: str) -> None:
    live_state = chosen(card, AFTERWARDS["two others are turned up"])
    told_green = [finding for finding in View(live_state, seat="green").findings() if finding.rule == "TW-CHOOSE-02"]
    assert [finding.breach for finding in told_green] == ["green chose sailor-3 and turns up sailor-4."]
