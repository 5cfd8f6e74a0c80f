"""The pages that list the rules and open questions of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response

from api.service import get_service
from api.web.base.rendering import read_argument, render_page
from api.web.logs.rule_examples import find_examples
from audit.browse.catalogue import cite_rule, list_catalogue_rules, question_document, rule_document

if TYPE_CHECKING:
    from engine.kernel.basics.json_types import Document
    from engine.kernel.game import Game


def show_games() -> Response:
    """List the games, with links to their rules."""
    return render_page("games.html", heading="Rules")


def show_rules(game: str) -> Response:
    """Show the rules and open questions of a game, filtered by the search words."""
    found = get_service().find_game(game)
    return render_page(
        "rules.html", heading=f"{found.title}: rules", title=found.title, game_name=game, **_gather_rules(found)
    )


def _gather_rules(game: Game) -> Document:
    words = read_argument("q").casefold()
    examples = find_examples(game.name)
    all_rules = [
        {
            **rule_document(entry),
            "cited": cite_rule(game, entry.rule.cites),
            "examples": [{**one._asdict(), "step": one.step} for one in examples.get(entry.rule.id, ())],
        }
        for entry in list_catalogue_rules(game)
    ]
    all_rulings = [question_document(game, question) for question in game.questions.values()]
    fitting = [rule for rule in all_rules if words in f"{rule['id']} {rule['says']} {rule['cited']}".casefold()]
    open_ = [one for one in all_rulings if words in f"{one['id']} {one['asks']}".casefold()]
    return {"q": read_argument("q"), "rules": fitting, "rulings": open_}
