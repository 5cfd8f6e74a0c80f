"""The service's pages: a link that works once, the list of logs, each log step by step without scripts, the rules."""

from __future__ import annotations

import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape
from threading import Barrier
from typing import Any

import pytest

from api.web.base.session import COOKIE, LINK, SEAT_COOKIE, SESSION
from audit.browse.viewer import open_log_viewer
from audit.store import Role
from engine.games import GAMES
from engine.kernel.drawing.dark_colours import drop_dark_colours
from tests.support.browser.all_pages import forms
from tests.support.browser.chromium import DESK, ELSEWHERE, PHONE, open_page, violations, visit
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.pages import HERE, OWN, demo, entered, link, sent, whole_demo
from tests.support.servers.api_client import CLUB, OTHER
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening

FOREIGN = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"X-Nothing": "said"},
]
AT_ONCE = 24


def test_a_link_begins_one_session_and_no_other(here: Served) -> None:
    address = link(here)
    answer = here.app.test_client().post(address, base_url=HERE, headers=OWN)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert all(part in cookie for part in ("Secure", "HttpOnly", "SameSite=Strict", "Path=/"))
    assert "Domain" not in cookie
    for method in ("POST", "GET"):
        again = here.app.test_client().open(address, method=method, base_url=HERE, headers=OWN)
        assert (again.status_code, "Set-Cookie" in again.headers) == (401, False)


def test_a_link_that_is_looked_at_is_not_used_up(here: Served) -> None:
    address, preview = link(here), here.app.test_client()
    for method in ("GET", "HEAD", "GET", "OPTIONS"):
        seen = preview.open(address, method=method, base_url=HERE)
        assert (seen.status_code, "Set-Cookie" in seen.headers) == (200, False)
    (signing_in,) = forms(preview.get(address, base_url=HERE).text)
    assert (signing_in.action, signing_in.method, signing_in.fields) == ("", "post", {})
    assert here.app.test_client().post(address, base_url=HERE, headers=OWN).status_code == 303


def test_the_page_of_a_link_is_not_cached_and_its_address_is_not_in_a_referer(here: Served) -> None:
    seen = here.app.test_client().get(link(here), base_url=HERE)
    assert seen.headers["Cache-Control"] == "no-store"
    # Only the origin: it tells browsers without Sec-Fetch-Site that the form comes from this page.
    assert seen.headers["Referrer-Policy"] == "strict-origin"
    assert "<script" not in seen.text


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_site_signs_nobody_in_and_does_not_use_a_link_up(here: Served, headers: dict[str, str]) -> None:
    address = link(here)
    refused = here.app.test_client().post(address, base_url=HERE, headers=headers)
    assert (refused.status_code, "Set-Cookie" in refused.headers) == (403, False)
    assert here.app.test_client().post(address, base_url=HERE, headers=OWN).status_code == 303


def test_a_link_that_is_used_or_expired_says_who_makes_a_new_one(here: Served) -> None:
    used = link(here)
    assert here.app.test_client().post(used, base_url=HERE, headers=OWN).status_code == 303
    expired = here.store.issue_token(CLUB, Role.ADMIN, label=LINK, lasting=timedelta(microseconds=1))[1]
    for address in (used, f"/enter/{expired}", f"{link(here)}x"):
        for method in ("GET", "POST"):
            seen = here.app.test_client().open(address, method=method, base_url=HERE, headers=OWN)
            words = unescape(seen.text)
            assert seen.status_code == 401
            assert "This link does not work." in words
            assert "Ask an admin of your club, or the person who sent you the link, for a new one." in words
            assert "deadreckon token" not in words


