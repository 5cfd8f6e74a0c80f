"""`deadreckon pack`: content packs, which hold what the rulebook does not print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options, printing

if TYPE_CHECKING:
    from audit.packing import Checked
    from engine.kernel.game import Game


@click.group("pack", short_help="Work on content packs.")
def command() -> None:
    """Work on content packs: files that hold what is printed on a game's components and not in its rulebook.

    \b
    deadreckon pack check my-copy.toml
    deadreckon audit final.log --pack my-copy.toml
    """


@command.command("check", short_help="Check a content pack.")
@click.argument("file", type=click.Path())
@click.option("--game", type=options.GameName(), help="Check it for this game, whatever the pack says.")
@click.pass_context
def check(ctx: click.Context, file: str, game: Game | None) -> None:
    """Check that the content pack FILE can be used, and say what it leaves unknown or made up.

    \b
    deadreckon pack check my-copy.toml
    """
    from audit.packing import check_pack

    text, _ = options.read_pack(file)
    checked = check_pack(text, options.games(), game)
    for fault in checked.faults:
        inputs.tell_fault(file, fault)
    if checked.faults:
        count = len(checked.faults)
        printing.tell(f"{count} thing{'s' if count > 1 else ''} to mend before a log can name this pack.")
        ctx.exit(inputs.UNREADABLE)
    printing.say(printing.paint("good", "good"), f"  {checked.id}, a pack for {checked.game}")
    _print_origins(checked)


def _print_origins(checked: Checked) -> None:
    """Say where the values come from: what a finding may rest on."""
    from engine.kernel.packs import PROVENANCES

    for origin, what in PROVENANCES.items():
        if checked.origins.get(origin):
            printing.say(f"  {checked.origins[origin]:>5} values {what} ({origin})")
    if checked.unknown:
        printing.say(f"  {checked.unknown:>5} values unknown (??): rules that need them answer “unverifiable”")
