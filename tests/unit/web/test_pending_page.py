"""The first view of a log that takes long to judge: its picture comes before the findings, which follow at once."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from threading import Barrier, Thread
from typing import Any

import pytest

from api.app import create_app
from api.jobs import dispatch
from api.web.game.replay_cache import ReplayCache
from api.web.logs import rule_examples
from api.web.logs.shelf import MOST_JUDGED
from api.workers.pool import AuditPool
from audit.store import Store
from cli.server.rule_examples import load_rule_examples as known
from engine.games import GAMES
from engine.kernel.basics.json_types import Document
from tests.support.browser.chromium import visit
from tests.support.requests.log_pages import TWIN
from tests.support.requests.pages import HERE, OWN, demo, entered, link, sent
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import SETTINGS, Served
from tests.support.servers.http_servers import listening

BROWSER = {"Sec-Fetch-Dest": "document"}


class CountingPool(AuditPool):
    """Counts the requested audits."""

    asked = 0

    def ask(self, *job: Any, patient: bool = False) -> Any:
        """Count, and run the audit."""
        self.asked += 1
        return super().ask(*job, patient=patient)


@pytest.fixture(scope="module")
def begun() -> Iterator[CountingPool]:
    pool = CountingPool(replace(SETTINGS, audit_processes=1))
    yield pool
    pool.close()


@pytest.fixture
def pool(begun: CountingPool, monkeypatch: pytest.MonkeyPatch) -> CountingPool:
    """Make every log with findings be judged in another process."""
    monkeypatch.setattr(dispatch, "MOST_WORK", 50)
    begun.asked = 0
    return begun


@pytest.fixture
def busy(pool: CountingPool, sqlite_url: str) -> Iterator[Served]:
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        log = io.StringIO()
        yield Served(create_app(SETTINGS, store, GAMES, log, audit_pool=pool), store, log)


class Looker:
    """A visitor who views a log in a browser."""

    def __init__(self, here: Served, raw: bytes) -> None:
        self.client = entered(here)
        form = {"log": (io.BytesIO(raw), "game.log")}
        self.address = self.client.post("/logs", data=form, base_url=HERE, headers=OWN).headers["Location"]

    def look(self, query: str = "", **headers: str) -> Any:
        """Open the page."""
        return self.client.get(f"{self.address}{query}", base_url=HERE, headers=headers)


def test_a_browser_has_the_picture_before_anything_is_judged_and_is_led_to_the_findings(
    busy: Served, pool: CountingPool
) -> None:
    reader = Looker(busy, demo())
    first = reader.look("?step=17", **BROWSER)
    assert pool.asked == 0
    assert "being judged" in first.text
    assert "step 17 of" in first.text
    assert "<article" not in first.text
    seconds, _, there = first.headers["Refresh"].partition("; url=")
    assert seconds == "1"
    assert f'data-judged="{escape(there)}"' in first.text
    second = reader.look(there, **BROWSER)
    assert pool.asked == 1
    assert "Refresh" not in second.headers
    assert "being judged" not in second.text
    assert second.text.count("<article") >= 2
    again = reader.look("?step=17", **BROWSER)
    assert (pool.asked, "Refresh" in again.headers) == (1, False)


def test_whoever_does_not_ask_again_by_themselves_waits_for_all(busy: Served, pool: CountingPool) -> None:
    answer = Looker(busy, demo()).look("?step=17")
    assert ("Refresh" in answer.headers, pool.asked) == (False, 1)
    assert "<article" in answer.text


def test_stepping_pictures_and_legal_moves_wait_for_no_judge(busy: Served, pool: CountingPool) -> None:
    reader = Looker(busy, demo())
    for part in ("view.json", "step.svg?step=17", "legal.json?step=17"):
        here = reader.address.replace("view", part)
        assert reader.client.get(here, base_url=HERE).status_code == 200
    assert pool.asked == 0


def test_a_shelf_of_logs_that_nobody_has_looked_at_is_shown_after_a_few_are_judged(
    busy: Served, pool: CountingPool
) -> None:
    client = Looker(busy, demo()).client
    for blanks in range(1, 4):
        assert sent(client, demo() + b"\n" * blanks).status_code == 303
    for judged in (MOST_JUDGED, 4, 4):
        page = client.get("/", base_url=HERE).text
        assert (page.count(" broken</b>"), page.count("not judged yet")) == (judged, 4 - judged)
        assert page.count("Harbour Open") == 4
    assert pool.asked == 4


def test_whoever_looks_for_a_verdict_waits_for_all(busy: Served) -> None:
    client = Looker(busy, demo()).client
    for blanks in range(1, 4):
        assert sent(client, demo() + b"\n" * blanks).status_code == 303
    assert len(client.get("/index.json?verdict=broken", base_url=HERE).get_json()["rows"]) == 4


def test_the_way_to_the_findings_keeps_how_the_log_is_looked_at(busy: Served) -> None:
    reader = Looker(busy, demo())
    there = reader.look("?step=3&book=played", **BROWSER).headers["Refresh"].partition("url=")[2]
    assert "as played" in reader.look(there, **BROWSER).text
    assert {"book=played", "step=3"} <= set(there.lstrip("?").split("&"))


@pytest.mark.parametrize("card", ["sailor-5", "crew-4"])
def test_what_judging_costs_tells_no_seat_of_a_hidden_card(busy: Served, card: str) -> None:
    """One of these cards breaks a rule, which takes more work to judge."""
    answer = Looker(busy, TWIN.format(card=card).encode()).look("?step=9&seat=orange", **BROWSER)
    assert "Refresh" not in answer.headers


def test_a_replay_that_many_ask_for_at_once_is_laid_out_once() -> None:
    replays, made, all_here, answers = ReplayCache(), [], Barrier(4), []

    def make() -> Document:
        made.append(1)
        return {"pictures": list(range(2000))}

    def ask() -> None:
        all_here.wait()
        answers.append(replays.get_or_pack(("a",), make))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(set(answers)), len(answers)) == (1, 1, 4)


def test_a_replay_that_fails_once_is_made_when_it_is_asked_for_again() -> None:
    replays = ReplayCache()

    def fails() -> Document:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        replays.get_or_pack(("a",), fails)
    assert replays.get_or_pack(("a",), lambda: {"pictures": []})


def test_a_worked_example_that_takes_much_is_judged_in_the_pool_for_a_client_without_a_token(
    busy: Served, pool: CountingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "MOST_BYTES", 0)
    rule_examples.register_examples(busy.app, known)
    for number, end in enumerate(("", ".json", ".svg"), 1):
        answer = busy.app.test_client().get(f"/rules/tailwinds/TW-MOVE-05/2{end}", base_url=HERE)
        assert (answer.status_code, pool.asked) == (200, number)


def test_in_a_browser_the_findings_come_by_themselves_with_and_without_scripts(
    busy: Served, chromium_browser: Any
) -> None:
    with listening(busy.app) as address:
        for scripts in (True, False):
            reader = Looker(busy, demo() + (b"\n" if scripts else b"\n\n"))
            with visit(chromium_browser, f"{address}{link(busy)}", java_script_enabled=scripts) as at:
                at.page.goto(f"{address}{reader.address}?step=17")
                at.page.locator('.finding[data-place="17"]').wait_for()
                if scripts:
                    at.ready()
                    at.press("n")
                    assert "judged" not in at.page.url
