"""Examples of rules: small logs that keep or break one rule, with pages like those of any log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from flask import Flask, Response, current_app

from api.jobs.dispatch import open_with_report
from api.problems import Problem
from api.service import get_service
from api.web.base.rendering import render_page
from api.web.game.page import gather_page_context
from api.web.game.replay_cache import answer_replay
from api.web.game.replay_document import lay_out_moments, lay_out_replay
from api.web.game.view_options import read_step_number
from api.web.logs.link_page import answer_step_picture
from audit.options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from engine.kernel.basics.json_types import Document

NAME = "deadreckon.rule_examples"
# Later than the last step of any example, so its page opens at the end.
LAST = 999_999


class RuleExample(NamedTuple):
    """One small log about one rule. `breaks` is the event that breaks it."""

    name: str
    log: str
    breaks: int | None

    @property
    def step(self) -> int:
        """The step to open first."""
        return LAST if self.breaks is None else self.breaks


Examples = Mapping[str, Sequence[RuleExample]]


def register_examples(app: Flask, examples: Callable[[str], Examples]) -> None:
    """Add a source of rule examples to an application. Without one, rules have no examples."""
    app.extensions[NAME] = examples


def find_examples(game: str) -> Examples:
    """Return the examples of a game, by rule."""
    known = cast("Callable[[str], Examples]", current_app.extensions.get(NAME, lambda _: {}))
    return known(game)


def _find_example(game: str, rule: str, number: int) -> RuleExample:
    found = find_examples(get_service().find_game(game).name).get(rule, ())
    if not 0 < number <= len(found):
        raise Problem("not-found", "There is no such example.")
    return found[number - 1]


def _open_example(example: RuleExample) -> LogViewer:
    return open_with_report(example.log.encode(), get_service().games, DEFAULT_OPTIONS)


def show_example(game: str, rule: str, number: int) -> Response:
    """Show an example at one step. The page is complete without scripts."""
    found = _find_example(game, rule, number)
    log = _open_example(found)
    place, here = min(read_step_number(), log.event_count), f"/rules/{game}/{rule}/{number}"
    return render_page(
        "example.html",
        example=found,
        rule=rule,
        twin=f"{here}.json",
        svg_from=f"{here}.svg?step=",
        links=lambda to: f"?step={to}",
        game_name=game,
        **gather_page_context(log, lay_out_moments(log), "", place),
    )


def show_example_json(game: str, rule: str, number: int) -> Response:
    """Return the whole replay of an example as JSON."""
    found = _find_example(game, rule, number)

    def make_document() -> Document:
        return lay_out_replay(_open_example(found)).document()

    return answer_replay(("", game, rule, str(number)), make_document)


def draw_example(game: str, rule: str, number: int) -> Response:
    """Draw one step of an example."""
    log = _open_example(_find_example(game, rule, number))
    return answer_step_picture(log, min(read_step_number(), log.event_count), None)
