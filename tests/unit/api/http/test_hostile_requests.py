"""Damaged bodies and addresses: refused with a problem that names the place, never with a server error."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from api.http import strict_json
from tests.support.requests.live_games import begun
from tests.support.servers.api_client import Asker, code_of, places_of
from tests.support.servers.fixtures import SETTINGS, Served

GOOD = b'{"role": "viewer", "label": "x"}'


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"", "1"),
        (b"   ", "1"),
        (b"{", "1"),
        (b'{"role": "viewer",}', "1"),
        (b'{"a": 1}\n{"b": 2}', "2"),
        (b"\xef\xbb\xbf" + GOOD, "1"),
        (GOOD.decode().encode("utf-16"), "1"),
        (b'{"label": "\xff"}', "1"),
        (b'{"label": "\\ud800"}', "1"),
        (b'{"label": "\xed\xa0\x80"}', "1"),
        (b'{"label": "a\\u0000b"}', "/label"),
        (b'{"a": {"b": ["\\u001b[31m"]}}', "/a/b/0"),
        (b'{"bad\\u0007key": 1}', "/bad\N{REPLACEMENT CHARACTER}key".encode().decode()),
        (b'{"role": "viewer", "role": "admin"}', "/role"),
        (b'{"a": [{"b": 1, "b": 2}]}', "/a/0/b"),
        (b'{"a/b~c": 1, "a/b~c": 2}', "/a~1b~0c"),
        (b'{"days": 9007199254740992}', "/days"),
        (b'{"days": -9007199254740992}', "/days"),
        (b'{"days": ' + b"9" * 5_000 + b"}", "1"),
        (b'{"days": 1e999}', "1"),
        (b'{"days": NaN}', "1"),
        (b'{"days": Infinity}', "1"),
        (b'{"days": 0x10}', "1"),
        (b"[" * 33 + b"]" * 33, ""),
        (b'{"a":' * 40 + b"1" + b"}" * 40, ""),
        (b"[" * 100_000, "1"),
        (b"[" * 100_000 + b"]" * 100_000, "1"),
        (b'{"a":' * 100_000, "1"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_json_of_more_than_one_meaning_is_refused_with_its_place(admin: Asker, raw: bytes, place: str) -> None:
    answer = admin.sent("/tokens", raw, "application/json")
    assert (answer.status_code, code_of(answer)) == (400, "bad-json")
    assert places_of(answer) == [place]
    assert len(admin.told("/tokens")["items"]) == 1


@pytest.mark.parametrize("raw", [b"[]", b'"x"', b"1", b"null", b"true"])
def test_json_that_is_no_object_is_refused(admin: Asker, raw: bytes) -> None:
    answer = admin.sent("/tokens", raw, "application/json")
    assert (answer.status_code, places_of(answer)) == (422, [""])


@pytest.mark.parametrize("value", [1.0, True, [1, 2.5, None], {"a": {"b": "\t\n é"}}, 2**53 - 1, -(2**53) + 1, 1e300])
def test_json_with_one_meaning_is_read_as_everybody_reads_it(value: Any) -> None:
    assert strict_json.parse_json(json.dumps(value).encode()) == value


def test_json_as_deep_as_it_may_be_is_read() -> None:
    deep = b"[" * strict_json.MAX_DEPTH + b"]" * strict_json.MAX_DEPTH
    assert strict_json.parse_json(deep) == json.loads(deep)


@pytest.mark.parametrize(
    "path",
    [
        "/logs/%00",
        "/logs/%ff",
        "/logs/%ed%a0%80",
        "/logs/" + "a" * 5_000,
        "/logs/..%2f..%2fetc",
        "/live-games/%00/events",
        "/live-games/x'--",
        "/audits/%0a",
        "/audits/x/findings/99999999999999999999",
        "/rules/%00",
        "/games/%00/rules",
        "/packs/%1b%5b31m",
        "/logs/x/as/%00",
        "//",
        "/%2e%2e/",
    ],
)
def test_an_address_of_nothing_is_not_found_whatever_stands_in_it(admin: Asker, path: str) -> None:
    assert admin.get(path).status_code == 404


@pytest.mark.parametrize("query", ["cursor=%00", "cursor=%ff", "limit=1&limit=%00", "%00=1", "x[]=1", "limit=٣"])
def test_a_query_that_cannot_be_is_named(admin: Asker, query: str) -> None:
    assert admin.get(f"/logs?{query}").status_code in {400, 422}


def test_a_parameter_that_is_given_twice_is_named_and_neither_is_taken(admin: Asker) -> None:
    answer = admin.get("/logs?verdict=clean&player=Ada&player=Ben")
    assert (answer.status_code, places_of(answer)) == (422, ["player"])


@pytest.mark.parametrize(
    "name", ["If-Match", "Idempotency-Key", "Accept", "If-None-Match", "X-Request-Id", "Content-Type"]
)
@pytest.mark.parametrize("value", ["\xff", "'; drop table events; --", "x" * 7_000, '"', ",,,", "*/*;q=x", "\x7f"])
def test_headers_may_hold_anything(here: Served, name: str, value: str) -> None:
    admin = here.asker()
    url, _ = begun(admin)
    headers = {"Idempotency-Key": "k", "If-Match": '"0-' + "0" * 64 + '"', "Content-Type": "application/json"}
    sent = admin.post(
        f"{url}/events", data=b'{"events": [{"do": "note", "text": "x"}]}', headers={**headers, name: value}
    )
    assert 400 <= sent.status_code < 500
    assert admin.get("/logs", headers={name: value}).status_code in {200, 406}


def test_an_unknown_key_is_refused_wherever_it_stands(here: Served) -> None:
    admin = here.asker()
    url, state = begun(admin)
    for path, document, pointer in (
        ("/tokens", {"role": "viewer", "is_admin": True}, "/is_admin"),
        ("/live-games", {"text": "x", "id": "mine"}, "/id"),
        (f"{url}/events", {"events": [{"do": "note", "text": "x"}], "seq": 9}, "/seq"),
        (f"{url}/closing", {"claims": [{"fact": "winner", "value": "ada", "sure": 1}]}, "/claims/0/sure"),
    ):
        assert pointer in places_of(admin.written(path, document, state)), path


def test_a_list_longer_than_it_may_be_is_counted_and_not_read(admin: Asker) -> None:
    answer = admin.written("/live-games/x/events", {"events": [1] * 100_000}, '"0-' + "0" * 64 + '"')
    assert (answer.status_code, places_of(answer)) == (422, ["/events"])


@pytest.mark.parametrize("sized", [True, False], ids=["with its length", "in chunks"])
@pytest.mark.parametrize(("over", "status"), [(0, 201), (1, 413), (2, 413), (500_000, 413)])
def test_a_body_is_taken_whole_or_not_at_all(admin: Asker, sized: bool, over: int, status: int) -> None:  # noqa: FBT001 - a parameter
    raw = b"x" * (SETTINGS.max_body + over)
    chunked = {"wsgi.input_terminated": True, "CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
    more: dict[str, Any] = {} if sized else {"environ_overrides": chunked}
    answer = admin.post(
        "/logs", input_stream=io.BytesIO(raw), content_type="text/plain", content_length=len(raw), **more
    )
    assert answer.status_code == status
    assert [one["size"] for one in admin.told("/logs")["items"]] == ([len(raw)] if status == 201 else [])
