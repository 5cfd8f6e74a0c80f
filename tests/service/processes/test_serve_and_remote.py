"""The command that serves is asked by the commands under `remote`."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.command_line import asked, started
from tests.support.servers.remote_server import SERVER, TOKEN

pytestmark = pytest.mark.usefixtures("somebody")


@pytest.mark.usefixtures("one_small_game")
def test_the_command_that_serves_is_asked_by_the_command_that_asks(tmp_path: Path, clean: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    place = f"sqlite:///{tmp_path / 'club.db'}"
    process = started("serve", "--database", place, "--port", port, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        token = process.stdout.readline().strip()
        for _ in range(300):
            login = asked("remote", "login", f"http://127.0.0.1:{port}", input=token + b"\n", env={TOKEN: None})
            if login.exit_code == 0:
                break
            assert process.poll() is None
            time.sleep(0.1)
        env = {TOKEN: None, SERVER: None}
        assert asked("remote", "push", clean, env=env).exit_code == 0
        assert asked("remote", "audit", clean, env=env).output == asked("audit", clean).output
        game = asked("remote", "begin", clean, env=env).stdout.strip()
        assert asked("remote", "append", game, "-", env=env, input=b"ada: take 3\n").exit_code == 0
        assert asked("remote", "close", game, env=env).exit_code == 0
        assert "ada: take 3" in asked("remote", "watch", game, env=env).stdout
    finally:
        process.kill()
        process.communicate()
