"""`make pictures`: each page photographed as it is, by day on a desk and by night on a phone, for the documentation."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from api.app import create_app
from api.settings import Settings
from api.web.replaying import laid_out
from api.web.session import LINK
from api.web.whole_page import one_file
from audit.store import Role, Store
from audit.viewer import open_judged
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.browsing import chromium, visit
from tests.serving.listening import listening

WIDE, NARROW = (1440, 900), (390, 844)
CLUB = "harbour-open"


def demo(game: str) -> bytes:
    """Give the demo of a game."""
    return next(golden.log for golden in goldens(game) if golden.name == "demo")


def photographed(folder: Path) -> None:
    """Photograph the page of the demo of each game that is drawn, at its first finding, and the service's pages."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as kept:
        for game in filter(lambda name: GAMES[name].drawn_in, GAMES):
            opened = open_judged(demo(game), GAMES)
            page = Path(kept) / f"{game}.html"
            page.write_text(one_file(opened, laid_out(opened), "demo.log"), "utf-8")
            _taken(browser, page.as_uri(), folder / f"{game}.png", WIDE, "light")
            _taken(browser, page.as_uri(), folder / f"{game}-phone.png", NARROW, "dark")
        with _stocked(Path(kept)) as (address, link), visit(browser, f"{address}{link}", (1200, 640)) as at:
            at.page.screenshot(path=folder / "shelf.png")
            at.page.goto(f"{address}/rules/tailwinds?q=inside+lane")
            at.page.screenshot(path=folder / "rules.png")


@contextmanager
def _stocked(kept: Path) -> Iterator[tuple[str, str]]:
    """Serve a shelf with a log of each game, and give its address with a link that opens it."""
    with Store.open(f"sqlite:///{kept / 'shelf.db'}") as store:
        store.upgrade()
        store.found(CLUB)
        for game in GAMES:
            store.keep(CLUB, demo(game), by="photographer", sort="log")
        _, secret = store.issue(CLUB, Role.ADMIN, label=LINK)
        with listening(create_app(Settings(), store, log=sys.stderr)) as address:
            yield address, f"/enter/{secret}"


def _taken(browser: Any, address: str, to: Path, size: tuple[int, int], scheme: str) -> None:
    with visit(browser, address, size, color_scheme=scheme) as at:
        at.press("n")
        at.page.screenshot(path=to)


if __name__ == "__main__":
    photographed(Path(sys.argv[1]))
