"""The settings of the service as options of commands: one option each, and a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from api.settings import FIELDS, PREFIX, Resolved, SettingsError, resolve_settings
from cli import output
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible

Command = TypeVar("Command", bound=Callable[..., Any])
CONFIG = PREFIX + "CONFIG"
# Variables with the same prefix that are not settings: the settings file, the remote account, and those of tests.
OTHERS = frozenset({CONFIG, f"{PREFIX}SERVER", f"{PREFIX}TOKEN"})
OF_TESTS = f"{PREFIX}TEST_"


def service_options(command: Command) -> Command:
    """Add an option for every setting of the service."""
    for setting in reversed(FIELDS):
        name = f"--{setting.name.replace('_', '-')}"
        metavar = "N" if setting.type == "int" else "TEXT"
        command = click.option(name, setting.name, metavar=metavar, help=_write_help(setting))(command)
    return config_option(command)


def config_option(command: Command) -> Command:
    """Add the option for the file of settings."""
    says = f"Read settings from this file (else ${CONFIG}, else {name_default_file()}, if it is there)."
    return click.option("--config", "file", type=click.Path(dir_okay=False), help=says)(command)


def _write_help(setting: Any) -> str:  # noqa: ANN401 - a dataclass field
    says = str(setting.metadata["says"])
    usually = f" [default: {setting.default}]" if setting.default != "" else ""
    return f"{says[0].upper()}{says[1:]}.{usually}"


def load_settings(flags: Document, file: str | None) -> Resolved:
    """Resolve every setting: a flag overrides the environment, which overrides the file."""
    named = os.environ.get(CONFIG) if file is None else file
    place = Path(name_default_file() if named is None else named)
    try:
        return resolve_settings(flags, os.environ, place if named is not None or place.is_file() else None)
    except SettingsError as wrong:
        raise click.UsageError(f"{wrong} {wrong.hint}".strip()) from None


def warn_of_unknown_variables() -> None:
    """Warn of variables that look like settings but are none. Without a warning, a misspelt name has no effect."""
    known = OTHERS | {PREFIX + setting.name.upper() for setting in FIELDS}
    for name in sorted(os.environ.keys() - known):
        if name.startswith(PREFIX) and not name.startswith(OF_TESTS):
            output.tell(
                f"There is no setting {make_visible(name)}; it sets nothing. `deadreckon config show` lists them."
            )


def name_default_file() -> str:
    """Return the settings file that is read by default."""
    return os.path.join(click.get_app_dir("deadreckon"), "config.toml")  # noqa: PTH118 - click gives text