def test_a_link_that_many_use_at_once_begins_one_session(anywhere: Served) -> None:
    for _ in range(5):
        address, ready = link(anywhere), Barrier(AT_ONCE)

        def sign_in(_: int, address: str = address, ready: Barrier = ready) -> int:
            client = anywhere.app.test_client()
            ready.wait()
            return int(client.post(address, base_url=HERE, headers=OWN).status_code)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            assert sorted(pool.map(sign_in, range(AT_ONCE))) == [303, *[401] * (AT_ONCE - 1)]
    assert [one.label for one in anywhere.store.list_tokens(CLUB)].count(SESSION) == 5


def test_a_phone_signs_in_over_plain_http_without_scripts(here: Served, chromium_browser: Any) -> None:
    live = here.asker().written("/live-games", {"header": HEADER}).get_json()["id"]
    seat = link(here, Role.RECORDER, game=live, seat="ada")
    with listening(here.app) as address:
        at_table = address.replace("127.0.0.1", ELSEWHERE)
        phone = chromium_browser.new_page(java_script_enabled=False)
        open_page(phone, f"{at_table}{seat}")
        assert phone.url == f"{at_table}/live/{live}"


def test_the_page_of_a_link_meets_wcag_and_fits_a_phone(here: Served, chromium_browser: Any) -> None:
    with listening(here.app) as address:
        for scheme, size in (("light", DESK), ("dark", PHONE)):
            with visit(chromium_browser, address, size, color_scheme=scheme) as at:
                at.page.goto(f"{address}{link(here)}")
                assert violations(at.page) == []
                assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_token_for_programs_opens_no_page_and_a_session_no_operation(here: Served) -> None:
    client, token = entered(here), here.asker().token
    for method in ("GET", "POST"):
        seen = here.app.test_client().open(f"/enter/{token}", method=method, base_url=HERE, headers=OWN)
        assert seen.status_code == 401
    stranger = here.app.test_client()
    stranger.set_cookie(COOKIE, str(token), domain="localhost", secure=True)
    assert stranger.get("/index.json", base_url=HERE).status_code == 401
    assert client.get("/api/v1/logs", base_url=HERE).status_code == 401


def test_a_browser_asks_again_for_the_beginning_once_it_has_a_session(here: Served) -> None:
    client = here.app.test_client()
    before = client.get("/", base_url=HERE)
    assert (before.headers["Cache-Control"], before.headers["Vary"]) == ("private, no-cache", "Cookie")
    assert client.post(link(here), base_url=HERE, headers=OWN).status_code == 303
    after = client.get("/", base_url=HERE, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.headers["Cache-Control"], after.headers["Vary"]) == (200, "no-store", "Cookie")
    assert "<h1>Deadreckon</h1>" in before.text
    assert after.text != before.text


def test_leaving_ends_the_session_for_everybody_who_has_its_cookie(here: Served) -> None:
    client = entered(here)
    kept = client.get_cookie(COOKIE, domain="localhost").value
    assert client.post("/leave", base_url=HERE, headers=OWN).status_code == 303
    stranger = here.app.test_client()
    stranger.set_cookie(COOKIE, kept, domain="localhost", secure=True)
    assert stranger.get("/index.json", base_url=HERE).status_code == 401


@pytest.mark.parametrize("headers", FOREIGN)
def test_what_another_site_sends_is_refused(here: Served, headers: dict[str, str]) -> None:
    client = entered(here)
    assert sent(client, demo(), **headers).status_code == 403
    assert client.post("/leave", base_url=HERE, headers=headers).status_code == 403
    assert client.get("/index.json", base_url=HERE).get_json()["rows"] == []


def test_a_log_dropped_on_the_shelf_is_shown_with_its_verdict_and_found_again(here: Served) -> None:
    client = entered(here)
    answer = sent(client, whole_demo())
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/view")
    row = client.get("/index.json", base_url=HERE).get_json()["rows"][0]
    assert (row["title"], row["verdict"], row["winner"], row["players"]) == (
        "Tailwinds",
        "broken",
        "Ada",
        "Ada, Ben, Cleo",
    )
    for query, shown in (("q=ben", True), ("q=zoe", False), ("verdict=broken", True), ("verdict=clean", False)):
        assert (row["url"] in client.get(f"/?{query}", base_url=HERE).text) is shown


