"""Requests that the API document allows, and many that it does not, sent to a running service on both databases."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import StopReason, events, from_schema

from api.problems import CONTENT_TYPE
from audit.store import Store
from tests.support.servers.fixtures import Served, served
from tests.support.servers.http_servers import listening
from tests.support.servers.stocked_club import Things, furnish, operations

# N only sets the number; these are the requests for each operation beyond those from its description alone.
N = int(os.environ.get("N", "1"))
EXAMPLES = 4 * N
# What a description cannot state beforehand: that a cursor was issued here, that a name exists,
# that a text is a log, that the game has not changed since.
UNSAYABLE = {
    "bad-cursor",
    "bad-json",
    "closed",
    "invalid",
    "key-reused",
    "no-stream",
    "stale",
    "unreadable-event",
    "unreadable-log",
    "unreadable-pack",
}
REFUSAL = "Invalid component: in body - "
ACCEPTANCE = "Schema-valid request rejected"


def configured(token: str, phase: str) -> SchemathesisConfig:
    """Run one phase with every available check; earlier findings are not stored."""
    return SchemathesisConfig.from_dict(
        {
            "headers": {"Authorization": f"Bearer {token}"},
            "phases": {"enabled": False, phase: {"enabled": True}},
            "generation": {"max-examples": EXAMPLES, "database": "none", "deterministic": True},
            "continue-on-failure": True,
        }
    )


def loaded(address: str, config: SchemathesisConfig, things: Things) -> Any:
    """Read the API document; half of the requests are about things that exist."""
    schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json", config=config)
    about = {f"{one.method} {one.path}": one.about for one in operations().values()}

    @schema.hook
    def flatmap_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> Any:
        if not path_parameters:
            return st.just(path_parameters)
        there = {
            "sha256": getattr(things, about[context.operation.label], ""),
            "audit": things.audit,
            "attachment": things.attachment,
            "tournament": things.tournament,
            "form": "csv",
        }
        known = {**there, "live": things.live, "number": 1, "seq": 1, "spelling": "jsonl", "game": "tailwinds"}
        found = {name: known.get(name, value) for name, value in path_parameters.items()}
        return st.sampled_from([path_parameters, found])

    @schema.hook
    def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:  # noqa: ARG001 - schemathesis'
        if case.media_type != "application/json" and REFUSAL in failure.message:
            # Any bytes are accepted as text; the answer says whether it is a log.
            return False
        if failure.title != ACCEPTANCE or response.headers["content-type"] != [CONTENT_TYPE]:
            return True
        return response.json()["code"] not in UNSAYABLE

    return schema


def failures(schema: Any) -> Iterator[str]:
    """Report every failure, and how to reproduce it."""
    asked: Counter[int] = Counter()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            asked.update(kept.response.status_code for kept in event.recorder.interactions.values() if kept.response)
            for check in (check for found in event.recorder.checks.values() for check in found):
                if check.failure_info is not None:
                    wrong = check.failure_info
                    yield f"{wrong.failure.operation}: {check.name}: {wrong.failure.message}\n{wrong.code_sample}"
        elif isinstance(event, events.NonFatalError):
            yield f"{event.label}: {event.value!r}"
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.EngineFinished):
            assert event.stop_reason is StopReason.COMPLETED, event.stop_reason
    assert asked[200] + asked[201] > 0, f"nothing was asked that could be answered: {asked}"


def test_nothing_that_the_document_forbids_by_itself_is_answered_as_it_should_not_be(sqlite_url: str) -> None:
    # Nearly all of it is refused before any database access.
    bears(sqlite_url, "coverage")


@pytest.mark.parametrize("phase", ["fuzzing", "stateful"])
def test_nothing_that_the_document_allows_or_forbids_is_answered_as_it_should_not_be(url: str, phase: str) -> None:
    bears(url, phase)


def bears(url: str, phase: str) -> None:
    """Send the requests of one phase to a service on a database."""
    with Store.open(url) as store:
        there = served(store)
        token = there.asker().token or ""
        with listening(there.app) as address:
            found = list(failures(loaded(address, configured(token, phase), furnish(there))))
        assert not found, "\n\n".join(found[:20])
        assert unharmed(there)


def unharmed(there: Served) -> bool:
    """Check that no server error was logged, and that the record is intact."""
    assert '"level": "error"' not in there.log.getvalue()
    assert list(there.store.verify()) == []
    return True
