"""The command that serves, started as a process: tokens, workers, log files, sockets."""

from __future__ import annotations

import json
import signal
import socket
import stat
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.support.command_line import asked, started
from tests.support.games import pebbles
from tests.support.servers.serve_command import free_port, serving, told_by
from tests.support.servers.torture.running_service import wait_for


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
