"""The pages in Firefox: they can be stepped by key, and the policy refuses nothing. Chromium runs all other tests."""

from __future__ import annotations

from pathlib import Path

from api.web.game.page import write_one_file
from api.web.game.replay_document import lay_out_replay
from audit.browse.viewer import open_log_viewer
from engine.games import GAMES
from tests.support.browser.firefox import firefox
from tests.support.requests.pages import demo, entered, link, sent
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening

STEPPING = "!document.querySelector('#slider').closest('[hidden]')"
STEP = "document.querySelector('#count').textContent"
AN_IMAGE = "document.body.append(Object.assign(document.createElement('img'), {src: 'https://localhost/x.png'}))"


def test_a_game_is_stepped_through_served_and_as_one_file(here: Served, tmp_path: Path) -> None:
    address = sent(entered(here), demo()).headers["Location"]
    opened = open_log_viewer(demo(), GAMES)
    page = tmp_path / "game.html"
    page.write_text(write_one_file(opened, lay_out_replay(opened), "demo.log"), "utf-8")
    profile = tmp_path / "profile"
    profile.mkdir()
    with listening(here.app) as service, firefox(profile) as fox:
        fox.open(f"{service}{link(here)}")
        fox.tell("document.querySelector('main button').click()")
        fox.wait("!location.pathname.startsWith('/enter/')")
        for where in (f"{service}{address}", page.as_uri()):
            fox.open(where)
            fox.wait(STEPPING)
            fox.press("n")
            assert fox.tell(STEP) == "17 of 128"
            fox.press("Right", "j", "k")
            assert fox.tell(STEP) == "18 of 128"
            fox.press("4", "1", "Enter")
            assert fox.tell(STEP) == "41 of 128"
            assert "step=41" in fox.tell("location.href")
            assert fox.tell("document.querySelector('.board svg title').textContent").startswith("Tailwinds")
        fox.size(600, 700)
        assert fox.tell("document.documentElement.scrollWidth <= innerWidth")
        # Firefox requests an icon by itself, which our policy forbids.
        assert [one for one in fox.noted() if "/favicon.ico" not in one] == []
        # Refusals by a policy are recorded; otherwise the line above would prove nothing.
        fox.tell(AN_IMAGE)
        assert any("localhost/x.png" in one for one in fox.noted())
