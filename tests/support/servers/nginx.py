"""A service at a Unix socket, and nginx in front of it with the configuration files that come with the service."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.servers.http_servers import CERTIFICATE
from tests.support.servers.torture.running_service import SERVE, free_port, wait_for

SITE, BELOW = (ROOT / "docs" / "deployment" / name for name in ("nginx.conf", "nginx.path.conf"))
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
HOST = "games.example.org"
# The settings that a distribution has for all sites; here in a folder of the test.
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    access_log off;
    {temporary}
    {site}
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass(frozen=True)
class Answered:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    raw: bytes


@dataclass(frozen=True)
class Site:
    """A site of nginx that forwards to a service."""

    port: int
    token: str
    database: str
    said: Path

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answered:
        """Send a request as an admin of the club, over TLS."""
        line = HTTPSConnection("127.0.0.1", self.port, timeout=60, context=_trusting())
        known = {"Host": HOST, "Authorization": f"Bearer {self.token}", "Content-Type": "text/plain"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            line.request(method, path, body, {name: value for name, value in (known | given).items() if value})
            answer = line.getresponse()
            return Answered(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            line.close()

    def followed(self, path: str, **headers: str) -> Answered:
        """Follow a game, and hang up as soon as something arrives."""
        line = HTTPSConnection("127.0.0.1", self.port, timeout=60, context=_trusting())
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            line.request("GET", path, headers={"Host": HOST, "Authorization": f"Bearer {self.token}", **given})
            answer = line.getresponse()
            return Answered(answer.status, dict(answer.getheaders()), answer.read1(1_000))
        finally:
            line.close()

    def dial(self) -> ssl.SSLSocket:
        """Open a connection, and send nothing yet."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return _trusting().wrap_socket(line, server_hostname="localhost")


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    context.check_hostname = False
    return context


@contextmanager
def behind_nginx(folder: Path) -> Iterator[Site]:
    """Run a service, and nginx in front of it; both end with the test."""
    assert NGINX is not None, "There is no nginx here. Install it: apt-get install nginx"
    place, said, port = folder / "socket", folder / "service.log", free_port()
    database = f"sqlite:///{folder / 'club.db'}"
    with ExitStack() as stack:
        out = stack.enter_context((folder / "token").open("wb"))
        log = stack.enter_context(said.open("wb"))
        where = ("--host", f"unix:{place}", "--stream", f"unix:{folder / 'stream'}", "--proxies", "1")
        asked = (sys.executable, *SERVE, "serve", "--database", database, *where)
        service = subprocess.Popen(asked, stdout=out, stderr=log)  # noqa: S603 - this program
        stack.callback(_end, service)
        wait_for(lambda: _answers(place), f"the service (see {said})")
        wait_for((folder / "stream").exists, f"who streams (see {said})")
        written = folder / "nginx.conf"
        written.write_text(_configured(folder, place, port))
        nginx = subprocess.Popen([NGINX, "-e", f"{folder}/errors", "-p", f"{folder}", "-c", f"{written}"])  # noqa: S603 - as found
        stack.callback(_end, nginx)
        wait_for(lambda: _listens(port, nginx, folder), "nginx")
        yield Site(port, (folder / "token").read_text().strip(), database, said)


def _configured(folder: Path, place: Path, port: int) -> str:
    """Set address, socket and certificate, and include the file for a path in the same site."""
    site = f"{SITE.read_text().rstrip().removesuffix('}')}{BELOW.read_text()}}}"
    for was, now in {
        "unix:/run/deadreckon/socket": f"unix:{place}",
        "unix:/run/deadreckon/stream": f"unix:{folder / 'stream'}",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/ssl/games.example.org.pem": str(CERTIFICATE),
        "/etc/ssl/private/games.example.org.key": str(CERTIFICATE),
    }.items():
        assert was in site
        site = site.replace(was, now)
    temporary = " ".join(f"{name}_temp_path {folder / name};" for name in TEMPORARY)
    user = "user root;" if os.getuid() == 0 else ""
    return AROUND.format(user=user, folder=folder, temporary=temporary, site=site)


def _answers(place: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.settimeout(30)
        line.connect(str(place))
        line.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return b" 200 " in line.recv(100)
    return False


def _listens(port: int, nginx: subprocess.Popen[bytes], folder: Path) -> bool:
    assert nginx.poll() is None, (folder / "errors").read_text()
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(60)
    process.kill()
    process.wait()
