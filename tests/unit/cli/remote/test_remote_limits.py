"""The command line against a server's limits: length, rate, certificates, proxies, and a separate process."""

from __future__ import annotations

import gc
import time
import warnings
from pathlib import Path

import pytest

from api.settings import Settings
from audit.store import Role, Store
from cli.remote import client, connection
from tests.support.command_line import asked, kept
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import UNLIMITED, served
from tests.support.servers.http_servers import CERTIFICATE, answer, answering, cutting, listening
from tests.support.servers.remote_server import SERVER, TOKEN, There
from tests.support.servers.untrusted_servers import JSON, ME, asking

pytestmark = pytest.mark.usefixtures("somebody")


def test_a_log_that_is_too_long_for_the_server_is_said_to_be(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Settings(rate_token=UNLIMITED, rate_address=UNLIMITED, max_body=1_000)
    log = kept(tmp_path / "long.log", *[f'record: note "{"x" * 70}"'] * 100_000)
    with Store.open(sqlite_url) as store, listening(served(store, small).app) as url:
        monkeypatch.setenv(TOKEN, store.issue_token(CLUB, Role.ADMIN)[1])
        for command in ("push", "audit"):
            result = asked("remote", command, log, env={SERVER: url})
            assert result.exit_code == 5
            assert "too large" in result.stderr


def test_a_limit_on_requests_is_waited_for(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, waits: list[float]
) -> None:
    strict = Settings(rate_token="2/second", rate_address=UNLIMITED)  # noqa: S106 - a rate

    def really(seconds: float) -> None:
        waits.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr(client, "pause", really)
    with Store.open(sqlite_url) as store, listening(served(store, strict).app) as url:
        monkeypatch.setenv(TOKEN, store.issue_token(CLUB, Role.ADMIN)[1])
        assert [asked("remote", "status", env={SERVER: url}).exit_code for _ in range(5)] == [0] * 5
    assert waits


def test_a_certificate_is_checked_and_may_be_made_known(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(sqlite_url) as store, listening(served(store).app, encrypted=True) as url:
        monkeypatch.setenv(TOKEN, store.issue_token(CLUB, Role.ADMIN)[1])
        refused = asked("remote", "status", env={SERVER: url})
        assert refused.exit_code == 5
        assert "cannot be trusted" in refused.stderr
        assert "SSL_CERT_FILE" in refused.stderr
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        assert asked("remote", "status", env={SERVER: url}).exit_code == 0
        other = asked("remote", "status", env={SERVER: url.replace("https", "http")})
        assert other.exit_code == 5


def test_https_at_a_port_without_it_is_said_to_be_so(there: There) -> None:
    result = asking(there.url.replace("http://", "https://"))
    assert result.exit_code == 5
    assert "does not speak TLS" in result.stderr
    assert "http://" in result.stderr


def test_a_proxy_is_used_for_servers_elsewhere_and_not_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(answer("200 OK", ME, Content_Type=JSON)) as here, answering(answer("403 Forbidden")) as proxy:
        for name in ("http_proxy", "https_proxy"):
            monkeypatch.setenv(name, proxy.url.replace("http://", "http://ada:secret@"))
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        assert asking(here.url).exit_code == 0
        assert proxy.count == 0
        assert asking("http://deadreckon.test").exit_code == 5
        tunnel = asking("https://deadreckon.test")
        assert tunnel.exit_code == 5
        assert "403" in tunnel.stderr
        assert proxy.count == 2
    del tunnel
    # CPython 3.11.2 leaves the socket of a refused tunnel open until it is collected.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def test_a_login_at_a_server_that_can_be_listened_to_is_warned_of() -> None:
    assert connection.parse_address("http://deadreckon.test").is_insecure
    assert not any(
        connection.parse_address(url).is_insecure for url in ("https://deadreckon.test", "http://127.0.0.1:8080")
    )


def test_a_server_may_stand_under_a_path_of_its_own() -> None:
    assert connection.parse_address("https://example.org/deadreckon/api/v1/").url == "https://example.org/deadreckon"
    asked_for = []

    def cut(request: bytes, _count: int) -> str:
        asked_for.append(request.split()[1])
        return "before"

    with cutting("http://127.0.0.1:1", cut) as door:
        assert asking(f"{door.url}/deadreckon/").exit_code == 5
    assert set(asked_for) == {b"/deadreckon/api/v1/token"}
