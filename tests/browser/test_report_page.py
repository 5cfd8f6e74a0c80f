"""The HTML report in a real Chromium: it opens offline, shows the findings, and runs nothing from the log."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from audit import audit
from audit.report import render_html
from engine.games import GAMES
from fixtures.goldens import goldens

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HOSTILE = "<script>document.title=9</script><img src=x>"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--dump-dom",
)


def browser() -> str:
    """Find a browser; in runs that require all programs, a missing one is a failure."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("There is no Chromium here; install it (the package is called chromium).")
    if found is None:
        pytest.skip("There is no Chromium on this machine; with CI=true this is a failure.")
    return found


def opened(html: str, folder: Path) -> str:
    """Open a page, and return the browser's rendering of it."""
    page = folder / "report.html"
    page.write_text(html, "utf-8")
    command = [browser(), *FLAGS, f"--user-data-dir={folder / 'profile'}", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)  # noqa: S603 - the browser found above
    return done.stdout


@pytest.mark.parametrize("game", list(GAMES))
def test_the_report_of_the_demo_opens_offline_with_its_findings_and_pictures(game: str, tmp_path: Path) -> None:
    demo = next(golden for golden in goldens(game) if golden.name == "demo")
    report = audit(demo.log, GAMES)
    dom = opened(render_html(report, "demo.log"), tmp_path)
    assert all(root.rule in dom for root in report.roots)
    assert 'src="data:image/svg+xml' in dom
    assert "http://" not in dom.replace("http://www.w3.org/", "")


def test_nothing_that_a_log_brings_is_run(tmp_path: Path) -> None:
    log = f"""game: tailwinds
pack: tailwinds-reconstructed-1
players: green="{HOSTILE.replace('"', "'")}"/sailor, orange=Ben/crew
event: {HOSTILE}
---
green: place 3
record: note "{HOSTILE.replace('"', "'")}"
green: move aft 3
"""
    dom = opened(render_html(audit(log.encode(), GAMES), HOSTILE), tmp_path)
    assert "<script" not in dom
    assert 'src="x"' not in dom
    assert "<title>9" not in dom
