"""The generated reference pages name everything that is declared, and are the same on every machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from api.openapi.document import read_api_document
from api.settings import FIELDS
from audit.browse.catalogue import event_document
from audit.browse.facts import list_fact_documents
from cli.main import COMMANDS, app
from engine.games import GAMES
from fixtures.docs import REFERENCE

METHODS = {"get", "post", "put", "patch", "delete"}


def read_page(name: str) -> str:
    return (REFERENCE / name).read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_of_commands_has_every_command_with_every_option(name: str) -> None:
    page = read_page("commands.md")
    root = click.Context(app, info_name="deadreckon")
    todo = [(app.get_command(root, name), f"deadreckon {name}")]
    while todo:
        command, path = todo.pop()
        assert command is not None
        section = re.search(rf"^#+ {path}\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL)
        assert section, f"{path} has no heading"
        options = [word for one in command.params if isinstance(one, click.Option) for word in one.opts]
        assert [word for word in options if f"`{word}" not in section[1] and f" {word}" not in section[1]] == []
        if isinstance(command, click.Group):
            within = click.Context(command, parent=root)
            todo += [(command.get_command(within, one), f"{path} {one}") for one in command.list_commands(within)]


def test_the_reference_of_commands_does_not_depend_on_the_user(tmp_path: Path) -> None:
    code = "from cli.reference.commands import render_commands; print(render_commands(), end='')"
    elsewhere = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "other"), "COLUMNS": "40"}
    command = [sys.executable, "-X", "utf8", "-c", code]
    made = subprocess.run(command, env=elsewhere, capture_output=True, check=True)  # noqa: S603 - our own code
    assert made.stdout.decode() == read_page("commands.md")


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_of_a_game_has_every_event_and_fact_with_its_example(name: str) -> None:
    page = read_page(f"{name}/facts.md")
    events = [event_document(form) for form in GAMES[name].vocabulary.forms.values()]
    missing = [one["verb"] for one in events if f"### {one['verb']}\n" not in page or one["example"] not in page]
    assert missing == []
    assert [one["fact"] for one in list_fact_documents(GAMES[name]) if f"`{one['fact']}`" not in page] == []


def test_the_reference_of_settings_has_every_setting() -> None:
    page = read_page("settings.md")
    assert re.findall(r"^## (\w+)$", page, re.MULTILINE) == [field.name for field in FIELDS]
    assert [field.name for field in FIELDS if f"`DEADRECKON_{field.name.upper()}`" not in page] == []


def test_the_reference_of_the_api_has_every_operation_once() -> None:
    headings = re.findall(r"^### ([A-Z]+ /\S+)$", read_page("api.md"), re.MULTILINE)
    declared = [
        f"{method.upper()} {path}"
        for path, at in read_api_document()["paths"].items()
        for method in at
        if method in METHODS
    ]
    assert sorted(headings) == sorted(declared)
