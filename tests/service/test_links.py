"""Every link of every page leads somewhere, with the defaults of `deadreckon serve`, for each visitor."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from api.service import NAME
from api.settings import resolve_settings
from audit.store import Store
from cli.server.key_file import adopt_secret
from cli.server.rule_examples import load_rule_examples
from tests.support.browser.all_pages import pages_of
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import Served
from tests.support.servers.site_crawler import Fetched, RealClub, crawl, furnish_club, list_visitors
from tests.support.servers.worker_app import load_worker

# The answers of 4xx and 5xx that are correct, by address and status; `packed` is a log that names a pack of the club.
EXCUSES = {
    ("/logs/{packed}/view", 422): "The shelf passes no pack on; the page says which one the log needs.",
    ("/logs/{packed}/case?ways=1", 422): "The page of a case reads a log without packs.",
    ("/logs/{packed}/desk", 422): "The desk, to which the page of a case leads, reads a log without packs.",
}
# These links lead not to a page, but to what a page shows or its script loads.
FETCHED = {
    *(
        "send_asset",
        "show_example_json",
        "draw_example",
        "list_legal_moves",
        "show_log_photo",
        "draw_step",
        "show_log_case_report",
    ),
    *(
        "draw_shared_png",
        "show_shared_replay_json",
        "draw_shared_step",
        "show_replay_json",
        "pages.explain_problem",
        "pages.send_swagger_file",
    ),
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def default(tmp_path: Path, log: Path) -> Iterator[Served]:
    """Load the service with default settings; only the database and the log are where the test can find them."""
    database = f"sqlite:///{tmp_path / 'club.db'}"
    settings = replace(resolve_settings({}, {}, None).settings, database=database, log_file=str(log))
    with Store.open(database) as store:
        store.upgrade()
        settings = replace(settings, secret=adopt_secret(store, settings))
    with load_worker(settings, tmp_path, load_rule_examples) as app:
        store = app.extensions[NAME].store
        store.found_club(CLUB)
        yield Served(app, store, io.StringIO())


def list_dead(visits: list[Fetched], club: RealClub) -> Iterator[tuple[str, int, str]]:
    """List the links that lead nowhere and are not excused, each with the page that shows it."""
    excused = {(path.format(packed=log), status) for path, status in EXCUSES for log in club.packed}
    for visit in visits:
        if visit.status >= 400 and (visit.address, visit.status) not in excused:
            yield visit.address, visit.status, visit.found_on


def test_no_link_of_any_page_is_dead_by_default_for_any_visitor(default: Served, log: Path) -> None:
    """Every visitor follows a link of each pattern that they see, an admin the first and the last.

    The visitor without a session follows a seeded few more. So the worked examples of each game are sampled, and the
    steps of a log; the plain page of each log, case and table is opened for everyone.
    """
    club = furnish_club(default)
    adapter = default.app.url_map.bind("localhost")
    reached, dead, answered = set(), {}, set()
    for number, visitor in enumerate(list_visitors(default, club)):
        # Each visitor has an address of its own, as the rate limit counts them.
        visitor.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        visits = crawl(visitor)
        answered |= {(visit.address, visit.status) for visit in visits}
        reached |= {adapter.match(visit.path)[0].removeprefix("web.") for visit in visits if visit.status < 400}
        if found := list(list_dead(visits, club)):
            dead[visitor.name] = found
    assert not dead, (dead, list_faults(log))
    assert pages_of(default.app) | FETCHED <= reached
    unused = [one for one in EXCUSES if not any((one[0].format(packed=log), one[1]) in answered for log in club.packed)]
    assert unused == []


def list_faults(log: Path) -> set[str]:
    """List the errors in the service's log."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return {line["exception"][-1_000:] for line in lines if "exception" in line}