NETWORK = "http://192.0.2.7:8080"


def test_over_plain_http_a_link_opens_one_game_only_and_the_page_says_so(here: Served) -> None:
    live = here.asker().written("/live-games", {"header": HEADER}).get_json()["id"]
    phone = here.app.test_client()
    refused = link(here)
    origin = {"Origin": NETWORK}
    assert phone.get(refused, base_url=NETWORK).status_code == 403
    assert phone.post(refused, base_url=NETWORK, headers=origin).status_code == 403
    answer = phone.post(link(here, Role.RECORDER, game=live, seat="ada"), base_url=NETWORK, headers=origin)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{SEAT_COOKIE}=")
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict"))
    assert "Secure" not in cookie
    page = phone.get(f"/live/{live}", base_url=NETWORK)
    assert page.status_code == 200
    assert "This connection is not encrypted" in page.text
    assert phone.get("/index.json", base_url=NETWORK).status_code == 403
    assert "not encrypted" not in entered(here).get(f"/live/{live}", base_url=HERE).text
    # The refused link has not been used up.
    assert here.app.test_client().post(refused, base_url=HERE, headers=OWN).status_code == 303


def test_a_cookie_of_plain_http_opens_nothing_but_its_game(here: Served) -> None:
    whole = entered(here).get_cookie(COOKIE, domain="localhost").value
    phone = here.app.test_client()
    phone.set_cookie(SEAT_COOKIE, whole, domain="192.0.2.7")
    assert phone.get("/index.json", base_url=NETWORK).status_code == 401


def test_each_page_names_what_it_runs_by_a_word_of_its_own(here: Served) -> None:
    client = entered(here)
    address = sent(client, demo()).headers["Location"]
    seen = set()
    for path in ("/", address, address, "/rules", "/live/new", f"{address.replace('view', 'if')}?step=1"):
        answer = client.get(path, base_url=HERE)
        policy = answer.headers["Content-Security-Policy"]
        nonce = re.search(r"script-src 'nonce-([\w-]+)';", policy)
        assert nonce is not None
        assert "unsafe" not in policy
        assert answer.text.count('<script type="module"') == answer.text.count(
            f'<script type="module" nonce="{nonce[1]}"'
        )
        assert f'<link rel="stylesheet" nonce="{nonce[1]}"' in answer.text
        seen.add(nonce[1])
    assert len(seen) == 6


@pytest.mark.parametrize(("address", "status"), [("/nowhere", 404), ("/logs", 405), ("/api/v1/nowhere", 404)])
def test_at_an_address_without_a_page_a_person_gets_words_and_a_program_a_problem(
    here: Served, address: str, status: int
) -> None:
    by_hand = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    shown, problem = (here.app.test_client().get(address, headers=one) for one in (by_hand, {"Accept": "*/*"}))
    assert (shown.status_code, problem.status_code) == (status, status)
    assert shown.headers.get("Allow") == problem.headers.get("Allow")
    assert problem.content_type == "application/problem+json"
    assert ("There is no page here." in shown.text) == (not address.startswith("/api"))


def test_nobody_sees_the_logs_of_another_club(here: Served) -> None:
    address = sent(entered(here), demo()).headers["Location"]
    other = entered(here, club=OTHER)
    assert other.get("/index.json", base_url=HERE).get_json()["rows"] == []
    assert other.get(address, base_url=HERE).status_code == 404
    assert other.get(f"{address}.json", base_url=HERE).status_code == 404
    assert here.app.test_client().get(address, base_url=HERE).status_code == 401


def test_a_viewer_drops_nothing_and_who_is_bound_to_one_game_sees_no_log(here: Served) -> None:
    viewer = entered(here, Role.VIEWER)
    assert sent(viewer, demo()).status_code == 403
    assert 'type="file"' not in viewer.get("/", base_url=HERE).text
    url = here.asker().written("/live-games", {"header": HEADER}).get_json()["id"]
    assert entered(here, game=url).get("/index.json", base_url=HERE).status_code == 403


