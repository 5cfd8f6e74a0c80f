"""The command line against servers that are down, busy, broken or hostile: plain messages, nothing sent twice."""

from __future__ import annotations

import json
import os
import random
import socket
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from cli.remote import client, connection
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.servers.api_client import CLUB
from tests.support.servers.http_servers import answer, answering, cutting
from tests.support.servers.remote_server import SERVER, There, begun
from tests.support.servers.untrusted_servers import JSON, ME, asking

PROBLEM, HTML = "application/problem+json", "text/html"
# The number of hostile answers that are tried; more in a long run.
HOSTILE = int(os.environ.get("DEADRECKON_HOSTILE_ANSWERS", "150"))


pytestmark = pytest.mark.usefixtures("somebody")


def problem(code: str, **more: Any) -> bytes:
    return json.dumps({"code": code, "title": "No.", "detail": "Because.", "request_id": "r-1", **more}).encode()


# ---- no server, or a wrong one ----


def test_a_server_that_is_away_is_said_to_be_away_at_once(waits: list[float]) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    result = asking(f"http://127.0.0.1:{port}")
    assert result.exit_code == 5
    assert f"No server listens at http://127.0.0.1:{port}." in result.stderr
    assert "deadreckon serve" in result.stderr
    assert waits == []


def test_a_host_that_there_is_not_is_named() -> None:
    result = asking("http://nowhere.invalid")
    assert result.exit_code == 5
    assert "nowhere.invalid" in result.stderr


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "does not speak HTTP"),
        (answer("200 OK", b"<p>Welcome", Content_Type=HTML), "is not a Deadreckon server"),
        (answer("404 Not Found", b"<p>Where?", Content_Type=HTML), "is not a Deadreckon server"),
        (answer("200 OK", b'{"hello": "world"}', Content_Type=JSON), "is not a Deadreckon server"),
        (answer("200 OK", b"[[[[", Content_Type=JSON), "is not a Deadreckon server"),
        (answer("401 Unauthorized", b"{", Content_Type=PROBLEM), "is not a Deadreckon server"),
        (answer("400 Bad Request", b'{"title": 1}', Content_Type=PROBLEM), "is not a Deadreckon server"),
    ],
    ids=["ssh", "a page", "no page", "other json", "no json", "half a problem", "no problem"],
)
def test_what_is_no_server_of_ours_is_said_to_be_none(raw: bytes, says: str, tmp_path: Path) -> None:
    with answering(raw) as door:
        for arguments in (("status",), ("push", kept(tmp_path / "x.log", *pebbles.CLEAN)), ("games",), ("watch", "x")):
            result = asking(door.url, *arguments)
            assert result.exit_code == 5
            assert says in result.stderr


def test_a_server_that_sends_us_elsewhere_is_not_followed() -> None:
    with answering(answer("200 OK", ME, Content_Type=JSON)) as elsewhere:
        with answering(answer("307 Temporary Redirect", Location=f"{elsewhere.url}/api/v1/token")) as door:
            result = asking(door.url)
        assert result.exit_code == 5
        assert f"redirects to {elsewhere.url}" in result.stderr
        assert elsewhere.count == 0


@pytest.mark.parametrize(
    ("status", "code", "exit_code"),
    [
        ("401 Unauthorized", "bad-token", 5),
        ("403 Forbidden", "not-allowed", 5),
        ("404 Not Found", "not-found", 5),
        ("409 Conflict", "closed", 6),
        ("412 Precondition Failed", "stale", 6),
        ("413 Content Too Large", "too-large", 5),
        ("422 Unprocessable Content", "invalid", 5),
        ("422 Unprocessable Content", "a-code-of-tomorrow", 5),
        ("500 Internal Server Error", "internal", 5),
        ("507 Insufficient Storage", "disk-full", 5),
    ],
)
def test_a_refusal_is_told_in_the_servers_words(status: str, code: str, exit_code: int) -> None:
    errors = [{"pointer": "/events/0", "says": "Not so.", "hint": "So."}]
    with answering(answer(status, problem(code, errors=errors), Content_Type=PROBLEM)) as door:
        result = asking(door.url)
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert result.stderr.startswith("No.\n    Because.\n    /events/0: Not so. So.\n")
    assert ("remote login" in result.stderr) == (code == "bad-token")
    assert ("request r-1" in result.stderr) == (status[0] == "5")


