"""Each option of each command with wrong values: wrong usage, one sentence, and never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli.commands import serve
from cli.main import app
from tests.support.paths import SHORT_DEMO
from tests.support.servers.remote_server import SERVER, TOKEN

WRONG = {
    "empty": "",
    "huge": "9" * 5_000,
    "large": "1000000000000",
    "negative": "-1",
    "no number": "nan",
    "of another type": "½ nonsense",
    # In a folder of the test: an option that takes any new folder creates this one.
    "not there": "nowhere/at/all",
    "half a character": "\udcff",
}
# Options that take one of these values, and why.
TAKES = {
    "--output": "any name will do for a new file",
    "--out": "any name will do for a new directory",
    "--replays": "as above",
    "--who": "whoever does something to a tournament may be called anything",
    "--why": "and have any reason",
    "--table": "whether there is such a table, its file says",
    "--player": "or such a player",
    "--absent": "as above",
    "--dropped": "as above",
    "--order": "as above",
    "--points": "as above",
    "--line": "what a line says, the game says",
    "--secret": "any text can sign cursors; an empty one is made up",
    "--label": "any text says whose a token is",
    "--seat": "a seat may be called anything",
    "--seed": "a seed may be as large as one likes",
    "--jobs": "there are never more processes than logs",
    "--host": "a host may be called like a number or a word",
    "--club": "so may a club",
    "--id": "and a copy of a game",
    "--by": "and whoever reads it off",
    "--at": "how far a game on a server is, only the server knows",
    "--after": "as above",
    "--name": "a tournament may be called anything",
    "--secret-file": "a key may lie anywhere",
    "--cors-origins": "no site at all is named by an empty one",
    "--heads-to": "nowhere is a place where heads need not be kept",
    "--log-file": "and lines need not be logged",
    "--stream": "nor events streamed",
    "--webhooks": "nor anybody told",
    "--webhook-networks": "and no network is named by an empty one",
}
NEEDED = {
    "--to": "text",
    "--rule": "TW-MOVE-04",
    "--kind": "doubled",
    "--id": "mine",
    "--name": "Ours",
    "--club": "harbour",
    "--role": "viewer",
    "--who": "Rosa",
    "--whom": "Cleo",
    "--says": "so",
    "--why": "so",
    "--against": "1",
    "--appeal": "1",
}
DEMO = str(SHORT_DEMO)
GIVEN = {
    "file": DEMO,
    "files": DEMO,
    "logs": DEMO,
    # A case is written next to its log: here there is none.
    "log": "away.log",
    "exhibit": DEMO,
    "what": "confirm",
    "places": ".",
    "one": DEMO,
    "other": DEMO,
    "rule_id": "TW-MOVE-01",
    "game": "tailwinds",
    "url": "http://127.0.0.1:9",
    "name": "0" * 64,
    "place": "new.backup",
    "token": "6rXYMM69kjeE",
    "shell": "bash",
}


def every(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """List all commands, each by its words."""
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from every(found, (*path, name))


def named(path: tuple[str, ...]) -> click.Command:
    """Find a command by its words."""
    command: click.Command = app
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


def lines(path: tuple[str, ...]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each option and argument of a command with each wrong value: its name, the value, the command line."""
    command = named(path)
    options = [p for p in command.params if isinstance(p, click.Option)]
    arguments = [p for p in command.params if isinstance(p, click.Argument)]
    for label, value in WRONG.items():
        for option in (p for p in options if not p.is_flag):
            name = option.opts[0]
            rest = [word for p in options if p.required and p is not option for word in (p.opts[0], NEEDED[p.opts[0]])]
            yield name, label, [*path, f"{name}={value}", *rest, *(GIVEN[str(p.name)] for p in arguments)]
        for argument in arguments:
            rest = [word for p in options if p.required for word in (p.opts[0], NEEDED[p.opts[0]])]
            said = [value if p is argument else GIVEN[str(p.name)] for p in arguments]
            yield str(argument.name), label, [*path, *rest, "--", *said]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of the test, logged in at a server that is down; nothing is ever served."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv(SERVER, "http://127.0.0.1:9")
    monkeypatch.setenv(TOKEN, "dr_6rXYMM69kjeE_secret")
    # Serving generates a secret if there is none, and passes it to its workers in the environment.
    monkeypatch.setenv("DEADRECKON_SECRET", "cursors")
    monkeypatch.setattr(serve, "_serve", lambda *_: None)


def ask(words: list[str]) -> Result:
    """Run, and check that every outcome is reported; create a database if the command needs one."""
    done = CliRunner().invoke(app, words, prog_name="deadreckon")
    assert done.exception is None or isinstance(done.exception, SystemExit), (words, done.exception)
    assert "Traceback" not in done.stderr
    return done


def refused(done: Result) -> bool:
    """Return whether this was refused as wrong usage, in one sentence."""
    said = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith(("Usage:", "Try "))]
    return done.exit_code == 2 and len(said) == 1


@pytest.mark.parametrize("path", [pytest.param(path, id=" ".join(path)) for path in every(app)])
def test_an_option_that_cannot_be_is_wrong_usage(path: tuple[str, ...]) -> None:
    if path[0] in {"db", "token"}:
        ask(["db", "upgrade"])
    for name, label, words in lines(path):
        done = ask(words)
        if name.startswith("--") and name not in TAKES:
            assert refused(done), f"{label}: {words[:8]} gave {done.exit_code}: {done.stdout[:99]}{done.stderr[:300]}"
        assert done.exit_code != 70


@pytest.mark.parametrize("name", TAKES)
def test_what_takes_anything_takes_something_of_it(name: str) -> None:
    ask(["db", "upgrade"])
    tried = (words for path in every(app) for option, _, words in lines(path) if option == name)
    assert not all(refused(ask(words)) for words in tried)


@pytest.mark.parametrize("database", ["mysql://x", "sqlite", "mysql://ada:secret@host/x"])
@pytest.mark.parametrize("command", ["serve", "db check", "config show"])
def test_a_database_that_is_none_of_ours_is_wrong_usage(command: str, database: str) -> None:
    done = ask([*command.split(), "--database", database])
    assert refused(done)
    assert "sqlite:///path/to/file.db or postgresql://user@host/name" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize("command", ["serve", "db check"])
def test_a_database_on_a_port_that_is_no_number_is_wrong_usage(command: str) -> None:
    assert refused(ask([*command.split(), "--database", "postgresql://host:port/name"]))


def test_a_claim_of_endless_digits_is_asked_about_like_any_other() -> None:
    done = ask(["remote", "close", "0" * 36, "--claim", f"winner={'9' * 5_000}"])
    assert "No server listens" in done.stderr


@pytest.mark.parametrize("storage", ["memcached://127.0.0.1:1", "rediss://127.0.0.1:1"])
def test_a_storage_whose_package_is_not_installed_is_wrong_usage(storage: str) -> None:
    done = ask(["serve", "--rate-storage", storage])
    assert refused(done), done.stderr
    assert "pip install 'limits[" in done.stderr
