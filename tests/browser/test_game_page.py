"""A game in one file: in a real Chromium it steps by key, slider and touch, and is complete without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace

from api.web.game.page import write_one_file
from api.web.game.picture_fragments import NAMES
from api.web.game.replay_document import lay_out_moments, lay_out_replay
from api.web.game.scripts import bundle_module, list_modules, read_module
from api.web.game.seat_view import SeatView
from audit.browse.viewer import LogViewer, open_log_viewer
from audit.live import NOBODY, View, begin_game, fold_game
from engine.games import GAMES
from engine.kernel.drawing.dark_colours import drop_dark_colours
from fixtures.goldens import goldens
from tests.support.browser.chromium import DESK, PHONE, chromium, violations, visit

MOST_SCRIPT = 60_000
CELLS = "[...document.querySelectorAll('[data-fact]')].map((cell) => [cell.dataset.fact, cell.textContent])"
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


def demo(game: str = "tailwinds") -> LogViewer:
    return open_log_viewer(next(golden for golden in goldens(game) if golden.name == "demo").log, GAMES)


@pytest.fixture(scope="module")
def addressed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    folder = tmp_path_factory.mktemp("pages")

    def address(game: str) -> str:
        page = folder / f"{game}.html"
        if not page.exists():
            opened = demo(game)
            page.write_text(write_one_file(opened, lay_out_replay(opened), "demo.log"), "utf-8")
        return page.as_uri()

    return address


def test_all_our_scripts_together_are_small() -> None:
    assert sum(len(read_module(name).encode()) for name in list_modules()) <= MOST_SCRIPT
    assert "import " not in bundle_module("viewer.js")


def test_the_keys_step_through_the_game(browser: Any, addressed: Callable[[str], str]) -> None:
    opened = demo()
    last, found = len(opened.entries), opened.places_with_findings
    with visit(browser, addressed("tailwinds")) as at:
        assert at.step == f"0 of {last}"
        at.press("ArrowRight", "j", "j", "k", "ArrowLeft", "l", "ArrowRight")
        assert (at.step, at.event) == (f"2 of {last}", opened.spell_event(opened.entries[1][1]))
        at.press("End")
        assert at.step == f"{last} of {last}"
        at.press("ArrowRight", "Home")
        assert at.step == f"0 of {last}"
        at.press("n")
        assert at.step == f"{found[0]} of {last}"
        at.press("n", "p", "p")
        assert at.step == f"{found[0]} of {last}"
        at.press("3", "0", "Enter")
        assert at.step == f"30 of {last}"
        assert all(request.startswith("file:") for request in at.requests)


def test_by_night_the_table_has_the_colours_of_the_night_at_every_step(
    browser: Any, addressed: Callable[[str], str]
) -> None:
    paper = "getComputedStyle(document.querySelector('.board svg [fill=\"#fbfaf6\"]')).fill"
    for scheme, colour in (("light", (251, 250, 246)), ("dark", (22, 24, 27))):
        with visit(browser, addressed("tailwinds"), color_scheme=scheme) as at:
            for _ in range(2):
                assert at.page.evaluate(paper) == f"rgb{colour}"
                at.press("n")


def test_rounds_are_stepped_over_where_the_game_counts_them(browser: Any, addressed: Callable[[str], str]) -> None:
    opened = demo()
    rounds = [
        place
        for place in range(1, len(opened.entries) + 1)
        if opened.facts_at(place)["round"] != opened.facts_at(place - 1)["round"]
    ]
    with visit(browser, addressed("tailwinds")) as at:
        at.press("]", "]")
        assert at.step.startswith(f"{rounds[1]} of")
        at.press("[")
        assert at.step.startswith(f"{rounds[0]} of")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_picture_is_the_same_whichever_way_one_came(
    game: str, browser: Any, addressed: Callable[[str], str]
) -> None:
    """Only what differs is redrawn; the result must equal a newly drawn picture."""
    opened = demo(game)
    with visit(browser, addressed(game)) as at:
        for keys in (["End"], ["k", "k"], ["Home"], ["n"], ["j"], ["["]):
            at.press(*keys)
            place = int(at.step.split()[0])
            shown = at.page.evaluate("new XMLSerializer().serializeToString(document.querySelector('#board svg'))")
            assert drawn(shown) == drawn(drop_dark_colours(opened.picture_at(place)))


def drawn(svg: str) -> list[object]:
    """Reduce a picture to what is drawn; the page chooses its IDs."""

    def taken(element: ET.Element) -> list[object]:
        look = {name: value for name, value in element.attrib.items() if name not in NAMES}
        inside = [part for child in element for part in (taken(child), (child.tail or "").strip("\n"))]
        return [element.tag, look, (element.text or "").strip("\n"), *inside]

    return taken(ET.fromstring(svg))  # noqa: S314 - our own pictures


def test_a_finger_is_enough(browser: Any, addressed: Callable[[str], str]) -> None:
    opened = demo()
    with visit(browser, addressed("tailwinds"), PHONE, has_touch=True, is_mobile=True) as at:
        at.page.tap("[data-do=on]")
        assert at.step.startswith("1 of")
        at.page.tap("a.jump")
        assert at.step.startswith(f"{opened.places_with_findings[0]} of")
        assert at.page.locator(".finding:visible").count() == len(opened.findings_at(opened.places_with_findings[0]))
        at.page.tap("#step-5 a")
        assert at.event == opened.spell_event(opened.entries[4][1])
        assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_slider_moves_and_says_where(browser: Any, addressed: Callable[[str], str]) -> None:
    with visit(browser, addressed("tailwinds")) as at:
        at.page.locator("#slider").focus()
        at.press("ArrowRight", "ArrowRight")
        assert at.step.startswith("2 of")
        assert at.page.locator("#slider").get_attribute("aria-valuetext").startswith("2 of")
        assert at.page.locator("#live").text_content().startswith("Step 2 of")


def test_a_link_leads_to_its_step(browser: Any, addressed: Callable[[str], str]) -> None:
    with visit(browser, f"{addressed('tailwinds')}#step=17") as at:
        assert at.step.startswith("17 of")
        at.press("ArrowRight")
        assert at.page.evaluate("location.hash") == "#step=18"


def test_single_letters_can_be_switched_off(browser: Any, addressed: Callable[[str], str]) -> None:
    with visit(browser, addressed("tailwinds")) as at:
        at.press("?")
        at.page.locator("#single_keys").uncheck()
        at.press("Escape")
        at.dialog_closed()
        at.press("j", "n", "ArrowRight")
        at.page.locator("#count").filter(has_text=re.compile("^1 of")).wait_for()
        assert at.step.startswith("1 of")


def test_the_game_plays_by_itself_and_stops(browser: Any, addressed: Callable[[str], str]) -> None:
    with visit(browser, addressed("tailwinds")) as at:
        at.press(">", ">", " ")
        at.page.locator("#count").filter(has_text=re.compile("^[2-9] of")).wait_for()
        at.press(" ")
        assert at.page.locator("[data-do=play]").get_attribute("aria-label") == "Play"


def test_the_table_in_words_follows_the_steps(browser: Any, addressed: Callable[[str], str]) -> None:
    opened = demo()
    with visit(browser, addressed("tailwinds")) as at:
        at.page.locator("#facts summary").click()
        for keys, place in ((["End"], len(opened.entries)), (["3", "0", "Enter"], 30)):
            at.press(*keys)
            shown = at.page.evaluate(CELLS)
            assert dict(shown) == {name: str(value) for name, value in opened.place_document(place)["facts"].items()}


def test_without_scripts_log_and_findings_are_all_there(browser: Any, addressed: Callable[[str], str]) -> None:
    opened = demo()
    assert opened.report is not None
    with visit(browser, addressed("tailwinds"), java_script_enabled=False) as at:
        lines = at.page.locator("#lines .words").all_text_contents()
        assert lines[1:] == [opened.spell_event(event) for _, event in opened.entries]
        assert at.page.locator(".finding:visible").count() == len(opened.report.findings)
        text = at.page.locator("body").inner_text()
        assert all(finding.says in text and finding.rule in text for finding in opened.report.findings)
        assert at.page.locator("#board svg").is_visible()
        assert at.page.locator("button:visible").count() == 0


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_is_kept_out(
    game: str, size: tuple[int, int], scheme: str, browser: Any, addressed: Callable[[str], str]
) -> None:
    with visit(browser, addressed(game), size, color_scheme=scheme) as at:
        at.page.locator("#facts summary").click()
        at.press("n")
        assert violations(at.page) == []
        at.press("?")
        assert violations(at.page) == []


def test_it_prints_every_finding_and_no_button(browser: Any, addressed: Callable[[str], str]) -> None:
    opened = demo()
    assert opened.report is not None
    with visit(browser, addressed("tailwinds")) as at:
        at.page.emulate_media(media="print")
        assert at.page.locator(".finding:visible").count() == len(opened.report.findings)
        assert at.page.locator("button:visible").count() == 0


@pytest.mark.parametrize("game", list(GAMES))
def test_the_same_log_makes_the_same_page(game: str) -> None:
    pages = {write_one_file(opened, lay_out_replay(opened), "demo.log") for opened in (demo(game), demo(game))}
    assert len(pages) == 1


def test_the_steps_of_a_log_that_lies_open_are_reckoned_once_but_for_eyes_that_see_less() -> None:
    log = open_log_viewer(next(golden.log for golden in goldens("tailwinds") if golden.name == "demo"), GAMES)
    whole = lay_out_moments(log)
    assert whole.moments == lay_out_replay(log).moments
    assert lay_out_moments(log) is whole
    header, events = msgspec.json.encode(log.prepared.header), [replace(event, seq=0) for event in log.log.events]
    onlooker = lay_out_moments(
        log, SeatView(log, View(fold_game(begin_game(header, GAMES, {}), events), "adjudicated", NOBODY))
    )
    assert onlooker.moments != whole.moments
    assert lay_out_moments(log) is whole
