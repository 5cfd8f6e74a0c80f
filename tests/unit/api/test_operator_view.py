"""The service as its operator sees it: problems, pages, health, metrics, log lines, limits, headers, API document."""

from __future__ import annotations

import errno
import json
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from limits.storage import storage_from_string
from prometheus_client import values

from api.access import rate_limits
from api.access.rate_limits import OneSweeper
from api.monitoring.metrics import FOLDER, Metrics, merge_dead_workers
from api.openapi import document as openapi_document
from api.problems import KINDS
from api.reference.api_document import build_api_document
from api.settings import Settings
from audit.store import DiskFull, Role, Store, Unavailable
from tests.support.games import pebbles
from tests.support.requests.live_games import HEADER, begun, take
from tests.support.servers.api_client import CLUB, Asker, code_of
from tests.support.servers.fixtures import SETTINGS, Served, served
from tests.support.servers.stocked_club import operations

ONE, ANOTHER = "one that is long enough", "another that is long enough"


def test_the_api_document_is_the_one_checked_in() -> None:
    assert openapi_document.WRITTEN.read_bytes() == openapi_document.write_api_document(build_api_document()), (
        "Run `make docs`: an operation differs from the document."
    )


def test_every_operation_is_told_in_the_document_with_its_problems(here: Served) -> None:
    document = here.nobody.told("/api/v1/openapi.json")
    assert document == openapi_document.read_api_document()
    assert document["openapi"].startswith("3.1")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                assert operation["summary"], path
                assert {"400", "429", "500", "503"} <= set(operation["responses"]), path


def test_every_problem_code_has_a_page(here: Served) -> None:
    index = here.nobody.get("/problems").get_data(as_text=True)
    for code, kind in KINDS.items():
        page = here.nobody.get(f"/problems/{code}")
        assert page.mimetype == "text/html"
        assert str(kind.status) in page.get_data(as_text=True)
        assert f"/problems/{code}" in index
    assert here.nobody.get("/problems/nothing").status_code == 404


def test_pages_run_no_script_and_fetch_nothing(here: Served) -> None:
    for path in ("/", "/problems", "/problems/stale", "/api/v1/docs/plain"):
        page = here.nobody.get(path)
        assert "script" not in page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert not re.search(r"<script|https?://", page.get_data(as_text=True))


def test_the_page_of_operations_lists_every_one(here: Served) -> None:
    page = here.nobody.get("/api/v1/docs/plain").get_data(as_text=True)
    for path, methods in openapi_document.read_api_document()["paths"].items():
        for method in methods:
            assert method == "parameters" or f"<b>{method.upper()} {path}</b>" in page


def test_swagger_ui_comes_with_the_service_and_fetches_nothing_from_elsewhere(here: Served) -> None:
    page = here.nobody.get("/api/v1/docs")
    wanted = re.findall(r'(?:src|href)="([^"]+)"', page.get_data(as_text=True))
    assert [one for one in wanted if not one.startswith("/api/v1/docs/")] == []
    policy = page.headers["Content-Security-Policy"]
    assert re.search(r"script-src 'self' 'sha256-[^']+';", policy)
    assert "http" not in policy
    assert here.nobody.get("/api/v1/docs/ui/swagger-ui.js.map").status_code == 404


@pytest.mark.parametrize(
    ("method", "status"), [("PUT", 405), ("PATCH", 405), ("DELETE", 405), ("TRACE", 405), ("POST", 405)]
)
def test_a_method_that_an_address_does_not_take_is_answered_with_those_it_does(
    here: Served, method: str, status: int
) -> None:
    answer = here.nobody.ask(method, "/games")
    assert (answer.status_code, code_of(answer)) == (status, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]


