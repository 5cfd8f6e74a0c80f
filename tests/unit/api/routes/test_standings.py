"""Standings from the service: the same as on the command line, from the club's own logs, and nothing is stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.routes import standings
from audit.store import Role
from audit.tournaments import parse_tournament
from audit.tournaments.report.document import make_count_document
from engine.games import GAMES
from tests.support.logs.harbour_open import EVENTS, FILE, LOGS, counted_as_of, handed_logs
from tests.support.servers.api_client import OTHER, code_of, places_of
from tests.support.servers.fixtures import Served

TOURNAMENT = FILE.read_text("utf-8")


@pytest.fixture
def logs(here: Served) -> list[str]:
    """Submit the logs of the Harbour Open for its tables."""
    admin = here.asker()
    return [admin.kept(path.read_bytes()) for path in sorted(LOGS.iterdir()) if path.suffix != ".case"]


def counted(served: Served, **more: Any) -> Any:
    answer = served.asker().post("/standings", json={"file": TOURNAMENT, **more})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return json.loads(answer.get_data())


@pytest.mark.parametrize("as_of", [6, None])
def test_the_service_counts_what_the_command_line_counts(here: Served, logs: list[str], as_of: int | None) -> None:
    tournament = parse_tournament(FILE.read_bytes(), GAMES)
    said = counted(here, events=EVENTS.read_text("utf-8"), logs=logs, **({"as_of": as_of} if as_of else {}))
    there = json.loads(json.dumps(make_count_document(counted_as_of(tournament, handed_logs(tournament), as_of))))
    for key in ("standings", "basis", "safety", "events"):
        assert said[key] == there[key]
    assert bool(said["problems"]) == bool(as_of), "nothing is open in the end"


def test_what_a_table_must_still_answer_comes_first_where_a_first_place_hangs_on_it(
    here: Served, logs: list[str]
) -> None:
    said = counted(here, events=EVENTS.read_text("utf-8"), logs=logs, as_of=6)
    assert [one["table"] for one in said["problems"]] == ["R3T3", "R3T4"]
    assert "WP-AMB-31" in said["problems"][0]["text"]
    assert "We have no log of your game" in said["problems"][1]["text"]


def test_what_was_decided_beside_a_log_counts_in_its_tournament(here: Served) -> None:
    wrong = (LOGS / "r3t1.log").read_bytes()
    sha256 = here.asker().kept(wrong)
    asks = {one["table"] for one in counted(here, logs=[sha256])["problems"]}
    judge = here.asker(Role.JUDGE)
    # Three points were left, as the other log of this table says.
    amend = {"do": "amend", "at": 2, "line": "yellow: cubes 3", "who": "Rosa", "why": "agreed"}
    answer = judge.written(f"/logs/{sha256}/corrections", {"events": [amend]}, f'"0-{sha256}"')
    assert answer.status_code == 201, answer.get_data(as_text=True)
    assert asks - {one["table"] for one in counted(here, logs=[sha256])["problems"]} == {"R3T1"}


def test_a_fault_in_a_file_is_told_with_its_line(here: Served) -> None:
    asker = here.asker()
    wrong = asker.post("/standings", json={"file": TOURNAMENT.replace('"ladder"', '"lader"')})
    assert (wrong.status_code, code_of(wrong), places_of(wrong)) == (422, "invalid", ["/file"])
    assert "Line 12:" in wrong.get_data(as_text=True)
    events = asker.post("/standings", json={"file": TOURNAMENT, "events": '{"do": "burn", "who": "Rosa"}'})
    assert places_of(events) == ["/events"]


def test_logs_and_packs_are_those_of_the_club(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = here.asker(club=OTHER).kept((LOGS / "r1t1.log").read_bytes())
    asker = here.asker()
    for key in ("logs", "packs"):
        answer = asker.post("/standings", json={"file": TOURNAMENT, key: [foreign]})
        assert (answer.status_code, places_of(answer)) == (422, [f"/{key}/0"])
    monkeypatch.setattr(standings, "MOST_BYTES", 10)
    own = asker.kept((LOGS / "r1t1.log").read_bytes())
    heavy = asker.post("/standings", json={"file": TOURNAMENT, "logs": [own]})
    assert (heavy.status_code, places_of(heavy)) == (422, ["/logs"])
