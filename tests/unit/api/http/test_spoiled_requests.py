"""Good requests damaged at random, on every operation that takes a body: no server error, no hang, and a place."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fixtures.simulate import simulate
from tests.support.logs.hostile_logs import STRANGE
from tests.support.requests.live_games import begun, events_of
from tests.support.servers.api_client import Asker, places_of
from tests.support.servers.siege import TAKING, Siege, besieged
from tests.support.servers.spoiled_bodies import spoiled
from tests.support.servers.stocked_club import BODIES

# N only sets the number: N=34 for ten thousand requests.
N = int(os.environ.get("N", "1"))
REQUESTS = 300 * N
# Refusals of a request's content, which must name the place; and operations that store and judge any content.
PLACED = (400, 413, 415, 422)
TOLERANT = {"upload_log", "run_audit", "check_pack"}
Good = tuple[str | None, bytes]
over_all = pytest.mark.parametrize("name", sorted(TAKING))


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    """Serve one store in memory to all tests of this file."""
    with besieged() as found:
        yield found


def good_bodies(name: str, admin: Asker) -> list[Good]:
    """Yield good bodies, each with its live game if that is not the stocked one."""
    whole: list[Good] = [(None, BODIES[name][1])]
    logs = {game: simulate(game, None, 5, (), {}, "text").encode() for game in ("tailwinds", "winds-of-plunder")}
    if name in {"upload_log", "run_audit"}:
        short = [log[:2_500].rpartition(b"\n")[0] for log in logs.values()]
        return [*whole, *((None, log) for log in short), (None, "\n".join(STRANGE).encode())]
    if name == "append_events":
        return [*whole, *((_live(admin, log), _some(log)) for log in logs.values())]
    if name == "correct_events":
        lines = [{"do": "insert", "at": 0, "line": "record: note x"}, {"do": "ruling", "at": 1, "text": "so be it"}]
        lines.append({"do": "amend", "at": 1, "line": "ada: take 2"})
        return [*whole, *((None, json.dumps({"events": [line]}).encode()) for line in lines)]
    return whole


def _live(admin: Asker, log: bytes) -> str:
    return begun(admin, log.decode().partition("---\n")[0])[0].rpartition("/")[2]


def _some(log: bytes) -> bytes:
    return json.dumps({"events": events_of(log)[:8]}).encode()


@over_all
def test_a_good_request_spoiled_at_random_is_never_a_fault_of_ours(siege: Siege, name: str) -> None:
    dice, bodies = Random(f"{name} {N}"), good_bodies(name, siege.admin)
    asked: Counter[int] = Counter()
    for _ in range(REQUESTS // len(TAKING)):
        live, raw = dice.choice(bodies)
        spoilt, headers = spoiled(dice, raw)
        length = headers.pop("Content-Length", None)
        more: dict[str, Any] = {} if length is None else {"environ_overrides": {"CONTENT_LENGTH": length}}
        if "Content-Type" in headers:
            more["content_type"] = headers.pop("Content-Type")
        answer = siege.about(live).send(name, spoilt, headers, **more)
        asked[answer.status_code] += 1
        assert answer.status_code < 500
        if answer.status_code in PLACED:
            assert places_of(answer), (spoilt, headers, answer.get_data(as_text=True))
            assert "None" not in places_of(answer), answer.get_data(as_text=True)
    assert sum(asked[status] for status in PLACED) or name in TOLERANT, asked


def test_a_log_whose_other_players_are_gone_is_audited_to_its_end(siege: Siege) -> None:
    """A comparison with every opponent has no opponent to compare with; a random request found this."""
    log = simulate("winds-of-plunder", None, 1, (), {}, "text")
    alone = re.sub(r"^players: ([^,\n]+),.*$", r"players: \1", log, flags=re.MULTILINE)
    assert alone != log
    answer = siege.send("run_audit", alone.encode())
    assert (answer.status_code, answer.headers["Deadreckon-Verdict"]) == (200, "broken")


@over_all
def test_what_is_spoiled_does_no_harm_to_what_is_good(siege: Siege, name: str) -> None:
    for _ in range(5):
        siege.send(name, spoiled(Random(name), BODIES[name][1])[0])
    assert siege.send(name).status_code in {200, 201}


def test_nothing_of_all_this_has_harmed_the_record(siege: Siege) -> None:
    assert siege.send("append_events").status_code == 201
    assert list(siege.served.store.verify()) == []
    assert '"level": "error"' not in siege.served.log.getvalue()