def test_what_cannot_be_had_in_a_form_says_in_which_it_can(admin: Asker) -> None:
    answer = admin.sent("/audits", pebbles.log("ada: take 1"), headers={"Accept": "application/pdf"})
    assert (answer.status_code, code_of(answer)) == (406, "not-acceptable")
    assert "application/sarif+json" in answer.get_json(force=True)["detail"]


def test_a_service_lives_and_says_whether_it_is_ready(sqlite_url: str, tmp_path) -> None:
    with Store.open(sqlite_url) as store:
        nobody = served(store).nobody
        assert nobody.get("/livez").get_json() == {"alive": True}
        document = nobody.get("/readyz").get_json()
        assert (document["ready"], document["schema"]["revision"]) == (True, document["schema"]["wanted"])
    with Store.open(f"sqlite:///{tmp_path / 'empty.db'}") as store:
        from api.app import create_app  # noqa: PLC0415 - no club to serve in this store

        answer = create_app(SETTINGS, store).test_client().get("/readyz")
    assert (answer.status_code, answer.get_json()["ready"]) == (503, False)
    assert "db upgrade" in answer.get_json()["hint"]
    assert answer.headers["Retry-After"]


def test_it_says_that_the_key_is_another_by_now_and_that_there_is_no_room(sqlite_url: str) -> None:
    with Store.open(sqlite_url, secret=ONE) as store:
        store.sign_everything_anew(ONE)
        here = served(store)
        with Store.open(sqlite_url, secret=ONE) as other:
            other.sign_everything_anew(ANOTHER)
        answer = here.nobody.get("/readyz")
        assert (answer.status_code, "restart the service" in answer.get_json()["hint"]) == (503, True)
        store.sign_everything_anew(ANOTHER, lost=True)
        assert here.nobody.get("/readyz").get_json()["hint"] == ""
        with store._begin_read() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DiskFull):
            store.add_upload(CLUB, b"x" * 100_000, by="ada")
        answer = here.nobody.get("/readyz")
        assert (answer.status_code, "no room left" in answer.get_json()["hint"]) == (200, True)
        with store._begin_read() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1_000}")
        store.add_upload(CLUB, b"x" * 100_000, by="ada")
        assert here.nobody.get("/readyz").get_json()["hint"] == ""


def test_figures_count_by_route_and_hold_no_id(here: Served) -> None:
    admin = here.asker()
    sha256 = admin.kept(pebbles.log("ada: take 1"))
    for _ in range(3):
        admin.told(f"/logs/{sha256}")
    document = here.nobody.get("/metrics").get_data(as_text=True)
    assert 'deadreckon_requests_total{method="GET",route="/api/v1/logs/<sha256>",status="200"} 3.0' in document
    assert sha256 not in document


