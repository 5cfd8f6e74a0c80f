"""`deadreckon webhook`: test the addresses that get verdicts, and show their keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import output
from cli.server.key_file import get_secret
from cli.server.settings import config_option, load_settings

if TYPE_CHECKING:
    from api.notify.webhooks import Hook
    from api.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])
UNAVAILABLE = 5


@click.group("webhook", short_help="Test the addresses that get verdicts.")
def command() -> None:
    """Test the addresses that get verdicts (the setting `webhooks`), and show the keys for their signatures.

    \b
    deadreckon webhook test https://club.example/hook
    deadreckon webhook secret https://club.example/hook
    """


def _add_options(command: Command) -> Command:
    says = "The database; the key of the service is next to it.  [default: as `deadreckon config show` says]"
    return click.option("--database", metavar="URL", help=says)(config_option(command))


@command.command("test", short_help="Send a signed test to an address.")
@click.argument("url", metavar="URL")
@click.option("--networks", "webhook_networks", metavar="TEXT", help="As `webhook_networks`, only this time.")
@_add_options
def test(url: str, webhook_networks: str | None, database: str | None, file: str | None) -> None:
    """Send a signed test to the address URL, as a verdict would be sent, and print the result.

    \b
    deadreckon webhook test https://club.example/hook
    """
    from api.notify.safe_client import NotSentError
    from api.notify.webhooks import make_test_notice, read_networks, send_notice

    settings = load_settings({"database": database, "webhook_networks": webhook_networks}, file).settings
    hook, secret = _read_hook(settings, url)
    try:
        send_notice(hook, secret, make_test_notice(), read_networks(settings))
    except NotSentError as wrong:
        output.tell(str(wrong))
        raise click.exceptions.Exit(UNAVAILABLE) from None
    output.say("It was accepted.")


@command.command("secret", short_help="Show the secret with which an address checks signatures.")
@click.argument("url", metavar="URL")
@_add_options
def secret(url: str, database: str | None, file: str | None) -> None:
    """Show the secret with which the receiver at the address URL checks signatures.

    Each address has its own.

    \b
    deadreckon webhook secret https://club.example/hook
    """
    hook, own = _read_hook(load_settings({"database": database}, file).settings, url)
    output.say(hook.show_key(own))


def _read_hook(settings: Settings, url: str) -> tuple[Hook, str]:
    """Read an address as the setting would, and return it with the secret of the service."""
    from dataclasses import replace

    from api.notify.webhooks import read_hooks
    from api.settings import SettingsError

    try:
        named = {hook.url for hook in read_hooks(settings)}
        (hook,) = read_hooks(replace(settings, webhooks=url))
    except SettingsError as wrong:
        raise click.UsageError(f"{wrong} {wrong.hint}".strip()) from None
    except ValueError:
        raise click.UsageError("Name one address.") from None
    if hook.url not in named:
        output.tell("It is not among `webhooks`, so it gets no verdicts yet.")
    own = get_secret(settings)
    if not own:
        raise click.UsageError("There is no key yet to sign with. Start `deadreckon serve` once, or name its database.")
    return hook, own
