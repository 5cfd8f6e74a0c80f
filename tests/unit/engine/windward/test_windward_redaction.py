"""Cards that were dealt to one captain are told to nobody else, and nothing that others are told hangs on them."""

from __future__ import annotations

import pytest

from audit.live import NOBODY, LiveSetup, LiveState, View
from engine.games import GAMES
from engine.kernel.spellings import parse_log
from tests.support.logs.live_logs import live_game, told

# Orange is attacked twice, with a hidden card in hand; in a lost battle, and in one that is drawn.
ATTACKED = """game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
---
fate: planet a b c d e f
fate: first green
fate: deal green fuel harpoon
fate: deal orange {card} bait coffee
fate: deal blue coffee coffee fuel fuel
fate: stacks fuel bait coffee sizes=22,22,21
fate: wind 1
fate: grey 2
fate: grey 4
green: rest
orange: order supplies
orange: take 1 fuel
orange: sail a11
orange: rest pay=bait
orange: red a52 a21
blue: rest
fate: wind 2
green: sail a11
fate: roll attack 2 1
fate: roll defend 1 2
green: pass
orange: pass
green: sail d11
green: rest pay=fuel
green: red d55 d33
orange: rest pay=fuel
orange: red a21 a11
fate: roll attack 3 3 3 3 3
fate: roll defend 1 1
orange: pass
claim: orange.place port
blue: rest
"""
# How orange shows a card, held or not, and the line of the log in whose place that stands.
WAYS = {
    "orange: sail a11": "orange: card {card}",
    "orange: rest pay=bait": "orange: rest pay={card}\norange: red a52 a21",
    "orange: pass": "orange: hits {card}",
}
CARDS = ("harpoon", "fuel", "false_flag", "deadweight", "??")
SEATS = ("green", "blue", NOBODY)


def attacked(card: str) -> tuple[LiveSetup, LiveState]:
    read = parse_log(ATTACKED.format(card=card).encode(), lambda name: GAMES[name].vocabulary)
    return live_game(read.header, list(read.events))


def showing(held: str, shown: str, line: str) -> LiveState:
    """The game up to where orange shows a card."""
    text = ATTACKED.format(card=held).partition(line)[0] + WAYS[line].format(card=shown) + "\n"
    read = parse_log(text.encode(), lambda name: GAMES[name].vocabulary)
    return live_game(read.header, list(read.events))[1]


@pytest.mark.parametrize("seat", SEATS)
def test_another_card_in_a_hand_changes_nothing_that_others_are_told(seat: str) -> None:
    views = [list(told(attacked(card)[1], seat)) for card in CARDS]
    for view in views[1:]:
        for mine, theirs in zip(views[0], view, strict=True):
            assert mine == theirs


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("shown", ["harpoon", "deadweight"])
@pytest.mark.parametrize("line", WAYS)
def test_whether_a_card_that_is_shown_was_ever_held_is_told_to_nobody_else(line: str, shown: str, seat: str) -> None:
    views = [list(told(showing(card, shown, line), seat, 3)) for card in CARDS[:-1]]
    for view in views[1:]:
        for mine, theirs in zip(views[0], view, strict=True):
            assert mine == theirs


def test_a_card_that_was_not_held_leaves_the_hand_in_the_place_of_one_that_nobody_has_seen() -> None:
    after = showing("coffee", "harpoon", "orange: rest pay=bait")
    paid = next(
        seq for seq, event in enumerate(View(after).event_documents(), 1) if event["text"] == "orange: rest pay=harpoon"
    )
    assert [View(after).step_document(seq)["facts"]["orange.cards"] for seq in (paid - 1, paid)] == [4, 3]
    assert View(after).step_document(paid)["facts"]["orange.hand"] == "?? ?? fuel"
    assert {finding.status for finding in View(after).findings_at(paid)} == {"illegal"}


def test_whoever_holds_a_card_sees_it_and_others_see_how_many_there_are() -> None:
    _, live_state = attacked("deadweight")
    own, other = View(live_state, seat="orange"), View(live_state, seat="green")
    assert own.facts_after()["orange.hand"] == "coffee deadweight"
    assert other.facts_after()["orange.hand"] == "?? ??"
    assert own.facts_after()["orange.cards"] == other.facts_after()["orange.cards"] == 2
    assert "deadweight" in own.picture_after()
    assert "deadweight" not in other.picture_after()


def test_a_card_taken_face_up_is_seen_by_all_until_it_is_played() -> None:
    view = View(attacked("harpoon")[1], seat="green")
    hands = {
        entry["text"]: view.step_document(seq)["facts"]["orange.hand"]
        for seq, entry in enumerate(view.event_documents(), 1)
    }
    assert hands["orange: take 1 fuel"] == "?? ?? ?? fuel"
    assert hands["orange: rest pay=bait"] == "?? ?? fuel"
    assert hands["orange: rest pay=fuel"] == "?? ??"
