"""A client with a token, and servers that must not get it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.remote import client
from tests.support.command_line import asked
from tests.support.servers.remote_server import SERVER, TOKEN

SECRET = "dr_not_for_anybodys_eyes"  # noqa: S105 - it opens nothing
JSON = "application/json"
ME = json.dumps({"id": "x", "club": "harbour-open", "role": "viewer"}).encode()


@pytest.fixture
def somebody(nobody_logged_in: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - it comes first
    """Store a token, and return a server that the client does not know."""
    monkeypatch.setenv(TOKEN, SECRET)
    monkeypatch.setenv(SERVER, "http://127.0.0.1:1")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record how long the client would have waited."""
    noted: list[float] = []
    monkeypatch.setattr(client, "pause", noted.append)
    return noted


def asking(url: str, *arguments: str, **more: Any) -> Any:
    """Call some server; whatever it does, no other server gets the token."""
    result = asked("remote", *(arguments or ("status",)), env={SERVER: url}, **more)
    assert SECRET not in result.output
    return result
