"""Stored tournaments: the file stays, events are appended, and the count is that of the same files."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.jobs import tournaments
from api.problems import Problem
from api.service import NAME
from api.tournaments import audits, record
from api.workers.pool import AuditPool
from audit.store import Role
from tests.support.command_line import asked
from tests.support.logs.harbour_open import FILE, LOGS
from tests.support.servers.api_client import OTHER, code_of, places_of
from tests.support.servers.fixtures import SETTINGS, Served
from tests.support.servers.stored_tournament import DECIDED, TABLES, TOURNAMENT, KeptOpen, small


@pytest.fixture
def open_(here: Served) -> KeptOpen:
    return KeptOpen(here.asker(Role.ORGANISER))


def test_handed_in_over_http_in_any_order_it_comes_to_what_the_command_line_comes_to_byte_for_byte(
    open_: KeptOpen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list(TABLES)
    random.Random(17).shuffle(order)
    open_.hand_in_all(order)
    (tmp_path / "open.toml").write_bytes(open_.asker.get(f"{open_.path}/file").get_data())
    lines = open_.asker.get(f"{open_.path}/events", headers={"Accept": "application/x-ndjson"}).get_data()
    (tmp_path / "open.events.jsonl").write_bytes(lines)
    for path, table in TABLES.items():
        raw = path.read_bytes()
        (tmp_path / f"{table}-{hashlib.sha256(raw).hexdigest()[:12]}").write_bytes(raw)
    names = sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("R"))
    monkeypatch.chdir(tmp_path)
    there = asked("tournament", "report", "open.toml", *names, "--format", "json", "--jobs", "1").stdout_bytes
    assert open_.asker.get(f"{open_.path}/standings").get_data() == there
    final = json.loads(there)
    assert [row["player"] for row in final["standings"][:3]] == ["ada", "uwe", "ben"]
    assert final["final"]


def test_it_is_kept_as_it_came_and_found_by_its_club_only(open_: KeptOpen, here: Served) -> None:
    found = open_.asker.told(open_.path)
    assert (found["name"], found["tables"], found["players"], found["seq"]) == ("Harbour Open", 18, 24, 0)
    raw = open_.asker.get(f"{open_.path}/file").get_data()
    assert (raw, hashlib.sha256(raw).hexdigest()) == (FILE.read_bytes(), found["file"]["sha256"])
    assert [one["id"] for one in open_.asker.told("/tournaments")["items"]] == [found["id"]]
    assert here.asker(club=OTHER).told("/tournaments")["items"] == []
    assert here.asker().told("/live-games")["items"] == []
    assert code_of(here.asker().get(f"/live-games/{found['id']}")) == "not-found"
    assert here.store.verify() == []


def test_its_standings_are_those_of_any_of_its_events(open_: KeptOpen) -> None:
    open_.hand_in_all(list(TABLES))
    whole = open_.standings()
    assert (whole["events"]["count"], whole["final"]) == (23, True)
    # After 15 submissions, both tables with two logs, and the two confirmations, before the ruling on R3T3.
    before = open_.standings(as_of=21)
    assert (before["events"]["count"], before["basis"]["missing"], before["basis"]["provisional"]) == (21, 1, 1)
    assert open_.standings(as_of=0)["basis"]["missing"] == 18
    assert open_.standings() == whole
    late = open_.asker.get(f"{open_.path}/standings?as_of=24")
    assert (late.status_code, places_of(late)) == (422, ["as_of"])
    problems = open_.asker
    assert problems.told(f"{open_.path}/problems?as_of=21")["critical"] == ["R3T3"]
    assert [one["table"] for one in problems.told(f"{open_.path}/problems?as_of=21")["items"]] == ["R3T3", "R3T4"]


def test_the_report_is_had_for_people_and_exactly(here: Served) -> None:
    file = small("R1T1").replace('"Ada"', '"=Ada"').replace("[5, 3, 2, 1]", "[5, 3, 2]")
    open_ = KeptOpen(here.asker(Role.ORGANISER), file)
    log = open_.asker.kept((LOGS / "r1t1.log").read_bytes())
    open_.adds({"do": "hand-in", "table": "R1T1", "log": log, "who": "Ada"})
    forms = {form: open_.asker.get(f"{open_.path}/report/{form}") for form in ("csv", "sheet", "markdown", "html")}
    assert [one.mimetype for one in forms.values()] == ["text/csv", "text/csv", "text/markdown", "text/html"]
    exact, sheet = forms["csv"].text, forms["sheet"].text
    assert (",=Ada," in exact, ",'=Ada," in sheet) == (True, True)
    assert (",11/3," in exact, ",3 2/3," in sheet) == (True, True)


def test_a_log_is_audited_once_and_a_count_made_once(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R1T2", "R3T3"))
    done: list[str] = []
    audit, count = tournaments.audit_logs, tournaments.count_and_describe

    def audited(*given: Any) -> Any:
        done.extend(one.name for one in given[3])
        return audit(*given)

    def counted(*given: Any) -> Any:
        done.append("count")
        return count(*given)

    monkeypatch.setattr(tournaments, "audit_logs", audited)
    monkeypatch.setattr(tournaments, "count_and_describe", counted)
    paths = [path for path, table in TABLES.items() if table in {"R1T1", "R1T2", "R3T3"}]
    shas = [open_.asker.kept(path.read_bytes()) for path in paths]
    for path, sha256 in list(zip(paths, shas, strict=True))[:2]:
        open_.adds({"do": "hand-in", "table": TABLES[path], "log": sha256, "who": "Ada"})
    first = [open_.standings(), open_.standings()]
    assert (len(done), first[0]) == (3, first[1])
    done.clear()
    open_.adds({"do": "hand-in", "table": "R3T3", "log": shas[2], "who": "Cleo"})
    open_.standings()
    assert done == [f"R3T3-{shas[2][:12]}", "count"]
    done.clear()
    note = {"do": "amend", "at": 2, "line": "blue: cubes 3", "who": "Rosa", "why": "agreed"}
    judged = here.asker(Role.JUDGE).written(f"/logs/{shas[2]}/corrections", {"events": [note]}, f'"0-{shas[2]}"')
    assert judged.status_code == 201
    open_.standings()
    assert done == [f"R3T3-{shas[2][:12]}", "count"], "what was decided beside a log is another record"


def test_who_asks_for_more_than_one_request_may_take_goes_on_where_it_ended(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R1T2", "R1T3"))
    monkeypatch.setattr(audits, "A_REQUEST", 2)
    for path in list(TABLES)[:3]:
        open_.adds({"do": "hand-in", "table": TABLES[path], "log": open_.asker.kept(path.read_bytes()), "who": "Ada"})
    answer = open_.asker.get(f"{open_.path}/standings")
    assert (answer.status_code, code_of(answer)) == (429, "too-many-audits")
    assert int(answer.headers["Retry-After"]) > 0
    assert "2 of 3 logs" in answer.get_json()["detail"]
    assert open_.standings()["basis"]["verified"] == 3


def test_a_log_that_takes_too_much_is_refused_alone(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R1T2"))
    one, other = list(TABLES)[:2]
    heavy = hashlib.sha256(one.read_bytes()).hexdigest()
    job = tournaments.audit_logs

    def costly(*given: Any) -> Any:
        if any(heavy[:12] in log.name for log in given[3]):
            raise Problem("audit-too-costly")
        return job(*given)

    monkeypatch.setattr(tournaments, "audit_logs", costly)
    for path in (one, other):
        open_.adds({"do": "hand-in", "table": TABLES[path], "log": open_.asker.kept(path.read_bytes()), "who": "Ada"})
    said = open_.standings()
    assert said["basis"]["verified"] == 1
    assert "more work to audit" in open_.asker.told(f"{open_.path}/problems")["items"][0]["text"]


WRONG: dict[str, dict[str, Any]] = {
    "no event": {"do": "burn", "who": "Rosa"},
    "no table": {"do": "confirm", "table": "R9T9", "who": "Rosa"},
    "nobody": {"do": "confirm", "table": "R1T1", "who": " "},
    "no reason": {"do": "penalty", "player": "finn", "points": -1, "who": "Rosa"},
    "no such player": {"do": "penalty", "player": "fin", "points": -1, "who": "Rosa", "why": "late"},
    "a log nobody has": {"do": "hand-in", "table": "R1T1", "log": "0" * 64, "who": "Ada"},
    "a key too many": {"do": "confirm", "table": "R1T1", "who": "Rosa", "also": 1},
    "an endless number": {"do": "penalty", "player": "finn", "points": "9" * 400, "who": "Rosa", "why": "late"},
    "lifted before it was": {"do": "lift", "event": 7, "who": "Rosa", "why": "so"},
}


@pytest.mark.parametrize("sort", WRONG)
def test_an_event_that_cannot_be_is_refused_with_all_of_its_batch(open_: KeptOpen, sort: str) -> None:
    good = {"do": "confirm", "table": "R1T1", "who": "Rosa"}
    answer = open_.adds(good, WRONG[sort])
    assert (answer.status_code, code_of(answer)) == (422, "unreadable-event"), answer.get_data(as_text=True)
    assert [place.startswith("/events/1") for place in places_of(answer)] == [True]
    assert open_.asker.told(open_.path)["seq"] == 0


@pytest.mark.parametrize(
    "file", ["", "[tournament", "a = 1\n" * 3, "[tournament]\nname = 'x'\ngame = 'chess'\n", "\ufeff" * 9, "a." * 999]
)
def test_a_file_that_cannot_be_is_refused_with_its_lines(here: Served, file: str) -> None:
    answer = here.asker().written("/tournaments", {"file": file})
    assert (answer.status_code, code_of(answer)) == (422, "invalid")
    assert set(places_of(answer)) == {"/file"}
    assert here.asker().told("/tournaments")["items"] == []


def test_a_file_of_more_tables_or_players_than_are_kept_is_refused(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MOST_TABLES", "MOST_PLAYERS"):
        with monkeypatch.context() as patched:
            patched.setattr(record, name, 3)
            answer = here.asker().written("/tournaments", {"file": TOURNAMENT})
            assert (answer.status_code, places_of(answer)) == (422, ["/file"])


def test_a_role_writes_what_is_its_own(open_: KeptOpen, here: Served) -> None:
    sha256 = open_.asker.kept(next(iter(TABLES)).read_bytes())
    hand_in = {"do": "hand-in", "table": "R1T1", "log": sha256, "who": "Ada"}
    agree = {"do": "confirm", "table": "R1T1", "by": "ada", "who": "Ada"}
    stands = {"do": "confirm", "table": "R1T1", "who": "Rosa"}
    rule = {"do": "rule", "readings": {"WP-AMB-31": "holder-scores"}, "who": "Rosa", "why": "so"}
    recorder, judge = here.asker(Role.RECORDER), here.asker(Role.JUDGE)
    assert open_.adds(hand_in, agree, asker=recorder).status_code == 201
    for event, asker in ((rule, recorder), (stands, recorder), (stands, judge)):
        answer = open_.adds(event, asker=asker)
        assert (answer.status_code, places_of(answer)) == (403, ["/events/0/do"])
    assert open_.adds(rule, asker=judge).status_code == 201
    assert open_.adds(stands).status_code == 201


def test_a_retry_gets_the_first_answer_and_an_old_state_is_refused(anywhere: Served) -> None:
    open_ = KeptOpen(anywhere.asker(Role.ORGANISER))
    begun = open_.match
    event = {"do": "penalty", "player": "finn", "points": -1, "who": "Rosa", "why": "an hour late"}
    first = open_.adds(event, key="one")
    open_.adds({**event, "player": "eve"})
    open_.match = begun
    again = open_.adds(event, key="one")
    assert (again.status_code, again.get_data()) == (201, first.get_data())
    assert again.headers["Idempotent-Replayed"] == "true"
    open_.match = begun
    assert code_of(open_.adds(event)) == "stale"
    assert code_of(open_.adds({**event, "points": -2}, key="one")) == "key-reused"
    stand = open_.asker.told(f"{open_.path}/events")
    assert [one["event"]["player"] for one in stand["items"]] == ["finn", "eve"]
    assert anywhere.store.verify() == []


def test_the_answer_that_was_lost_between_recording_and_sending_is_given_again(
    open_: KeptOpen, here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed after the events are stored, and before the client is answered."""
    event = {"do": "bye", "player": "gwen", "round": 2, "who": "Rosa"}
    append = type(here.store).append

    def killed(*given: Any, **more: Any) -> Any:
        append(*given, **more)
        raise SystemExit

    state = open_.match
    with monkeypatch.context() as patched:
        patched.setattr(type(here.store), "append", killed)
        with pytest.raises(SystemExit):
            open_.adds(event, key="lost")
    open_.match = state
    assert open_.adds(event, key="lost").get_json()["seq"] == 1
    assert len(open_.asker.told(f"{open_.path}/events")["items"]) == 1


