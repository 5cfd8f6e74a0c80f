"""Damaged bodies on every operation that takes one: no server error, no hang, and a place in every refusal."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import pytest

from tests.support.servers.api_client import places_of
from tests.support.servers.fixtures import SETTINGS
from tests.support.servers.siege import OF_BYTES, OF_JSON, TAKING, Siege, besieged, refused
from tests.support.servers.spoiled_bodies import PACKS, hostile_bytes, hostile_json, packed
from tests.support.servers.stocked_club import BODIES

over_all = pytest.mark.parametrize("name", sorted(TAKING))


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    """Serve one store in memory to all tests of this file."""
    with besieged() as found:
        yield found


@pytest.mark.parametrize("name", OF_JSON)
def test_json_that_is_none_or_has_two_meanings_is_refused_with_its_place(
    siege: Siege, name: str, subtests: pytest.Subtests
) -> None:
    for sort, raw in hostile_json(BODIES[name][1]).items():
        with subtests.test(f"{name}: {sort}"):
            refused(siege.send(name, raw), 400, "bad-json")
            refused(siege.send(name, gzip.compress(raw), {"Content-Encoding": "gzip"}), 400, "bad-json")


@pytest.mark.parametrize("name", OF_JSON)
def test_json_of_another_shape_is_refused_with_its_place(siege: Siege, name: str, subtests: pytest.Subtests) -> None:
    for raw in (b"[]", b"null", b"0", b'""', b"true", b"[{}]"):
        with subtests.test(f"{name}: {raw.decode()}"):
            refused(siege.send(name, raw), 422, "invalid")


@pytest.mark.parametrize("name", OF_JSON)
def test_every_key_that_is_not_declared_is_refused_by_name(siege: Siege, name: str) -> None:
    document = json.loads(BODIES[name][1])
    for key in ("club", "id", "is_admin", "seq", "__proto__", "a/b~c", "x" * 1_000, "\N{PILE OF POO}", "", " role"):
        answer = siege.send(name, json.dumps({**document, key: "admin"}).encode())
        refused(answer, 422, "invalid")
        shown = f"/{key[:100].replace('~', '~0').replace('/', '~1')}"
        assert shown in places_of(answer)


@pytest.mark.parametrize("sort", ["noise", "every byte", "an archive", "not UTF-8", "a NUL byte", "a deep pack"])
def test_a_pack_of_any_bytes_is_refused_with_line_and_column(siege: Siege, sort: str) -> None:
    raw = hostile_bytes()[sort]
    refused(siege.send("upload_pack", raw), 422, "unreadable-pack")
    checked = siege.send("check_pack", raw)
    assert checked.status_code == 422 or checked.get_json()["good"] is False


@pytest.mark.parametrize("sort", PACKS)
def test_a_pack_that_is_none_is_refused_with_its_place(siege: Siege, sort: str) -> None:
    answer = siege.send("upload_pack", PACKS[sort])
    assert (answer.status_code, bool(places_of(answer))) == (422, True)
    checked = siege.send("check_pack", PACKS[sort])
    assert checked.status_code == 422 or checked.get_json()["faults"]


@over_all
def test_a_body_of_another_type_is_refused_with_those_that_are_read(
    siege: Siege, name: str, subtests: pytest.Subtests
) -> None:
    kind = BODIES[name][0]
    for other in (
        "",
        "x",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        f"{kind}; charset=utf-16",
        f"{kind}; charset=latin-1",
        "application/json5",
        "*/*",
    ):
        with subtests.test(f"{name}: {other}"):
            answer = siege.send(name, content_type=other)
            refused(answer, 415, "bad-media-type")
            assert places_of(answer) == ["Content-Type"]
            assert kind in answer.headers["Accept-Post"]


@over_all
def test_a_body_that_cannot_be_unpacked_or_is_a_bomb_is_refused(siege: Siege, name: str) -> None:
    for raw, encoding, status, code in packed(BODIES[name][1]).values():
        answer = siege.send(name, raw, {"Content-Encoding": encoding})
        refused(answer, status, code)
        assert places_of(answer) == ["Content-Encoding"]


@over_all
def test_a_compressed_body_is_read_like_any_other(siege: Siege, name: str) -> None:
    assert siege.send(name, gzip.compress(BODIES[name][1]), {"Content-Encoding": "gzip"}).status_code in {200, 201}


@over_all
def test_a_body_that_is_too_large_is_refused_whatever_it_says_of_its_length(siege: Siege, name: str) -> None:
    raw = BODIES[name][1] + b" " * SETTINGS.max_body
    unsaid = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}
    for one in ({}, unsaid):
        refused(siege.send(name, raw, environ_overrides=one), 413, "too-large")


@over_all
def test_a_length_that_is_not_that_of_the_body_is_refused_or_not_believed(
    siege: Siege, name: str, subtests: pytest.Subtests
) -> None:
    for length in ("100000", "999999999999999999999", "-1", "x", "", "1, 2", "0x10", "\xb2"):
        with subtests.test(f"{name}: {length}"):
            answer = siege.send(name, environ_overrides={"CONTENT_LENGTH": length})
            assert 400 <= answer.status_code < 500 or (name in OF_BYTES and answer.status_code in {200, 201})
            assert places_of(answer) if answer.status_code >= 400 else True
