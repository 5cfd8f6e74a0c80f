"""An illegal act does not reveal a card chosen face down either: another card there changes no answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from audit.live import NOBODY, LiveState, View, advance_game, begin_game, fold_game
from engine.games import GAMES
from engine.kernel.spellings import parse_log
from tests.support.logs.hostile_logs import SET

# A card in hand, one played already, and one of another deck.
CHOSEN = ("pirate-parlay", "pirate-cannons", "pirate-5", "crew-5")
AFTERWARDS = {
    "another card is turned up": "fate: reveal pirate-recover sailor-3",
    "a card that was played is turned up": "fate: reveal pirate-6 sailor-3",
    "two others are turned up": "fate: reveal sailor-4 pirate-recover",
    "another is chosen": "black: commit pirate-recover",
    "another is chosen and turned up": "black: commit pirate-recover\nfate: reveal pirate-recover sailor-3",
}


def chosen(card: str, afterwards: str) -> LiveState:
    """Write a round in which black has chosen this card."""
    return advanced(f"black: commit {card}\ngreen: commit sailor-3\n{afterwards}")


def advanced(lines: str) -> LiveState:
    """Write two choices, and then the following lines."""
    text = f"{SET}{lines}\n"
    read = parse_log(text.encode(), lambda name: GAMES[name].vocabulary)
    before = fold_game(begin_game(msgspec.json.encode(read.header), GAMES), read.events[:2])
    return advance_game(before, read.events[2:])[0]


def told(live_state: LiveState, seat: str) -> list[Any]:
    """Return everything that a reader can request."""
    view = View(live_state, seat=seat)
    steps = [view.step_document(seq) for seq in range(1, live_state.seq + 1)]
    pictures = [view.picture_after(seq) for seq in range(live_state.seq + 1)]
    return [*steps, *pictures, list(view.event_documents()), view.findings(), view.legal_document()]


def assert_alike(views: list[list[Any]]) -> None:
    for view in views[1:]:
        for mine, theirs in zip(views[0], view, strict=True):
            assert mine == theirs


@pytest.mark.parametrize("seat", ["green", NOBODY])
@pytest.mark.parametrize("afterwards", AFTERWARDS.values(), ids=AFTERWARDS)
def test_another_card_chosen_changes_nothing_that_others_are_told(afterwards: str, seat: str) -> None:
    assert_alike([told(chosen(card, afterwards), seat) for card in CHOSEN])


@pytest.mark.parametrize("card", ["pirate-cannons", "crew-5"])
def test_who_turns_up_another_card_than_the_chosen_is_told_so_whatever_another_has_done(card: str) -> None:
    live_state = chosen(card, AFTERWARDS["two others are turned up"])
    told_green = [finding for finding in View(live_state, seat="green").findings() if finding.rule == "TW-CHOOSE-02"]
    assert [finding.breach for finding in told_green] == ["green chose sailor-3 and turns up sailor-4."]


# Acts of green that imply that the cards were revealed, though the log does not reveal them.
GOING_ON = {
    "a turn is over": "green: done",
    "a boat moves": "green: move aft 1",
    "unknown cards are turned up": "fate: reveal ?? ??",
    "the own card alone is turned up": "fate: reveal sailor-3",
    "the own card and another unknown are turned up": "fate: reveal ?? sailor-3",
    "another card is chosen": "green: replace sailor-4",
    "the own turn is over, and another round begins": "green: done\ngreen: commit sailor-4",
    "both turns are over": "green: done\nblack: done\ngreen: commit sailor-4",
    "the other moves and is done": "green: done\nblack: move aft 1\nblack: done",
    "the other moves, and the next round is played": (
        "green: move aft 3\ngreen: done\nblack: move aft 1\ngreen: commit sailor-4\ngreen: done"
    ),
    "the cards are sent back": "green: shackle",
    "the die is taken": "green: throw",
    "another's card is copied": "green: copy pirate-5",
}
NEVER_OPENED = ("pirate-parlay", "pirate-cannons", "pirate-recover", "pirate-copy", "pirate-5")


@pytest.mark.parametrize("seat", ["green", NOBODY])
@pytest.mark.parametrize("afterwards", GOING_ON.values(), ids=GOING_ON)
def test_going_on_without_a_reveal_turns_up_nothing(afterwards: str, seat: str) -> None:
    assert_alike([told(chosen(card, afterwards), seat) for card in NEVER_OPENED])


@pytest.mark.parametrize("first", ["", "green: done\n"], ids=["at once", "late"])
def test_cards_turned_up_by_name_are_seen_by_all(first: str) -> None:
    live_state = chosen("pirate-parlay", f"{first}fate: reveal pirate-parlay sailor-3")
    assert View(live_state, seat="green").facts_after()["black.card"] == "pirate-parlay"
    assert View(live_state, seat="green").facts_after(3 + bool(first))["black.card"] == "pirate-parlay"
    if not first:
        assert View(live_state, seat="black").facts_after()["green.card"] == "sailor-3"


@pytest.mark.parametrize("afterwards", ["black: move aft 1", "black: done\ngreen: move aft 1", "fate: reveal ?? ??"])
def test_what_a_copy_is_worth_tells_nothing_of_a_card_that_was_never_opened(afterwards: str) -> None:
    cards = ("sailor-3", "sailor-4", "sailor-recover")
    choices = (f"green: commit {card}\nblack: commit pirate-copy\n{afterwards}" for card in cards)
    assert_alike([told(advanced(lines), "black") for lines in choices])


def test_whoever_chose_a_card_that_was_never_opened_sees_what_became_of_it() -> None:
    live_state = chosen("pirate-recover", "green: done\nblack: move aft 3\nblack: done")
    facts = View(live_state, seat="black").facts_after()
    assert (facts["black.removed"], facts["black.played"]) == ("pirate-recover", "none")
    assert View(live_state, seat="green").facts_after()["black.removed"] == "??"
