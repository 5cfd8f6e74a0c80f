"""Live games over HTTP: recorded in order, answered at once, corrected without erasing, closed permanently."""

from __future__ import annotations

import json
from typing import Any

import pytest

from audit import audit
from audit.report import render_json
from audit.store import CLOSE, Role
from audit.store.backend.sqlite_file import DatabaseFile
from fixtures.simulate import simulate
from tests.support.games import pebbles
from tests.support.requests.live_games import HEADER, begun, events_of, take
from tests.support.servers.api_client import Asker, code_of, places_of
from tests.support.servers.fixtures import Served, known_games


def test_a_game_is_recorded_move_by_move_and_judged_like_its_log(anywhere: Served) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    url, state = begun(recorder)
    for event in events_of(pebbles.log(*pebbles.CLEAN)):
        answer = recorder.written(f"{url}/events", {"events": [event]}, state)
        assert answer.status_code == 201
        assert answer.get_json()["answers"][0]["findings"] == []
        state = answer.headers["ETag"]
    log = recorder.get(f"{url}/log/jsonl").get_data()
    report = recorder.get(f"{url}/report").get_data(as_text=True)
    assert report == render_json(audit(log, known_games()))
    assert json.loads(report)["result"]["status"] == "confirmed"
    assert recorder.told(url)["seq"] == len(pebbles.CLEAN)


