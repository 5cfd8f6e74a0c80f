"""Client input for a live game: read as intended, or refused with every fault at its place."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest

from audit import audit
from audit.live import (
    LiveSetup,
    Misfit,
    UndecodedError,
    advance_game,
    begin_game,
    decode_client_events,
    decode_events,
    fold_game,
)
from engine.kernel.events import Amend, Claim, Note
from engine.kernel.log import LogError
from engine.kernel.unknown import UNKNOWN, is_known
from fixtures.kits import GAMES
from fixtures.simulate import company, play

HEADER = (
    b'{"game":"tailwinds","pack":"tailwinds-reconstructed-1",'
    b'"players":[{"seat":"green","name":"Ada","role":"sailor"},{"seat":"orange","name":"Ben","role":"crew"}]}'
)
DEEP = 100_000
MUTATIONS = 400


def tailwinds() -> LiveSetup:
    return begin_game(HEADER, GAMES)


def misfits(*items: object, after: int = 0) -> tuple[Misfit, ...]:
    with pytest.raises(UndecodedError) as refused:
        decode_client_events(tailwinds(), items, after)
    return refused.value.misfits


# Headers


def test_a_header_may_be_json_or_text_and_comes_back_canonical() -> None:
    text = b"game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n---\n"
    assert (
        begin_game(text, GAMES).header_bytes
        == tailwinds().header_bytes
        == begin_game(HEADER + b"\n", GAMES).header_bytes
    )


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (b"", "empty|header|---"),
        (b"{", "JSON"),
        (b"[]", "array"),
        (HEADER.replace(b"tailwinds", b"headwinds", 1), "no game"),
        (HEADER.replace(b"green", b"orange"), "twice"),
        (HEADER.replace(b"reconstructed-1", b"lost"), "pack"),
        (HEADER.replace(b"Ada", b"\xff"), "UTF-8"),
        (HEADER.replace(b"Ada", b"\x00"), "NUL"),
        (HEADER.replace(b"Ada", b"\\ud800"), "surrogate"),
        (b"\xef\xbb\xbf" + HEADER, "byte-order mark"),
        (HEADER + b'\n{"do":"note","text":"x"}', "header alone"),
        (HEADER + b"\n{", "header alone|JSON"),
        (HEADER.replace(b'"players"', b'"layers":["no-such"],"players"'), "no layer"),
        (HEADER.replace(b'"players"', b'"rulings":{"TW-AMB-05":"no"},"players"'), "no reading"),
        (HEADER.replace(b'"players"', b'"position":{"green.luck":3},"players"'), "no fact"),
        (b'{"game":' + b"[" * DEEP, "deep|JSON|read"),
    ],
)
def test_a_header_that_cannot_be_one_is_refused_with_a_place(header: bytes, says: str) -> None:
    with pytest.raises(LogError, match=says) as refused:
        begin_game(header, GAMES)
    assert refused.value.fault.says


def test_an_illegal_header_begins_a_game_that_says_so() -> None:
    live_state = fold_game(begin_game(HEADER.replace(b"crew", b"sailor"), GAMES))
    assert {judgement.seq for judgement in live_state.played.judgements} == {0}


# Events


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_records_can_be_sent_again_as_objects_and_as_bytes(name: str) -> None:
    log = play(GAMES[name], company(GAMES[name], 1), 1)
    live = begin_game(msgspec.json.encode(log.header), GAMES)
    bodies = [msgspec.json.encode(event) for event in log.events]
    assert decode_client_events(live, [json.loads(body) for body in bodies]) == log.events
    assert decode_client_events(live, bodies) == decode_events(live, bodies) == log.events


@pytest.mark.parametrize(
    ("item", "pointer", "says"),
    [
        (3, "/0", "JSON object"),
        ([], "/0", "JSON object"),
        (None, "/0", "JSON object"),
        ({}, "/0", "what it is"),
        ({"do": 3}, "/0/do", "what it is"),
        ({"do": "fly"}, "/0/do", "no event"),
        ({"do": "start"}, "/0/do", "no event"),
        ({"do": "unreadable", "text": ""}, "/0/do", "no event"),
        ({"do": "move", "by": "green"}, "/0", "lacks boat, points"),
        ({"do": "move", "by": "green", "boat": "aft", "points": "far"}, "/0/points", "cannot be the"),
        ({"do": "move", "by": "green", "boat": "aft", "points": 10**30}, "/0/points", "cannot be the"),
        ({"do": "move", "by": "green", "boat": "aft", "points": 2, "a/b~c": 1}, "/0/a~1b~0c", "no field"),
        ({"do": "move", "by": "green", "boat": "keel", "points": 2}, "/0/boat", "no boat"),
        ({"do": "move", "by": "mauve", "boat": "aft", "points": 2}, "/0/by", "no seat"),
        ({"do": "reveal", "cards": ["sailor-5", "sailor-99"]}, "/0/cards/1", "no card"),
        ({"do": "reveal", "cards": "sailor-5"}, "/0/cards", "cannot be the"),
        ({"do": "claim", "fact": "green.luck", "value": 3}, "/0/fact", "no fact"),
        ({"do": "note", "text": "a\x00b"}, "/0/text", "NUL"),
        ({"do": "note", "text": "\ud800"}, "/0/text", "surrogate"),
        ({"do": "note", "text": "x" * 3_000}, "/0/text", "cannot be the"),
        ({"do": "note", "text": "x", "seq": 7}, "/0/seq", "would be event 1"),
        ({"do": "note", "text": "x", "seq": -1}, "/0/seq", "would be event 1"),
        ({"do": "note", "text": {"a": 1}}, "/0/text", "cannot be the"),
        ({"do": "note", "text": True}, "/0/text", "cannot be the"),
        (b"", "/0", "not JSON"),
        (b"{", "/0", "not JSON"),
        (b"\xff", "/0", "not UTF-8"),
        (b'{"do":"note","text":"x","text":"y"}', "/0", "twice"),
        (b'{"do":"note","text":NaN}', "/0", "NaN"),
        (b'{"do":"note","text":"\\ud800"}', "/0", "surrogate"),
        (b'{"do":"note","text":"\\u0000"}', "/0/text", "NUL"),
        (b'{"do":"note","text":' + b"[" * DEEP, "/0", "nested|JSON"),
        (b'{"do":"note","text":"x","seq":' + b"9" * 5_000 + b"}", "/0/seq", "would be event 1"),
    ],
)
def test_an_event_that_cannot_be_recorded_is_refused_at_its_place(item: object, pointer: str, says: str) -> None:
    (fault,) = misfits(item)
    assert fault.pointer == pointer
    assert re.search(says, fault.says), fault.says
    json.dumps([fault.pointer, fault.says, fault.hint]).encode()


def test_nested_objects_are_refused_however_deep() -> None:
    value: object = "x"
    for _ in range(5_000):
        value = [value]
    (fault,) = misfits({"do": "note", "text": value})
    assert fault.pointer.startswith("/0")


def test_every_fault_of_a_batch_is_told() -> None:
    good = {"do": "note", "text": "tea"}
    faults = misfits(good, {"do": "fly"}, good, {"do": "note"}, 7)
    assert [fault.pointer for fault in faults] == ["/1/do", "/3", "/4"]


def test_a_stated_seq_is_compared_and_taken_off() -> None:
    live = tailwinds()
    (event,) = decode_client_events(live, [{"do": "note", "text": "tea", "seq": 5}], after=4)
    assert event == Note(text="tea")


def test_an_unknown_value_arrives_as_the_unknown_value() -> None:
    live = tailwinds()
    item = {"do": "commit", "by": "green", "card": "??"}
    (sent,), (kept,) = decode_client_events(live, [item]), decode_events(live, [msgspec.json.encode(item)])
    assert not is_known(sent.card)  # type: ignore[attr-defined] # a Commit
    assert not is_known(kept.card)  # type: ignore[attr-defined] # as above


@pytest.mark.parametrize(
    "event",
    [
        Amend(at=1, line=UNKNOWN),
        Amend(at=UNKNOWN, line="green: done"),
        Claim(fact=UNKNOWN, value=UNKNOWN),
        Claim(fact="green.cards", value=UNKNOWN),
        Amend(at=1, line=""),
        Amend(at=1, line='record: amend 1 "green: done"'),
    ],
)
def test_a_record_with_gaps_is_recorded_and_answered(event: Amend | Claim) -> None:
    live_state, answers = advance_game(fold_game(tailwinds()), [Note(text="first"), event, Note(text="last")])
    assert live_state.seq == 3
    assert len(answers) == 3
    assert answers[1].findings or isinstance(event, Claim)
    whole = audit(live_state.live.write_log(live_state.events), GAMES)
    assert [(f.seq, f.status, f.says) for f in whole.findings] == [
        (f.seq, f.status, f.says) for answer in answers for f in answer.findings
    ]


def test_random_changes_to_good_events_are_taken_or_refused_and_nothing_else() -> None:
    dice = random.Random(7)
    log = play(GAMES["tailwinds"], 2, 1)
    live = begin_game(msgspec.json.encode(log.header), GAMES)
    bodies = [msgspec.json.encode(event) for event in log.events]
    live_state, taken, wrongs = fold_game(live), 0, list[UndecodedError]()
    for _ in range(MUTATIONS):
        body = bytearray(dice.choice(bodies))
        for _ in range(dice.randint(1, 3)):
            body[dice.randrange(len(body))] = dice.choice(b'"{}[]:,0159nulltrue\\ \x00\xff?-abc')
        try:
            events = decode_client_events(live, [bytes(body)], live_state.seq)
        except UndecodedError as wrong:
            wrongs.append(wrong)
        else:
            taken += 1
            live_state, (answer,) = advance_game(live_state, events)
            assert json.loads(json.dumps(answer.answer_document())) == answer.answer_document()
    assert taken
    assert wrongs
    assert all(fault.pointer.startswith("/0") and fault.says for wrong in wrongs for fault in wrong.misfits)
