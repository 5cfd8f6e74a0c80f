"""`deadreckon rulings`: the open questions of a rulebook, and their readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from engine.kernel.game import Game
    from engine.kernel.layers import Question


@click.command("rulings", short_help="List a game's open questions.")
@options.game_argument
@options.format_option
def command(game: Game, form: str) -> None:
    """List the open questions of GAME's rulebook, each with its readings.

    The first reading applies unless a layer has another. Choose in the log's header (rulings: QUESTION=READING) or with
    --ruling.

    \b
    deadreckon rulings tailwinds
    deadreckon audit final.log --ruling TW-AMB-05=snapshot-at-reveal
    """
    from audit.browse.catalogue import question_document

    if form == "json":
        output.write_json([question_document(game, question) for question in game.questions.values()])
        return
    for question in game.questions.values():
        print_question(game, question)
        output.say()


def print_question(game: Game, question: Question) -> None:
    """Print one open question with its readings."""
    from engine.kernel.editions import describe_default

    output.say(output.paint(question.id, "id"), "  ", output.paint(question.asks, "strong"))
    for name, says in question.readings.items():
        mark = f" {describe_default(game, question.id)}" if name == question.default else ""
        output.say("  ", "* " if mark else "  ", output.paint(name, "strong"), mark)
        output.say_paragraph(says, 6, lead="      ")
    if question.under:
        output.say_paragraph(f"Asked only with {' or '.join(question.under)}.", 4, "quiet", lead="    ")
    output.say_paragraph(f"Why: {question.why}", 4, "quiet", lead="    ")
    if question.unobservable:
        output.say_paragraph(f"Cannot be seen in a log: {question.unobservable}", 4, "quiet", lead="    ")
