"""`deadreckon facts`: the facts that a claim or a position may state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game

FEW = 12


@click.command("facts", short_help="List the facts for claims and positions.")
@options.game_argument
@options.layer_option
@options.format_option
def command(game: Game, layers: tuple[str, ...], form: str) -> None:
    """List every fact of GAME: what it may be, and a line that states it.

    \b
    claim: green.vp 7                the table's claim: compared with the computed value, never applied
    position: green.vp=7, wind=N     in the header, above ---: a log that starts in mid-game

    SEAT is any seat, by its colour or its player (Ada.vp, "Ada May".vp); case does not count. Every fact may also be
    none, if there is nothing, and ??, if the value is unknown. Facts that a position leaves out are unknown.

    \b
    deadreckon facts tailwinds
    deadreckon facts windward --layer solo
    deadreckon facts tailwinds --format json
    """
    from audit.browse.facts import ANY_SEAT, list_fact_documents, list_layer_facts
    from engine.kernel.log import LogError

    try:
        found = list_fact_documents(game, layers)
    except LogError as wrong:
        raise click.UsageError(f"{game.title} has no such table: {wrong}") from None
    if form == "json":
        output.write_json(found)
        return
    _print_facts("Of each seat", [one for one in found if str(one["fact"]).startswith(f"{ANY_SEAT}.")])
    _print_facts("Of the table", [one for one in found if not str(one["fact"]).startswith(f"{ANY_SEAT}.")])
    listed = {one["fact"] for one in found}
    for layer, facts in list_layer_facts(game).items():
        if not listed.issuperset(facts):
            output.say_paragraph(f"With --layer {layer} also {', '.join(facts)}.", style="quiet")


def _print_facts(title: str, found: list[Document]) -> None:
    output.say(output.paint(title, "id"))
    alike: dict[tuple[str, ...], list[Document]] = {}
    for one in found:
        alike.setdefault((one["takes"], *one["names"]), []).append(one)
    for (takes, *names), facts in alike.items():
        output.say_paragraph(", ".join(str(one["fact"]) for one in facts), 4, "strong", lead="    ")
        # Words come first. For numbered spaces, a few names show the pattern.
        names.sort(key=lambda name: any(map(str.isdigit, name)))
        some = f": {', '.join(names[:FEW])}{', …' if len(names) > FEW else ''}" if names else ""
        output.say_paragraph(f"{takes}{some}", 8, "quiet", lead="        ")
        output.say(f"        {facts[0]['example']}")
    output.say()
