"""Costly logs are audited in separate processes: the same bytes, within limits, while others are answered."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.app import create_app
from api.jobs import dispatch
from api.problems import Problem
from api.workers import audit_job
from api.workers import pool as workers_pool
from api.workers.pool import AuditPool, AuditProcess
from api.workers.process import FaultOfOursError
from audit import AuditOptions, audit
from audit.budget import WorkLimitError, limit_audit_work
from audit.report import render_html
from audit.store import Role, Store
from engine.games import GAMES
from engine.kernel.log import LogError
from engine.kernel.spellings import parse_log
from tests.measure.heavy import heavy
from tests.support.command_line import BROKEN
from tests.support.games import pebbles
from tests.support.paths import FIXTURES
from tests.support.requests.live_games import begun
from tests.support.servers.api_client import CLUB, OTHER, Asker, asker, code_of
from tests.support.servers.fixtures import SETTINGS, served
from tests.support.servers.limited_audits import DEMO, LIMITED, does
from tests.support.servers.serve_command import serving

COSTLY = heavy("north-wind", "one move", 500).encode()
CLEAN = (FIXTURES / "north_wind" / "logs" / "end-task-2.log").read_bytes()


@pytest.fixture(scope="module")
def pool() -> Iterator[AuditPool]:
    """Start one audit process."""
    begun = AuditPool(LIMITED)
    yield begun
    begun.close()


def code_raised(pool: AuditPool, code: str, club: str = CLUB) -> Problem:
    with pytest.raises(Problem) as raised:
        pool.ask(club, does(code), ())
    return raised.value


# ---- costly audits ----


def test_an_audit_is_broken_off_where_it_takes_more_than_is_wanted_here() -> None:
    with limit_audit_work(50), pytest.raises(WorkLimitError):
        audit(COSTLY, GAMES)
    with limit_audit_work(10_000_000):
        assert audit(COSTLY, GAMES).verdict == "broken"
    with limit_audit_work(0):
        assert audit(CLEAN, GAMES).verdict == "clean"


@pytest.mark.parametrize("raw", [COSTLY, DEMO, b"no log\n"], ids=["costly", "demo", "none"])
def test_beside_the_service_comes_out_what_comes_out_here(pool: AuditPool, raw: bytes) -> None:
    there = pool.ask(CLUB, audit_job.write_report, (raw, AuditOptions(), "text/html", "a.log"))
    here = audit_job.make_report(GAMES, raw, AuditOptions())
    assert there == (here.verdict, here.document.rulebook, audit_job.encode_text(render_html(here, "a.log")))
    assert pool.ask(CLUB, audit_job.make_report, (raw, AuditOptions())).document == here.document


def test_what_a_job_raises_is_raised(pool: AuditPool) -> None:
    with pytest.raises(LogError, match="---"):
        pool.ask(CLUB, audit_job.write_comparison, (b"no log\n", AuditOptions(), "books", "json"))
    with pytest.raises(ZeroDivisionError):
        pool.ask(CLUB, does("1 / 0"), ())


# ---- limits ----


@pytest.mark.parametrize(
    "code",
    ["while True: pass", "x = bytes(10**10)", "x = []\nwhile True: x.append(bytes(10**7))"],
    ids=["for ever", "memory at once", "memory bit by bit"],
)
def test_what_takes_too_much_is_ended_and_the_next_is_served(pool: AuditPool, code: str) -> None:
    assert code_raised(pool, code).kind.code == "audit-too-costly"
    assert pool.ask(CLUB, audit_job.make_report, (DEMO, AuditOptions())).verdict == "broken"


def test_the_limit_of_time_is_for_each_job_and_not_for_all_together(pool: AuditPool) -> None:
    spend = "import time\nt = time.process_time()\nwhile time.process_time() < t + 0.6: pass"
    for _ in range(3):
        pool.ask(CLUB, does(spend), ())


def test_a_process_that_ends_by_itself_is_a_fault_of_ours_and_begun_anew(pool: AuditPool) -> None:
    with pytest.raises(FaultOfOursError, match="ended with 3"):
        pool.ask(CLUB, does("import os; os._exit(3)"), ())
    assert pool.ask(CLUB, audit_job.make_report, (DEMO, AuditOptions())).verdict == "broken"


def test_what_cannot_travel_is_a_fault_of_ours_that_says_what_it_was(pool: AuditPool) -> None:
    with pytest.raises(FaultOfOursError, match="Peculiar"):
        pool.ask(CLUB, does("class Peculiar(Exception): pass\nraise Peculiar"), ())


def test_no_club_gets_more_than_its_share_and_nobody_takes_the_last_thread() -> None:
    seen: list[tuple[int, int]] = []
    limits = replace(LIMITED, audit_seconds=60, threads=3, audit_processes=2)
    pool = AuditPool(limits, lambda running, processes: seen.append((running, processes)))
    try:
        with ThreadPoolExecutor(3) as askers:
            first = _taken(pool, askers, CLUB)
            refused = code_raised(pool, "")
            assert (refused.kind.status, refused.kind.code) == (429, "too-many-audits")
            assert int(refused.headers["Retry-After"]) > 0
            second = _taken(pool, askers, OTHER)
            with pytest.raises(Problem):
                pool.refuse_if_too_soon(CLUB)
            pool.refuse_if_too_soon(OTHER)
            assert "busy" in code_raised(pool, "", "a-third-one").detail
            for running, taken in (first, second):
                taken.close()
                running.result()
        assert max(seen) == (2, 2)
        pool.refuse_if_too_soon(CLUB)
        pool.ask(CLUB, does(""), ())
        assert seen[-1] == (0, 2)
        assert not pool._of_club
    finally:
        pool.close()


def _taken(pool: AuditPool, askers: ThreadPoolExecutor, club: str) -> tuple[Future[Any], socket.socket]:
    """Keep a process busy until the socket is closed."""
    door = socket.create_server(("127.0.0.1", 0))
    code = f"import socket; socket.create_connection(('127.0.0.1', {door.getsockname()[1]})).recv(1)"
    running = askers.submit(pool.ask, club, does(code), ())
    door.settimeout(30)
    taken, _ = door.accept()
    door.close()
    return running, taken


# ---- over HTTP ----


@pytest.fixture(scope="module")
def patient_pool() -> Iterator[AuditPool]:
    """Start one slow audit process."""
    begun = AuditPool(replace(LIMITED, audit_seconds=120))
    yield begun
    begun.close()


@pytest.fixture
def patient(patient_pool: AuditPool, sqlite_url: str) -> Iterator[Asker]:
    """Return a client of a service with slow audits."""
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        yield asker(create_app(LIMITED, store, audit_pool=patient_pool), store, Role.ADMIN)


@pytest.fixture
def admin(pool: AuditPool, sqlite_url: str) -> Iterator[Asker]:
    """Return a client of a service with such a process."""
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        yield asker(create_app(LIMITED, store, audit_pool=pool), store, Role.ADMIN)


def test_every_way_to_ask_is_answered_as_without_such_processes(
    patient: Asker, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "MOST_WORK", 50)
    with Store.open(sqlite_url) as store:
        plain = Asker(served(store).app, patient.token)
        log = patient.kept(DEMO)
        for form in ("application/json", "text/html", "text/plain", "application/sarif+json"):
            answers = [one.sent("/audits?name=x", DEMO, headers={"Accept": form}) for one in (patient, plain)]
            assert [answer.status_code for answer in answers] == [200, 200]
            assert answers[0].get_data() == answers[1].get_data()
        kept = [one.post(f"/logs/{log}/audits", json={}).get_json() for one in (patient, plain)]
        assert kept[0] == kept[1]
        for path in ("books", "editions", "steps?limit=5", "steps/3", "facts?seq=2", "legal?seq=1", "picture?seq=1"):
            answers = [one.get(f"/logs/{log}/{path}") for one in (patient, plain)]
            assert answers[0].get_data() == answers[1].get_data(), path
            assert answers[0].status_code == 200, path
        for form in ("application/json", "text/html"):
            answers = [one.get(f"/audits/{kept[0]['id']}/report", headers={"Accept": form}) for one in (patient, plain)]
            assert answers[0].get_data() == answers[1].get_data(), form


def test_logs_of_a_club_that_crowds_others_are_audited_beside_while_there_is_room_and_else_here(
    patient: Asker, patient_pool: AuditPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers_pool, "PATIENCE", 0.05)
    monkeypatch.setattr(patient_pool, "_untried", {})
    asked = patient.sent("/audits", CLEAN).get_data()
    beside: list[AuditProcess] = []
    ask = AuditProcess.ask

    def noted(process: AuditProcess, *job: Any) -> Any:
        beside.append(process)
        return ask(process, *job)

    monkeypatch.setattr(AuditProcess, "ask", noted)
    assert patient.sent("/audits", CLEAN).get_data() == asked
    assert beside == []
    monkeypatch.setattr(dispatch, "crowds_others", lambda: True)
    assert patient.sent("/audits", CLEAN).get_data() == asked
    assert len(beside) == 1
    with ThreadPoolExecutor(1) as askers:
        running, taken = _taken(patient_pool, askers, CLUB)
        with taken:
            assert patient.sent("/audits", CLEAN).get_data() == asked
            assert len(beside) == 2, "that which is busy"
            assert code_of(patient.sent("/audits", COSTLY)) == "too-many-audits"
        running.result()


def test_whoever_is_patient_has_a_turn_as_soon_as_there_is_room(
    patient_pool: AuditPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers_pool, "PATIENCE", 30)
    with ThreadPoolExecutor(2) as askers:
        running, taken = _taken(patient_pool, askers, CLUB)
        waiting = askers.submit(patient_pool.ask, CLUB, does("0"), (), patient=True)
        with taken:
            assert not waiting.done()
        running.result()
        assert waiting.result(30) is None


@pytest.mark.parametrize("count", [0, 12])
def test_a_live_game_that_costs_much_is_judged_beside_the_service_as_it_is_without(
    patient: Asker, sqlite_url: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "MOST_BYTES", 0)
    read = parse_log(DEMO, lambda name: GAMES[name].vocabulary)
    with Store.open(sqlite_url) as store:
        plain = Asker(served(store).app, patient.token)
        url, state = begun(patient, DEMO.decode().partition("---\n")[0])
        events = msgspec.to_builtins(read.events[:count])
        if events:
            state = patient.written(f"{url}/events", {"events": events}, state).headers["ETag"]
            correction = {"events": [{"do": "retract", "at": 3, "who": "Judge", "why": "misread"}]}
            state = patient.written(f"{url}/corrections", correction, state).headers["ETag"]
        for path in ("books", "report", "report?book=played"):
            answers = [one.get(f"{url}/{path}") for one in (patient, plain)]
            assert answers[0].get_data() == answers[1].get_data(), path
            assert answers[0].status_code == 200, path
        ended = patient.written(f"{url}/closing", {}, state).get_json()
        assert ended["verdict"] == plain.told(f"{url}/report")["verdict"]


def test_what_costs_too_much_is_a_problem_and_is_never_kept(admin: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    log = admin.kept(DEMO)
    monkeypatch.setattr(dispatch, "MOST_BYTES", 0)
    ask = AuditProcess.ask
    monkeypatch.setattr(AuditProcess, "ask", lambda process, *_: ask(process, does("while True: pass"), ()))
    for answer in (admin.post(f"/logs/{log}/audits", json={}), admin.get(f"/logs/{log}/steps")):
        assert (answer.status_code, code_of(answer)) == (422, "audit-too-costly")
    assert admin.told(f"/logs/{log}/audits")["items"] == []


def test_a_club_that_sends_too_much_is_told_when_to_come_again_and_others_are_not(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        here = served(store, replace(SETTINGS, bytes_per_club=1_000))
        admin, other = here.asker(), here.asker(club=OTHER)
        log = pebbles.log(*BROKEN).ljust(600, b"\n")
        assert admin.sent("/audits", log).status_code == 200
        refused = admin.sent("/logs", log)
        assert (refused.status_code, code_of(refused)) == (429, "too-many-bytes")
        assert 0 < int(refused.headers["Retry-After"]) <= 60
        assert admin.told("/logs")["items"] == []
        assert other.sent("/logs", log).status_code == 201


def test_whoever_asks_whether_the_service_lives_is_answered_while_it_audits(tmp_path: Path) -> None:
    raw = heavy("north-wind", "one move", 300_000).encode()
    with serving(tmp_path) as (address, process):
        assert process.stdout is not None
        token = process.stdout.readline().decode().strip()
        host, port = address.removeprefix("http://").split(":")
        head = f"POST /api/v1/audits HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        request = f"{head}Content-Type: text/plain\r\nContent-Length: {len(raw)}\r\n\r\n".encode() + raw
        uploads = [socket.create_connection((host, int(port))) for _ in range(8)]
        for upload in uploads:
            upload.sendall(request)
        refused: list[socket.socket] = []
        while len(refused) < 6:
            answered, _, _ = select.select([one for one in uploads if one not in refused], [], [])
            assert [_status(one) for one in answered] == [429] * len(answered)
            refused += answered
        # Two requests of the club are audited, the others refused; the service is alive all the time.
        for _ in range(5):
            with socket.create_connection((host, int(port))) as asking:
                asking.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
                assert _status(asking) == 200
        for upload in uploads:
            upload.close()


def _status(asking: socket.socket) -> int:
    asking.settimeout(60)
    return int(asking.recv(15).split(b" ")[1])
