"""Pages of other sites: a browser lets them call the API only where the operator names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from api.settings import SettingsError
from audit.store import Store
from tests.support.servers.fixtures import SETTINGS, Served, served
from tests.support.servers.raw_http import said
from tests.support.servers.serve_command import serving as running

SITE, OTHER = "https://club.example", "https://other.example"
Serving = Callable[[str], Served]


@pytest.fixture
def serving(sqlite_url: str) -> Iterator[Serving]:
    """Serve with these sites allowed."""
    with Store.open(sqlite_url) as store:
        yield lambda origins: served(store, replace(SETTINGS, cors_origins=origins))


def asked(there: Served, origin: str, method: str = "GET", path: str = "/api/v1/logs") -> dict[str, str]:
    headers = {"Origin": origin, "Authorization": f"Bearer {there.asker().token}"}
    answer = there.app.test_client().open(path, method=method, headers=headers)
    return {name: value for name, value in answer.headers if name.startswith("Access-Control")}


def test_nobody_is_let_in_unless_the_operator_says_so(serving: Serving) -> None:
    assert asked(serving(""), SITE) == {}
    assert asked(serving(""), SITE, "OPTIONS") == {}


def test_a_named_site_is_let_in_and_no_other(serving: Serving) -> None:
    there = serving(f"{SITE}, https://second.example/")
    assert asked(there, SITE)["Access-Control-Allow-Origin"] == SITE
    assert asked(there, "https://second.example")["Access-Control-Allow-Origin"] == "https://second.example"
    for stranger in (OTHER, "null", f"{SITE}.evil.example", "http://club.example", ""):
        assert asked(there, stranger) == {}
    assert asked(there, SITE, path="/livez") == {}
    assert there.asker().get("/logs", headers={"Origin": OTHER}).headers["Vary"].count("Origin") == 1


def test_a_browser_that_asks_first_hears_what_may_be_sent_without_a_token(serving: Serving) -> None:
    there = serving(SITE)
    answer = there.app.test_client().options("/api/v1/live-games", headers={"Origin": SITE})
    assert answer.status_code == 200
    assert "If-Match" in answer.headers["Access-Control-Allow-Headers"]
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_problem_can_be_read_by_the_page_that_caused_it(serving: Serving) -> None:
    answer = serving(SITE).app.test_client().get("/api/v1/logs", headers={"Origin": SITE})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (401, SITE)


@pytest.mark.parametrize("named", ["https://CLUB.example", "https://club.example:443/", "https://club.example"])
def test_a_site_is_let_in_however_its_address_is_written_in_the_settings(serving: Serving, named: str) -> None:
    assert asked(serving(named), SITE)["Access-Control-Allow-Origin"] == SITE
    assert asked(serving("http://localhost:80"), "http://localhost") != {}
    assert asked(serving(f"{SITE}:4430"), SITE) == asked(serving(named), f"{SITE}:8443") == {}


def test_a_refusal_before_the_service_has_heard_of_it_can_be_read_by_the_page_too(tmp_path: Path) -> None:
    with running(tmp_path, "--cors-origins", SITE, "--rate-token", "2/minute") as (address, _):
        port = int(address.rpartition(":")[2])

        def told(*lines: str, path: str = "/api/v1/logs") -> tuple[int, bytes]:
            head = "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", "Connection: close", *lines, "", ""])
            status, answer, _ = said(port, head.encode())
            return status, answer

        too_large, too_many = "Content-Length: 99999999", [f"X-{number}: x" for number in range(200)]
        for status, lines in ((413, [too_large]), (431, too_many)):
            assert lets(told(f"Origin: {SITE}", *lines), status, SITE)
            assert lets(told(f"Origin: {OTHER}", *lines), status, "")
            assert lets(told(*lines), status, "")
        assert lets(told(f"Origin: {SITE}", too_large, path="/livez"), 413, "")
        answers = [told("Authorization: Bearer one", f"Origin: {SITE}", "Content-Length: 0") for _ in range(8)]
        assert lets(answers[-1], 429, SITE)
        assert b"\r\nAccess-Control-Expose-Headers: Deadreckon-Cells" in answers[-1][1]


def lets(answer: tuple[int, bytes], status: int, site: str) -> bool:
    """Return whether it is refused with this status, and only a page of this site may read it."""
    allowed = f"\r\nAccess-Control-Allow-Origin: {site}\r\n".encode()
    return answer[0] == status and (allowed in answer[1] if site else b"Access-Control" not in answer[1])


@pytest.mark.parametrize("wrong", ["club.example", "https://club.example/path", "javascript:x", "https://a b\n"])
def test_what_is_no_site_is_no_setting(wrong: str) -> None:
    with pytest.raises(SettingsError):
        replace(SETTINGS, cors_origins=wrong)
    assert replace(SETTINGS, cors_origins="*").cors_origins == "*"