def test_a_refusal_cannot_write_to_the_terminal() -> None:
    evil = problem("invalid", title="\x1b[2J\x07gone", errors=[{"says": "\u202eevil", "line": 1}, 7])
    with answering(answer("422 Unprocessable Content", evil, Content_Type=PROBLEM)) as door:
        result = asking(door.url)
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output
    assert "gone" in result.stderr


# ---- busy, and back again ----


def busy(status: str, after: str = "", kind: str = PROBLEM, body: bytes = b"") -> bytes:
    later = {"Retry_After": after} if after else {}
    return answer(status, body or problem("unavailable"), Content_Type=kind, **later)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_a_server_that_asks_to_wait_is_asked_again_when_it_said(status: str, waits: list[float]) -> None:
    with answering(busy(status, "2"), busy(status, "7"), answer("200 OK", ME, Content_Type=JSON)) as door:
        result = asking(door.url)
    assert result.exit_code == 0
    assert waits == [2.0, 7.0]
    assert f"The server is busy ({status[:3]}); trying again in 2 seconds." in result.stderr


def test_a_date_to_come_again_is_understood(waits: list[float]) -> None:
    when = formatdate(time.time() + 20, usegmt=True)
    with answering(busy("503 Service Unavailable", when), answer("200 OK", ME, Content_Type=JSON)) as door:
        assert asking(door.url).exit_code == 0
    assert 5 < waits[0] <= 21


def test_nobody_is_made_to_wait_for_an_hour(waits: list[float]) -> None:
    with answering(busy("429 Too Many Requests", "3600")) as door:
        result = asking(door.url)
    assert (result.exit_code, waits) == (5, [])
    assert "3600 seconds" in result.stderr


def test_a_key_that_is_still_being_answered_is_asked_about_again(waits: list[float]) -> None:
    still = answer("409 Conflict", problem("key-busy"), Content_Type=PROBLEM, Retry_After="1")
    with answering(still, answer("200 OK", ME, Content_Type=JSON)) as door:
        assert asking(door.url).exit_code == 0
    assert waits == [1.0]


def test_a_proxy_before_a_server_that_is_down_is_asked_a_few_times(waits: list[float]) -> None:
    with answering(busy("502 Bad Gateway", kind=HTML, body=b"<p>down")) as door:
        result = asking(door.url)
        assert door.count == len(client.WAITS) + 1
    assert result.exit_code == 5
    assert "is not available (502)" in result.stderr
    assert waits == list(client.WAITS)


def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "TO_ANSWER", 0.2)
    with answering(b"") as door, socket.create_server(("127.0.0.1", 0)) as mute:
        result = asking(f"http://127.0.0.1:{mute.getsockname()[1]}")
        assert result.exit_code == 5
        assert "did not answer within" in result.stderr
        assert asking(door.url).exit_code == 5


@pytest.mark.parametrize("part", [b"", b"HTTP/1.1 200 OK\r\nContent-", answer("200 OK", ME, Content_Type=JSON)[:-5]])
def test_an_answer_that_was_cut_is_asked_for_again(part: bytes) -> None:
    with answering(part, answer("200 OK", ME, Content_Type=JSON)) as door:
        assert asking(door.url).exit_code == 0
        assert door.count == 2
    with answering(part) as door:
        result = asking(door.url)
        assert result.exit_code == 5
        assert "broke off" in result.stderr or "is not a Deadreckon server" in result.stderr


