"""Examples of rules: small logs that keep or break one, listed beside it and stepped through like any log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from flask import Flask, Response, current_app

from api.jobs.dispatch import open_judged
from api.problems import Problem
from api.service import service
from api.web.base.rendering import page, room
from api.web.game.page import context
from api.web.game.replay_cache import replayed
from api.web.game.replay_document import laid_out, undrawn
from api.web.game.view_options import step
from api.web.logs.link_page import step_picture
from audit.options import NOTHING_MORE

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from engine.kernel.basics.json_types import Document

NAME = "deadreckon.rule_examples"
# Behind the last step of any example: its page shows the last.
LAST = 999_999


class RuleExample(NamedTuple):
    """One small log about one rule; `breaks`: the event that breaks it."""

    name: str
    log: str
    breaks: int | None

    @property
    def step(self) -> int:
        """Where to look first."""
        return LAST if self.breaks is None else self.breaks


Examples = Mapping[str, Sequence[RuleExample]]


def know(app: Flask, examples: Callable[[str], Examples]) -> None:
    """Let an application know the examples of each game; without them rules are shown bare."""
    app.extensions[NAME] = examples


def examples_of(game: str) -> Examples:
    """Give the examples of a game, by rule."""
    known = cast("Callable[[str], Examples]", current_app.extensions.get(NAME, lambda _: {}))
    return known(game)


def _example(game: str, rule: str, number: int) -> RuleExample:
    found = examples_of(service().game(game).name).get(rule, ())
    if not 0 < number <= len(found):
        raise Problem("not-found", "There is no such example.")
    return found[number - 1]


def _opened(example: RuleExample) -> LogViewer:
    return open_judged(example.log.encode(), service().games, NOTHING_MORE)


@room.get("/rules/<game>/<rule>/<seq:number>")
def example(game: str, rule: str, number: int) -> Response:
    """Show an example at one step, whole without scripts."""
    found = _example(game, rule, number)
    log = _opened(found)
    place, here = min(step(), log.reached), f"/rules/{game}/{rule}/{number}"
    return page(
        "example.html",
        example=found,
        rule=rule,
        twin=f"{here}.json",
        svg_from=f"{here}.svg?step=",
        links=lambda to: f"?step={to}",
        game_name=game,
        **context(log, undrawn(log), "", place),
    )


@room.get("/rules/<game>/<rule>/<seq:number>.json")
def example_document(game: str, rule: str, number: int) -> Response:
    """Give the whole example at once."""
    found = _example(game, rule, number)

    def made() -> Document:
        return laid_out(_opened(found)).document()

    return replayed(("", game, rule, str(number)), made)


@room.get("/rules/<game>/<rule>/<seq:number>.svg")
def example_picture(game: str, rule: str, number: int) -> Response:
    """Draw one step of an example."""
    log = _opened(_example(game, rule, number))
    return step_picture(log, min(step(), log.reached), None)
