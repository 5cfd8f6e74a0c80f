"""Settings and `deadreckon serve`: flags, environment, file, in that order; one command on a file of the user's."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from api.settings import FIELDS, Settings, SettingsError, resolve_settings
from audit.store import Store, Unavailable
from cli.commands.serve import TALKING
from tests.support.command_line import asked, really, started
from tests.support.servers.fixtures import SETTINGS, served
from tests.support.servers.serve_command import free_port


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
