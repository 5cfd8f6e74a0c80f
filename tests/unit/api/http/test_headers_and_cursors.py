"""Everything of requests and answers except their bodies: cursors, ETags, If-Match, headers."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from werkzeug.test import TestResponse

from api.access.security_headers import HEADERS
from api.web.docs_pages import METHODS
from audit.store import Role
from tests.support.servers.api_client import CLUB, OTHER, Asker, code_of, places_of
from tests.support.servers.fixtures import SETTINGS
from tests.support.servers.siege import Siege, besieged
from tests.support.servers.stocked_club import LINES, NO_STATE, NOTHING, Operation, Things, good, operations

OPERATIONS = operations()
# Here the stream only has another address; tests/service/test_streams.py opens it.
STREAMED = "follow_live_game"
READING = {name: one for name, one in OPERATIONS.items() if one.method == "GET" and name != STREAMED}
LISTS = sorted(name for name, one in READING.items() if "cursor" in str(one.document.get("parameters")))
PAGES = ("/", "/problems", "/problems/stale", "/api/v1/docs", "/api/v1/openapi.json", "/livez", "/readyz", "/metrics")
over_lists = pytest.mark.parametrize("name", LISTS)
over_reading = pytest.mark.parametrize("name", sorted(READING))


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    """Serve one store in memory, with three of everything that is listed."""
    with besieged() as found:
        things = found.things
        for count in range(1, 4):
            log = "\n".join(("game: pebbles\nplayers: ada=Ada, ben=Ben\n---", *LINES[:count], "")).encode()
            found.admin.kept(log)
            found.admin.sent(
                "/packs", found.admin.get(f"/packs/{things.pack}").get_data() + b"#" * count, "application/toml"
            )
            found.admin.post(f"/logs/{things.log}/audits", json={"readings": False, "policy": POLICIES[count - 1]})
            found.send("create_live_game")
            found.send("append_events")
            found.send("create_tournament")
        yield found


POLICIES = ("as-played", "skip-illegal", "stop")


def listed(siege: Siege, name: str, query: str = "", asker: Asker | None = None) -> TestResponse:
    return (asker or siege.admin).get(f"{siege.things.address(READING[name])}?{query}")


def first_cursor(siege: Siege, name: str) -> str:
    document = listed(siege, name, "limit=1")
    cursor: str = document.get_json()["next"]
    assert cursor in document.headers["Link"]
    return cursor


# Cursors


@over_lists
def test_a_list_goes_on_page_by_page_to_its_end_and_is_what_it_is_in_one(siege: Siege, name: str) -> None:
    whole = listed(siege, name, "limit=200").get_json()
    items, query = [], "limit=1"
    while query:
        page = listed(siege, name, query).get_json()
        items += page["items"]
        query = f"limit=1&cursor={page['next']}" if page["next"] else ""
    assert items == whole["items"]
    assert len(items) > 1
    lines = listed_as_lines(siege, name)
    assert lines == [*items, {"end": True, "count": len(items)}]


def listed_as_lines(siege: Siege, name: str) -> list[Any]:
    headers = {"Accept": "application/x-ndjson"}
    raw = siege.admin.get(siege.things.address(READING[name]), headers=headers).get_data()
    return [json.loads(line) for line in raw.splitlines()]


@over_lists
def test_a_cursor_that_was_not_given_out_here_is_refused(siege: Siege, name: str) -> None:
    cursor = first_cursor(siege, name)
    payload, _, seal = cursor.rpartition(".")
    inside = URLSafeSerializer(SETTINGS.secret, salt="cursor").loads(cursor)
    moved = base64.urlsafe_b64encode(json.dumps([inside[0], "0"]).encode()).decode().rstrip("=")
    forged = [
        "x",
        ".",
        "..",
        "%ff",
        "null",
        "0",
        "A" * 1_900,
        cursor[:-1],
        cursor[1:],
        f"{cursor}A",
        payload,
        f".{seal}",
    ]
    forged += [f"{moved}.{seal}", f"{payload}.", f"{payload}.{seal[::-1]}", cursor.swapcase(), f"{cursor}.{seal}"]
    forged += [made.dumps(inside) for made in (URLSafeSerializer("another"), URLSafeSerializer(SETTINGS.secret))]
    for one in forged:
        answer = listed(siege, name, f"cursor={one}")
        assert (answer.status_code, code_of(answer), places_of(answer)) == (400, "bad-cursor", ["cursor"]), one
    for one in ("A" * 2_001, "%00", "%1b"):
        assert (listed(siege, name, f"cursor={one}").status_code, one) == (422, one)


@over_lists
def test_a_cursor_is_good_for_its_own_list_of_its_own_club_only(siege: Siege, name: str) -> None:
    cursor = first_cursor(siege, name)
    for other in LISTS:
        if other != name:
            assert code_of(listed(siege, other, f"cursor={cursor}")) == "bad-cursor", other
    if not READING[name].about:
        stranger = siege.served.asker(club=OTHER)
        assert code_of(listed(siege, name, f"cursor={cursor}", stranger)) == "bad-cursor"
    assert listed(siege, name, f"cursor={cursor}", siege.served.asker(Role.ADMIN)).status_code == 200


def test_a_cursor_of_a_list_filtered_otherwise_is_refused(siege: Siege) -> None:
    document = listed(siege, "list_steps", "limit=1&policy=stop").get_json()["next"]
    assert listed(siege, "list_steps", f"limit=1&policy=stop&cursor={document}").status_code == 200
    assert code_of(listed(siege, "list_steps", f"limit=1&cursor={document}")) == "bad-cursor"
    assert code_of(listed(siege, "list_steps", f"limit=1&policy=as-played&cursor={document}")) == "bad-cursor"


# ETags


def looked(siege: Siege, name: str, method: str = "GET", **headers: str) -> TestResponse:
    address = siege.things.address(READING[name])
    return siege.admin.ask(method, address, headers={"X-Request-Id": "the-same", **headers})


@over_reading
def test_what_has_not_changed_is_not_sent_again(siege: Siege, name: str) -> None:
    whole = looked(siege, name)
    assert whole.status_code == 200
    mark = whole.headers.get("ETag")
    if mark is None:
        assert whole.headers["Cache-Control"] == "no-store"
        return
    assert not mark.startswith("W/")
    again = looked(siege, name)
    assert (again.headers["ETag"], again.get_data()) == (mark, whole.get_data())
    for headers in (mark, f"W/{mark}", f'"other", {mark}', f'{mark},"other"', "*"):
        unchanged = looked(siege, name, **{"If-None-Match": headers})
        assert (unchanged.status_code, unchanged.get_data(), unchanged.headers["ETag"]) == (304, b"", mark), headers
        assert unchanged.headers["Cache-Control"] == whole.headers["Cache-Control"]
        assert "Content-Type" not in unchanged.headers
    for headers in ('"other"', mark[:-2] + '"', "", '"', '""', "x" * 5_000, "\xff"):
        assert looked(siege, name, **{"If-None-Match": headers}).status_code == 200, headers


@over_reading
def test_head_tells_what_get_tells_without_the_body(siege: Siege, name: str) -> None:
    whole = looked(siege, name)
    client = siege.admin.client
    headers = {"Authorization": f"Bearer {siege.admin.token}", "X-Request-Id": "the-same"}
    address = siege.things.address(READING[name])
    head = client.head(address, headers=headers)
    assert (head.status_code, head.get_data()) == (200, b"")
    assert sorted(head.headers) == sorted(whole.headers)


@over_reading
def test_what_only_a_club_may_see_is_kept_by_no_cache_for_others(siege: Siege, name: str) -> None:
    headers = looked(siege, name).headers
    if READING[name].document["x-least-role"] == "anyone":
        assert "public" in headers["Cache-Control"]
    else:
        assert "public" not in headers["Cache-Control"]
        assert "Authorization" in headers["Vary"] or headers["Cache-Control"] == "no-store"


def test_a_closed_game_is_kept_for_ever_and_an_open_one_is_not(siege: Siege) -> None:
    begun = siege.send("create_live_game").get_json()
    url, state = begun["url"], f'"0-{begun["head"]}"'
    assert "immutable" not in siege.admin.get(url).headers["Cache-Control"]
    assert siege.admin.written(f"{url}/closing", {"claims": []}, state).status_code == 201
    for path in ("", "/events", "/log/text"):
        assert "immutable" in siege.admin.get(url + path).headers["Cache-Control"], path


@pytest.mark.parametrize("name", ["append_events", "correct_events", "close_live_game"])
def test_a_state_that_is_none_or_is_past_changes_nothing(siege: Siege, name: str) -> None:
    siege.send("append_events")
    before = siege.current()
    seq, _, head = before.state.strip('"').partition("-")
    for headers, status, code in (
        ("", 400, "bad-precondition"),
        ("*", 400, "bad-precondition"),
        (before.state.strip('"'), 400, "bad-precondition"),
        (f"W/{before.state}", 400, "bad-precondition"),
        (f"{before.state}, {before.state}", 400, "bad-precondition"),
        (before.state.upper(), 400, "bad-precondition"),
        (f'"0{seq}-{head}"', 400, "bad-precondition"),
        (f'"{seq}-{head[:-1]}"', 400, "bad-precondition"),
        (f'"-1-{head}"', 400, "bad-precondition"),
        (f'"{"9" * 400}-{head}"', 400, "bad-precondition"),
        (f'"{int(seq) + 1}-{head}"', 412, "stale"),
        (f'"{int(seq) - 1}-{head}"', 412, "stale"),
        (f'"{seq}-{NOTHING}"', 412, "stale"),
        (f'"999999999-{head}"', 412, "stale"),
        (NO_STATE, 412, "stale"),
    ):
        answer = siege.send(name, headers={"If-Match": headers})
        assert (answer.status_code, code_of(answer)) == (status, code), headers
        if status == 412:
            assert answer.get_json()["current"] == {"seq": int(seq), "head": head}
        else:
            assert places_of(answer) == ["If-Match"]
    without = good(OPERATIONS[name], before, siege.admin)
    del without["headers"]["If-Match"]
    answer = siege.admin.ask(**without)
    assert (answer.status_code, code_of(answer), places_of(answer)) == (428, "no-precondition", ["If-Match"])
    assert siege.current() == before


# Headers


def asked_for(siege: Siege, operation: Operation) -> Iterator[TestResponse]:
    """Send a good request, one without a token, one about nothing, and one with a wrong method."""
    request = good(operation, siege.current(), siege.admin)
    request["headers"].pop("If-Match", None)
    yield siege.admin.ask(**request)
    yield siege.served.nobody.ask(**request)
    yield siege.admin.ask(**{**request, "path": Things().address(operation)})
    client = siege.admin.client
    for method in ("OPTIONS", "HEAD", "TRACE", "PATCH", "BREW"):
        yield client.open(siege.things.address(operation), method=method)


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_answer_of_every_operation_has_its_headers(siege: Siege, name: str) -> None:
    for answer in asked_for(siege, OPERATIONS[name]):
        sheltered(answer)


@pytest.mark.parametrize("path", [*PAGES, "/nothing", "/api/v1/nothing", "//", "/%00", "/api/v1/games/"])
def test_every_page_has_its_headers(siege: Siege, path: str) -> None:
    for method in ("get", "head", "options", "post", "trace"):
        sheltered(siege.admin.client.open(path, method=method.upper()))
        assert method in {*METHODS, "head", "options", "trace"}


def sheltered(answer: TestResponse) -> None:
    """Check that a browser gets security headers, and that no header names the software."""
    where = f"{answer.request.method} {answer.request.path}: {answer.status_code}"
    assert answer.status_code < 500, where
    for header, value in HEADERS.items():
        assert answer.headers[header] == value, where
    policy = answer.headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
        assert part in policy, where
    assert "'unsafe-inline'" not in policy or "/docs" in answer.request.path
    assert "Cache-Control" in answer.headers, where
    assert answer.headers["X-Request-Id"], where
    assert not {"Server", "X-Powered-By", "Set-Cookie", "Access-Control-Allow-Origin"} & set(dict(answer.headers)), (
        where
    )
    if answer.mimetype == "text/html" and answer.status_code >= 400:
        raise AssertionError(f"{where} is a page of the framework's")


def test_a_club_is_named_nowhere_but_in_its_own_answers(siege: Siege) -> None:
    stranger = siege.served.asker(club=OTHER)
    answer = [listed(siege, name, asker=stranger).get_data(as_text=True) for name in LISTS if not READING[name].about]
    assert not [text for text in answer if CLUB in text]
