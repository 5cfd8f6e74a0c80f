"""A worked example that takes long is judged in the audit pool, also for a client without a token."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from api.app import create_app
from api.jobs import dispatch
from api.web.logs import rule_examples
from api.workers.pool import AuditPool
from audit.store import Store
from cli.server.rule_examples import load_rule_examples as known
from engine.games import GAMES
from tests.support.requests.pages import HERE
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import SETTINGS, Served


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


def test_a_worked_example_that_takes_much_is_judged_in_the_pool_for_a_client_without_a_token(
    busy: Served, pool: CountingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "MOST_BYTES", 0)
    rule_examples.register_examples(busy.app, known)
    for number, end in enumerate(("", ".json", ".svg"), 1):
        answer = busy.app.test_client().get(f"/rules/tailwinds/TW-MOVE-05/2{end}", base_url=HERE)
        assert (answer.status_code, pool.asked) == (200, number)