@pytest.mark.parametrize("last", [b"", b'{"end":true,"count":2}\n'])
def test_a_list_that_was_cut_is_not_taken_for_a_whole_one(last: bytes) -> None:
    row = json.dumps({"sha256": "0" * 64, "size": 1, "kept_at": "now"}).encode() + b"\n"
    with answering(answer("200 OK", row + last, Content_Type=client.NDJSON)) as door:
        result = asking(door.url, "logs")
    assert (result.exit_code, result.stdout) == (5, "")
    assert "in the middle of a list" in result.stderr


# ---- never twice, never lost ----


@pytest.mark.parametrize("lost", ["before", "after"])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_an_append_whose_answer_is_lost_is_recorded_exactly_once(there: There, lost: str, nth: int) -> None:
    game, seen = begun(), 0

    def cut(request: bytes, _count: int) -> str:
        nonlocal seen
        seen += request.startswith(b"POST")
        return lost if request.startswith(b"POST") and seen <= nth else ""

    with cutting(there.url, cut) as door:
        result = asked("remote", "append", game, "-", env={SERVER: door.url}, input=b"ada: take 3\nben: take 5\n")
    assert result.exit_code == 1, result.output
    assert result.stdout.count("take") >= 2
    assert seen == nth + 1
    assert [json.loads(row.body)["count"] for row in there.store.list_events(CLUB, game)] == [3, 5]


def test_a_server_that_stays_away_ends_an_append_and_a_second_run_finishes_it(there: There, tmp_path: Path) -> None:
    game, notes = begun(), tmp_path / "notes.txt"
    notes.write_text("".join(f'record: note "{number}"\n' for number in range(700)))
    posts = 0

    def cut(request: bytes, _count: int) -> str:
        nonlocal posts
        posts += request.startswith(b"POST")
        return "after" if posts > 1 and request.startswith(b"POST") else ""

    with cutting(there.url, cut) as door:
        first = asked("remote", "append", game, str(notes), env={SERVER: door.url})
    assert first.exit_code == 5
    assert "broke off" in first.stderr
    again = asked("remote", "append", game, str(notes))
    assert again.exit_code == 6
    assert "recorded before" in again.stderr
    assert [json.loads(row.body)["text"] for row in there.store.list_events(CLUB, game)] == [str(n) for n in range(700)]


def test_a_game_that_was_begun_is_begun_once_whatever_gets_lost(there: There) -> None:
    with cutting(there.url, lambda _, count: "after" if count == 1 else "") as door:
        result = asked("remote", "begin", "-", env={SERVER: door.url}, input=b"game: pebbles\nplayers: ada, ben\n")
    assert result.exit_code == 0
    assert [row.id for row in there.store.list_games(CLUB)] == [result.stdout.strip()]


def test_an_upload_survives_a_cut_and_is_kept_once(there: There, clean: str) -> None:
    with cutting(there.url, lambda _, count: ("before", "after", "")[min(count, 3) - 1]) as door:
        assert asked("remote", "push", clean, env={SERVER: door.url}).exit_code == 0
    assert len(there.store.list_uploads(CLUB)) == 1


def test_a_watcher_outlasts_a_server_that_is_away_for_a_while(there: There) -> None:
    game = begun()
    assert asked("remote", "append", game, "-", input=b"ada: take 3\n").exit_code == 0
    assert asked("remote", "close", game).exit_code == 0
    with cutting(there.url, lambda _, count: "before" if 1 < count < 6 else "") as door:
        result = asked("remote", "watch", game, env={SERVER: door.url})
    assert result.exit_code == 0
    assert "ada: take 3" in result.stdout


# ---- what the server sends is not what was asked for ----


