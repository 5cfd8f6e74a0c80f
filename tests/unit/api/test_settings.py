"""Settings and `deadreckon serve`: flags, environment, file, in that order; one command on a file of the user's."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import time
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from api.settings import FIELDS, Settings, SettingsError, resolve_settings
from audit.store import Store, Unavailable
from cli.commands.serve import TALKING
from tests.support.command_line import asked, really, started
from tests.support.games import pebbles
from tests.support.servers.fixtures import SETTINGS, served
from tests.support.servers.serve_command import free_port, serving, told_by
from tests.support.servers.torture.running_service import wait_for


def test_a_flag_wins_over_the_environment_that_over_the_file_and_that_over_the_default(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('port = 1\nworkers = 2\nthreads = 3\nhost = "file"\n')
    document = resolve_settings(
        {"port": "4", "workers": None}, {"DEADRECKON_PORT": "5", "DEADRECKON_WORKERS": "6"}, file
    )
    assert (document.settings.port, document.settings.workers, document.settings.threads) == (4, 6, 3)
    origins = [document.origins[name] for name in ("port", "workers", "threads", "grace")]
    assert origins == ["flag", "environment", "file", "default"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "there is no setting 'prot'"),
        ("port = 'x'", "'x' is not a whole number"),
        ("port = true", "'True' is not a whole number"),
        ("port = 70000", "70000 is out of bounds"),
        ("host = 1", "'1' is not a text"),
        ("rate_token = 'often'", "'often' is not a valid rate"),
        ("rate_token = '0/minute'", "'0/minute' is not a valid rate"),
        ('log_file = "a\\u0000b"', "there is a NUL character"),
        ("port =", "not readable as TOML"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=says):
        resolve_settings({}, {}, file)


def test_config_show_tells_every_setting_and_masks_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADRECKON_SECRET", "hush-hush")
    monkeypatch.setenv("DEADRECKON_DATABASE", "postgresql://ada:hush-hush@db/club")
    file = tmp_path / "club.toml"
    file.write_text("grace = 7\n")
    shown = {
        form: asked("config", "show", "--config", str(file), "--port", "9000", "--format", form).stdout
        for form in ("text", "json")
    }
    assert "hush-hush" not in shown["text"] + shown["json"]
    assert "9000" in shown["text"]
    rows = {row["name"]: row for row in json.loads(shown["json"])["settings"]}
    assert list(rows) == [one.name for one in FIELDS]
    assert rows["port"] == {"name": "port", "value": "9000", "from": "flag"}
    assert rows["grace"]["from"] == "file"
    assert rows["database"] == {"name": "database", "value": "postgresql://ada:********@db/club", "from": "environment"}
    assert rows["workers"]["from"] == "default"


def test_a_wrong_setting_is_wrong_usage(tmp_path: Path) -> None:
    for arguments in (("--port", "x"), ("--config", str(tmp_path / "nothing.toml")), ("--rate-token", "often")):
        for command in (("config", "show"), ("serve",)):
            assert asked(*command, *arguments).exit_code == 2


def test_a_variable_that_looks_like_a_setting_and_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABSE", "TOKEN", "PORT"):
        monkeypatch.setenv(f"DEADRECKON_{name}", "9000")
    said = asked("config", "show").stderr
    assert "There is no setting DEADRECKON_DATABSE" in said.replace("\n", " ")
    assert "TOKEN" not in said
    assert "PORT" not in said


def test_every_setting_says_what_it_is_for() -> None:
    helped = asked("serve", "--help").output
    for one in FIELDS:
        assert f"--{one.name.replace('_', '-')}" in helped
        assert one.metadata["says"]
    assert Settings().host == "127.0.0.1", "nobody is listened to from elsewhere unless asked for"


def test_one_command_serves_a_new_file_prints_the_first_token_once_and_stops_gracefully(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process):
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    token = out.decode().strip()
    assert token
    assert b"Created the schema" in err
    assert f"Deadreckon is at {address}/".encode() in err
    with serving(tmp_path) as (again, process):
        assert told_by(f"{again}/api/v1/token", token)["role"] == "admin"
        with pytest.raises(HTTPError) as refused:
            told_by(f"{again}/api/v1/token", "made up")
        assert refused.value.code == 401
        refused.value.close()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert out == b""
    assert b"Created the schema" not in err


def test_several_workers_count_together_and_take_each_others_cursors(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as (address, process):
        assert process.stdout is not None
        token = process.stdout.readline().decode().strip()
        for count in (1, 2, 3):
            told_by(f"{address}/api/v1/logs", token, pebbles.log(*pebbles.CLEAN[:count]))
        cursor = told_by(f"{address}/api/v1/logs?limit=1", token)["next"]
        for _ in range(8):
            assert len(told_by(f"{address}/api/v1/logs?limit=2&cursor={cursor}", token)["items"]) == 2
        with urlopen(f"{address}/metrics", timeout=10) as answer:  # noqa: S310 - our own service
            figures = answer.read().decode()
    assert 'route="/api/v1/logs",status="200"} 9.0' in figures
    assert 'status="201"} 3.0' in figures


def test_log_lines_go_to_a_file_that_is_begun_anew_at_a_signal(tmp_path: Path) -> None:
    log, put_away = tmp_path / "log", tmp_path / "log.1"
    with serving(tmp_path, "--log-file", str(log), "--workers", "2") as (address, process):
        told_by(f"{address}/api/v1/games")
        assert stat.S_IMODE(log.stat().st_mode) == 0o640
        log.rename(put_away)
        process.send_signal(signal.SIGUSR1)
        for _ in range(600):
            told_by(f"{address}/api/v1/games/pebbles")
            if log.exists() and "/games/" in log.read_text():
                break
            time.sleep(0.05)
    lines = [json.loads(line)["route"] for file in (put_away, log) for line in file.read_text().splitlines()]
    assert lines[-1] == "/api/v1/games/<game>"
    assert "/api/v1/games" in lines
    assert {json.loads(line)["route"] for line in log.read_text().splitlines()} == {"/api/v1/games/<game>"}


def test_only_what_is_of_the_level_or_above_is_logged(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def levels(wanted: str) -> list[str]:
        here = served(store, replace(SETTINGS, log_level=wanted))
        admin = here.asker()
        admin.told("/logs")
        with monkeypatch.context() as broken:
            broken.setattr(Store, "list_uploads", unavailable)
            assert admin.get("/logs").status_code == 503
        return [json.loads(line)["level"] for line in here.log.getvalue().splitlines()]

    def unavailable(*_: object, **__: object) -> None:
        raise Unavailable("gone")

    with Store.open(sqlite_url) as store:
        assert [levels(wanted) for wanted in ("info", "warning", "error")] == [["info", "warning"], ["warning"], []]


def test_it_listens_on_a_unix_socket_for_its_group_only_and_takes_over_one_that_was_left(
    tmp_path: Path,
) -> None:
    place = tmp_path / "socket"
    asked_for = ("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", "--host", f"unix:{place}")
    for _ in range(2):
        process = started(*asked_for, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            for _ in range(300):
                assert process.poll() is None, process.communicate()
                with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
                    line.connect(str(place))
                    line.sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    assert line.recv(15) == b"HTTP/1.1 200 OK"
                    break
                time.sleep(0.1)
            assert place.stat().st_mode & 0o777 == 0o770
            taken = asked(*asked_for)
            assert (taken.exit_code, "listens at" in taken.stderr) == (2, True)
        finally:
            process.kill()
            process.communicate()
    for wrong in ("unix:/nowhere/socket", f"unix:{tmp_path / 'club.db'}", "unix:relative", "unix:"):
        assert asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", "--host", wrong).exit_code == 2


def test_of_two_that_begin_at_one_socket_at_once_one_is_refused(tmp_path: Path) -> None:
    both = [
        started(
            *("serve", "--database", f"sqlite:///{tmp_path / f'{name}.db'}", "--host", f"unix:{tmp_path / 'socket'}"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for name in ("one", "other")
    ]
    try:
        wait_for(lambda: any(one.poll() is not None for one in both), "one to end")
        (refused,) = (one for one in both if one.poll() is not None)
        assert refused.stderr is not None
        assert (refused.returncode, b"another --host." in refused.stderr.read()) == (2, True)
        (other,) = (one for one in both if one is not refused)
        wait_for((tmp_path / "socket").is_socket, "the other")
        assert other.poll() is None
    finally:
        for one in both:
            one.kill()
            with one:
                one.wait()


def test_a_service_that_is_not_refused_fails_a_test_and_does_not_hang_it(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="would serve"):
        asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", "--port", str(free_port()))


def test_a_database_that_cannot_be_used_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_bytes(b"this is no database" * 100)
    process = started(
        "serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (5, b""), err
    assert b"club.db" in err or b"database" in err
    assert b"Traceback" not in err


def test_a_log_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    refused = asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", "--log-file", "/nowhere/log")
    assert (refused.exit_code, "cannot be written" in refused.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_an_address_or_a_folder_that_cannot_be_is_refused_in_one_sentence_before_anything_is_made(
    tmp_path: Path,
) -> None:
    file = f"sqlite:///{tmp_path / 'club.db'}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port, free = str(taken.getsockname()[1]), str(free_port())
        refused = {
            "already in use": ("--database", file, "--port", port),
            "cannot be listened on": ("--database", file, "--host", "nobody.invalid"),
            "Choose another --stream.": ("--database", file, "--port", free, "--stream", f"127.0.0.1:{port}"),
            "another --stream": ("--database", file, "--port", free, "--stream", f"127.0.0.1:{free}"),
            "is not a valid address and port": ("--database", file, "--port", free, "--stream", "127.0.0.1:70000"),
            "no folder /nowhere": ("--database", file, "--host", "unix:/nowhere/socket"),
            "for two purposes": ("--database", file, "--host", f"unix:{tmp_path}/s", "--stream", f"unix:{tmp_path}/s"),
            "for the socket": ("--database", file, "--port", free, "--stream", "unix:/nowhere/socket"),
            "no folder": ("--database", f"sqlite:///{tmp_path / 'nowhere' / 'club.db'}"),
            "is a folder": ("--database", f"sqlite:///{tmp_path}"),
        }
        for says, arguments in refused.items():
            result = asked("serve", *arguments)
            assert (result.exit_code, result.stdout) == (2, "")
            assert says in result.stderr.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_which_no_socket_can_be_made_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda place, _: Path(place) != tmp_path)
    for flag in ("--host", "--stream"):
        refused = asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", flag, f"unix:{tmp_path / 'socket'}")
        assert (refused.exit_code, f"Choose another {flag}." in refused.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["redis", "mongodb", "memcached", "valkey"])
def test_a_storage_that_nothing_installed_talks_to_is_refused_with_what_to_install(tmp_path: Path, kind: str) -> None:
    where = ("--database", f"sqlite:///{tmp_path / 'club.db'}", "--port", str(free_port()))
    refused = really("serve", *where, "--rate-storage", f"{kind}://127.0.0.1:1")
    said = b" ".join(refused.stderr.split()).decode()
    assert refused.returncode == 2
    assert f"limits[{kind}]" in said or find_spec(TALKING[kind]) is not None
    assert "Traceback" not in said
