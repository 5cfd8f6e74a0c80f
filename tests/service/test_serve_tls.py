"""`deadreckon serve --tls`: a certificate that is made once, and the QR code by which phones connect."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from api.web.base.qr_codes import draw_qr_code, write_block_code
from cli.server.certificates import NAME, get_fingerprint, load_certificate
from tests.support.command_line import asked
from tests.support.paths import ROOT
from tests.support.servers.torture.running_service import PATIENCE, SERVE, free_port, wait_for


class Answer(NamedTuple):
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Encrypted:
    """A service on this machine with TLS, and its terminal output."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.said = folder, free_port(), folder / "said.txt"
        self.trusting = ssl.create_default_context()
        database = f"sqlite:///{folder / 'club.db'}"
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(  # noqa: S603 - this program
                [sys.executable, *SERVE, "serve", "--tls", "--database", database, "--port", str(self.port)],
                cwd=ROOT,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        wait_for(self._is_ready, f"the service to be ready (see {self.said})")

    def _is_ready(self) -> bool:
        with suppress(OSError):
            self.trusting.load_verify_locations(self.folder / NAME)
            return self.ask("/readyz").status == 200
        return False

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Send a request as a client that trusts the certificate."""
        there = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=self.trusting)
        with closing(there):
            there.request(method, path, body, headers)
            answer = there.getresponse()
            return Answer(answer.status, dict(answer.headers), answer.read())

    @property
    def link(self) -> str:
        """Return the link that begins a session."""
        line = next(line for line in self.said.read_text().splitlines() if "The pages open" in line)
        return line.rpartition(" ")[2]


@contextmanager
def encrypted(folder: Path) -> Iterator[Encrypted]:
    found = Encrypted(folder)
    try:
        yield found
    finally:
        os.killpg(found.process.pid, signal.SIGKILL)
        found.process.wait()


def test_a_session_begins_over_tls_with_a_certificate_that_is_made_once(tmp_path: Path) -> None:
    with encrypted(tmp_path) as there:
        file = tmp_path / NAME
        assert file.stat().st_mode & 0o777 == 0o600
        assert there.link.startswith(f"https://127.0.0.1:{there.port}/enter/")
        said = there.said.read_text()
        assert get_fingerprint(file) in said
        assert write_block_code(there.link).splitlines()[9] in said
        entering = "/" + there.link.split("/", 3)[3]
        assert there.ask(entering).status == 200
        answer = there.ask(entering, "POST", None, **{"Sec-Fetch-Site": "same-origin"})
        assert answer.status == 303
        cookie = str(answer.headers["Set-Cookie"])
        assert cookie.startswith("__Host-deadreckon=")
        assert "Secure" in cookie
        # The service sends no header that binds other services of this machine to TLS.
        assert "Strict-Transport-Security" not in answer.headers
        assert b"Audit a log" in there.ask("/", Cookie=cookie.partition(";")[0]).body
        token = next(line for line in said.splitlines() if line.startswith("dr_"))
        large = b"game: tailwinds\n" + b"# tea\n" * 200_000
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
        assert there.ask("/api/v1/logs", "POST", large, **headers).status == 201
        # A client that does not encrypt, or breaks off, gets no answer, and disturbs no other client.
        for nonsense in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01", b""):
            with socket.create_connection(("127.0.0.1", there.port)) as plain:
                plain.sendall(nonsense)
        assert there.ask("/livez").status == 200
    known = file.read_bytes()
    assert load_certificate(tmp_path).read_bytes() == known


def test_a_certificate_that_is_none_and_a_folder_that_is_closed_are_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("no certificate")
    result = asked("serve", "--tls", "--database", f"sqlite:///{tmp_path / 'x.db'}", "--port", str(free_port()))
    assert result.exit_code == 2
    assert "holds no certificate" in result.stderr
    with pytest.raises(click.UsageError, match="cannot be saved"):
        load_certificate(tmp_path / "not" / "there")
    assert not (tmp_path / "not").exists()
    result = asked("serve", "--tls", "--host", f"unix:{tmp_path / 'socket'}")
    assert result.exit_code == 2
    assert "Leave out --tls" in result.stderr


def test_a_certificate_that_others_may_read_is_used_but_not_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = load_certificate(tmp_path)
    assert capsys.readouterr().err == ""
    file.chmod(0o644)
    assert load_certificate(tmp_path) == file
    said = " ".join(capsys.readouterr().err.split())
    assert said == f"Others on this machine may read the key of this certificate: chmod 600 {file}"


@pytest.mark.parametrize("link", ["https://192.0.2.7:8080/enter/dr_o2qbtUmZGxWw_" + "x" * 49, "x"])
def test_a_code_is_the_same_in_a_terminal_and_on_a_page(link: str) -> None:
    blocks, picture = write_block_code(link), str(draw_qr_code(link))
    # Each line of the terminal shows two rows; a lower half is ▄, an upper ▀, both █, and a blank is dark.
    dark = sum({" ": 2, "▄": 1, "▀": 1}.get(sign, 0) for sign in blocks)
    # The number of rows is odd: the last line has a half that belongs to no row.
    assert picture.count("M") - 1 == dark - len(blocks.splitlines()[-1])
    assert "<script" not in picture
