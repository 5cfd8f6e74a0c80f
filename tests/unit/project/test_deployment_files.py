"""The deployment files name only settings, commands and files that exist, and fit the service's limits."""

from __future__ import annotations

import re

import pytest

from api.settings import FIELDS, PREFIX, Settings, resolve_settings
from tests.support.command_line import asked
from tests.support.paths import ROOT

HERE = ROOT / "docs" / "deployment"
FILES = sorted(HERE.iterdir())
PAGES = [ROOT / "docs" / "how-to" / name for name in ("run-it-for-a-club.md", "back-up-and-restore.md")]
# Variables of the command line that are not settings of the service.
OF_THE_CLIENT = {"SERVER", "TOKEN"}
SET = re.compile(rf"{PREFIX}([A-Z_]+)(?:=([^\s\"\\]+))?")


@pytest.mark.parametrize("file", [*FILES, *PAGES], ids=lambda file: file.name)
def test_every_variable_is_a_setting_with_a_value_that_will_do(file) -> None:
    environment = {f"{PREFIX}{name}": value for name, value in SET.findall(file.read_text()) if value}
    known = {field.name.upper() for field in FIELDS}
    assert {name for name, _ in SET.findall(file.read_text())} <= known | OF_THE_CLIENT
    resolve_settings({}, environment, None)


def test_every_command_is_one_and_every_file_is_told() -> None:
    page = "".join(path.read_text() for path in PAGES)
    commands = set(re.findall(r"deadreckon (serve|db (?:key )?[a-z]+)", page))
    assert {"serve", "db upgrade", "db backup", "db key rotate"} <= commands
    for command in commands:
        assert asked(*command.split(), "--help").exit_code == 0, command
    assert {file.name for file in FILES} == set(re.findall(r"\]\(\.\./deployment/([A-Za-z.]+)\)", page))
    for name in re.findall(r"`([a-z_]+)`", page):
        assert name in {field.name for field in FIELDS}, name


def test_the_proxies_fit_the_service() -> None:
    nginx, caddy, unit = ((HERE / name).read_text() for name in ("nginx.conf", "Caddyfile", "deadreckon.service"))
    assert Settings().max_body == 2_000_000
    assert "client_max_body_size 2m" in nginx
    assert "max_size 2MB" in caddy
    (place,) = re.findall(r"DEADRECKON_HOST=unix:(\S+)", unit)
    assert f"server unix:{place};" in nginx
    assert f"unix/{place} " in caddy
    (stopping,) = re.findall(r"TimeoutStopSec=(\d+)", unit)
    assert int(stopping) > Settings().grace
