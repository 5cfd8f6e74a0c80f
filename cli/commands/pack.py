"""`deadreckon pack`: content packs, which hold what the rulebook does not print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli import inputs, options, printing

if TYPE_CHECKING:
    from engine.kernel.game import Game
    from engine.kernel.log import Fault


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
    text, head = options.read_pack(file)
    faults = _faults(text, game or _game_of(head), str(head.get("game", "")))
    for fault in faults:
        inputs.tell_fault(file, fault)
    if faults:
        printing.tell(f"{len(faults)} thing{'s' if len(faults) > 1 else ''} to mend before a log can name this pack.")
        ctx.exit(inputs.UNREADABLE)
    printing.say(printing.paint("good", "good"), f"  {head['id']}, a pack for {head['game']}")
    _print_origins(text, str(head["game"]))


def _game_of(head: dict[str, Any]) -> Game | None:
    return options.games().get(str(head.get("game", "")))


def _faults(text: str, game: Game | None, named: str) -> tuple[Fault, ...]:
    """List all that is wrong: by the rules of every pack, and by those of the game it is for."""
    from engine.kernel.log import Fault, Header, LogError
    from engine.kernel.packs import PackError, load

    try:
        if game is None:
            load(text, named)
            known = ", ".join(options.games())
            return (Fault("The pack is for no game that we know.", f"Write game = … with one of: {known}.", 1, 1),)
        game.content(Header(game=game.name, inline=text), {})
    except PackError as wrong:
        return wrong.faults
    except LogError as wrong:
        return (wrong.fault,)
    return ()


def _print_origins(text: str, game: str) -> None:
    """Count where the values come from: what a finding may rest on."""
    from collections import Counter

    from engine.kernel.packs import PROVENANCES, load
    from engine.kernel.unknown import known

    pack = load(text, game)
    counts: Counter[str] = Counter()
    unknown = 0
    stack: list[tuple[Any, tuple[Any, ...]]] = [(pack.tree, ())]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack += [(inner, (*path, key)) for key, inner in value.items()]
        elif isinstance(value, list):
            stack += [(inner, (*path, at)) for at, inner in enumerate(value)]
        elif known(value):
            counts[pack.provenance(path)] += 1
        else:
            unknown += 1
    for origin, what in PROVENANCES.items():
        if counts[origin]:
            printing.say(f"  {counts[origin]:>5} values {what} ({origin})")
    if unknown:
        printing.say(f"  {unknown:>5} values unknown (??): rules that need them answer “unverifiable”")
