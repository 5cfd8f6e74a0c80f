"""A live game is told at each event what an audit of the whole record says of it in the end."""

from __future__ import annotations

import json

import pytest

from audit import AuditOptions, audit
from audit.live import (
    EventAnswer,
    View,
    advance_game,
    describe_books,
    fold_game,
    list_findings,
)
from audit.model.document import convert_to_builtins
from engine.kernel.events import Amend, Note, Retract, Ruling
from engine.kernel.replay.fact_digest import digest_facts
from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.spellings import write_line
from fixtures.kits import GAMES
from fixtures.simulate import company, play
from tests.support.logs.live_logs import marks, same_as_from_scratch, seated, wronged

over_games = pytest.mark.parametrize("name", GAMES)


@over_games
def test_a_ruling_lets_a_finding_stand_as_ruled(name: str) -> None:
    _, live_state, seq = wronged(name)
    after, (answer,) = advance_game(live_state, [Ruling(at=seq, who="Judge", why="agreed")])
    assert {(f.seq, f.status) for f in answer.vanishes} == {(seq, "illegal")}
    assert {(f.seq, f.status) for f in answer.appears} == {(seq, "ruled")}
    assert after.adjudicated is after.played


@over_games
def test_taking_an_illegal_event_back_makes_its_finding_vanish_and_keeps_it_as_played(name: str) -> None:
    _, live_state, seq = wronged(name)
    after, (answer,) = advance_game(live_state, [Retract(at=seq, who="Judge")])
    assert seq in {f.seq for f in answer.vanishes}
    assert seq in {f.seq for f in list_findings(after, "played")}
    assert seq not in {f.seq for f in list_findings(after)}
    same_as_from_scratch(after)


@over_games
def test_taking_back_what_took_back_restores_both_books(name: str) -> None:
    _, live_state, seq = wronged(name)
    first, (gone,) = advance_game(live_state, [Retract(at=seq)])
    second, (back,) = advance_game(first, [Retract(at=first.seq)])
    assert marks(gone.vanishes) == marks(back.appears)
    assert marks(gone.appears) == marks(back.vanishes)
    assert second.adjudicated is second.played


@over_games
def test_an_amendment_puts_a_legal_event_in_place_of_an_illegal_one(name: str) -> None:
    live, live_state, seq = wronged(name)
    table = View(live_state, "played").table_at(seq - 1)
    move = list_legal_moves(live.program, table)[0]
    line = write_line(move, live.game.vocabulary)
    after, _ = advance_game(live_state, [Amend(at=seq, line=line, why="misread")])
    place = after.adjudicated.find_place(seq)
    assert after.adjudicated.entries[place - 1][1] == move
    assert [f for f in list_findings(after) if f.seq == seq and f.status == "illegal"] == []
    same_as_from_scratch(after)


@over_games
def test_play_goes_on_in_both_books_after_a_correction(name: str) -> None:
    log = play(GAMES[name], company(GAMES[name], 3), 3)
    half = len(log.events) // 2
    live_state = fold_game(seated(log), log.events[:half])
    live_state, _ = advance_game(live_state, [Retract(at=half)])
    live_state, answers = advance_game(live_state, log.events[half - 1 :])
    assert {f.seq for answer in answers for f in answer.findings} == set()
    assert list_findings(live_state) == []
    same_as_from_scratch(live_state)
    assert [event for _, event in live_state.adjudicated.entries if not isinstance(event, Retract)] == log.events


@over_games
def test_a_correction_that_misses_is_told_so_at_its_own_event(name: str) -> None:
    live_state = fold_game(seated(play(GAMES[name], company(GAMES[name], 0), 0)))
    for event in (Amend(at=99, line="nobody: knows"), Retract(at=0), Ruling(at=1, rule="NO-SUCH-RULE")):
        live_state, (answer,) = advance_game(live_state, [event])
        assert marks(answer.findings) == {(live_state.seq, "malformed", "malformed")}
        assert answer.appears == answer.vanishes == ()


@over_games
def test_the_two_books_part_where_the_first_fact_differs(name: str) -> None:
    live, live_state, seq = wronged(name)
    after, _ = advance_game(live_state, [Retract(at=seq, who="Judge")])
    document = describe_books(after)
    assert json.loads(json.dumps(document)) == document
    for which in ("played", "adjudicated"):
        audit_of_it = convert_to_builtins(audit(live.write_log(after.events), GAMES, AuditOptions(book=which)).document)
        assert document[which]["verdict"] == audit_of_it["verdict"]
        assert document[which]["findings"] == audit_of_it["findings"]
    parts = document["parts"]
    assert parts is None or parts["seq"] >= seq
    if parts is not None:
        facts = View(after, "played").facts_after(parts["seq"])
        assert parts["facts"]
        assert all(facts[fact] == mine != theirs for fact, (mine, theirs) in parts["facts"].items())


@over_games
def test_books_of_a_game_without_corrections_do_not_part(name: str) -> None:
    log = play(GAMES[name], company(GAMES[name], 1), 1)
    live_state = fold_game(seated(log), log.events)
    document = describe_books(live_state)
    assert document["parts"] is None
    assert document["played"] == document["adjudicated"]
    assert describe_books(fold_game(live_state.live))["played"]["verdict"] == "clean"


@over_games
def test_a_long_game_keeps_tables_on_the_way_and_few_of_them(name: str) -> None:
    log = play(GAMES[name], company(GAMES[name], 2), 2)
    live = seated(log)
    notes = [Note(text=f"tea {cup}") for cup in range(3_000)]
    live_state = fold_game(live, [*log.events, *notes])
    assert len(live_state.played.shots) <= 65
    events = [*log.events, *notes]
    singly = fold_game(live)
    for event in events:
        singly, _ = advance_game(singly, [event])
    assert sorted(singly.played.shots) == sorted(live_state.played.shots)
    assert singly.head == live_state.head


@over_games
def test_an_answer_is_plain_json(name: str) -> None:
    _, live_state, seq = wronged(name)
    replayed = fold_game(live_state.live, live_state.events[: seq - 1])
    _, answers = advance_game(replayed, live_state.events[seq - 1 :])
    document = [answer.answer_document() for answer in answers]
    assert json.loads(json.dumps(document)) == document
    assert isinstance(answers[0], EventAnswer)
    assert document[0]["findings"][0]["line"] == seq + 1


@over_games
def test_a_standing_is_untouched_by_what_is_recorded_after_it(name: str) -> None:
    log = play(GAMES[name], company(GAMES[name], 5), 5)
    half = len(log.events) // 2
    live_state = fold_game(seated(log), log.events[:half])
    before = (
        digest_facts(live_state.live.game.facts(live_state.played.table)),
        live_state.head,
        dict(live_state.played.shots),
    )
    for _ in range(2):
        advance_game(live_state, log.events[half:])
        advance_game(live_state, [Retract(at=2)])
    assert before == (
        digest_facts(live_state.live.game.facts(live_state.played.table)),
        live_state.head,
        live_state.played.shots,
    )
