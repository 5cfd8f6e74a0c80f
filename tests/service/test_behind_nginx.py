"""Behind nginx, with the configuration files that come with the service: as without it, also below a path."""

from __future__ import annotations

import json
import re
import ssl
from collections.abc import Iterator
from typing import Any

import pytest

from api.settings import Settings
from api.web.base.session import ENTERING, LINK
from audit.store import Role, Store
from tests.support.command_line import BROKEN
from tests.support.games import pebbles
from tests.support.servers.fixtures import Served, served
from tests.support.servers.nginx import Site, behind_nginx

BELOW = "/games"
HEADER = "game: tailwinds\nplayers: green=Ada, orange=Ben\n"
ADDRESS = re.compile(r' (?:href|src|action|data-from)="(/[^"#]*)')
# Everything behind these names is covered by one page, or one kind of page.
KIND = re.compile(r"(?<=/rules/).*|(?<=/problems/).*|[0-9a-f]{64}.*?(?=/|$)|\?.*")
SLOW = 40


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a club behind nginx."""
    with behind_nginx(tmp_path_factory.mktemp("site")) as running:
        yield running


def log(note: str) -> bytes:
    return f'{HEADER}---\nrecord: note "{note}"\n'.encode()


def told(raw: bytes) -> Any:
    return json.loads(raw)


def test_a_club_works_through_it_and_its_word_about_the_client_is_believed(site: Site) -> None:
    kept = site.ask("POST", "/api/v1/logs", log("first"), X_Forwarded_For="10.9.8.7")
    assert kept.status == 201
    address = told(kept.raw)["url"]
    assert site.ask("GET", f"{address}/original").raw == log("first")
    audited = site.ask("POST", f"{address}/audits", b"{}", Content_Type="application/json")
    assert audited.status == 201
    assert site.ask("GET", f"{told(audited.raw)['url']}/report").status == 200
    assert "Strict-Transport-Security" in kept.headers
    lines = [json.loads(line) for line in site.said.read_text().splitlines() if line.startswith("{")]
    (uploaded,) = [line for line in lines if line["request_id"] == kept.headers["X-Request-Id"]]
    assert uploaded["client"] == "127.0.0.1"


def test_what_is_too_large_ends_in_front(site: Site) -> None:
    assert site.ask("POST", "/api/v1/logs", bytes(2_100_000)).status == 413
    assert site.ask("GET", "/" + "x" * 20_000).status == 414


def test_clients_that_are_slow_hold_up_nobody(site: Site) -> None:
    head = f"POST /api/v1/logs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {site.token}\r\n".encode()
    half = (b"", head, head + b"Content-Length: 1000\r\n\r\nhalf of it")
    lines: list[ssl.SSLSocket] = []
    try:
        for number in range(SLOW):
            lines.append(site.dial())
            lines[-1].sendall(half[number % 3])
        for number in range(10):
            assert site.ask("POST", "/api/v1/logs", log(f"slow {number}")).status == 201
    finally:
        for line in lines:
            line.close()


@pytest.mark.parametrize("below", ["", BELOW], ids=["at the root", "below a path"])
def test_live_events_come_through_it_as_they_are_recorded(site: Site, below: str) -> None:
    key = {"Content_Type": "application/json", "Idempotency_Key": f"begun{len(below)}"}
    begun = site.ask("POST", f"{below}/api/v1/live-games", json.dumps({"text": HEADER}).encode(), **key)
    live, state = told(begun.raw)["id"], begun.headers["ETag"]
    head = (
        f"GET {below}/api/v1/stream/live-games/{live} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {site.token}\r\n\r\n"
    )
    with site.dial() as line, line.makefile("rb") as stream:
        line.sendall(head.encode())
        assert b" 200 " in stream.readline()
        for number in (1, 2):
            event = json.dumps({"events": [{"do": "note", "text": f"of {number}"}]}).encode()
            key["Idempotency_Key"] = f"told{len(below)}{number}"
            address = f"{below}/api/v1/live-games/{live}/events"
            state = site.ask("POST", address, event, If_Match=state, **key).headers["ETag"]
            # Nothing more is recorded before this event has arrived.
            while not (heard := stream.readline()).startswith(b"data: "):
                assert heard
            assert told(heard.removeprefix(b"data: "))["seq"] == number


def test_below_a_path_every_address_in_an_answer_leads_there(site: Site) -> None:
    kept, other = (site.ask("POST", f"{BELOW}/api/v1/logs", log(f"below {number}")) for number in range(2))
    assert (kept.status, other.status) == (201, 201)
    listed = site.ask("GET", f"{BELOW}/api/v1/logs?limit=1")
    (following,) = re.findall("<(.*)>", listed.headers["Link"])
    for address in (told(kept.raw)["url"], following, told(listed.raw)["items"][0]["url"]):
        assert address.startswith(f"{BELOW}/api/v1/logs")
        assert site.ask("GET", address).status == 200
    whole = site.ask("GET", f"{BELOW}/api/v1/logs", Accept="application/x-ndjson").raw.splitlines()
    assert all(told(line)["url"].startswith(BELOW) for line in whole[:-1])
    assert whole[:-1]
    missing = told(site.ask("GET", f"{BELOW}/api/v1/logs/{'0' * 64}").raw)
    assert missing["type"] == f"{BELOW}/problems/not-found"
    assert site.ask("GET", missing["type"]).status == 200
    begun = site.ask(
        "POST",
        f"{BELOW}/api/v1/live-games",
        json.dumps({"text": HEADER}).encode(),
        Content_Type="application/json",
        Idempotency_Key="below",
    )
    assert site.ask("GET", begun.headers["Location"]).status == 200
    document = told(site.ask("GET", f"{BELOW}/api/v1/openapi.json").raw)
    assert document["servers"] == [{"url": BELOW}]
    assert site.ask("GET", f"{BELOW}/readyz").status == 404


def test_live_events_come_through_it_also_below_a_path_and_nobody_is_told_another_path(site: Site) -> None:
    begun = site.ask(
        "POST",
        "/api/v1/live-games",
        json.dumps({"text": HEADER}).encode(),
        Content_Type="application/json",
        Idempotency_Key="followed",
    )
    live = told(begun.raw)["id"]
    for below in ("", BELOW):
        stream = f"{below}/api/v1/stream/live-games"
        here = site.followed(f"{stream}/{live}", X_Forwarded_Prefix="/elsewhere")
        assert (here.status, here.headers["Content-Type"]) == (200, "text/event-stream")
        assert here.raw.startswith(b"retry: ")
        for missing in (f"{stream}/none", f"{stream}/none?odd=1"):
            refused = site.ask("GET", missing, X_Forwarded_Prefix="/elsewhere")
            assert told(refused.raw)["type"].startswith(f"{below}/problems/")


def test_below_a_path_every_link_of_the_pages_leads_there(site: Site) -> None:
    site.ask("POST", f"{BELOW}/api/v1/logs", log("of the pages"))
    with Store.open(site.database) as store:
        _, secret = store.issue_token("club", Role.ADMIN, label=LINK, lasting=ENTERING)
    entered = site.ask("POST", f"{BELOW}/enter/{secret}", Authorization="", Sec_Fetch_Site="same-origin")
    assert entered.headers["Location"] == f"{BELOW}/"
    cookie = entered.headers["Set-Cookie"].partition(";")[0]
    waiting = [f"{BELOW}/", f"{BELOW}/live/new", f"{BELOW}/api/v1/docs", f"{BELOW}/problems"]
    seen = {KIND.sub("*", address) for address in waiting}
    for address in waiting:
        page = site.ask("GET", address, Authorization="", Cookie=cookie)
        assert page.status in {200, 401, 404, 405}, (address, page)
        if "text/html" in page.headers["Content-Type"]:
            for link in ADDRESS.findall(page.raw.decode()):
                assert link.startswith(f"{BELOW}/"), (address, link)
                # One of each kind is enough.
                if (kind := KIND.sub("*", link)) not in seen:
                    seen.add(kind)
                    waiting.append(link.replace("&amp;", "&"))
    assert {f"{BELOW}/web/style.css", f"{BELOW}/rules/*", f"{BELOW}/web/viewer.js", f"{BELOW}/logs/*/view"} <= seen


@pytest.mark.parametrize(
    ("said", "believed"),
    [
        ("/club", "/club"),
        ("/a/b", "/a/b"),
        ("/api", "/api"),
        ("/api/v1", "/api/v1"),
        ('/x" onclick="y', ""),
        ("//elsewhere.example", ""),
        ("club", ""),
    ],
)
def test_only_what_is_a_path_is_taken_for_one_and_only_from_a_proxy(sqlite_url: str, said: str, believed: str) -> None:
    headers = {"X-Forwarded-Prefix": said}
    with Store.open(sqlite_url) as store:
        alone = served(store)
        trusting: Served = served(store, Settings(proxies=1))
        for here, prefix in ((alone, ""), (trusting, believed)):
            admin = here.asker()
            kept = admin.sent("/logs", pebbles.log(*BROKEN), headers=headers)
            sha256 = kept.get_json()["sha256"]
            for address in (kept.get_json()["url"], kept.headers["Location"]):
                assert address == f"{prefix}/api/v1/logs/{sha256}"
            admin.sent("/logs", pebbles.log("ada: take 1"), headers=headers)
            listed = admin.get("/logs?limit=1", headers=headers)
            assert listed.headers["Link"].startswith(f"<{prefix}/api/v1/logs?limit=1&cursor=")
            page = here.nobody.client.get("/", headers=headers)
            assert f'href="{prefix}/problems"'.encode() in page.get_data()
