"""Services to torture, and figures about them, which a long run prints at its end."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.store import Role, Store
from tests.support.servers.torture.running_service import SERVE, Running
from tests.support.stores.store_calls import CLUB

N = int(os.environ.get("N", "1"))
TALLY = "torture"
Tally = Callable[..., None]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Serve databases that have their schema; services that still run at the end are killed."""
    begun: list[Running] = []

    def serve(url: str, program: tuple[str, ...] = SERVE) -> Running:
        with Store.open(url) as store:
            store.found_club(CLUB)
            _, secret = store.issue_token(CLUB, Role.ADMIN)
        begun.append(Running(url, secret, tmp_path, program))
        begun[-1].start()
        return begun[-1]

    yield serve
    for running in begun:
        running.kill()


@pytest.fixture
def running(serving: Callable[..., Running], url: str) -> Iterator[Running]:
    """Serve a fresh database of each kind in turn; at the end its log must show no server error."""
    served = serving(url)
    yield served
    assert served.faults() == []


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Tally:
    """Count what a test does to a service."""
    counts: dict[str, int] = {}
    request.node.user_properties.append((TALLY, counts))

    def count(what: str, by: int = 1) -> None:
        counts[what] = counts.get(what, 0) + by

    return count


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the figures of a long run."""
    figures: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", ()):
        for name, counts in report.user_properties:
            if name == TALLY and report.when == "call":
                figures.update(counts)
    if figures and N > 1:
        terminalreporter.section(f"what the service went through (N={N})")
        for what, count in sorted(figures.items()):
            terminalreporter.write_line(f"{count:>9,} {what}")