HEADER = {"game": "pebbles", "players": [{"seat": "ada"}, {"seat": "ben"}]}


def test_without_scripts_every_step_is_a_page(here: Served) -> None:
    client, log = entered(here), open_log_viewer(demo(), GAMES)
    address = sent(client, demo()).headers["Location"]
    last = len(log.entries)
    for place in (0, 17, last):
        page = client.get(f"{address}?step={place}", base_url=HERE).text
        assert f"step {place} of {last}" in page
        assert (f'rel="next" href="?step={place + 1}"' in page) is (place < last)
        assert (f'rel="prev" href="?step={place - 1}"' in page) is (place > 0)
        assert drop_dark_colours(log.picture_at(place)) in page
    for odd in ("x", "-1", "", "99999999", "²"):
        assert client.get(f"{address}?step={odd}", base_url=HERE).status_code == 200


def test_the_twin_of_a_page_is_the_whole_replay(here: Served) -> None:
    client = entered(here)
    address = sent(client, demo()).headers["Location"]
    document = json.loads(client.get(f"{address}.json", base_url=HERE).data)
    assert document["schema"] == "deadreckon.replay/1"
    assert len(document["pictures"]) == len(document["changed"]) + 1
    packed = client.get(f"{address}.json", base_url=HERE, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.data)) == document
    assert len(packed.data) <= 100_000
    again = client.get(
        f"{address}.json", base_url=HERE, headers={"If-None-Match": packed.headers["ETag"], "Accept-Encoding": "gzip"}
    )
    assert again.status_code == 304


def test_addresses_that_lead_nowhere_say_so(here: Served) -> None:
    client = entered(here)
    for address in ("/logs/xyz/view", f"/logs/{'0' * 64}/view", "/rules/chess", "/web/secret.py", "/web/..%2fsite.py"):
        assert client.get(address, base_url=HERE).status_code == 404, address
    assert client.get("/enter/" + "é" * 300, base_url=HERE).status_code == 401


def test_the_rules_are_found_by_what_they_say(here: Served) -> None:
    client = here.app.test_client()
    page = client.get("/rules/tailwinds?q=inside+lane", base_url=HERE).text
    assert "TW-MOVE-05" in page
    assert "TW-MOVE-01" not in page
    asked = client.get("/rules/tailwinds?q=TW-AMB-05", base_url=HERE).text
    assert re.findall(r'id="(TW-AMB-\d+)"', asked) == ["TW-AMB-05"]


def test_the_pages_step_in_a_browser_keep_nobody_out_and_run_nothing_of_a_log(
    here: Served, chromium_browser: Any
) -> None:
    hostile = "\n".join((demo().decode(), *PAYLOADS[:40])).replace("Harbour Open", PAYLOADS[3].replace('"', ""))
    with listening(here.app) as address:
        for scheme, size in (("light", DESK), ("dark", PHONE)):
            with visit(chromium_browser, f"{address}{link(here)}", size, color_scheme=scheme) as at:
                at.page.set_input_files("#log", {"name": "x.log", "mimeType": "text/plain", "buffer": hostile.encode()})
                at.page.click(".upload button")
                at.page.locator("#count").wait_for()
                at.press("n")
                assert at.step.startswith("17 of")
                assert at.page.url.endswith("?step=17")
                for opened in ("#legal", ".ways", ".claims"):
                    at.page.locator(f"{opened} summary").first.click()
                at.page.locator("#legal_moves .waits").wait_for()
                assert violations(at.page) == []
                tried = str(at.page.locator("#if").get_attribute("href"))
                at.page.goto(f"{address}{tried}&line=fate:+roll+dice+4")
                assert violations(at.page) == []
                assert all(request.startswith(address) for request in at.requests)
