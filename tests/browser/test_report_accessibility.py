"""The HTML report is accessible: it meets WCAG on a phone and on a desktop, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit import audit
from audit.report import render_html
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.browser.chromium import DESK, chromium, violations, visit

PHONE = (375, 667)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_report_keeps_nobody_out(game: str, size: tuple[int, int], scheme: str, browser: Any, tmp_path: Path) -> None:
    log = next(golden.log for golden in goldens(game) if golden.name == "demo")
    page = tmp_path / "report.html"
    page.write_text(render_html(audit(log + b"green: blah blub\n", GAMES), "demo.log"), "utf-8")
    with visit(browser, page.as_uri(), size, color_scheme=scheme) as at:
        assert violations(at.page) == []
        assert at.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert at.page.locator("img:not([alt]), img[alt='']").count() == 0
