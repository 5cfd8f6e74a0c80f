"""`deadreckon pack`: content packs, which hold what the rulebook does not print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options
from cli import output as printing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from audit.browse.packs import Checked
    from engine.kernel.game import Game
    from engine.kernel.log import Fault


@click.group("pack", short_help="Work on content packs.")
def command() -> None:
    """Work on content packs: files that hold what is printed on a game's components and not in its rulebook.

    \b
    deadreckon pack new tailwinds --id my-copy > my-copy.toml
    deadreckon pack check my-copy.toml
    deadreckon audit final.log --pack my-copy.toml
    """


@command.command("new", short_help="Print a sheet to fill in for your own copy.")
@options.game_argument
@click.option("--id", "pack_id", required=True, metavar="NAME", help="How logs will call it: pack: NAME.")
@click.option("--by", "filled_by", default="", metavar="WHO", help="Who reads the components off.")
def new(game: Game, pack_id: str, filled_by: str) -> None:
    """Print a content pack of GAME to fill in: all that the rulebook fixes, and ?? for what is printed on the pieces.

    Write down what you can read off your copy and leave the rest as it is: what is ?? is unverifiable, never illegal.

    \b
    deadreckon pack new tailwinds --id my-copy > my-copy.toml
    deadreckon pack check my-copy.toml
    """
    from audit.browse.packs import to_fill_in
    from engine.kernel.log import LogError

    try:
        printing.hand_over(to_fill_in(game, pack_id, filled_by))
    except LogError as wrong:
        raise click.UsageError(f"{wrong.fault.says} {wrong.fault.hint}") from None


@command.command("check", short_help="Check a content pack.")
@click.argument("file", type=click.Path())
@click.option("--game", type=options.GameName(), help="Check it for this game, whatever the pack says.")
@click.pass_context
def check(ctx: click.Context, file: str, game: Game | None) -> None:
    """Check that the content pack FILE can be used, and say what it leaves unknown or made up.

    \b
    deadreckon pack check my-copy.toml
    """
    from audit.browse.packs import check_pack

    text, head = options.read_pack(file)
    if head.get("kind") == "rulings":
        _check_rulings(ctx, file, text, str(head.get("id", "")))
        return
    checked = check_pack(text, options.games(), game)
    _refuse(ctx, file, checked.faults)
    printing.say(printing.paint("good", "good"), f"  {checked.id}, a pack for {checked.game}")
    _print_origins(checked)


def _refuse(ctx: click.Context, file: str, faults: Sequence[Fault]) -> None:
    """End with what is wrong in a pack, where something is."""
    for fault in faults:
        inputs.tell_fault(file, fault)
    if faults:
        count = len(faults)
        printing.tell(f"{count} thing{'s' if count > 1 else ''} to mend before a log can name this pack.")
        ctx.exit(inputs.UNREADABLE)


def _check_rulings(ctx: click.Context, file: str, text: str, name: str) -> None:
    """Check a house's published readings."""
    from audit.house_rulings import faults_in, readings_of

    _refuse(ctx, file, faults_in(text, options.games()))
    printing.say(printing.paint("good", "good"), f"  {name}, the rulings of a house")
    for game in options.games().values():
        for question, reading in readings_of(text, game.name).items():
            printing.say(f"  {game.name}: {question}={reading}")


def _print_origins(checked: Checked) -> None:
    """Say where the values come from: what a finding may rest on."""
    from engine.kernel.packs.pack import PROVENANCES

    for origin, what in PROVENANCES.items():
        if checked.origins.get(origin):
            printing.say(f"  {checked.origins[origin]:>5} values {what} ({origin})")
    if checked.unknown:
        printing.say(f"  {checked.unknown:>5} values unknown (??): rules that need them answer “unverifiable”")
