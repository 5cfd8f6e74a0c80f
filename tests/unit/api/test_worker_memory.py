"""A worker frees what requests leave behind as they come; this is counted in objects and never timed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from api.settings import Settings
from audit.store import Role, Store
from tests.support.servers.worker_app import load_worker
from tests.support.stores.store_calls import CLUB

ROUNDS = 60
# As many as Python tolerates before a collection, and what two windows of the rate limits store per made-up token.
MOST_LEFT = 2_000


@pytest.fixture
def worker(sqlite_url: str, tmp_path: Path) -> Iterator[Flask]:
    """Load the service as a worker started by a command does, in this process."""
    settings = Settings(database=sqlite_url, audit_processes=0, log_file=str(tmp_path / "log"))
    with load_worker(settings, tmp_path) as app:
        yield app


def _ask_all(worker: Flask, token: str, number: int) -> None:
    """Request existing and missing things, without a token, with a wrong method, and an audit."""
    asked, client = {"Authorization": f"Bearer {token}"}, worker.test_client()
    client.get(f"/api/v1/logs?limit={number + 1}", headers=asked)
    client.get(f"/api/v1/games/g{number}", headers=asked)
    client.get("/api/v1/logs", headers={"Authorization": f"Bearer dr_{number:040}"})
    client.open(f"/nowhere/{number}", method=f"ASK{number}")
    client.post("/api/v1/audits", data=f'{{"game":"tailwinds","x":{number}}}', headers=asked)


def test_a_worker_lets_go_of_what_each_request_leaves_behind(worker: Flask, sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        token = store.issue_token(CLUB, Role.VIEWER)[1]
    for number in range(5):
        _ask_all(worker, token, number)
    gc.collect()
    before = len(gc.get_objects())
    for number in range(5, 5 + ROUNDS):
        _ask_all(worker, token, number)
    assert len(gc.get_objects()) - before < MOST_LEFT