def test_an_illegal_move_is_recorded_and_answered_with_its_rule(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    url, state = begun(recorder)
    document = recorder.written(f"{url}/events", {"events": [take("ada", 3), take("ben", 9)]}, state).get_json()
    assert [[one["rule"] for one in answer["findings"]] for answer in document["answers"]] == [[], ["PB-HEAP-01"]]
    assert recorder.told(f"{url}/events")["items"][1]["text"] == "ben: take 9"


@pytest.mark.parametrize("game", ["tailwinds", "winds-of-plunder"])
def test_a_real_game_appended_in_batches_reads_back_as_it_was(here: Served, game: str) -> None:
    recorder = here.asker(Role.RECORDER)
    log = simulate(game, None, 3, (), {}, "text").encode()
    header = log.decode().partition("---\n")[0]
    url, state = begun(recorder, header)
    events = events_of(log)
    for at in range(0, len(events), 90):
        answer = recorder.written(f"{url}/events", {"events": events[at : at + 90]}, state)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        state = answer.headers["ETag"]
    listed = recorder.get(f"{url}/events", headers={"Accept": "application/x-ndjson"}).get_data().splitlines()
    assert [json.loads(line)["event"] for line in listed[:-1]] == events
    assert json.loads(listed[-1]) == {"end": True, "count": len(events)}
    assert recorder.get(f"{url}/report").get_json()["verdict"] == "clean"


def test_the_header_may_be_json_and_is_refused_like_any_header(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    players = [{"seat": "ada"}, {"seat": "ben"}]
    assert recorder.written("/live-games", {"header": {"game": "pebbles", "players": players}}).status_code == 201
    for one, code in (
        ({"header": {"game": "chess", "players": players}}, "unreadable-log"),
        ({"header": {"game": "pebbles", "players": players, "rulings": {"PB-AMB-01": "six"}}}, "unreadable-log"),
        ({"text": "game: pebbles\n"}, "unreadable-log"),
        ({"text": HEADER + "---\nada: take 1\n"}, "unreadable-log"),
        ({"text": HEADER, "header": {}}, "invalid"),
        ({}, "invalid"),
        ({"text": HEADER, "pack": "0" * 64}, "invalid"),
    ):
        answer = recorder.written("/live-games", one)
        assert (answer.status_code, code_of(answer)) == (422, code), one


def test_a_game_may_be_played_with_a_pack_of_the_club(here: Served) -> None:
    admin = here.asker()
    shipped = admin.get("/games/tailwinds/packs/tailwinds-reconstructed-1").get_data(as_text=True)
    mine = shipped.replace('id = "tailwinds-reconstructed-1"', 'id = "our-box"')
    sha256 = admin.sent("/packs", mine.encode(), "application/toml").get_json()["sha256"]
    header = {"game": "tailwinds", "pack": "our-box", "players": [{"seat": "green", "role": "sailor"}]}
    header["players"] += [{"seat": "orange", "role": "crew"}]  # type: ignore[operator] # a list, as above
    answer = admin.written("/live-games", {"header": header, "pack": sha256})
    assert answer.status_code == 201, answer.get_data(as_text=True)
    assert answer.get_json()["header"]["inline"] == mine
    assert admin.told(answer.get_json()["url"] + "/books")["played"]["coverage"]["pack"] == "our-box"
    other = admin.written("/live-games", {"text": HEADER, "pack": sha256})
    assert places_of(other) == ["/pack"]


def test_a_retry_gets_the_first_answer_byte_for_byte(anywhere: Served) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    first = recorder.written("/live-games", {"text": HEADER}, key="begin")
    again = recorder.written("/live-games", {"text": HEADER}, key="begin")
    assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    url, state = first.get_json()["url"], first.headers["ETag"]
    one = recorder.written(f"{url}/events", {"events": [take("ada", 3)]}, state, key="move")
    recorder.written(f"{url}/events", {"events": [take("ben", 3)]}, one.headers["ETag"])
    two = recorder.written(f"{url}/events", {"events": [take("ada", 3)]}, state, key="move")
    assert (two.status_code, two.data, two.headers["ETag"]) == (201, one.data, one.headers["ETag"])
    assert recorder.told(url)["seq"] == 2


def test_a_key_is_for_one_request(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    url, state = begun(recorder)
    recorder.written(f"{url}/events", {"events": [take("ada", 3)]}, state, key="move")
    other = recorder.written(f"{url}/events", {"events": [take("ada", 2)]}, state, key="move")
    assert (other.status_code, code_of(other)) == (422, "key-reused")
    for headers in ({}, {"Idempotency-Key": ""}, {"Idempotency-Key": "a b"}, {"Idempotency-Key": "x" * 129}):
        answer = recorder.post(f"{url}/events", json={"events": [take("ben", 1)]}, headers=headers)
        assert (answer.status_code, code_of(answer), places_of(answer)) == (400, "no-key", ["Idempotency-Key"])


def test_whoever_builds_on_an_old_state_is_told_the_new_one(anywhere: Served) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    url, state = begun(recorder)
    first = recorder.written(f"{url}/events", {"events": [take("ada", 3)]}, state)
    stale = recorder.written(f"{url}/events", {"events": [take("ada", 1)]}, state)
    assert (stale.status_code, code_of(stale)) == (412, "stale")
    current = stale.get_json(force=True)["current"]
    assert f'"{current["seq"]}-{current["head"]}"' == first.headers["ETag"] == recorder.get(url).headers["ETag"]
    assert recorder.told(url)["seq"] == 1


def test_an_append_without_a_state_or_with_none_that_is_one_is_refused(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    url, _ = begun(recorder)
    missing = recorder.written(f"{url}/events", {"events": [take("ada", 3)]})
    assert (missing.status_code, code_of(missing)) == (428, "no-precondition")
    for match in ("*", "0", '"0"', f'W/"0-{"0" * 64}"', '"0-ABC"'):
        wrong = recorder.written(f"{url}/events", {"events": [take("ada", 3)]}, match)
        assert (wrong.status_code, code_of(wrong)) == (400, "bad-precondition"), match


def test_of_a_batch_with_one_unreadable_event_none_is_recorded(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    url, state = begun(recorder)
    for bad, pointer in (
        ({"do": "fly"}, "/events/1/do"),
        (take("zoe", 1), "/events/1/by"),
        ({"do": "take", "by": "ada", "count": "many"}, "/events/1/count"),
        ({"do": "take", "by": "ada"}, "/events/1"),
        ({}, "/events/1"),
    ):
        answer = recorder.written(f"{url}/events", {"events": [take("ada", 1), bad]}, state)
        assert (answer.status_code, code_of(answer), places_of(answer)) == (422, "unreadable-event", [pointer]), bad
    for many in ([], [take("ada", 1)] * 501):
        answer = recorder.written(f"{url}/events", {"events": many}, state)
        assert places_of(answer) == ["/events"]
    assert recorder.told(url)["seq"] == 0


def test_a_judge_corrects_the_record_and_both_books_stand_side_by_side(anywhere: Served) -> None:
    judge = anywhere.asker(Role.JUDGE)
    url, state = begun(judge)
    moves = [take("ada", 3), take("ben", 9), take("cleo", 1)]
    state = judge.written(f"{url}/events", {"events": moves}, state).headers["ETag"]
    amend = {"do": "amend", "at": 2, "line": "ben: take 3", "who": "Judge", "why": "misread"}
    answer = judge.written(f"{url}/corrections", {"events": [amend]}, state)
    assert answer.status_code == 201
    assert "PB-HEAP-01" in [one["rule"] for one in answer.get_json()["answers"][0]["vanishes"]]
    books = judge.told(f"{url}/books")
    assert (books["played"]["verdict"], books["adjudicated"]["verdict"]) == ("broken", "incomplete") or books["played"][
        "findings"
    ] != books["adjudicated"]["findings"]
    assert books["parts"]["seq"] == 2
    assert judge.told(f"{url}/facts?book=played")["facts"] != judge.told(f"{url}/facts")["facts"]


@pytest.mark.parametrize(
    "correction",
    [
        {"do": "retract", "at": 2, "who": "Judge", "why": "never happened"},
        {"do": "insert", "at": 1, "line": "ben: take 2", "who": "Judge", "why": "forgotten"},
        {"do": "ruling", "at": 2, "who": "Judge", "why": "agreed"},
    ],
    ids=lambda correction: correction["do"],
)
def test_every_correction_keeps_the_record_whole(here: Served, correction: dict[str, Any]) -> None:
    judge = here.asker(Role.JUDGE)
    url, state = begun(judge)
    state = judge.written(f"{url}/events", {"events": [take("ada", 3), take("ben", 9)]}, state).headers["ETag"]
    assert judge.written(f"{url}/corrections", {"events": [correction]}, state).status_code == 201
    events = [one["event"] for one in judge.told(f"{url}/events")["items"]]
    assert events == [take("ada", 3), take("ben", 9), correction]
    log = judge.get(f"{url}/log/text").get_data()
    assert audit(log, known_games()).verdict == judge.get(f"{url}/report").get_json()["verdict"]


def test_corrections_are_a_judges_and_nothing_else_is_a_correction(here: Served) -> None:
    recorder, judge = here.asker(Role.RECORDER), here.asker(Role.JUDGE)
    url, state = begun(recorder)
    amend = {"do": "amend", "at": 1, "line": "ada: take 1"}
    sneaked = recorder.written(f"{url}/events", {"events": [take("ada", 3), amend]}, state)
    assert (sneaked.status_code, places_of(sneaked)) == (403, ["/events/1/do"])
    assert recorder.written(f"{url}/corrections", {"events": [amend]}, state).status_code == 403
    assert places_of(judge.written(f"{url}/corrections", {"events": [take("ada", 3)]}, state)) == ["/events/0/do"]
    assert recorder.told(url)["seq"] == 0


def test_a_closed_game_takes_nothing_more_and_may_be_kept_for_good(anywhere: Served) -> None:
    organiser = anywhere.asker(Role.ORGANISER)
    url, state = begun(organiser)
    events = events_of(pebbles.log(*pebbles.CLEAN))[:-1]
    state = organiser.written(f"{url}/events", {"events": events}, state).headers["ETag"]
    closed = organiser.written(f"{url}/closing", {"claims": [{"fact": "winner", "value": "ben"}]}, state)
    assert (closed.get_json()["verdict"], closed.get_json()["result"]["status"]) == ("clean", "confirmed")
    late = organiser.written(f"{url}/events", {"events": [take("ada", 1)]}, closed.headers["ETag"])
    assert (late.status_code, code_of(late)) == (409, "closed")
    document = organiser.get(url)
    assert document.get_json()["closed"]
    assert "immutable" in document.headers["Cache-Control"]
    listed = organiser.told(f"{url}/events?after={len(events)}")["items"]
    assert [one["event"]["do"] for one in listed] == ["claim", CLOSE]
    assert organiser.get(url, headers={"If-None-Match": document.headers["ETag"]}).status_code == 304


def test_a_wrong_claim_at_the_end_is_recorded_and_refuted(here: Served) -> None:
    organiser = here.asker(Role.ORGANISER)
    url, state = begun(organiser)
    events = events_of(pebbles.log(*pebbles.CLEAN))[:-1]
    state = organiser.written(f"{url}/events", {"events": events}, state).headers["ETag"]
    unknown = organiser.written(f"{url}/closing", {"claims": [{"fact": "weather", "value": "fair"}]}, state)
    assert places_of(unknown) == ["/claims/0/fact"]
    closed = organiser.written(f"{url}/closing", {"claims": [{"fact": "winner", "value": "ada"}]}, state).get_json()
    assert closed["result"]["status"] == "refuted"
    assert [one["status"] for one in closed["answers"][0]["findings"]] == ["mismatch"]


def test_a_game_is_closed_by_the_name_of_its_winner_and_not_by_a_misspelled_one(here: Served) -> None:
    organiser = here.asker(Role.ORGANISER)
    url, state = begun(organiser)
    events = events_of(pebbles.log(*pebbles.CLEAN))[:-1]
    state = organiser.written(f"{url}/events", {"events": events}, state).headers["ETag"]
    misspelled = organiser.written(f"{url}/closing", {"claims": [{"fact": "winner", "value": "Bem"}]}, state)
    assert (misspelled.status_code, code_of(misspelled)) == (422, "unreadable-event")
    assert places_of(misspelled) == ["/claims/0/value"]
    assert (organiser.told(url)["closed"], organiser.told(url)["seq"]) == (False, len(events))
    closed = organiser.written(f"{url}/closing", {"claims": [{"fact": "winner", "value": "Ben"}]}, state).get_json()
    assert (closed["verdict"], closed["result"]["status"]) == ("clean", "confirmed")


def test_no_verb_of_any_game_closes_a_live_game() -> None:
    for game in known_games().values():
        assert CLOSE not in game.vocabulary.forms


def test_what_one_process_recorded_another_folds_from_the_store(here: Served) -> None:
    from tests.support.servers.fixtures import served  # noqa: PLC0415 - a second service over the same store

    other = served(here.store)
    one = here.asker(Role.RECORDER)
    two = Asker(other.app, one.token)
    two.keys = 1_000
    url, state = begun(one)
    for at, event in enumerate(events_of(pebbles.log(*pebbles.CLEAN))):
        answer = (one, two)[at % 2].written(f"{url}/events", {"events": [event]}, state)
        assert answer.status_code == 201
        assert answer.get_json()["answers"][0]["findings"] == []
        state = answer.headers["ETag"]
    assert one.told(f"{url}/books") == two.told(f"{url}/books")


def test_an_append_checks_the_database_file_once_after_the_token(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = here.asker(Role.RECORDER)
    url, state = begun(recorder)
    checks, check = [], DatabaseFile.replaced_by

    def counted(file: DatabaseFile) -> str:
        checks.append(file)
        return check(file)

    monkeypatch.setattr(DatabaseFile, "replaced_by", counted)
    # The first append replays the game and saves a snapshot, the second finds its state cached, the third is stale.
    answers = [recorder.written(f"{url}/events", {"events": [take("ada", 3)]}, state)]
    answers.append(recorder.written(f"{url}/events", {"events": [take("ben", 2)]}, answers[0].headers["ETag"]))
    answers.append(recorder.written(f"{url}/events", {"events": [take("cleo", 2)]}, state))
    assert [answer.status_code for answer in answers] == [201, 201, 412]
    assert len(checks) == 3 * len(["the token", "the append"])
