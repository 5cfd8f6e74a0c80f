"""A real Firefox for tests of the pages, driven by its own protocol (Marionette): JSON over a socket."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("firefox-esr", "firefox")
# Only what a test opens is loaded; the browser chooses the port and writes it into the profile.
PREFERENCES = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.startup.page": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
    "toolkit.telemetry.server": "",
}
# Keys by their WebDriver names.
KEYS = {"Right": "\ue014", "Left": "\ue012", "Home": "\ue011", "End": "\ue010", "Enter": "\ue007"}
PATIENCE = 90.0
# What the browser itself records about a page: refusals by a policy, and errors of its scripts.
NOTED = """
return Services.console.getMessageArray().map(one => {
  try { one.QueryInterface(Ci.nsIScriptError); } catch { return ""; }
  const ours = /^(CSP|content javascript)/i.test(one.category) && !(one.flags & Ci.nsIScriptError.infoFlag);
  return ours ? `${one.category}: ${one.errorMessage}` : "";
}).filter(one => one);
"""


def firefox_path() -> str:
    """Find a Firefox, or skip: only Chromium is required."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("There is no Firefox on this machine (Debian's package is firefox-esr).")
    return found


class Fox:
    """One window of a Firefox."""

    def __init__(self, door: socket.socket) -> None:
        self._door, self._number = door, 0
        self._read()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "dismiss"}})

    def ask(self, command: str, **given: Any) -> Any:
        """Send the browser a command; raise what it reports as wrong."""
        self._number += 1
        said = json.dumps([0, self._number, command, given]).encode()
        self._door.sendall(b"%d:%s" % (len(said), said))
        _, _, wrong, answer = self._read()
        if wrong is not None:
            raise AssertionError(f"{command}: {wrong['error']}: {wrong['message']}")
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def _read(self) -> Any:
        size = b""
        while (one := self._door.recv(1)) != b":":
            assert one, "Firefox has gone."
            size += one
        said = b""
        while len(said) < int(size):
            said += self._door.recv(int(size) - len(said))
        return json.loads(said)

    def open(self, address: str) -> None:
        """Open a page."""
        self.ask("WebDriver:Navigate", url=address)

    def tell(self, script: str) -> Any:
        """Evaluate an expression on the page."""
        return self.ask("WebDriver:ExecuteScript", script=f"return {script}", args=[])

    def wait(self, script: str) -> Any:
        """Wait until an expression is true on the page."""
        until = time.monotonic() + PATIENCE
        while not (said := self.tell(script)):
            assert time.monotonic() < until, script
            time.sleep(0.05)
        return said

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        strokes = [{"type": f"key{way}", "value": KEYS.get(key, key)} for key in keys for way in ("Down", "Up")]
        self.ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": strokes}])

    def size(self, width: int, height: int) -> None:
        """Resize the window so that the page itself has this size."""
        for _ in range(2):
            across, down = self.tell("[outerWidth - innerWidth, outerHeight - innerHeight]")
            self.ask("WebDriver:SetWindowRect", width=width + across, height=height + down)

    def noted(self) -> list[str]:
        """List the errors that the browser has recorded for pages."""
        self.ask("Marionette:SetContext", value="chrome")
        found: list[str] = self.ask("WebDriver:ExecuteScript", script=NOTED, args=[])
        self.ask("Marionette:SetContext", value="content")
        return found

    def photograph(self, to: Path) -> None:
        """Take a screenshot."""
        to.write_bytes(b64decode(self.ask("WebDriver:TakeScreenshot", full=False)))


@contextmanager
def firefox(folder: Path, **more: Any) -> Iterator[Fox]:
    """Start a Firefox with a profile of its own, and end it."""
    path, port = firefox_path(), folder / "MarionetteActivePort"
    chosen = {**PREFERENCES, **more}
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in chosen.items()]
    (folder / "user.js").write_text("\n".join(lines), "utf-8")
    at_home = {**os.environ, "HOME": str(folder)}
    nowhere = subprocess.DEVNULL
    command = [
        path,
        "--headless",
        "--marionette",
        "--remote-allow-system-access",
        "--no-remote",
        "--profile",
        str(folder),
    ]
    with subprocess.Popen(command, env=at_home, stdout=nowhere, stderr=nowhere) as process:  # noqa: S603 - a browser that is installed here
        try:
            until = time.monotonic() + PATIENCE
            while not (port.exists() and port.read_text().strip()):
                assert process.poll() is None, "Firefox has not begun."
                assert time.monotonic() < until, "Firefox does not listen."
                time.sleep(0.1)
            with socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE) as door:
                yield Fox(door)
        finally:
            process.terminate()
            process.wait(PATIENCE)
