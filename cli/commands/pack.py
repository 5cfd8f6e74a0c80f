"""`deadreckon pack`: content packs, which hold values that the rulebook does not print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options, output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from audit.browse.packs import PackCheck
    from engine.kernel.game import Game
    from engine.kernel.log import Fault


@click.group("pack", short_help="Work on content packs.")
def command() -> None:
    """Work on content packs: files with the values that are printed on a game's components and not in its rulebook.

    \b
    deadreckon pack new tailwinds --id my-copy > my-copy.toml
    deadreckon pack check my-copy.toml
    deadreckon audit final.log --pack my-copy.toml
    """


@command.command("new", short_help="Print a sheet to fill in for your own copy.")
@options.game_argument
@click.option("--id", "pack_id", required=True, metavar="NAME", help="The id that logs use: pack: NAME.")
@click.option("--by", "filled_by", default="", metavar="WHO", help="Who copies the values from the components.")
def new(game: Game, pack_id: str, filled_by: str) -> None:
    """Print a content pack of GAME to fill in: the values that the rulebook fixes, and ?? for those on the components.

    Write down what you can read off your copy, and leave ?? for the rest. A rule that needs a ?? value reports
    "unverifiable", never "illegal".

    \b
    deadreckon pack new tailwinds --id my-copy > my-copy.toml
    deadreckon pack check my-copy.toml
    """
    from audit.browse.packs import write_blank_pack
    from engine.kernel.log import LogError

    try:
        output.write_document(write_blank_pack(game, pack_id, filled_by))
    except LogError as wrong:
        raise click.UsageError(f"{wrong.fault.says} {wrong.fault.hint}") from None


@command.command("check", short_help="Check a content pack.")
@click.argument("file", type=click.Path())
@click.option("--game", type=options.GameName(), help="Check it for this game, even if the pack names another.")
@click.pass_context
def check_file(ctx: click.Context, file: str, game: Game | None) -> None:
    """Check that the content pack FILE can be used, and name the values that are unknown or invented.

    \b
    deadreckon pack check my-copy.toml
    """
    from audit.browse.packs import check_pack

    text, head = options.read_pack_file(file)
    if head.get("kind") == "rulings":
        _check_rulings(ctx, file, text, str(head.get("id", "")))
        return
    checked = check_pack(text, options.load_games(), game)
    _end_with_faults(ctx, file, checked.faults)
    output.say(output.paint("good", "good"), f"  {checked.id}, a pack for {checked.game}")
    _print_origins(checked)


def _end_with_faults(ctx: click.Context, file: str, faults: Sequence[Fault]) -> None:
    """Exit with the faults of a pack, if it has any."""
    for fault in faults:
        inputs.tell_fault(file, fault)
    if faults:
        from engine.kernel.basics.plural import count_noun

        output.tell(f"{count_noun(len(faults), 'thing')} to mend before a log can name this pack.")
        ctx.exit(inputs.UNREADABLE)


def _check_rulings(ctx: click.Context, file: str, text: str, name: str) -> None:
    """Check a pack of house rulings."""
    from audit.house_rulings import list_house_faults, read_house_rulings

    _end_with_faults(ctx, file, list_house_faults(text, options.load_games()))
    output.say(output.paint("good", "good"), f"  {name}, the rulings of a house")
    for game in options.load_games().values():
        for question, reading in read_house_rulings(text, game.name).items():
            output.say(f"  {game.name}: {question}={reading}")


def _print_origins(checked: PackCheck) -> None:
    """Print how many values come from which origin, because findings may depend on invented ones."""
    from engine.kernel.packs.pack import PROVENANCES

    for origin, what in PROVENANCES.items():
        if checked.origins.get(origin):
            output.say(f"  {checked.origins[origin]:>5} values {what} ({origin})")
    if checked.unknown:
        output.say(f"  {checked.unknown:>5} values unknown (??): rules that need them answer “unverifiable”")
