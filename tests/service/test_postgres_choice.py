"""Which PostgreSQL the tests run on: one that listens, else installed programs, else the wheel's; or the one named."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url

from tests.support.stores import postgres

LISTENING = make_url("postgresql://ada@listening/postgres")
HERE = ("listening", "installed", "wheel")


def place_servers(monkeypatch: pytest.MonkeyPatch, *here: str) -> None:
    """Have only these on this machine; a server that is started is named after its programs."""
    monkeypatch.setattr(postgres, "_find_listening", lambda: LISTENING if "listening" in here else None)
    for name in ("installed", "wheel"):
        found = Path(name) if name in here else None
        monkeypatch.setattr(postgres, f"find_{name}_programs", lambda found=found: found)
    monkeypatch.setattr(postgres, "start_server", lambda programs: URL.create("postgresql", host=str(programs)))


@pytest.mark.parametrize("first", range(len(HERE)))
def test_the_first_of_these_that_is_here_is_used(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    monkeypatch.delenv(postgres.NAMED, raising=False)
    place_servers(monkeypatch, *HERE[first:])
    assert postgres.server.__wrapped__().host == HERE[first]
    assert postgres.has_server_without_wheel() == (HERE[first] != "wheel")


@pytest.mark.parametrize(("named", "used"), [("embedded", "wheel"), ("postgresql://ada@club/postgres", "club")])
def test_the_one_that_is_named_is_used(monkeypatch: pytest.MonkeyPatch, named: str, used: str) -> None:
    monkeypatch.setenv(postgres.NAMED, named)
    place_servers(monkeypatch, *HERE)
    assert postgres.server.__wrapped__().host == used
    assert postgres.has_server_without_wheel() == (used == "club")


def test_without_any_it_is_said_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(postgres.NAMED, raising=False)
    place_servers(monkeypatch)
    with pytest.raises(AssertionError, match=r"`make service` installs one.* Or name one: DEADRECKON_TEST_POSTGRESQL="):
        postgres.server.__wrapped__()
