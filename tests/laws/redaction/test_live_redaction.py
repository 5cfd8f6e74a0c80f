"""A reader at one seat learns nothing that depends on hidden values: another hidden choice changes no answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Any

import msgspec
import pytest

from audit.live import NOBODY, LiveSetup, LiveState, View, advance_game, begin_game, describe_books, fold_game
from engine.kernel.events import Amend, Claim, Event, Insert, Note, Record
from engine.kernel.log import Log
from engine.kernel.spellings import parse_log, write_line
from engine.kernel.table import Own
from engine.kernel.unknown import is_known
from fixtures.goldens import goldens
from fixtures.kits import GAMES
from tests.support.games.hidden_choices import (
    AFTERWARDS,
    OPENS,
    game_played,
    hidden_choices,
    other_choices,
    seats,
    verb,
)

OTHERS = 2
CHOICES = 12

over_hiding_games = pytest.mark.parametrize("name", OPENS)
over_seeds = pytest.mark.parametrize("seed", range(4))


def everything(live_state: LiveState, seat: str, since: int) -> list[Any]:
    """Everything that a reader can request about the events since a given one."""
    found: list[Any] = []
    for which in ("played", "adjudicated"):
        view = View(live_state, which, seat)
        found += [view.step_document(seq) for seq in range(since, live_state.seq + 1)]
        found += [view.picture_after(), view.legal_document(), view.facts_after(), view.findings()]
    view = View(live_state, seat=seat)
    return [*found, list(view.event_documents(since - 1)), describe_books(live_state, seat)["parts"]]


@over_hiding_games
@over_seeds
def test_another_hidden_choice_changes_nothing_that_another_seat_is_told(name: str, seed: int) -> None:
    live, log = game_played(name, seed)
    choices = list(hidden_choices(live, log))
    assert choices
    for seq, event, field, seat in choices[:: max(1, len(choices) // CHOICES)]:
        tail = log.events[seq : seq + AFTERWARDS]
        quiet = list(takewhile(lambda later: verb(later) not in OPENS[name], tail))
        before = fold_game(live, log.events[: seq - 1])
        seen = []
        others = other_choices(live, event, field)
        for choice in (event, *others[seq % 3 :: max(1, len(others) // OTHERS)]):
            live_state, answers = advance_game(before, [choice, *quiet], seat)
            seen.append([everything(live_state, seat, seq), [answer.answer_document() for answer in answers]])
        assert all(other == seen[0] for other in seen[1:]), f"event {seq} tells {seat} something"


@over_hiding_games
@over_seeds
def test_a_hidden_card_is_nowhere_in_what_a_seat_is_shown(name: str, seed: int) -> None:
    live, log = game_played(name, seed)
    live_state = fold_game(live, log.events)
    for seq, event, field, seat in islice(hidden_choices(live, log), 0, None, 5):
        word = getattr(event, field)
        if isinstance(word, str) and is_known(word) and len(word) > 1 and word not in live.domains.get("port", ()):
            view = View(live_state, seat=seat)
            step = view.step_document(seq)
            document = msgspec.json.encode([step["event"], step["text"], step["changed"], step["findings"]]).decode()
            assert not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", document), f"event {seq} shows {seat} {word}"


@over_hiding_games
def test_the_hands_of_others_are_unknown_and_the_own_one_is_not(name: str) -> None:
    live, log = game_played(name, 1)
    live_state = fold_game(live, log.events[: len(log.events) // 2])
    true = View(live_state).facts_after()
    for seat in (*seats(live), NOBODY):
        facts = View(live_state, seat=seat).facts_after()
        for other in seats(live):
            seen = facts[f"{other}.hand"]
            assert seen == true[f"{other}.hand"] if other == seat else seen in {"??", "none"}


@pytest.mark.parametrize("name", GAMES)
def test_who_may_see_everything_is_told_the_table_itself(name: str) -> None:
    live, log = game_played(name, 1)
    live_state = fold_game(live, log.events)
    for seq in range(1, live_state.seq + 1, 7):
        table = View(live_state).table_at(seq)
        assert View(live_state).step_document(seq)["event"] == msgspec.to_builtins(log.events[seq - 1])
        assert View(live_state).picture_after(seq) == live.game.draw_table(table)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_of_no_moves_but_its_own(name: str) -> None:
    live, log = game_played(name, 2)
    live_state = fold_game(live, log.events)
    for seq in range(0, live_state.seq, 5):
        whole = View(live_state).legal_document(seq)["moves"]
        for seat in seats(live):
            assert View(live_state, seat=seat).legal_document(seq)["moves"] == [
                m for m in whole if m["event"]["by"] == seat
            ]
        assert View(live_state, seat=NOBODY).legal_document(seq)["moves"] == []


@over_hiding_games
def test_a_correction_that_quotes_a_hidden_choice_does_not_give_it_away(name: str) -> None:
    live, log = game_played(name, 3)
    seq, event, field, seat = next(hidden_choices(live, log))
    live_state = fold_game(live, log.events[:seq])
    shown: list[list[Any]] = [[], [], []]
    for choice in (event, *other_choices(live, event, field)):
        line = write_line(choice, live.game.vocabulary)
        garbled = Amend(at=seq, line=f"{line} and on it goes")
        for document, record in zip(
            shown, (Amend(at=seq, line=line), Insert(at=seq - 1, line=line), garbled), strict=True
        ):
            after, (answer,) = advance_game(live_state, [record], seat)
            document.append([everything(after, seat, seq), answer.answer_document()])
    for document in shown:
        assert all(other == document[0] for other in document[1:])


@over_hiding_games
def test_a_finding_at_a_corrected_event_does_not_quote_the_hidden_choice_that_stood_there(name: str) -> None:
    live, log = game_played(name, 1)
    seq, event, field, seat = next(hidden_choices(live, log))
    live_state, _ = advance_game(fold_game(live, log.events[:seq]), [Amend(at=seq, line="claim: round 99")])
    (whole,), (found,) = (View(live_state, seat=who).findings_at(seq) for who in (None, seat))
    assert str(getattr(event, field)) in whole.excerpt
    assert (found.excerpt, found.rule, found.breach) == ("", whole.rule, whole.breach)


@over_hiding_games
def test_a_claim_about_a_hidden_fact_is_not_told_to_whom_it_is_hidden_from(name: str) -> None:
    live, log = game_played(name, 1)
    live_state = fold_game(live, log.events[: len(log.events) // 2])
    mine, other = seats(live)[:2]
    claims: list[Record | Claim] = [
        Claim(fact=f"{other}.hand", value="none such"),
        Claim(fact=f"{mine}.hand", value="-"),
    ]
    after, (hidden, own) = advance_game(live_state, claims, mine)
    seen = list(View(after, seat=mine).event_documents(live_state.seq))
    assert seen[0]["event"] == {"do": "claim", "fact": f"{other}.hand", "value": "??"}
    assert seen[1]["event"]["value"] == "-"
    assert hidden.findings == ()
    assert [f.status for f in own.findings] == ["mismatch"]


def test_a_note_is_told_to_everybody() -> None:
    live, log = game_played("tailwinds", 1)
    live_state, _ = advance_game(fold_game(live, log.events), [Note(text="tea break")])
    assert next(View(live_state, seat=NOBODY).event_documents(live_state.seq - 1))["event"]["text"] == "tea break"


def treasures_drawn(seed: int) -> Iterator[tuple[LiveSetup, LiveState, Event, list[str], str]]:
    """Yield each Treasure card drawn while others are known to be at the bottom, and who may not see it."""
    live, log = game_played("winds-of-plunder", seed)
    content, choices = live.prepared.content, list(hidden_choices(live, log))
    for seq, event, field, seat in choices:
        if field == "card" and getattr(event, "card", "") in content.treasure_names:
            before = fold_game(live, log.events[: seq - 1])
            table: Own = before.played.table
            sunk = [name for name in content.treasure_names if content.treasure(name) in table.sunk]
            if sunk:
                yield live, before, event, sunk, seat


def test_which_buried_treasure_has_come_up_again_only_who_drew_it_sees() -> None:
    found = list(islice((drawn for seed in range(8) for drawn in treasures_drawn(seed)), 3))
    assert len(found) == 3
    for _, before, event, sunk, seat in found:
        views = []
        for card in (event.card, *sunk):  # type: ignore[attr-defined] # a card that is drawn
            after, _ = advance_game(before, [msgspec.structs.replace(event, card=card)])
            views.append(everything(after, seat, after.seq))
        assert all(view == views[0] for view in views)


def test_a_card_played_that_was_never_held_is_told_to_who_played_it_and_to_the_arbiter() -> None:
    live, log = game_played("winds-of-plunder", 1)
    drawn, played = next(
        (seq, later)
        for seq, event in enumerate(log.events, 1)
        for later, other in enumerate(log.events[seq:], seq + 1)
        if verb(event) == "drawn" and verb(other) == "play" and event.card == other.card  # type: ignore[attr-defined] # so
    )
    event = log.events[drawn - 1]
    player = log.events[played - 1].by  # type: ignore[attr-defined] # a move
    for choice in other_choices(live, event, "card"):
        events = [*log.events[: drawn - 1], choice, *log.events[drawn:played]]
        live_state = fold_game(live, events)
        whole = View(live_state).findings_at(played)
        if any(finding.rule == "WP-PCARD-01" or finding.status == "illegal" for finding in whole):
            break
    else:
        pytest.fail("no other card makes the play illegal")
    own = View(live_state, seat=player).findings_at(played)
    assert [(f.rule, f.breach) for f in own] == [(f.rule, f.breach) for f in whole]
    for seat in {*seats(live), NOBODY} - {player}:
        assert View(live_state, seat=seat).findings_at(played) == []


def turned_up(live: LiveSetup, log: Log, seq: int) -> int | None:
    """Find where the card drawn at an event is played."""
    card = log.events[seq - 1].card  # type: ignore[attr-defined] # a card that is drawn
    shown = {("play", card), ("treasure", live.prepared.content.treasures.get(card))}
    later = enumerate(log.events[seq:], seq + 1)
    said = ((place, verb(event), getattr(event, "card", getattr(event, "port", ""))) for place, event in later)
    return next((place for place, verb_said, face in said if (verb_said, face) in shown), None)


@over_seeds
@pytest.mark.parametrize("plays", ["play", "treasure"])
def test_whether_a_card_that_is_played_was_ever_held_is_told_to_nobody_else(plays: str, seed: int) -> None:
    live, log = game_played("winds-of-plunder", seed)
    drawn = (choice for choice in hidden_choices(live, log) if choice[2] == "card")
    found = ((*choice, place) for choice in drawn if (place := turned_up(live, log, choice[0])))
    tried = list(islice((each for each in found if verb(log.events[each[4] - 1]) == plays), 2))
    assert tried
    for seq, event, _, seat, played in tried:
        quiet = takewhile(lambda later: verb(later) not in OPENS["winds-of-plunder"], log.events[played:])
        tail = [*log.events[seq:played], *islice(quiet, AFTERWARDS)]
        elsewhere = {getattr(other, "card", "") for other in tail}
        before = fold_game(live, log.events[: seq - 1])
        others = (one for one in other_choices(live, event, "card") if getattr(one, "card", "") not in elsewhere)
        seen, accused = [], []
        for choice in (event, *islice(others, OTHERS)):
            live_state, _ = advance_game(before, [choice, *tail])
            seen.append(everything(live_state, seat, played))
            accused.append("illegal" in {finding.status for finding in View(live_state).findings_at(played)})
        assert accused == [False, *[True] * OTHERS]
        assert all(other == seen[0] for other in seen[1:]), f"event {played} tells {seat} something"


def test_a_declared_position_keeps_what_it_says_of_hidden_hands() -> None:
    said = {"green.hand": "sailor-2 sailor-3", "orange.hand": "crew-3", "market": "anchor rum telescope", "round": 4}
    header = {
        "game": "tailwinds",
        "pack": "tailwinds-reconstructed-1",
        "players": [{"seat": "green", "role": "sailor"}, {"seat": "orange", "role": "crew"}],
        "position": said,
    }
    live_state = fold_game(begin_game(msgspec.json.encode(header), GAMES))
    seen = {
        seat: View(live_state, seat=seat).header_document()["position"] for seat in (None, "green", "orange", NOBODY)
    }
    assert seen[None] == said
    assert seen["green"] == {**said, "orange.hand": "??"}
    assert seen["orange"] == {**said, "green.hand": "??"}
    assert seen[NOBODY] == {**said, "orange.hand": "??", "green.hand": "??"}


def test_a_card_replaced_face_down_stays_hidden_until_it_is_turned_up() -> None:
    log = next(golden.log for golden in goldens("tailwinds") if golden.name == "shackle").decode()
    openly = log.replace("players:", "rulings: TW-AMB-28=immediately-open\nplayers:", 1)
    for text, is_hidden in ((log, True), (openly, False)):
        read = parse_log(text.encode(), lambda name: GAMES[name].vocabulary)
        live = begin_game(msgspec.json.encode(read.header), GAMES)
        before, event, later = fold_game(live, read.events[:6]), read.events[6], read.events[7]
        document = []
        for choice in (event, *other_choices(live, event, "card")):
            live_state, answers = advance_game(before, [choice, later], "green")
            document.append([everything(live_state, "green", 7), [answer.answer_document() for answer in answers]])
        assert all(other == document[0] for other in document) == is_hidden
