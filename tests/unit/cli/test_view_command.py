"""`deadreckon view`: a page in a file, or served on this machine until the user stops it."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.command_line import asked
from tests.support.paths import FIXTURES

pytestmark = pytest.mark.usefixtures("one_small_game")


def test_a_page_is_written_to_a_file(clean: str, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    result = asked("view", clean, "--output", str(page))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_a_game_with_findings_is_a_page_like_any_other(broken: str, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert asked("view", broken, "-o", str(page)).exit_code == 0
    assert "PB-HEAP-01" in page.read_text("utf-8")


def test_the_log_itself_is_never_written_over(clean: str) -> None:
    before = Path(clean).read_bytes()
    result = asked("view", clean, "--output", clean)
    assert result.exit_code == 2
    assert "the log itself" in result.stderr
    assert Path(clean).read_bytes() == before


def test_what_is_no_log_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "shopping.log"
    path.write_text("milk\n")
    result = asked("view", str(path), "--output", str(tmp_path / "page.html"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"{path}:1:1: " in result.stderr
    assert not (tmp_path / "page.html").exists()


def test_the_page_is_served_to_whoever_knows_its_address_only() -> None:
    log = FIXTURES / "tailwinds" / "logs" / "demo.log"
    command = [sys.executable, "-m", "cli.main", "view", str(log), "--no-open"]
    with subprocess.Popen(  # noqa: S603 - our own command
        command,
        stderr=subprocess.PIPE,
        text=True,
        cwd=log.parents[3],
        # A suite that runs in the background lets its processes ignore the signal that ends the page.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - one thread, and one call
    ) as served:
        assert served.stderr is not None
        address = urlsplit(served.stderr.readline().split()[4])
        host = f"127.0.0.1:{address.port}"
        try:
            assert (address.hostname, len(address.path) > 30) == ("127.0.0.1", True)
            assert answered(host, address.path, host)[0] == 200
            status, headers, page = answered(host, f"{address.path}?step=3", host)
            assert (status, headers["Cache-Control"], headers["Referrer-Policy"]) == (200, "no-store", "no-referrer")
            assert page.startswith(b"<!DOCTYPE html>")
            for path, name in (("/", host), ("/favicon.ico", host), (address.path, "evil.example")):
                assert answered(host, path, name)[::2] == (404, b"")
            assert answered(host, address.path, host, "HEAD")[::2] == (200, b"")
            assert answered(host, address.path, host, "POST")[0] == 501
        finally:
            served.send_signal(signal.SIGINT)
        assert served.wait(30) == 130


def answered(host: str, path: str, name: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", name)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found
