"""`deadreckon rules`: every rule of a game, and whether a log can break it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from audit.browse.catalogue import CatalogueRule
    from engine.kernel.game import Game

STATUSES = ("enforced", "permission", "recorded", "not-modelled")
MANNER: dict[str, output.Style] = {
    "enforced": "good",
    "permission": "plain",
    "recorded": "quiet",
    "not-modelled": "doubt",
}


@click.command("rules", short_help="List a game's rules.")
@options.game_argument
@click.option("--status", type=click.Choice(STATUSES), multiple=True, help="Only rules of this kind (repeatable).")
@options.format_option
def command(game: Game, status: tuple[str, ...], form: str) -> None:
    """List the rules of GAME in rulebook order, each with its source.

    \b
    enforced      a log that breaks it is flagged
    permission    allowed, and never flagged
    recorded      recorded in the log, which is not enough to check it
    not-modelled  not covered yet

    \b
    deadreckon rules tailwinds
    deadreckon rules tailwinds --status recorded
    deadreckon rules tailwinds --format json
    deadreckon explain TW-MOVE-03               (one rule in full)
    """
    from audit.browse.catalogue import list_catalogue_rules, rule_document

    chosen = [entry for entry in list_catalogue_rules(game) if not status or entry.rule.status in status]
    if form == "json":
        output.write_json([rule_document(entry) for entry in chosen])
        return
    for chapter, held in groupby(chosen, key=lambda entry: entry.rule.chapter):
        output.say(output.paint(chapter, "title"))
        for entry in held:
            _print_rule(entry, base=game.base.id)
        output.say()
    counts: Counter[str] = Counter(entry.rule.status for entry in chosen)
    output.tell(f"{game.title}: {', '.join(f'{counts[s]} {s}' for s in STATUSES if counts[s]) or 'no such rules'}.")


def _print_rule(entry: CatalogueRule, base: str) -> None:
    from audit.browse.catalogue import cite_rule

    rule = entry.rule
    marks = [
        *([f"layer {entry.layer}"] if entry.layer != base else []),
        *([f"depends on {', '.join(rule.rulings)}"] if rule.rulings else []),
    ]
    output.say(
        output.paint(f"{rule.id:<16}", "id"),
        output.paint(rule.status, MANNER[rule.status]),
        output.paint("".join(f"  {mark}" for mark in marks), "quiet"),
    )
    output.say_paragraph(rule.says, 4, lead="    ")
    output.say_paragraph(cite_rule(entry.game, rule.cites), 4, "quiet", lead="    ")
    if rule.why:
        output.say_paragraph(f"Why: {rule.why}", 4, "quiet", lead="    ")
    for other in entry.others:
        output.say_paragraph(f"With {other.layer}: {other.rule.says}", 4, "quiet", lead="    ")
