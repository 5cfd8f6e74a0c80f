"""The small logs that keep or break each rule, for the pages of the service."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.web.logs.rule_examples import Examples


@cache
def load_rule_examples(game: str) -> Examples:
    """Load the examples of a game, by rule."""
    from api.web.logs.rule_examples import RuleExample
    from fixtures.cases import cases

    found: dict[str, list[RuleExample]] = {}
    for case in cases(game):
        found.setdefault(case.rule, []).append(RuleExample(case.name, case.log, case.breaks))
    return found
