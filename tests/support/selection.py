"""The fixtures of a run: those of all games, or of the rule or game that `--rule` or `--game` names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import cycle, product
from pathlib import Path
from typing import TypeVar

from engine.kernel.game import Game
from engine.kernel.layers import Question
from engine.kernel.rulebook import LaidRule, list_all_rules
from fixtures.cases import Case, cases
from fixtures.goldens import Expectation, Golden, goldens
from fixtures.kits import GAMES, catalogue
from fixtures.readings import ReadingLog, readings
from fixtures.slips import KINDS
from fixtures.spoilers import Spoiler, spoilers
from tests.support.paths import ROOT

# Tests made from each game's fixtures: a run for one rule or one game collects no others.
OVER_FIXTURES = ROOT / "tests" / "rules"
CONSERVATION = ROOT / "tests" / "laws" / "test_conservation.py"

Entry = TypeVar("Entry")


def is_over_fixtures(path: Path) -> bool:
    """Return whether a test file is made from each game's fixtures."""
    return OVER_FIXTURES in path.parents or path == CONSERVATION


class UnknownSelectionError(Exception):
    """A name that is neither a rule's nor a game's."""


@dataclass(slots=True)
class Selection:
    """The rule and the game that a run is about; "" stands for all of them.

    A run about all games takes a sample of what takes long, unless it is asked for every entry.
    """

    rule: str = ""
    game: str = ""
    every: bool = False

    @property
    def is_sample(self) -> bool:
        """Return whether one reading log, spoiler and slip of each chapter is enough."""
        return not (self.every or self.rule or self.game)

    def narrow(self, rule: str = "", game: str = "", *, every: bool = False) -> None:
        """Limit the run to one rule or one game; call this before any test module is imported."""
        self.every = every
        if game and game not in GAMES:
            raise UnknownSelectionError(f"There is no game {game}; there are {', '.join(GAMES)}.")
        if rule:
            rule = rule.upper()
            found = _game_of(rule)
            if game not in {"", found}:
                raise UnknownSelectionError(f"{rule} is a rule of {found}, not of {game}.")
            game = found
        self.rule, self.game = rule, game

    def games(self) -> list[str]:
        """List the games that tests run over."""
        return [name for name in GAMES if self.game in {"", name}]

    def whole_games(self) -> list[str]:
        """List the games for tests that look at a whole game; none in a run for one rule."""
        return [] if self.rule else self.games()

    def is_about(self, *rules: str) -> bool:
        """Return whether the run includes one of these rules."""
        return not self.rule or self.rule in rules

    def wordings(self, game: str) -> Iterator[LaidRule]:
        """List the rules of a game in each of their wordings."""
        return (
            laid
            for wordings in list_all_rules(GAMES[game]).values()
            for laid in wordings
            if self.is_about(laid.rule.id)
        )

    def questions(self, game: str) -> list[Question]:
        """List the open questions of a game, or those that the rule depends on."""
        return [question for question in GAMES[game].questions.values() if self._is_open(GAMES[game], question.id)]

    def cases(self) -> list[Case]:
        """List the rule cases."""
        return [case for game in self.games() for case in cases(game) if self.is_about(case.rule)]

    def readings(self) -> list[ReadingLog]:
        """List the reading logs: those that break the rule under some reading, or whose question it depends on."""
        found = [log for game in self.games() for log in readings(game) if self._is_shown(log)]
        return self._sample(found, lambda log: (log.game, log.place))

    def goldens(self) -> list[Golden]:
        """List the goldens: those that expect something of the rule."""
        return [one for game in self.games() for one in goldens(game) if self.is_about(*_rules_of(one))]

    def spoilers(self, game: str) -> list[tuple[Spoiler, int]]:
        """List the spoilers of a game, each with its number among those of its rule."""
        known = spoilers(game)
        found = [
            (one, place) for rule in known.rules if self.is_about(rule) for place, one in enumerate(known.of(rule))
        ]
        return self._sample(found, lambda one: one[0].rule.rpartition("-")[0])

    def slips(self) -> list[tuple[str, str]]:
        """List the kinds of slip for each game; a sample has a different kind for each game."""
        games, kinds = self.whole_games(), list(KINDS)
        if self.is_sample:
            return list(zip(games, cycle(kinds), strict=False))
        return list(product(games, kinds))

    def _sample(self, found: list[Entry], chapter_of: Callable[[Entry], object]) -> list[Entry]:
        """Take the first entry of each chapter for a sample, and all of them otherwise."""
        first = {chapter_of(entry): entry for entry in reversed(found)}
        return list(reversed(first.values())) if self.is_sample else found

    def _is_open(self, game: Game, question: str) -> bool:
        return not self.rule or any(question in laid.rule.rulings for laid in list_all_rules(game)[self.rule])

    def _is_shown(self, log: ReadingLog) -> bool:
        broken = {rule for outcome in log.expect.values() for _, rule in outcome.broken}
        return self.is_about(*broken) or self._is_open(GAMES[log.game], log.question)


def _game_of(rule: str) -> str:
    """Find the game of a rule in the lists of rules in the fixtures; a game without a list is imported."""
    known = {id_: game for game in GAMES for id_ in catalogue(game) or list_all_rules(GAMES[game])}
    if rule in known:
        return known[rule]
    near = ", ".join(get_close_matches(rule, known))
    raise UnknownSelectionError(f"There is no rule {rule}." + (f" Did you mean {near}?" if near else ""))


def _rules_of(golden: Golden) -> set[str]:
    books = (golden.adjudicated, golden.played)
    return {rule for expected in books if expected is not None for _, rule in _expected(expected)}


def _expected(expected: Expectation) -> tuple[tuple[int, str], ...]:
    return (*expected.roots, *expected.unverifiable, *expected.ruled)


SELECTION = Selection()
