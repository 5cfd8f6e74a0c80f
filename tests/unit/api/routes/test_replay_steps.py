"""Stored logs step by step over HTTP: the same documents as `deadreckon replay` and `deadreckon legal` write."""

from __future__ import annotations

import json

import pytest

from audit.findings import replay_outcome
from tests.measure.heavy import heavy
from tests.support.command_line import BROKEN, asked
from tests.support.games import pebbles
from tests.support.paths import SHORT_DEMO
from tests.support.servers.api_client import Asker, code_of, places_of

DEMO = SHORT_DEMO
BROKEN_LOG = pebbles.log(*BROKEN)


@pytest.fixture
def demo(admin: Asker) -> str:
    return admin.kept(DEMO.read_bytes())


def test_steps_are_those_of_the_command_line(admin: Asker, demo: str) -> None:
    written = [json.loads(line) for line in asked("replay", str(DEMO), "--format", "json").output.splitlines()]
    streamed = admin.get(f"/logs/{demo}/steps", headers={"Accept": "application/x-ndjson"}).data.splitlines()
    assert [json.loads(line) for line in streamed[:-1]] == [step for step in written if step["seq"]]
    page = admin.told(f"/logs/{demo}/steps?limit=200")
    paged = page["items"]
    while page["next"]:
        page = admin.told(f"/logs/{demo}/steps?limit=7&cursor={page['next']}")
        paged += page["items"]
    assert paged == [step for step in written if step["seq"]]


@pytest.mark.parametrize("seq", [0, 1, 41, 48])
def test_one_place_is_that_of_the_command_line(admin: Asker, demo: str, seq: int) -> None:
    document = admin.told(f"/logs/{demo}/steps/{seq}")
    legal = document.pop("legal")
    assert document == json.loads(asked("replay", str(DEMO), "--at", str(seq), "--format", "json").output)
    assert legal == json.loads(asked("legal", str(DEMO), "--at", str(seq), "--format", "json").output)
    assert admin.told(f"/logs/{demo}/legal?seq={seq}") == legal
    assert admin.told(f"/logs/{demo}/facts?seq={seq}") == {"seq": seq, "facts": document["facts"]}
    picture = admin.get(f"/logs/{demo}/picture?seq={seq}")
    assert picture.mimetype == "image/svg+xml"
    assert picture.data == asked("replay", str(DEMO), "--at", str(seq), "--format", "svg").stdout_bytes.rstrip(b"\n")


def test_without_a_place_the_end_is_meant(admin: Asker, demo: str) -> None:
    last = json.loads(asked("legal", str(DEMO), "--format", "json").output)
    assert admin.told(f"/logs/{demo}/legal") == last
    assert admin.told(f"/logs/{demo}/facts")["seq"] == last["seq"]


def test_a_log_is_replayed_as_the_address_says(admin: Asker) -> None:
    sha256 = admin.kept(pebbles.log("ada: take 4", "ben: take 1", 'record: retract 1 who=Judge why="misread"'))
    assert admin.told(f"/logs/{sha256}/steps/1?book=played")["findings"][0]["rule"] == "PB-HEAP-01"
    assert admin.told(f"/logs/{sha256}/steps/1?book=played&ruling=PB-AMB-01%3Dfour")["findings"] == []
    assert admin.told(f"/logs/{sha256}/facts?book=played&policy=skip-illegal&seq=1")["facts"]["heap"] == 20
    gone = admin.get(f"/logs/{sha256}/steps/1")
    assert (gone.status_code, code_of(gone)) == (404, "not-found")
    assert "does not count" in gone.get_json(force=True)["detail"]


@pytest.mark.parametrize("what", ["steps/{0}", "facts?seq={0}", "legal?seq={0}", "picture?seq={0}"])
def test_a_place_that_is_not_there_is_said_not_to_be(admin: Asker, what: str) -> None:
    sha256 = admin.kept(BROKEN_LOG)
    for seq in ("5", "999999999"):
        assert admin.get(f"/logs/{sha256}/{what.format(seq)}").status_code == 404
    for seq in ("-1", "9" * 400, "x", "1.0"):
        answer = admin.get(f"/logs/{sha256}/{what.format(seq)}")
        assert answer.status_code in {404, 422}, seq
        assert answer.status_code == 404 or places_of(answer) == ["seq"]


def test_a_log_lies_open_between_requests_but_not_for_other_clubs_or_readings(admin: Asker, demo: str) -> None:
    logs = admin.app.extensions["deadreckon"].logs
    for _ in range(3):
        admin.told(f"/logs/{demo}/facts?seq=41")
    assert len(logs._kept) == 1
    admin.told(f"/logs/{demo}/facts?seq=1&policy=stop")
    assert len(logs._kept) == 2


def test_no_more_logs_lie_open_than_the_settings_say(admin: Asker) -> None:
    logs = admin.app.extensions["deadreckon"].logs
    logs.most = 2
    for count in range(1, 6):
        admin.told(f"/logs/{admin.kept(pebbles.log(*pebbles.CLEAN[:count]))}/facts")
        assert len(logs._kept) <= 2


def test_steps_of_a_log_that_is_not_judged_to_its_end_end_where_it_was_left(
    admin: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_outcome, "MOST_FOUND", 20)
    monkeypatch.setattr(replay_outcome, "MOST_COUNTED", 20)
    log = admin.kept(heavy("tailwinds", "shuffled lines", 20_000).encode())
    lines = admin.get(f"/logs/{log}/steps", headers={"Accept": "application/x-ndjson"}).data.splitlines()
    assert lines[-1].startswith(b'{"end":true')
    assert 0 < len(lines) - 1 < 700
    late = admin.told(f"/logs/{log}/steps?limit=200")
    while late["next"]:
        late = admin.told(f"/logs/{log}/steps?limit=200&cursor={late['next']}")
    assert late["items"][-1]["seq"] == len(lines) - 1
