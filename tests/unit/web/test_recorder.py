"""Recording a live game on pages: legal or not, once, from several phones, and hidden where necessary."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from audit.store import Role
from tests.support.browser.recorder_page import TWO, Recording
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.pages import HERE, OWN, entered
from tests.support.servers.fixtures import Served

# What differs in every game and on every page: its id, hashes, the keys of forms.
HIDDEN = re.compile(r'[0-9a-f]{64}|(?<=nonce=")[^"]+|(?<=name="key" value=")[0-9a-f]{32}|\b[0-9a-z]{26}\b')
JSON = {**OWN, "Accept": "application/json"}


def test_a_game_begun_on_a_page_stands_on_the_shelf(here: Served) -> None:
    recording = Recording(here, form={**TWO, "event": "Harbour Open"})
    assert recording.stands()["seq"] == 0
    shelf = recording.client.get("/", base_url=HERE).text
    assert recording.address in shelf
    assert "Harbour Open" in shelf


def test_a_game_that_cannot_begin_says_why_and_keeps_what_was_typed(here: Served) -> None:
    client = entered(here)
    form = {"key": "1" * 32, "game": "tailwinds", "seat0": "green", "name0": "Ada", "pack": "the-blue-box"}
    answer = client.post("/live/new", data=form, base_url=HERE, headers=OWN)
    assert answer.status_code == 422
    assert 'value="Ada"' in answer.text
    assert "the-blue-box" in answer.text


def test_a_line_is_recorded_as_it_is_typed_and_read_as_it_can_only_be_meant(here: Served) -> None:
    recording = Recording(here)
    assert recording.write("Ada: TAKE 3").status_code == 303
    assert recording.lines() == ["ada: take 3"]


def test_an_illegal_move_is_recorded_and_flagged_at_once(here: Served) -> None:
    recording = Recording(here)
    recording.write("ada: take 9")
    last = recording.stands()["lines"][-1]
    assert (last["text"], [one["word"] for one in last["findings"]]) == ("ada: take 9", ["Illegal"])
    assert last["findings"][0]["rule"] in recording.page()
    assert last["findings"][0]["written"]


@pytest.mark.parametrize(
    "line", ["", "ada: fly", "zoe: take 1", "record: retract 1", "no line at all", "ada: take 3 3 3"]
)
def test_what_cannot_be_recorded_is_refused_in_words(here: Served, line: str) -> None:
    recording = Recording(here)
    answer = recording.write(line)
    assert answer.status_code in {403, 422}
    assert "<h1>" in answer.text
    answer = recording.write(line, headers=JSON)
    assert answer.get_json()["code"] in {"unreadable-event", "not-allowed"}
    assert recording.stands()["seq"] == 0


def test_a_form_that_is_sent_twice_records_once(here: Served) -> None:
    recording = Recording(here)
    form = {"match": recording.stands()["state"], "next": "ada: take 2", "key": "a" * 32}
    for _ in range(3):
        assert recording.sent(f"{recording.address}/lines", form).status_code == 303
    assert recording.lines() == ["ada: take 2"]
    assert recording.sent(f"{recording.address}/lines", {**form, "next": "ada: take 3"}).status_code == 422
    assert recording.sent(f"{recording.address}/lines", {**form, "key": "!"}).status_code == 400


def test_two_phones_at_one_table_never_fork_the_game(here: Served) -> None:
    recording = Recording(here)
    state = recording.stands()["state"]
    assert recording.write("ada: take 1", match=state).status_code == 303
    late = recording.write("ada: take 2", match=state, headers=JSON)
    assert (late.status_code, late.get_json()["code"]) == (412, "stale")
    current = late.get_json()["current"]
    assert f"{current['seq']}-{current['head']}" == recording.stands()["state"]
    assert recording.lines() == ["ada: take 1"]


def test_the_last_line_is_taken_back_and_stays_in_the_record(here: Served) -> None:
    recording = Recording(here)
    recording.write("ada: take 1")
    recording.write("ben: take 3")
    assert "Take line 2 back" in recording.page()
    recording.sent(f"{recording.address}/undo", {"match": recording.stands()["state"]})
    assert recording.lines()[:2] == ["ada: take 1", "ben: take 3"]
    assert recording.lines()[2].startswith("record: retract 2")
    assert "Take line 1 back" in recording.page()


def test_only_whoever_wrote_it_or_a_judge_takes_a_line_back(here: Served) -> None:
    recording = Recording(here)
    recording.write("ada: take 1")
    other = recording.joined(Role.RECORDER)
    assert "Take line 1 back" not in recording.page(other)
    form = {"key": "b" * 32, "match": recording.stands()["state"]}
    assert other.post(f"{recording.address}/undo", data=form, base_url=HERE, headers=OWN).status_code == 403
    judge = recording.joined(Role.JUDGE)
    assert judge.post(f"{recording.address}/undo", data=form, base_url=HERE, headers=OWN).status_code == 303


def test_who_only_looks_on_is_offered_nothing_to_send(here: Served) -> None:
    recording = Recording(here)
    viewer = recording.joined(Role.VIEWER)
    assert "<form" not in recording.page(viewer).partition('id="recorder"')[2]
    form = {"key": "b" * 32, "match": recording.stands()["state"], "typed": "ada: take 1"}
    assert viewer.post(f"{recording.address}/lines", data=form, base_url=HERE, headers=OWN).status_code == 403
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {}):
        assert recording.write("ada: take 1", headers=headers).status_code == 403
    assert recording.stands()["seq"] == 0


def test_nobody_reaches_the_game_of_another_club(here: Served) -> None:
    recording = Recording(here)
    other = entered(here, club="lighthouse")
    for path in ("", ".json", "/seats"):
        assert other.get(f"{recording.address}{path}", base_url=HERE).status_code == 404
    assert here.app.test_client().get(recording.address, base_url=HERE).status_code == 401


TAILWINDS = {
    "pack": "tailwinds-reconstructed-1",
    "seat0": "green",
    "name0": "Ada",
    "role0": "sailor",
    "seat1": "orange",
    "name1": "Ben",
    "role1": "crew",
}
SET_UP = (
    "fate: track T1 T2 T3 T4 T5 T6",
    "fate: market anchor rum telescope",
    "fate: roll start 5 seat=green",
    "fate: roll start 2 seat=orange",
    "green: place 3",
    "orange: place 2",
    "green: place 1",
    "orange: place 2",
)


def test_a_seat_sees_nothing_of_what_another_keeps_hidden(here: Served) -> None:
    """Two games that differ only in a hidden card are the same, byte for byte, to a reader who may not see it."""
    seen = []
    for card in ("sailor-5", "sailor-2"):
        recording = Recording(here, "tailwinds", TAILWINDS)
        phones = [recording.seated("orange"), recording.seated("")]
        for line in (*SET_UP, f"green: commit {card}"):
            assert recording.write(line).status_code == 303, line
        ends = ("", ".json")
        pages = [phone.get(f"{recording.address}{end}", base_url=HERE).text for phone in phones for end in ends]
        seen.append([HIDDEN.sub("", page) for page in pages])
        assert card in recording.page()
    assert seen[0] == seen[1]
    assert "commit ??" in seen[0][0]


def test_a_seat_writes_its_own_moves_only(here: Served) -> None:
    recording = Recording(here, "tailwinds", TAILWINDS)
    for line in SET_UP:
        recording.write(line)
    phone = recording.seated("orange")
    state = recording.stands(phone)["state"]
    form = {"key": "c" * 32, "match": state, "typed": "green: commit sailor-5"}
    assert phone.post(f"{recording.address}/lines", data=form, base_url=HERE, headers=OWN).status_code == 403
    form |= {"key": "d" * 32, "typed": "orange: commit crew-3"}
    assert phone.post(f"{recording.address}/lines", data=form, base_url=HERE, headers=OWN).status_code == 303
    assert "commit crew-3" in recording.page(phone)


def test_hostile_texts_in_every_field_stay_texts(here: Served) -> None:
    recording = Recording(here)
    for at, payload in enumerate(PAYLOADS):
        for answer in (
            recording.write(payload),
            recording.write(f"record: note {msgspec.json.encode(payload).decode()}"),
            recording.sent(
                "/live/new", {"game": "pebbles", **dict.fromkeys(("seat0", "name0", "event", "pack"), payload)}
            ),
        ):
            assert answer.status_code < 500, payload
            assert payload not in answer.text or "<" not in payload
        if at % 20 == 0:
            assert payload not in recording.page() or "<" not in payload


def test_a_link_for_a_seat_needs_an_admin(here: Served) -> None:
    recording = Recording(here)
    judge = recording.joined(Role.JUDGE)
    assert judge.get(f"{recording.address}/seats", base_url=HERE).status_code == 403
    bad = recording.client.post(f"{recording.address}/seats", data={"seat": "zoe"}, base_url=HERE, headers=OWN)
    assert bad.status_code == 422


def test_a_line_that_was_forgotten_is_written_in_where_it_belongs(here: Served) -> None:
    recording = Recording(here)
    recording.write("ada: take 1")
    recording.write("ada: take 2")
    late = {"behind": "1", "line": "Ben: TAKE 3", "who": "Judge", "why": "forgotten at the table"}

    def sent(client: Any = None, **form: str) -> int:
        stands = {"key": recording.next_key(), "match": recording.stands()["state"], **late, **form}
        answer = (client or recording.client).post(f"{recording.address}/late", data=stands, base_url=HERE, headers=OWN)
        return int(answer.status_code)

    assert [sent(behind=odd) for odd in ("3", "x", "-1", "")] == [422] * 4
    assert [sent(line=odd) for odd in ("", "ben: fly")] == [422] * 2
    assert [sent(**{name: ""}) for name in ("who", "why")] == [422] * 2
    assert sent(recording.joined(Role.RECORDER)) == 403
    assert recording.stands()["lines"][-1]["findings"] != []
    assert sent() == 303
    assert recording.lines()[-1].startswith('record: insert 1 "ben: take 3"')
    assert all(one["findings"] == [] for one in recording.stands()["lines"])


def test_a_comment_stands_in_the_record_in_the_name_of_who_made_it(here: Served) -> None:
    recording = Recording(here)
    recording.write("ada: take 1")
    form = {"match": recording.stands()["state"], "at": "1", "text": "too  quick", "who": "Cleo"}
    assert recording.sent(f"{recording.address}/comment", form).status_code == 303
    assert recording.lines()[-1] == 'record: note "event 1: too quick" who=Cleo'
    phone = recording.seated("ben")
    state = recording.stands(phone)["state"]
    said = {"key": "f" * 32, "match": state, "at": "", "text": "I agree", "who": "ada"}
    assert phone.post(f"{recording.address}/comment", data=said, base_url=HERE, headers=OWN).status_code == 303
    assert recording.lines()[-1] == 'record: note "I agree" who=ben'
    empty = {"match": recording.stands()["state"], "text": " ", "who": "Cleo"}
    assert recording.sent(f"{recording.address}/comment", empty).status_code == 422


def test_what_nobody_knows_is_recorded_as_unknown(here: Served) -> None:
    recording = Recording(here, "tailwinds", TAILWINDS)
    part = next(one for one in recording.choices().parts if one.verb.startswith("roll"))
    assert all("??" in row.values for row in part.values if row.name in {"purpose", "value"})
    tapped = {"parts": "fate: roll", "roll.purpose": "start", "roll.value": "??", "roll.seat": "green"}
    form = {"match": recording.stands()["state"], **tapped}
    assert recording.sent(f"{recording.address}/lines", form).status_code == 303
    assert recording.lines() == ["fate: roll start ?? seat=green"]
    assert recording.write("orange: place ??").status_code == 303
