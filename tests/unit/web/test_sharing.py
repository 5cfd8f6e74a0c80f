"""A log shared by a link: it opens this one log to everyone with the link, until an organiser revokes it."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api import policy
from api.web.base.session import COOKIE
from api.web.base.share_links import get_link_name
from api.web.game import png
from api.web.game.page import SEEN
from api.web.logs.share_page import SHARED
from audit.store import Role
from tests.support.browser.chromium import DESK, PHONE, violations, visit
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.log_pages import TWIN
from tests.support.requests.pages import HERE, OWN, demo, entered
from tests.support.servers.api_client import CLUB, OTHER
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening

PARTS = ("", "/embed", "/view.json", "/step.svg")
ALL_PARTS = (*PARTS, "/picture.png")


class Shared:
    """A stored log, an organiser, and a stranger who has only a link."""

    def __init__(self, here: Served, raw: bytes | None = None) -> None:
        self.here, self.client, self.stranger = here, entered(here, Role.ORGANISER), here.app.test_client()
        form = {"log": (io.BytesIO(demo() if raw is None else raw), "game.log")}
        view = self.client.post("/logs", data=form, base_url=HERE, headers=OWN).headers["Location"]
        self.address = view.replace("/view", "/share")
        self.sha256 = view.split("/")[2]

    def made(self, **form: str) -> str:
        """Make a link, and return its address."""
        answer = self.client.post(self.address, data=form, base_url=HERE, headers=OWN)
        found = re.search(r'href="https?://[^/]+(/shared/[\w.-]+)"', answer.text)
        assert found is not None, answer.text
        return found[1]

    def ask(self, path: str) -> Any:
        """Request a page as a stranger."""
        return self.stranger.get(path, base_url=HERE)

    def links(self) -> list[dict[str, Any]]:
        """List the links."""
        tokens = [one for one in self.here.store.list_tokens(CLUB) if one.label.startswith(SHARED)]
        return [
            {"id": one.id, "name": get_link_name(one, SHARED), "ended": one.revoked_at is not None} for one in tokens
        ]


@pytest.fixture
def shared(here: Served) -> Shared:
    return Shared(here)


def test_whoever_has_the_link_sees_this_log_and_nothing_else(shared: Shared) -> None:
    link = shared.made()
    page = shared.ask(f"{link}?step=17")
    assert "step 17 of" in page.text
    assert "TW-" in page.text
    document = shared.ask(f"{link}/view.json").get_json()
    assert document["schema"] == "deadreckon.replay/1"
    assert shared.ask(f"{link}/step.svg?step=17").data.startswith(b"<svg")
    assert shared.ask(f"{link}/picture.png?step=17").data.startswith(b"\x89PNG")
    assert "Change book, readings and layers" not in page.text
    for other in ("/index.json", f"/logs/{shared.sha256}/view", f"/logs/{shared.sha256}/legal.json", shared.address):
        assert shared.ask(other).status_code == 401, other


def test_a_link_is_not_found_by_engines_not_handed_on_and_not_framed_but_where_it_is_meant_to_be(
    shared: Shared,
) -> None:
    link = shared.made()
    for part in ALL_PARTS:
        headers = shared.ask(f"{link}{part}").headers
        assert headers["X-Robots-Tag"] == "noindex, nofollow", part
        assert headers["Referrer-Policy"] == "no-referrer", part
    assert "frame-ancestors 'none'" in shared.ask(link).headers["Content-Security-Policy"]
    assert "frame-ancestors *" in shared.ask(f"{link}/embed").headers["Content-Security-Policy"]


def test_a_link_that_was_ended_or_is_too_old_or_was_made_up_leads_nowhere(shared: Shared) -> None:
    link, kept = shared.made(name="one"), shared.made(name="other")
    ended = next(one["id"] for one in shared.links() if one["name"] == "one")
    end = f"{shared.address}/{ended}/end"
    assert shared.client.post(end, base_url=HERE, headers=OWN).status_code == 303
    old = shared.here.store.issue_token(
        CLUB, Role.VIEWER, label=SHARED, game=shared.sha256, lasting=timedelta(microseconds=1)
    )[1]
    for lost in (link, f"/shared/{old}", f"{kept[:-1]}x", "/shared/x", "/shared/" + "é" * 300):
        for part in ALL_PARTS:
            answer = shared.ask(f"{lost}{part}")
            assert answer.status_code == 404, lost
    assert shared.ask(kept).status_code == 200
    assert {one["name"]: one["ended"] for one in shared.links()} == {"other": False, "one": True, "": False}


def test_a_messenger_is_told_what_the_link_shows_and_no_more(shared: Shared) -> None:
    link, seen = shared.made(), shared.made(eyes="orange")
    page = shared.ask(f"{link}?step=17").text
    assert f'<meta property="og:image" content="{HERE}{link}/picture.png?step=17">' in page
    said = re.findall(r'<meta property="og:(title|description|image:alt)" content="([^"]*)"', page)
    assert [what for what, _ in said] == ["title", "description", "image:alt"]
    assert "broken" in said[0][1]
    assert "og:" not in shared.ask(f"{link}/embed").text
    veiled = shared.ask(seen).text
    assert "broken" not in veiled
    assert f'property="og:description" content="{escape(SEEN)}"' in veiled


def test_where_no_png_can_be_drawn_none_is_promised(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    link = shared.made()
    monkeypatch.setattr(png, "find_spec", lambda _: None)
    assert "og:image" not in shared.ask(link).text
    answer = shared.ask(f"{link}/picture.png?step=3")
    assert (answer.status_code, "deadreckon[pictures]" in answer.text) == (404, True)


def test_its_secret_is_kept_nowhere_and_shown_once(shared: Shared, tmp_path: Path) -> None:
    secret = shared.made(name="for the club").rpartition("/")[2]
    chance = secret.rpartition("_")[2]
    assert len(chance) > 40
    page = shared.client.get(shared.address, base_url=HERE).text
    assert "for the club" in page
    assert chance not in page
    assert shared.ask(f"/shared/{secret}").status_code == 200
    assert chance not in shared.here.log.getvalue()
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [raw for raw in files if chance.encode() in raw]


def test_a_link_is_no_token_of_the_api_and_begins_no_session(shared: Shared) -> None:
    secret = shared.made().rpartition("/")[2]
    token = {"Authorization": f"Bearer {secret}"}
    paths = (
        "token",
        "logs",
        f"logs/{shared.sha256}",
        f"logs/{shared.sha256}/original",
        "live-games",
        "tokens",
        "packs",
    )
    for path in paths:
        assert shared.stranger.get(f"/api/v1/{path}", base_url=HERE, headers=token).status_code == 401, path
    assert shared.ask(f"/enter/{secret}").status_code == 401
    session = entered(shared.here).get_cookie(COOKIE, domain="localhost").value
    assert shared.ask(f"/shared/{session}").status_code == 404


def test_only_an_organiser_of_the_club_shares_and_ends(shared: Shared) -> None:
    shared.made()
    (link,) = (one["id"] for one in shared.links())
    for who, refused in ((entered(shared.here, Role.JUDGE), 403), (entered(shared.here, Role.ADMIN, OTHER), 404)):
        assert who.get(shared.address, base_url=HERE).status_code == refused
        for path in (shared.address, f"{shared.address}/{link}/end"):
            assert who.post(path, base_url=HERE, headers=OWN).status_code == refused
    assert shared.client.post(shared.address, base_url=HERE, headers={"Origin": "https://evil"}).status_code == 403
    admin = next(one.id for one in shared.here.store.list_tokens(CLUB) if one.role == Role.ORGANISER)
    for other in (admin, "nobody"):
        assert shared.client.post(f"{shared.address}/{other}/end", base_url=HERE, headers=OWN).status_code == 404
    assert policy.may_call(Role.ORGANISER, "close_live_game")


def test_a_log_of_which_nobody_can_say_what_it_hides_is_shared_whole_or_not_at_all(here: Served) -> None:
    shared = Shared(here, TWIN.format(card="sailor-5 sailor-6 sailor-7 ???").encode())
    refused = shared.client.post(shared.address, data={"eyes": "orange"}, base_url=HERE, headers=OWN)
    assert refused.status_code == 422
    assert shared.links() == []
    assert shared.ask(shared.made()).status_code == 200


def test_a_code_is_shown_where_it_leads_a_phone_here(shared: Shared) -> None:
    phone = entered(shared.here, Role.ORGANISER)
    phone.set_cookie(COOKIE, phone.get_cookie(COOKIE, domain="localhost").value, domain="192.0.2.7", secure=True)
    for origin, shown in ((HERE, False), ("https://192.0.2.7:8080", True)):
        page = phone.post(shared.address, base_url=origin, headers=OWN).text
        assert f'href="{origin}/shared/' in page
        assert ('class="code"' in page) is shown


def test_a_form_that_says_something_else_is_refused(shared: Shared) -> None:
    for form in ({"eyes": "purple"}, {"days": "100000"}, {"days": "x"}, {"name": "a\0b"}):
        assert shared.client.post(shared.address, data=form, base_url=HERE, headers=OWN).status_code == 422
    for payload in PAYLOADS[::5]:
        page = shared.client.post(shared.address, data={"name": payload}, base_url=HERE, headers=OWN).text
        assert payload not in page or "<" not in payload


@pytest.mark.parametrize("eyes", ["orange", "onlooker"])
def test_a_link_for_other_eyes_tells_nothing_of_a_hidden_card_be_it_legal_or_not(here: Served, eyes: str) -> None:
    """Two games that differ only in a hidden card, impossible in one of them, look the same."""
    seen = []
    for card in ("sailor-5", "crew-4"):
        shared = Shared(here, TWIN.format(card=card).encode())
        link = shared.made(eyes=eyes)
        pages = [shared.ask(f"{link}{part}?step={step}").text for step in (9, 11, 12) for part in PARTS]
        assert shared.sha256 not in "".join(pages)
        pages.append(shared.ask(f"{link}/picture.png?step=9").data.hex())
        seen.append([re.sub(r"nonce(=\"|-)[\w-]+", "", page).replace(link, "") for page in pages])
        whole = shared.ask(f"{shared.made()}?step=9").text
        assert card in whole
        assert ('class="finding illegal" data-place="9"' in whole) is (card == "crew-4")
    assert seen[0] == seen[1]
    assert "commit ??" in seen[0][0]


def test_it_steps_on_a_page_of_another_site_and_keeps_nobody_out(shared: Shared, chromium_browser: Any) -> None:
    made = shared.client.post(shared.address, data={}, base_url=HERE, headers=OWN).text
    code = re.search(r"&lt;iframe src=.*?&lt;/iframe&gt;", unescape(made).replace("<", "&lt;").replace(">", "&gt;"))
    assert code is not None
    elsewhere = Flask("elsewhere")
    with listening(shared.here.app) as address, listening(elsewhere) as other:
        frame = unescape(code[0]).replace("https://localhost", address)
        elsewhere.add_url_rule("/", "page", view_func=lambda: f"<!DOCTYPE html><title>A club</title>{frame}")
        elsewhere.add_url_rule("/favicon.ico", "icon", view_func=lambda: "")
        with visit(chromium_browser, f"{other.replace('127.0.0.1', 'localhost')}/") as at:
            framed = at.page.frame_locator("iframe")
            framed.locator("[data-do=on]").click()
            framed.locator("#count", has_text="1 of").wait_for()
        whole = frame.split('"')[1].removesuffix("/embed")
        for scheme, size in (("light", DESK), ("dark", PHONE)):
            for part in ("", "/embed"):
                with visit(chromium_browser, f"{whole}{part}", size, color_scheme=scheme) as at:
                    at.press("n")
                    assert at.step.startswith("17 of")
                    assert violations(at.page) == []
                    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
