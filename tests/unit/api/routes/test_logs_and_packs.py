"""Logs and packs over HTTP: stored byte for byte, once, within the club, and written in any spelling."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from audit.store import Role
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.servers.api_client import Asker, code_of, places_of
from tests.support.servers.fixtures import Served

CLEAN = pebbles.log(*pebbles.CLEAN)


def test_a_log_is_kept_once_and_fetched_byte_for_byte(anywhere: Served) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    raw = b"\xef\xbb\xbf" + CLEAN.replace(b"\n", b"\r\n")
    first, again = recorder.sent("/logs", raw), recorder.sent("/logs", raw)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.data == again.data
    assert first.headers["Location"] == first.get_json()["url"]
    assert first.get_json()["sha256"] == hashlib.sha256(raw).hexdigest()
    original = recorder.get(first.get_json()["url"] + "/original")
    assert original.data == raw
    assert "immutable" in original.headers["Cache-Control"]
    assert recorder.get(first.get_json()["url"]).data == first.data


def test_a_log_is_told_at_a_glance_with_what_cannot_be_read(admin: Asker) -> None:
    document = admin.sent("/logs", pebbles.log("ada: take 3", "ada: fly")).get_json()
    assert (document["readable"], document["spelling"], document["game"], document["events"]) == (
        True,
        "text",
        "pebbles",
        2,
    )
    assert [fault["line"] for fault in document["faults"]] == [5]


@pytest.mark.parametrize("raw", [b"hello\n", b"\xff\xfe", b"\x00", b"[1]", b'{"game":"chess"}\n'])
def test_what_is_no_log_is_kept_as_it_is_and_said_to_be_none(admin: Asker, raw: bytes) -> None:
    answer = admin.sent("/logs", raw, "application/octet-stream")
    document = answer.get_json()
    assert (answer.status_code, document["readable"], len(document["faults"])) == (201, False, 1)
    assert admin.get(document["url"] + "/original").data == raw
    assert code_of(admin.get(document["url"] + "/as/text")) == "unreadable-log"
    assert code_of(admin.get(document["url"] + "/steps")) == "unreadable-log"


@pytest.mark.usefixtures("one_small_game")
def test_a_log_is_written_in_every_spelling_as_the_command_line_writes_it(admin: Asker, tmp_path: Path) -> None:
    place = kept(tmp_path / "clean.log", *pebbles.CLEAN)
    sha256 = admin.kept(CLEAN)
    for spelling in ("text", "jsonl", "csv"):
        written = admin.get(f"/logs/{sha256}/as/{spelling}").data
        assert written == asked("convert", place, "--to", spelling).stdout_bytes
        assert admin.kept(written) == hashlib.sha256(written).hexdigest()
    assert admin.get(f"/logs/{sha256}/as/yaml").status_code == 404


def test_a_log_with_lines_that_cannot_be_read_is_not_rewritten(admin: Asker) -> None:
    sha256 = admin.kept(pebbles.log("ada: take 3", "ada: fly"))
    answer = admin.get(f"/logs/{sha256}/as/csv")
    assert (answer.status_code, places_of(answer)) == (422, ["5"])


def test_logs_are_listed_in_pages_and_in_one_stream(anywhere: Served) -> None:
    mine = anywhere.asker()
    made = [mine.kept(pebbles.log(*pebbles.CLEAN[:count])) for count in range(1, 8)]
    seen, path = [], "/logs?limit=3"
    while path:
        page = mine.told(path)
        seen += [one["sha256"] for one in page["items"]]
        path = f"/logs?limit=3&cursor={page['next']}" if page["next"] else ""
    lines = [
        json.loads(line) for line in mine.get("/logs", headers={"Accept": "application/x-ndjson"}).data.splitlines()
    ]
    assert seen == made == [line["sha256"] for line in lines[:-1]]
    assert lines[-1] == {"end": True, "count": 7}


def test_a_cursor_is_for_the_list_that_gave_it_out(here: Served) -> None:
    mine = here.asker()
    for count in (1, 2):
        mine.kept(pebbles.log(*pebbles.CLEAN[:count]))
    cursor = mine.told("/logs?limit=1")["next"]
    assert mine.told(f"/logs?limit=2&cursor={cursor}")["items"]
    for path in (
        f"/packs?cursor={cursor}",
        f"/live-games?cursor={cursor}",
        "/logs?cursor=x",
        f"/logs?cursor={cursor}x",
    ):
        answer = mine.get(path)
        assert (answer.status_code, code_of(answer), places_of(answer)) == (400, "bad-cursor", ["cursor"]), path


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=ten", "limit=1.5", "limit=", "page=2"])
def test_a_page_is_of_a_size_that_can_be(admin: Asker, query: str) -> None:
    answer = admin.get(f"/logs?{query}")
    assert (answer.status_code, places_of(answer)) == (422, [query.partition("=")[0]])


def test_another_clubs_log_is_not_there_and_may_be_kept_again(here: Served) -> None:
    mine, theirs = here.asker(), here.asker(club="lighthouse")
    sha256 = mine.kept(CLEAN)
    paths = ("", "/original", "/as/text", "/audits", "/steps", "/steps/1", "/facts", "/legal", "/picture")
    for path in paths:
        foreign, absent = theirs.get(f"/logs/{sha256}{path}"), theirs.get(f"/logs/{'0' * 64}{path}")
        document = [{**json.loads(one.data), "request_id": ""} for one in (foreign, absent)]
        assert document[0] == document[1]
        assert foreign.status_code == 404
    assert theirs.sent("/logs", CLEAN).status_code == 201
    assert theirs.told("/logs")["items"][0]["sha256"] == sha256


def test_a_body_may_be_packed_and_never_unpacks_to_more_than_is_bearable(admin: Asker) -> None:
    packed = {"Content-Encoding": "gzip"}
    assert admin.sent("/logs", gzip.compress(CLEAN), headers=packed).get_json()["size"] == len(CLEAN)
    for raw, status, code in (
        (gzip.compress(bytes(2_000_000)), 413, "too-large"),
        (gzip.compress(CLEAN)[:-5], 400, "bad-encoding"),
        (gzip.compress(CLEAN) + b"more", 400, "bad-encoding"),
        (CLEAN, 400, "bad-encoding"),
        (b"", 400, "bad-encoding"),
    ):
        answer = admin.sent("/logs", raw, headers=packed)
        assert (answer.status_code, code_of(answer)) == (status, code)
    assert admin.sent("/logs", CLEAN, headers={"Content-Encoding": "br"}).status_code == 415
    assert admin.sent("/logs", bytes(1_000_001)).status_code == 413


@pytest.mark.parametrize(
    "kind", ["image/png", "application/json", "text/plain; charset=utf-16", "multipart/form-data", ""]
)
def test_a_body_of_another_type_is_refused_with_those_there_are(admin: Asker, kind: str) -> None:
    answer = admin.sent("/logs", CLEAN, kind)
    assert (answer.status_code, code_of(answer)) == (415, "bad-media-type")
    assert "text/csv" in answer.get_json(force=True)["detail"]


def test_nothing_at_all_is_not_kept(admin: Asker) -> None:
    assert code_of(admin.sent("/logs", b"")) == "invalid"
    assert admin.told("/logs")["items"] == []


# ---- packs ----


@pytest.fixture
def pack(admin: Asker) -> str:
    shipped = admin.get("/games/tailwinds/packs/tailwinds-reconstructed-1").get_data(as_text=True)
    return shipped.replace('id = "tailwinds-reconstructed-1"', 'id = "our-box"')


def test_a_pack_is_checked_kept_once_listed_and_fetched(here: Served, pack: str) -> None:
    recorder = here.asker(Role.RECORDER)
    checked = recorder.sent("/packs/check", pack.encode(), "application/toml").get_json()
    assert (checked["good"], checked["id"], checked["game"]) == (True, "our-box", "tailwinds")
    assert checked["origins"]["reconstructed"] > 0
    first = recorder.sent("/packs", pack.encode(), "application/toml")
    again = recorder.sent("/packs", pack.encode(), "application/toml")
    assert (first.status_code, again.status_code, first.data) == (201, 200, again.data)
    assert [one["id"] for one in recorder.told("/packs")["items"]] == ["our-box"]
    assert recorder.get(first.get_json()["url"]).get_data(as_text=True) == pack
    assert recorder.told("/logs")["items"] == []
    assert recorder.get(f"/logs/{first.get_json()['sha256']}").status_code == 404
    assert here.asker(club="lighthouse").get(first.get_json()["url"]).status_code == 404


@pytest.mark.parametrize("change", [("[pack]", "[pack"), ('game = "tailwinds"', 'game = "chess"'), ("id =", "ident =")])
def test_a_pack_that_cannot_be_used_is_not_kept_and_every_fault_has_its_line(
    admin: Asker, pack: str, change: tuple[str, str]
) -> None:
    bad = pack.replace(*change, 1).encode()
    checked = admin.sent("/packs/check", bad, "application/toml").get_json()
    assert not checked["good"]
    answer = admin.sent("/packs", bad, "application/toml")
    assert (answer.status_code, code_of(answer)) == (422, "unreadable-pack")
    assert places_of(answer) == [str(fault["line"]) for fault in checked["faults"]] != []
    assert admin.told("/packs")["items"] == []


@pytest.mark.parametrize("raw", [b"\xff", b"a = " + b"[" * 5_000, b"x" * 300_000, b"a." * 4_000 + b"b = 1", b"\x00"])
def test_a_hostile_pack_is_refused_and_nothing_more(admin: Asker, raw: bytes) -> None:
    assert code_of(admin.sent("/packs", raw, "application/toml")) == "unreadable-pack"


def test_a_pack_can_be_checked_for_another_game(admin: Asker, pack: str) -> None:
    raw = pack.encode()
    assert not admin.sent("/packs/check?game=winds-of-plunder", raw, "application/toml").get_json()["good"]
    assert places_of(admin.sent("/packs/check?game=chess", raw, "application/toml")) == ["game"]
