"""`deadreckon config`: the settings of the service, and the origin of each."""

from __future__ import annotations

import click

from cli import output
from cli.server.settings import load_settings, service_options, warn_of_unknown_variables
from engine.kernel.basics.json_types import Json


@click.group("config", short_help="Show the service's settings.")
def command() -> None:
    """Show the settings of the service.

    A setting comes from a flag, else from the environment (DEADRECKON_PORT=9000), else from a file (port = 9000).

    \b
    deadreckon config show
    deadreckon config show --config club.toml
    """


@command.command("show", short_help="Show each setting and where it comes from.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Text, or JSON for programs."
)
@service_options
def show(form: str, file: str | None, **flags: Json) -> None:
    """Show each setting of the service, its value, and where it comes from.

    Secrets are masked.

    \b
    deadreckon config show
    DEADRECKON_PORT=9000 deadreckon config show --format json
    """
    settings = load_settings(flags, file)
    warn_of_unknown_variables()
    if form == "json":
        rows = [{"name": name, "value": value, "from": origin} for name, value, origin in settings.mask_settings()]
        output.write_json({"file": str(settings.file) if settings.file else None, "settings": rows})
        return
    for row in output.align_columns([("setting", "value", "from"), *settings.mask_settings()]):
        output.say(row)
    if settings.file:
        output.tell(f"The file is {settings.file}.")
