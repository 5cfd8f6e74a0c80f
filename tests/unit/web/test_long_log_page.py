"""Pages of long logs: their cost grows with the log, and most of it is spent in the audit processes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from threading import Event, Thread
from typing import Any

import pytest
from msgspec.structs import replace as changed

from api.app import create_app
from api.jobs import dispatch, logs
from api.problems import Problem
from api.service import NAME
from api.web.game import replay_layout
from api.web.game.replay_cache import ReplayCache
from api.web.game.replay_document import lay_out_moments
from api.web.game.seat_view import view_from_seat
from api.workers.pool import AuditPool
from audit.browse.viewer import open_log_viewer
from audit.live import WorkBudget, advance_game, begin_game, fold_game
from audit.store import Store
from engine.games import GAMES
from engine.kernel.basics.json_types import Document
from engine.kernel.replay.replay import Replay
from engine.kernel.spellings import parse_log
from tests.measure.heavy import heavy
from tests.support.browser.chromium import open_page
from tests.support.requests.log_pages import TWIN, Reader
from tests.support.requests.pages import demo, link
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import SETTINGS, Served
from tests.support.servers.http_servers import listening

SHUFFLED = heavy("tailwinds", "shuffled lines", 20_000).encode()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the replayed events."""
    played, run = [0], Replay.run

    def counting(self: Replay, entries: Any) -> Replay:
        return run(self, map(count, entries))

    def count(entry: Any) -> Any:
        played[0] += 1
        return entry

    monkeypatch.setattr(Replay, "run", counting)
    return played


def test_the_eyes_of_a_seat_play_no_event_again_for_each_of_its_findings(counted: list[int]) -> None:
    log = open_log_viewer(SHUFFLED, GAMES)
    assert log.report is not None
    assert len(log.report.findings) > 500
    counted[0] = 0
    lay_out_moments(log, view_from_seat(log, GAMES, "adjudicated", log.seats[0]))
    # Once as it is, as the seat sees it, and for its tables; and under two other readings.
    assert counted[0] < 5.1 * len(log.entries)
    counted[0] = 0
    lay_out_moments(log, view_from_seat(log, GAMES, "adjudicated", log.seats[1]))
    assert counted[0] < 4.1 * len(log.entries)


def test_lines_that_are_tried_share_what_one_alone_may_be_weighed(counted: list[int]) -> None:
    log = parse_log(heavy("windward", "shuffled lines", 8_000).encode(), lambda name: GAMES[name].vocabulary)
    header = heavy("windward", "shuffled lines", 8_000).partition("---\n")[0] + "---\n"
    state = fold_game(begin_game(header.encode(), GAMES), [changed(event, seq=0) for event in log.events])
    (line,) = [changed(event, seq=0) for event in log.events if hasattr(event, "by")][:1]
    patience = WorkBudget(2_000)
    counted[0] = 0
    for _ in range(30):
        state, _answers = advance_game(state, [line], patience=patience)
    assert counted[0] < 2_000 + 8 * 500 + 100


# ---- in the audit processes ----


@pytest.fixture(scope="module")
def pool() -> Iterator[AuditPool]:
    begun = AuditPool(replace(SETTINGS, audit_processes=1))
    yield begun
    begun.close()


@pytest.fixture
def beside(pool: AuditPool, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(replay_layout, "MOST_HERE", 3)
    monkeypatch.setattr(replay_layout, "_is_long", lambda log, _most: log.event_count > replay_layout.MOST_HERE)
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        yield Served(create_app(SETTINGS, store, audit_pool=pool), store, io.StringIO())


@pytest.mark.parametrize("query", ["step=9", "step=9&seat=orange", "step=9&seat=onlooker"])
def test_a_long_log_is_laid_out_beside_the_service_as_a_short_one_is_in_it(
    beside: Served, here: Served, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = TWIN.format(card="sailor-5").encode()
    long, short = Reader(beside, raw), Reader(here, raw)
    there = [long.look(query, "view.json").get_json(), long.text(query)]
    monkeypatch.setattr(replay_layout, "MOST_HERE", 1_000)
    monkeypatch.setattr(replay_layout, "run_in_pool", None)
    assert there == [short.look(query, "view.json").get_json(), short.text(query)]


def test_a_log_without_an_end_is_shown_step_by_step_and_not_drawn_at_once(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_layout, "MOST_DRAWN", 3)
    reader = Reader(here, TWIN.format(card="sailor-5").encode())
    refused = reader.look("", "view.json")
    assert (refused.status_code, refused.get_json()["type"]) == (422, "/problems/audit-too-costly")
    assert reader.look("step=9").status_code == 200


def test_in_a_browser_such_a_log_is_stepped_through_as_without_scripts(
    here: Served, monkeypatch: pytest.MonkeyPatch, chromium_browser: Any
) -> None:
    monkeypatch.setattr(replay_layout, "MOST_DRAWN", 3)
    reader = Reader(here, demo())
    with listening(here.app) as address:
        page, faults = chromium_browser.new_page(), list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        open_page(page, f"{address}{link(here)}")
        with page.expect_response("**/view.json*") as refused:
            page.goto(f"{address}{reader.address}?step=16")
        assert refused.value.status == 422
        page.locator('.steps.plain [rel="next"]').first.click()
        page.wait_for_url("**step=17**")
        assert page.locator('.finding[data-place="17"]').is_visible()
        assert faults == []


def test_whoever_asks_for_a_long_replay_that_is_being_laid_out_holds_no_thread() -> None:
    replays, begun, go_on = ReplayCache(), Event(), Event()

    def make() -> Document:
        begun.set()
        go_on.wait(10)
        return {"pictures": []}

    first = Thread(target=replays.get_or_pack, args=(("a",), make), kwargs={"waits": False})
    first.start()
    assert begun.wait(10)
    with pytest.raises(Problem) as refused:
        replays.get_or_pack(("a",), make, waits=False)
    assert (refused.value.kind.code, refused.value.headers["Retry-After"]) == ("too-many-audits", "2")
    go_on.set()
    first.join()
    assert replays.get_or_pack(("a",), make, waits=False)


def test_a_large_log_is_read_beside_the_service_and_only_once(
    beside: Served, here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "MOST_BYTES", 0)
    asking, plain = beside.asker(), here.asker()
    log = asking.kept(TWIN.format(card="sailor-5").encode())
    beside.app.extensions[NAME].read_logs._kept.clear()
    for path in ("", "/as/jsonl", "/as/csv", "/as/sheet"):
        answers = [one.get(f"/logs/{log}{path}") for one in (asking, plain)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].headers.get("Deadreckon-Cells") == answers[1].headers.get("Deadreckon-Cells")
        if path:
            assert answers[0].data == answers[1].data
    monkeypatch.setattr(logs, "inspect_log", None)
    assert asking.told(f"/logs/{log}")["events"] == 12