def test_figures_count_what_is_refused_and_what_the_database_fails_at(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = here.asker()

    def gone(*_: object, **__: object) -> None:
        raise Unavailable("gone", 7)

    here.nobody.get("/logs")
    here.nobody.get("/logs")
    monkeypatch.setattr(Store, "add_upload", gone)
    admin.sent("/logs", b"x")
    document = here.nobody.get("/metrics").get_data(as_text=True)
    for code, count in (("no-token", 2), ("unavailable", 1)):
        assert f'deadreckon_problems_total{{code="{code}"}} {count}.0' in document


def test_figures_tell_of_connections_and_how_long_ago_a_backup_and_a_verification_ended_well(here: Served) -> None:
    here.asker().told("/logs")
    assert b"upkeep" not in here.nobody.get("/metrics").get_data()
    here.store.note_upkeep("backup")
    here.store.note_upkeep("backup")
    document = here.nobody.get("/metrics").get_data(as_text=True)
    assert re.findall(r'\ndeadreckon_upkeep_age_seconds\{act="(\w+)"\} (\d+)\n', document) == [("backup", "0")]
    assert "deadreckon_connections_most 5.0" in document
    assert "deadreckon_connections_used 0.0" in document


KEEPS_NOTHING = {"run_audit", "check_pack", "count_standings"}
WORKER = """
import sys; from pathlib import Path; from api.monitoring.metrics import Metrics
figures = Metrics(Path(sys.argv[1])); figures.count_request("GET", "/", 200, 0.1)
figures.set_audit_load(int(sys.argv[2]), 1)
"""


def test_what_is_so_now_is_added_up_over_the_workers_that_live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # With a metrics folder these are set for the whole process.
    monkeypatch.setattr(values, "ValueClass", values.ValueClass)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    for running in "21":
        subprocess.run([sys.executable, "-c", WORKER, tmp_path, running], check=True)  # noqa: S603 - this program
    assert "deadreckon_audits_running 3.0" in Metrics(tmp_path).render_text().decode()
    merge_dead_workers(tmp_path, [])
    document = Metrics(tmp_path).render_text().decode()
    assert "deadreckon_audits_running 0.0" in document
    assert 'deadreckon_requests_total{method="GET",route="/",status="200"} 2.0' in document


def test_a_log_line_is_one_object_with_the_request_id_and_no_secret(here: Served) -> None:
    admin = here.asker()
    admin.get("/logs/%0a%7b%22level%22:%22critical%22%7d", headers={"X-Request-Id": "my-own.id_7"})
    admin.get("/logs", headers={"X-Request-Id": "not\tfit"})
    lines = [json.loads(line) for line in here.log.getvalue().splitlines()]
    assert lines[0]["request_id"] == "my-own.id_7"
    assert re.fullmatch(r"[0-9a-f]{32}", lines[1]["request_id"])
    assert {line["level"] for line in lines} == {"info"}
    assert lines[0]["route"] == "/api/v1/logs/<sha256>"
    assert admin.token is not None
    assert admin.token not in here.log.getvalue()


def test_the_log_says_who_let_whom_in_and_from_where(here: Served) -> None:
    admin = here.asker()
    issued = admin.post("/tokens", json={"role": "recorder"}).get_json()
    admin.ask("DELETE", f"/tokens/{issued['token']['id']}")
    first, second = (json.loads(line) for line in here.log.getvalue().splitlines())
    assert (first["issued"], first["role"], first["client"]) == (issued["token"]["id"], "recorder", "127.0.0.1")
    assert (second["revoked"], second["token"]) == (issued["token"]["id"], first["token"])
    assert issued["secret"] not in here.log.getvalue()


def test_figures_are_for_their_owner_only_also_where_their_folder_is_made_again(tmp_path: Path) -> None:
    above = tmp_path / "above"
    figures = Metrics(above / "figures")
    figures.count_request("GET", "/", 200, 0.1)
    figures.render_text()
    assert stat.S_IMODE(above.stat().st_mode) == 0o700
    files = [file for file in (above / "figures").iterdir() if file.is_file()]
    assert files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_no_request_fails_because_its_figures_or_its_line_in_the_log_cannot_be_written(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    writer = here.asker()
    monkeypatch.setattr(Metrics, "count_request", full)
    assert writer.sent("/logs", b"one").status_code == 201
    assert "No space left" in here.log.getvalue()
    monkeypatch.setattr(here.log, "write", full)
    assert writer.sent("/logs", b"two").status_code == 201


def test_a_fault_of_ours_is_logged_in_full_and_told_in_short(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = here.asker()

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret of the house")

    monkeypatch.setattr(Store, "list_uploads", broken)
    answer = admin.client.get("/api/v1/logs", headers={"Authorization": f"Bearer {admin.token}"})
    assert (answer.status_code, code_of(answer)) == (500, "internal")
    assert "secret of the house" not in answer.get_data(as_text=True)
    logged = [json.loads(line) for line in here.log.getvalue().splitlines()]
    assert [line for line in logged if "a secret of the house" in line.get("exception", "")]
    assert {line["request_id"] for line in logged} == {answer.headers["X-Request-Id"]}


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [(Unavailable("gone", 7), 503, "unavailable"), (DiskFull("full"), 507, "disk-full")],
    ids=["database gone", "disk full"],
)
def test_what_the_store_cannot_do_now_is_said_with_when_to_try_again(
    here: Served, monkeypatch: pytest.MonkeyPatch, wrong: Exception, status: int, code: str
) -> None:
    admin = here.asker()
    url, state = begun(admin)

    def refuse(*_: object, **__: object) -> None:
        raise wrong

    for name in ("add_upload", "append", "create_game"):
        monkeypatch.setattr(Store, name, refuse)
    for answer in (
        admin.sent("/logs", b"x"),
        admin.written(f"{url}/events", {"events": [take("ada", 1)]}, state),
        admin.written("/live-games", {"text": HEADER}),
    ):
        assert (answer.status_code, code_of(answer)) == (status, code)
        assert answer.headers.get("Retry-After") == ("7" if status == 503 else None)
    monkeypatch.undo()
    assert admin.written(f"{url}/events", {"events": [take("ada", 1)]}, state).status_code == 201


def test_whatever_keeps_something_says_that_there_may_be_no_room_for_it() -> None:
    keeping = [one for one in operations().values() if one.method != "GET" and one.name not in KEEPS_NOTHING]
    assert [one.name for one in keeping if "507" not in one.document["responses"]] == []


def limited(each_token: str, each_address: str) -> Settings:
    return replace(SETTINGS, rate_token=each_token, rate_address=each_address)


def test_whoever_asks_too_often_is_told_when_to_come_again(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        there = served(store, limited("3/hour", "8/hour"))
        one, two = there.asker(Role.VIEWER), there.asker(Role.VIEWER)
        statuses = [one.get("/token").status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        late = one.get("/token")
        assert code_of(late) == "too-many-requests"
        assert int(late.headers["Retry-After"]) > 0
        assert two.get("/token").status_code == 200
        assert [two.get("/token").status_code for _ in range(4)][-1] == 429
        assert there.nobody.get("/games").status_code == 429, "the address has had its share"
        assert there.nobody.get("/livez").status_code == 200


def test_who_counts_requests_forgets_old_counts_and_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = storage_from_string("memory://")
    assert isinstance(counts, OneSweeper)
    monkeypatch.setattr(Thread, "start", lambda _: pytest.fail("a thread was started"))
    assert [counts.incr(who, 0) for who in ("ada", "ada")] == [1, 1]
    monkeypatch.setattr(rate_limits, "SWEEPING", 0.0)
    counts._due = 0.0
    counts.incr("ben", 60)
    assert set(counts.storage) == {"ben"}


def test_requests_at_once_are_all_counted() -> None:
    counts = storage_from_string("memory://")
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda who: counts.incr(str(who), 60), range(40))) == {1}
        list(pool.map(lambda _: counts.incr("same", 60), range(40)))
    assert counts.get("same") == 40


def test_made_up_tokens_do_not_get_round_the_limit_of_their_address(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        there = served(store, limited("3/hour", "5/hour"))
        statuses = [Asker(there.app, f"made-up-{count}").get("/token").status_code for count in range(7)]
    assert statuses == [401] * 5 + [429] * 2


def test_every_answer_is_covered_by_headers(here: Served) -> None:
    for answer in (here.nobody.get("/games"), here.nobody.get("/nothing"), here.asker().get("/logs")):
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Cache-Control" in answer.headers
        assert "Server" not in answer.headers


def test_behind_a_proxy_its_word_is_taken_only_if_the_settings_say_so(sqlite_url: str) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.1.2.3"}
    with Store.open(sqlite_url) as store:
        assert "Strict-Transport-Security" not in served(store).nobody.get("/games", headers=headers).headers
        trusting = served(store, Settings(proxies=1)).nobody.get("/games", headers=headers)
    assert "Strict-Transport-Security" in trusting.headers