def test_other_bytes_than_those_of_the_sha256_are_refused(clean: str) -> None:
    with answering(answer("200 OK", b"other", Content_Type=client.BYTES)) as door:
        result = asking(door.url, "pull", "0" * 64)
    assert (result.exit_code, result.stdout) == (4, "")
    kept_wrong = json.dumps({"sha256": "0" * 64, "size": 1, "kept_at": "now"}).encode()
    with answering(answer("201 Created", kept_wrong, Content_Type=JSON)) as door:
        result = asking(door.url, "push", clean)
    assert (result.exit_code, result.stdout) == (4, "")


def test_an_old_report_is_not_lost_to_a_server_that_is_away(clean: str, tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("of last week")
    assert asking("http://127.0.0.1:1", "audit", clean, "--output", str(report)).exit_code == 5
    assert report.read_text() == "of last week"


@pytest.mark.usefixtures("one_small_game")
def test_no_answer_whatever_brings_a_command_down(clean: str) -> None:
    dice = random.Random(7)
    asks = [("status",), ("logs",), ("games",), ("audit", clean), ("audit", "0" * 64), ("push", clean)]
    asks += [("watch", "x", "--once"), ("append", "x", clean), ("close", "x"), ("pull", "x"), ("begin", clean)]
    asks += [("audit", clean, "--format", form) for form in ("json", "html", "sarif")]
    seen = set()
    for _ in range(HOSTILE):
        answers = [hostile(dice) for _ in range(4)]
        with answering(*answers) as door:
            result = asking(door.url, *dice.choice(asks))
        seen.add(result.exit_code)
        assert "\x1b" not in result.stderr
    assert {0, 5} <= seen <= {0, 1, 3, 4, 5, 6}, "and none of it is wrong usage"


@pytest.mark.usefixtures("one_small_game")
def test_a_report_with_anything_in_it_that_cannot_be_is_refused(clean: str) -> None:
    whole = json.loads(asked("audit", clean, "--format", "json").stdout)
    dice, values = random.Random(3), ["odd", -7, None, True, [], {}, ["x"], {"x": 1}, "\x1b[2J", 1.5]
    codes = set()
    for _ in range(HOSTILE):
        document = json.loads(json.dumps(whole))
        place = document
        while isinstance(place, dict) and place:
            name = dice.choice(list(place))
            if not isinstance(place[name], dict) or not place[name] or dice.random() < 0.2:
                place[name] = dice.choice(values)
                break
            place = place[name]
        with answering(answer("200 OK", json.dumps(document).encode(), Content_Type=JSON)) as door:
            for form in ("text", "sarif"):
                result = asking(door.url, "audit", clean, "--format", form)
                assert "\x1b" not in result.output
                codes.add(result.exit_code)
    assert {0, 5} <= codes <= {0, 1, 3, 5}


def hostile(dice: random.Random) -> bytes:
    """Generate an answer that is nearly right."""
    names = "id game seq head closed created_at header findings schema engine log club role verdict sha256 size kept_at"
    names += " answers text event recorded_at recorded_by"
    values: list[Any] = [
        0,
        -1,
        "",
        "x",
        "\x1b[2J",
        "a\nb",
        "\u2717",
        None,
        True,
        [],
        {},
        [{}],
        {"version": 7},
        1e300,
        "deadreckon.report/1",
    ]
    document = {name: dice.choice(values) for name in names.split() if dice.random() < 0.8}
    body = json.dumps(document).encode()
    if dice.random() < 0.3:
        body += b'\n{"end":true,"count":1}\n'
    if dice.random() < 0.2:
        at = dice.randrange(len(body))
        body = body[:at] + bytes([dice.randrange(256)]) + body[at + 1 :]
    kind = dice.choice([JSON, client.NDJSON, PROBLEM, HTML, client.BYTES, ""])
    status = dice.choice(
        ["200 OK", "201 Created", "304 Not Modified", "404 Not Found", "422 No", "500 Oh", "204 Nothing"]
    )
    return answer(status, body, Content_Type=kind, Deadreckon_Verdict=dice.choice(["clean", "unreadable", "", "odd"]))