def test_what_was_confirmed_counts_no_more_where_another_log_takes_its_place(here: Served) -> None:
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R3T1"))
    first, second = (open_.asker.kept((LOGS / name).read_bytes()) for name in ("r3t1.log", "r3t1-mended.log"))
    replace = {"do": "replace", "table": "R3T1", "log": second, "instead": first, "who": "Rosa", "why": "so"}
    open_.adds({"do": "hand-in", "table": "R3T1", "log": first, "who": "Nils"})
    open_.adds({"do": "confirm", "table": "R3T1", "who": "Rosa"})
    assert open_.standings()["basis"]["decided"] == 1
    open_.adds(replace)
    assert open_.standings()["basis"] == {"verified": 1, "decided": 0, "provisional": 0, "missing": 0}
    open_.adds({**replace, "log": first, "instead": second})
    assert open_.standings()["basis"]["provisional"] == 1, "what was replaced may take its place again"


def test_where_too_much_is_open_it_is_not_asked_which_places_are_safe_and_said_so(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST_PAIRS", 24 * 2 - 1)
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R1T2"))
    said = open_.standings()["safety"]
    assert (said["says"], said["places"]) == (["2 tables are open: too many to say yet which places are safe."], [])
    log = open_.asker.kept((LOGS / "r1t1.log").read_bytes())
    open_.adds({"do": "hand-in", "table": "R1T1", "log": log, "who": "Ada"})
    assert len(open_.standings()["safety"]["places"]) == 24


def test_where_it_takes_too_much_to_say_what_is_safe_the_standings_are_told_all_the_same(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = tournaments.count_and_describe

    def bounded(games: Any, wanted: tournaments.WantedDocument) -> Any:
        if wanted.most != 0:
            raise Problem("audit-too-costly")
        return count(games, wanted)

    monkeypatch.setattr(tournaments, "count_and_describe", bounded)
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R1T1", "R1T2"))
    said = open_.standings()
    assert (len(said["standings"]), said["safety"]["places"]) == (24, [])
    assert said["safety"]["says"] == ["2 tables are open: too many to say yet which places are safe."]


def test_a_process_beside_the_service_comes_to_the_same(here: Served) -> None:
    open_ = KeptOpen(here.asker(Role.ORGANISER), small("R3T3"))
    log = open_.asker.kept((LOGS / "r3t3.log").read_bytes())
    open_.adds({"do": "hand-in", "table": "R3T3", "log": log, "who": "Cleo"}, DECIDED[6])
    whole = open_.standings()
    other = KeptOpen(open_.asker, small("R3T3"))
    other.adds({"do": "hand-in", "table": "R3T3", "log": log, "who": "Cleo"}, DECIDED[6])
    pool = AuditPool(SETTINGS)
    here.app.extensions[NAME] = replace(here.app.extensions[NAME], audit_pool=pool)
    try:
        said = other.standings()
    finally:
        pool.close()
    assert said["tables"] == whole["tables"]
    assert said["standings"] == whole["standings"]
    assert said["basis"]["decided"] == 1, "it was ruled on, and so audited under the ruling"
