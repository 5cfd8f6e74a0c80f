"""The service accepts every body in the API document, in every content type of its operation."""

from __future__ import annotations

import json

import pytest

from api.openapi import examples
from audit.pipeline import audit
from engine.games import GAMES
from tests.support.servers.api_client import Asker, spec
from tests.support.servers.fixtures import Served
from tests.support.servers.stocked_club import operations

TAKING = {name: one for name, one in operations().items() if one.takes_body}
SHOWN = [(name, kind) for name, one in TAKING.items() for kind in one.document["requestBody"]["content"]]


def test_every_operation_that_takes_a_body_shows_one_of_each_type_with_its_schema() -> None:
    assert examples.make_example_bodies().keys() == TAKING.keys()
    for name, kind in SHOWN:
        content = TAKING[name].document["requestBody"]["content"][kind]
        assert content["schema"], (name, kind)
        assert content["example"] == examples.make_example_bodies()[name][kind]


def test_every_parameter_that_an_operation_takes_says_what_it_is() -> None:
    for name, one in operations().items():
        for parameter in one.document.get("parameters", ()):
            assert parameter.get("description"), (name, parameter["name"])


@pytest.mark.parametrize(("name", "kind"), SHOWN)
def test_what_is_shown_is_taken(here: Served, name: str, kind: str) -> None:
    admin = here.asker()
    body = TAKING[name].document["requestBody"]["content"][kind]["example"]
    raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    path, headers = _about(admin, name)
    answer = admin.sent(path, raw, kind, headers=headers)
    assert answer.status_code in {200, 201}, answer.get_data(as_text=True)
    if name == "check_pack":
        assert not answer.get_json().get("faults"), answer.get_json()


def _about(admin: Asker, name: str) -> tuple[str, dict[str, str]]:
    """Return the address, and the other requirements: a log, or a live game with an event in it."""
    headers = {"Idempotency-Key": f"key-of-{name}"}
    if "{sha256}" in TAKING[name].path:
        log = admin.kept(examples.LOG.encode())
        return TAKING[name].path.format(sha256=log), {**headers, "If-Match": f'"0-{log}"'}
    if name == "append_tournament_events":
        kept = admin.written("/tournaments", examples.JSON_BODIES["create_tournament"])
        return f"{kept.get_json()['url']}/events", {**headers, "If-Match": kept.headers["ETag"]}
    if "{live}" not in TAKING[name].path:
        return TAKING[name].path, headers
    begun = admin.written("/live-games", examples.JSON_BODIES["create_live_game"])
    first = admin.written(
        f"{begun.get_json()['url']}/events", examples.JSON_BODIES["append_events"], begun.headers["ETag"]
    )
    path = TAKING[name].path.format(live=begun.get_json()["id"])
    if name == "add_to_live_case":
        return path, {**headers, "If-Match": admin.get(f"{begun.get_json()['url']}/case").headers["ETag"]}
    return path, {**headers, "If-Match": first.headers["ETag"]}


def test_the_log_that_is_shown_is_the_same_in_each_spelling() -> None:
    reports = [audit(text.encode(), GAMES) for text in (examples.LOG, examples.JSONL, examples.CSV)]
    assert {report.document.log.head for report in reports} == {reports[0].document.log.head}
    assert len({report.verdict for report in reports}) == 1
    assert spec()["openapi"].startswith("3.1")
