"""What a ruling would change in the standings of a stored tournament: over the API, on pages, and who sees it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.jobs import cases
from api.problems import Problem
from api.service import NAME
from api.tournaments import audits
from api.workers.pool import AuditPool
from audit.store import Role
from tests.support.command_line import asked
from tests.support.logs.harbour_open import LOGS
from tests.support.requests.pages import Guest
from tests.support.servers.api_client import OTHER, code_of, places_of
from tests.support.servers.fixtures import SETTINGS, Served
from tests.support.servers.stored_tournament import KeptOpen, small

DISPUTED = "r3t3.log"


def held(here: Served, name: str = "Harbour Open") -> tuple[KeptOpen, str]:
    """Store a tournament of two tables, both with their logs: R3T3 depends on how one question is read."""
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R3T3").replace("Harbour Open", name))
    shas = [open_.asker.kept((LOGS / path).read_bytes()) for path in ("r1t1.log", DISPUTED)]
    for table, sha256 in zip(("R1T1", "R3T3"), shas, strict=True):
        assert open_.adds({"do": "hand-in", "table": table, "log": sha256, "who": "Ada"}).status_code == 201
    return open_, shas[1]


def printed(open_: KeptOpen, there: Path) -> object:
    """Return what the command line says about the same."""
    for path in ("r1t1.log", DISPUTED):
        (there / path).write_bytes((LOGS / path).read_bytes())
    (there / "open.toml").write_bytes(open_.asker.get(f"{open_.path}/file").get_data())
    lines = open_.asker.get(f"{open_.path}/events", headers={"Accept": "application/x-ndjson"}).get_data()
    (there / "open.events.jsonl").write_bytes(lines)
    words = ("--tournament", str(there / "open.toml"), str(there), "--format", "json")
    return json.loads(asked("case", "ways", str(there / DISPUTED), *words).stdout)


def test_what_was_ruled_on_the_table_before_counts_in_each_way(here: Served, tmp_path: Path) -> None:
    open_, sha256 = held(here)
    ruled = {"do": "rule", "table": "R3T3", "readings": {"WP-AMB-31": "tie-cancels"}, "who": "Rosa", "why": "so"}
    assert open_.adds(ruled).status_code == 201
    found = here.asker().told(f"/logs/{sha256}/case/ways")
    found.pop("tournament")
    assert found == printed(open_, tmp_path)
    # As it is ruled, no player moves; under the other reading Cleo is first again.
    holder, cancels = (way["standings"] for way in found["ways"][:2])
    assert (cancels["moved"], cancels["podium"]) == ([], False)
    assert next(one["after"] for one in holder["moved"] if one["player"] == "cleo") == "1"


def test_each_way_says_what_the_command_line_says_of_the_standings(here: Served, tmp_path: Path) -> None:
    open_, sha256 = held(here)
    found = here.asker().told(f"/logs/{sha256}/case/ways")
    event = found.pop("tournament")
    assert found == printed(open_, tmp_path)
    assert event == {
        "id": open_.path.rpartition("/")[2],
        "name": "Harbour Open",
        "table": "R3T3",
        "lacks": "",
        "others": [],
    }
    # The marker is worth two: with it Cleo has 44 and wins R3T3 before Vera, and where a tie cancels it Vera does
    # (expected.toml). In R1T1 Ada has won 5 and Cleo, third, 2: Cleo has 7 and then 5, Vera 3 and then 5, Ada 5.
    holder, cancels = (way["standings"] for way in found["ways"][:2])
    assert (found["ways"][0]["way"]["readings"], holder["status"]) == ({"WP-AMB-31": "holder-scores"}, "decided")
    points = {one["player"]: (one["points_before"], one["points_after"]) for one in cancels["moved"]}
    assert points == {"ada": ("5", "5"), "vera": ("3", "5"), "cleo": ("7", "5")}
    assert next(one["before"] for one in cancels["moved"] if one["player"] == "cleo") == "1"
    assert next(one["after"] for one in cancels["moved"] if one["player"] == "cleo") != "1"
    assert (holder["moved"], holder["podium"], cancels["podium"]) == ([], False, True)


def test_pages_say_the_same_without_scripts(here: Served) -> None:
    open_, sha256 = held(here)
    judge, viewer = Guest(here, Role.JUDGE), Guest(here, Role.VIEWER)
    found = here.asker().told(f"/logs/{sha256}/case/ways")
    moved = found["ways"][1]["standings"]["moved"]
    for page in (judge.page(f"/logs/{sha256}/desk?ways=1"), viewer.page(f"/logs/{sha256}/case?ways=1")):
        words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
        assert "It counts for table R3T3 of Harbour Open" in words
        assert "No player moves in the standings." in words
        assert "The first 3 places would change." in words
        for one in moved:
            places = f"place {one['before']} with {one['points_before']} points, then {one['after']} with"
            assert f"{one['name']}: {places} {one['points_after']}." in words
        assert f'href="{open_.path}"' in page
    assert f'href="/logs/{sha256}/case"' in viewer.page(f"{open_.path}/tables/R3T3")


def test_a_live_game_that_was_handed_in_says_it_too_and_whoever_is_bound_to_it_is_not_told(here: Served) -> None:
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R3T3"))
    asker = open_.asker
    spelled = asker.get(f"/logs/{asker.kept((LOGS / DISPUTED).read_bytes())}/as/jsonl").get_data()
    header, *lines = map(json.loads, spelled.splitlines())
    begun = asker.written("/live-games", {"header": header})
    live, url = begun.get_json()["id"], begun.get_json()["url"]
    assert asker.written(f"{url}/events", {"events": lines}, begun.headers["ETag"]).status_code == 201
    assert "tournament" not in asker.told(f"{url}/case/ways")
    log = asker.kept(asker.get(f"{url}/log/jsonl").get_data())
    open_.adds({"do": "hand-in", "table": "R3T3", "log": log, "who": "Ada"})
    found = asker.told(f"{url}/case/ways")
    # R1T1 has no log: players who are not at R3T3 have nothing, and Cleo and Vera change places.
    assert found["tournament"]["table"] == "R3T3"
    moved = {one["player"]: (one["before"], one["after"]) for one in found["ways"][1]["standings"]["moved"]}
    assert moved == {"cleo": ("1", "2"), "vera": ("2", "1")}
    assert "Vera: place 2 with 3 points, then 1 with 5." in Guest(here, Role.VIEWER).page(f"/live/{live}/case?ways=1")
    bound = here.asker(Role.RECORDER, game=live)
    seen = bound.told(f"{url}/case/ways")
    assert ("tournament" in seen, any("standings" in way for way in seen["ways"])) == (False, False)
    name = open_.path.rpartition("/")[2]
    assert code_of(bound.get(f"{url}/case/ways?tournament={name}")) == "not-found"
    guest = Guest(here, Role.RECORDER, game=live)
    page = guest.page(f"/live/{live}/case?ways=1")
    assert (open_.path in page, "Harbour Open</a>" in page, "then 1 with 5" in page) == (False, False, False)
    assert "WP-AMB-31 is read as tie-cancels" in page


def test_it_is_told_in_no_other_club_and_named_ones_must_hold_the_log(here: Served) -> None:
    open_, sha256 = held(here)
    name = open_.path.rpartition("/")[2]
    elsewhere = here.asker(Role.ADMIN, OTHER)
    elsewhere.kept((LOGS / DISPUTED).read_bytes())
    found = elsewhere.told(f"/logs/{sha256}/case/ways")
    assert ("tournament" in found, any("standings" in way for way in found["ways"])) == (False, False)
    assert code_of(elsewhere.get(f"/logs/{sha256}/case/ways?tournament={name}")) == "not-found"
    other = here.asker().kept((LOGS / "r1t4.log").read_bytes())
    refused = here.asker().get(f"/logs/{other}/case/ways?tournament={name}")
    assert (refused.status_code, places_of(refused)) == (422, ["tournament"])
    assert "tournament" not in here.asker().told(f"/logs/{other}/case/ways")


def test_kept_twice_it_is_told_in_the_last_and_in_that_which_is_named(here: Served) -> None:
    first, sha256 = held(here, "First")
    held(here, "Second")
    asker = here.asker()
    found = asker.told(f"/logs/{sha256}/case/ways")["tournament"]
    first_id = first.path.rpartition("/")[2]
    assert (found["name"], found["others"]) == ("Second", [{"id": first_id, "name": "First"}])
    assert asker.told(f"/logs/{sha256}/case/ways?tournament={first_id}")["tournament"]["name"] == "First"
    page = Guest(here, Role.VIEWER).page(f"/logs/{sha256}/case?ways=1")
    assert f'?ways=1&tournament={first_id}#ways">First</a>' in page


def test_a_log_that_was_replaced_counts_no_more(here: Served) -> None:
    open_, sha256 = held(here)
    other = open_.asker.kept((LOGS / "r1t4.log").read_bytes())
    new = {"do": "replace", "table": "R3T3", "log": other, "instead": sha256, "who": "Rosa", "why": "the wrong one"}
    assert open_.adds(new).status_code == 201
    assert "tournament" not in here.asker().told(f"/logs/{sha256}/case/ways")


def test_where_the_tournament_takes_too_long_the_ways_are_told_without_it(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, sha256 = held(here)
    monkeypatch.setattr(audits, "A_REQUEST", 1)
    path = f"/logs/{sha256}/case/ways"
    page = Guest(here, Role.VIEWER).page(f"/logs/{sha256}/case?ways=1")
    assert "1 of 2 logs are audited so far. Ask again" in page
    found = here.asker().told(path)
    assert (found["tournament"]["lacks"], "standings" in found["ways"][0]) == ("", True)


def test_it_is_counted_beside_the_workers_and_what_takes_too_much_there_is_left_out(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, sha256 = held(here)
    path = f"/logs/{sha256}/case/ways"
    found = here.asker().told(path)
    pool = AuditPool(SETTINGS)
    monkeypatch.setitem(here.app.extensions, NAME, replace(here.app.extensions[NAME], audit_pool=pool))
    ask = pool.ask

    def too_costly(club: str, job: Any, given: tuple[Any, ...]) -> Any:
        if job is cases.count_ruling_options:
            raise Problem("audit-too-costly")
        return ask(club, job, given)

    try:
        assert here.asker().told(path) == found
        monkeypatch.setattr(pool, "ask", too_costly)
        lacking = here.asker().told(path)
    finally:
        pool.close()
    assert lacking["tournament"]["lacks"].startswith("Counting the standings under each option takes more work")
    assert [one["verdict"] for one in lacking["ways"]] == [one["verdict"] for one in found["ways"]]
    assert not any("standings" in one for one in lacking["ways"])
