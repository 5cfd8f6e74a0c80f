"""`make pictures`: each page photographed in light on a desktop and in dark on a phone, for the documentation."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from api.app import create_app
from api.settings import Settings
from api.web.base.session import LINK
from api.web.game.page import write_one_file
from api.web.game.replay_document import lay_out_replay
from api.web.logs import rule_examples
from audit.browse.viewer import open_log_viewer
from audit.store import Role, Store
from cli.server.rule_examples import load_rule_examples as known
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.browser.chromium import chromium, visit
from tests.support.servers.api_client import CLUB, Asker
from tests.support.servers.http_servers import listening
from tests.support.servers.stored_tournament import DECIDED, TABLES, TWICE, KeptOpen

WIDE, NARROW = (1360, 850), (390, 844)
PLAYERS = {"name0": "Ada", "role0": "sailor", "name1": "Ben", "role1": "crew"}
LINES = (
    "fate: track T1 T2 T3 T4 T5 T6",
    "fate: market anchor rum telescope",
    "fate: roll start 5 seat=green",
    "fate: roll start 2 seat=orange",
    "green: place 3",
    "orange: place 2",
    "green: place 1",
    "orange: place 2",
    "green: commit sailor-5",
    "orange: commit crew-3",
    "fate: reveal sailor-5 crew-3",
)
TRIED = {"step": "36", "line": "blue: move aft 9"}
# The Harbour Open, as it was before its last two tables were settled.
UNSETTLED = DECIDED[:-2]
CLAIM = {"who": "Ada", "says": "Orange has been moved four spaces, and there are three to the reef.", "about": "17"}
QUESTION = {"who": "Head Judge", "whom": "Ben", "says": "Which lane was the ship in?"}
ANSWER = {"who": "Ben", "says": "The inside lane, as written.", "to": "2"}
RULING = {"way": "amend", "at": "17", "line": "orange: move aft 4", "who": "Head Judge", "why": "agreed at the table"}


def demo(game: str) -> bytes:
    """Return the demo of a game."""
    return next(golden.log for golden in goldens(game) if golden.name == "demo")


def photographed(folder: Path) -> None:
    """Photograph the demo page of each game that has pictures, at its first finding, and the service's pages."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as kept:
        for game in filter(lambda name: GAMES[name].drawn_in, GAMES):
            opened = open_log_viewer(demo(game), GAMES)
            page = Path(kept) / f"{game}.html"
            page.write_text(write_one_file(opened, lay_out_replay(opened), "demo.log"), "utf-8")
            _taken(browser, page.as_uri(), folder / f"{game}.png", WIDE, "light")
            _taken(browser, page.as_uri(), folder / f"{game}-phone.png", NARROW, "dark")
        with _stocked(Path(kept)) as (address, link), visit(browser, f"{address}{link}", (1200, 640)) as at:
            at.page.screenshot(path=folder / "shelf.png")
            at.page.goto(f"{address}/rules/tailwinds?q=inside+lane")
            at.page.screenshot(path=folder / "rules.png")
            at.page.goto(f"{address}/live/new?game=tailwinds")
            at.page.screenshot(path=folder / "new-game.png")
            _recorded(at.page, address, folder / "recorder-phone.png")
            _looked_at(at.page, address, folder)
    _lightened(folder)


def _lightened(folder: Path) -> None:
    """Write the pictures with as few colours as possible without a visible difference."""
    tool = shutil.which("pngquant")
    if tool is None:
        sys.exit("make pictures wants pngquant, which makes pictures a third as large; install it (Debian: pngquant).")
    pictures = [str(one) for one in folder.glob("*.png")]
    subprocess.run([tool, "--force", "--ext", ".png", "--quality", "85-100", "--speed", "1", *pictures], check=True)  # noqa: S603 - our own files


@contextmanager
def _stocked(kept: Path) -> Iterator[tuple[str, str]]:
    """Serve a list with a log of each game; return its address with a sign-in link."""
    with Store.open(f"sqlite:///{kept / 'shelf.db'}") as store:
        store.upgrade()
        store.found_club(CLUB)
        for game in GAMES:
            store.add_upload(CLUB, demo(game), by="photographer", sort="log")
        _, link = store.issue_token(CLUB, Role.ADMIN, label=LINK)
        _, secret = store.issue_token(CLUB, Role.ADMIN)
        app = create_app(Settings(), store, log=sys.stderr)
        _played(KeptOpen(Asker(app, secret)))
        rule_examples.register_examples(app, known)
        with listening(app) as address:
            yield address, f"/enter/{link}"


def _played(tournament: KeptOpen) -> None:
    """Submit the logs of a tournament's tables, and record most of the decisions."""
    for path, table in TABLES.items():
        sha256 = tournament.asker.kept(path.read_bytes())
        if table not in TWICE:
            tournament.adds({"do": "hand-in", "table": table, "log": sha256, "who": "Ada"})
    tournament.adds(*UNSETTLED)


def _looked_at(page: Any, address: str, folder: Path) -> None:
    """Open the pages of one log for an arbiter, a party and an organiser."""
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto(address)
    page.click("table a >> nth=0")
    log = page.url.partition("/view")[0]
    page.goto(f"{log}/desk?{urlencode(RULING)}")
    page.screenshot(path=folder / "desk.png")
    page.goto(f"{log}/if?{urlencode(TRIED)}")
    page.screenshot(path=folder / "what-if.png")
    _disputed(page, log)
    page.screenshot(path=folder / "case.png")
    page.goto(f"{address}/tournaments")
    page.click("main table a >> nth=0")
    page.screenshot(path=folder / "tournament.png")
    page.goto(f"{page.url}/open")
    page.screenshot(path=folder / "tournament-open.png")
    page.set_viewport_size({"width": 900, "height": 640})
    page.goto(f"{log}/share")
    page.get_by_role("button", name="Make a link").click()
    page.screenshot(path=folder / "share.png")


def _disputed(page: Any, log: str) -> None:
    """Make a claim, ask a question, and answer."""
    for at, does, said in (("case", "open", CLAIM), ("desk", "ask", QUESTION), ("case", "answer", ANSWER)):
        page.goto(f"{log}/{at}")
        form = page.locator(f"form:has([name=do][value={does}])").first
        for name, value in said.items():
            field = form.locator(f"[name={name}]")
            field.evaluate("(field, value) => { field.value = value }", value)
        form.evaluate("form => form.requestSubmit()")
        page.wait_for_url("**#case")
    page.goto(f"{log}/case")


def _recorded(page: Any, address: str, to: Path) -> None:
    """Begin a game as on a phone, and roll and move."""
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.goto(f"{address}/live/new?game=tailwinds")
    for name, value in PLAYERS.items():
        page.fill(f"[name={name}]", value)
    page.select_option("[name=pack]", "tailwinds-reconstructed-1")
    page.get_by_role("button", name="Begin").click()
    for written, line in enumerate(LINES, 1):
        page.fill("#typed_line", line)
        page.keyboard.press("Enter")
        page.locator(f".played > li[value='{written}']").wait_for()
    page.screenshot(path=to)


def _taken(browser: Any, address: str, to: Path, size: tuple[int, int], scheme: str) -> None:
    with visit(browser, address, size, color_scheme=scheme) as at:
        at.press("n")
        at.page.screenshot(path=to)


if __name__ == "__main__":
    photographed(Path(sys.argv[1]))
