"""A real Chromium for tests of the pages: it records every dialog, every request, and every refusal by a policy."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# A name of this machine that a browser does not recognize as local: plain HTTP to it counts as unsafe.
ELSEWHERE = "table.test"
PHONE, DESK = (320, 640), (1200, 900)
# The milliseconds after which waiting fails, generous for a busy machine. Nothing is measured by it.
PATIENCE = 90_000


def browser_path() -> str:
    """Find a browser; in runs that require all programs, a missing one is a failure."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("There is no Chromium here; install it (the package is called chromium).")
    if found is None:
        pytest.skip("There is no Chromium on this machine; with CI=true this is a failure.")
    return found


@contextmanager
def chromium() -> Iterator[Any]:
    """Start a browser, and end it."""
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - only where a browser is driven

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        more = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=browser_path(), args=more)
        yield browser
        browser.close()


@dataclass
class Visit:
    """One open page, and the forbidden things that have happened on it."""

    page: Any
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def ready(self) -> None:
        """Wait until a game can be stepped through: earlier keys would be lost, because its script has not begun."""
        if self.page.locator("#slider").count():
            self.page.locator("#slider").wait_for()

    def dialog_closed(self) -> None:
        """Wait until no dialog is open or has the focus, so that keys go to the page again."""
        self.page.locator("dialog[open]").wait_for(state="detached")
        self.page.locator("dialog:focus-within").wait_for(state="detached")

    @property
    def step(self) -> str:
        """Return what the page says about the place in the game."""
        return str(self.page.locator("#count").text_content())

    @property
    def event(self) -> str:
        """Return the line that the page shows."""
        return str(self.page.locator("#now .words").text_content())


@contextmanager
def visit(browser: Any, address: str, size: tuple[int, int] = DESK, **look: Any) -> Iterator[Visit]:
    """Open a page; when the test leaves it, nothing may have been refused, asked or failed on it."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **look)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    found = Visit(page)
    page.on("dialog", lambda dialog: dismissed(found, dialog))
    page.on("pageerror", lambda error: found.faults.append(f"error: {error}"))
    page.on("console", lambda line: found.faults.append(line.text) if line.type in {"error", "warning"} else None)
    page.on("request", lambda request: found.requests.append(request.url))
    open_page(page, address)
    if look.get("java_script_enabled", True):
        found.ready()
    yield found
    assert not found.faults, found.faults
    context.close()


def open_page(page: Any, address: str) -> None:
    """Open a page; at a link to the pages, sign in."""
    page.goto(address)
    if "/enter/" in address:
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(lambda url: "/enter/" not in url)


def dismissed(found: Visit, dialog: Any) -> None:
    """Record a dialog, which none of our pages opens, and continue."""
    found.faults.append(f"dialog: {dialog.message}")
    dialog.dismiss()


def violations(page: Any) -> list[str]:
    """Check a page against WCAG, and name its faults."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - as above

    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]} {node['failureSummary']}" for one in found for node in one["nodes"]]
