"""Pages of malicious games: nothing runs, nothing is loaded, nothing is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.web.game.page import encode_page_data, write_one_file
from api.web.game.picture_fragments import Fragments, parse_element
from api.web.game.replay_document import lay_out_replay
from audit.browse.viewer import open_log_viewer
from engine.games import GAMES
from engine.kernel.drawing.svg import Markup, build_picture, element
from tests.support.browser.chromium import visit
from tests.support.logs.hostile_texts import PAYLOADS, hostile_log


def test_nothing_that_a_log_brings_is_run(tmp_path: Path, chromium_browser: Any) -> None:
    opened = open_log_viewer(hostile_log(), GAMES)
    assert opened.report is not None
    assert len(opened.report.findings) > len(PAYLOADS) / 2
    page = tmp_path / "hostile.html"
    page.write_text(write_one_file(opened, lay_out_replay(opened), PAYLOADS[0]), "utf-8")
    with visit(chromium_browser, page.as_uri()) as at:
        for _ in range(len(opened.entries)):
            at.press("ArrowRight")
        assert at.page.evaluate("document.title") != "hacked"
        assert at.page.locator("script").count() == 2
        assert (
            at.page.locator("img, iframe, object, embed, foreignObject, base, link, form:not(dialog form)").count() == 0
        )
        assert [request for request in at.requests if not request.startswith("file:")] == []


def test_no_text_ends_the_element_that_the_replay_stands_in() -> None:
    written = encode_page_data({"texts": PAYLOADS})
    assert not set("<>&") & set(written)
    assert msgspec.json.decode(written) == {"texts": list(PAYLOADS)}


@pytest.mark.parametrize(
    "markup",
    [
        "<script/>",
        '<g onload="alert(1)"/>',
        '<g style="x"/>',
        '<rect href="#x"/>',
        '<rect fill="url(http://x)"/>',
        "<foreignObject/>",
        "<g><rect/>",
        "<g/><g/>",
        "</g>",
        "text",
        "",
        "<!--x--><g/>",
        '<?xml version="1.0"?><g/>',
        "<g xlink:href='x'/>",
    ],
)
def test_what_is_no_drawing_of_ours_is_refused(markup: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_element(markup)


def test_what_a_picture_says_comes_out_as_it_was_written() -> None:
    fragments = Fragments()
    fragments.add_picture(build_picture(1, 1, element("g", *(element("text", payload) for payload in PAYLOADS))))
    texts = ["".join(one[2:]) for one in fragments.pool if one[0] == "text"]
    assert texts == [payload.replace("\t", "\\u{9}") for payload in PAYLOADS]


@pytest.mark.parametrize("drawn", [Markup("<script/>"), Markup("<g/>\n<g/>"), "text"])
def test_a_picture_that_holds_what_is_no_drawing_is_refused(drawn: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Fragments().add_picture(build_picture(1, 1, element("g", drawn)))


def test_a_part_of_a_picture_is_no_picture() -> None:
    with pytest.raises(ValueError, match="no picture"):
        Fragments().add_picture(element("g", element("rect")))
