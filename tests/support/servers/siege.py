"""A service under attack: good requests, damaged as a test likes, and what must hold for every refusal."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.test import TestResponse

from audit.store import Role, Store
from tests.support.servers.api_client import CLUB, Asker, code_of, places_of
from tests.support.servers.fixtures import Served, served
from tests.support.servers.stocked_club import BODIES, JSON, Things, afresh, furnish, good, operations

# No request here takes a second; one that takes this long hangs.
PATIENCE = 60
TAKING = {name: operation for name, operation in operations().items() if operation.takes_body}
OF_JSON = sorted(name for name in TAKING if BODIES[name][0] == JSON)
OF_BYTES = sorted(set(TAKING) - set(OF_JSON))
# Where a client that appends to a record other than a live game reads its current state.
RECORDS = {
    "correct_log": "/logs/{0.log}/corrections",
    "add_to_case": "/logs/{0.log}/case",
    "add_to_live_case": "/live-games/{0.live}/case",
    "append_tournament_events": "/tournaments/{0.tournament}",
}


@dataclass
class Siege:
    """A service with one of everything, and a hostile client."""

    served: Served
    things: Things
    admin: Asker

    def send(
        self, name: str, raw: bytes | None = None, headers: dict[str, str] | None = None, **more: Any
    ) -> TestResponse:
        """Send a good request with some parts replaced."""
        operation = TAKING[name]
        if operation.about == "live":
            row = self.served.store.read_game(CLUB, self.things.live)
            if row.closed:
                self.things = afresh(self.served, self.things)
        things = self.grown(name) if name in RECORDS else self.current()
        request = good(operation, things, self.admin)
        request["headers"] |= headers or {}
        if raw is not None:
            request["data"] = raw
        with hurrying():
            return self.admin.ask(**{**request, **more})

    def about(self, live: str | None) -> Siege:
        """Use another live game, if one is given."""
        return self if live is None else replace(self, things=replace(self.things, live=live))

    def current(self) -> Things:
        """Read the current state of the live game."""
        row = self.served.store.read_game(CLUB, self.things.live)
        return replace(self.things, state=f'"{row.seq}-{row.head}"')

    def grown(self, name: str) -> Things:
        """Read the current state of a record other than a live game."""
        path = RECORDS[name].format(self.things)
        return replace(self.things, state=self.served.asker(Role.ADMIN).get(path).headers["ETag"])


@contextmanager
def hurrying() -> Iterator[None]:
    """Fail if something hangs, instead of waiting for it."""

    def hangs(*_: object) -> None:
        raise AssertionError("the service hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def besieged() -> Iterator[Siege]:
    """Serve one store in memory, with one of everything in it."""
    with Store.open("sqlite://") as store:
        store.upgrade()
        there = served(store)
        yield Siege(there, furnish(there), there.asker(Role.ADMIN))


def refused(answer: TestResponse, status: int, code: str) -> None:
    """Check that the request is refused, that the problem names a place, and that the client can correct it."""
    assert (answer.status_code, code_of(answer)) == (status, code), answer.get_data(as_text=True)
    assert places_of(answer), answer.get_data(as_text=True)
    assert "None" not in places_of(answer)
