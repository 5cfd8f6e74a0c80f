"""Finds a single reading, or one or two layers, under which every violation of a log disappears."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from audit.findings.replay_outcome import Readings, ReplayOutcome, replay_log, replay_to_first_breach
from audit.model.document import Suspicion
from audit.model.findings import OPEN, Finding
from engine.kernel.editions import list_layer_answers
from engine.kernel.game import Game
from engine.kernel.layers import Layer, LayerError, Rank
from engine.kernel.log import LogError
from engine.kernel.packs.reader import PackError


def find_suspicion(findings: list[Finding], readings: Readings) -> Suspicion | None:
    """Find one open reading that the roots' rules name, or layers, that explain every root."""
    roots = [finding for finding in findings if finding.is_root]
    if not roots:
        return None
    return _try_readings(roots, readings) or _OtherLayers(findings, readings).find_first_suspicion()


def _try_readings(roots: list[Finding], readings: Readings) -> Suspicion | None:
    rulebook = readings.prepared.program.rulebook
    named = [rulebook.rules[root.rule].rule.rulings for root in roots if root.rule in rulebook.rules]
    for question in dict.fromkeys(q for several in named for q in several):
        for reading in readings.list_open_readings(question):
            if readings.may_replay(question, reading) and _is_explanation(
                readings.replay_under(question, reading), roots
            ):
                game = readings.prepared.game
                says = (
                    f"{_begin_sentence(roots)} {question} is read as {reading}: "
                    f"{game.questions[question].readings[reading]}"
                )
                says += "".join(
                    f" This is how {whose} reads it." for whose in _list_layers_that_read_so(game, question, reading)
                )
                return Suspicion(kind="reading", id=question, reading=reading, says=says)
    return None


def _list_layers_that_read_so(game: Game, question: str, reading: str) -> list[str]:
    """Name the editions, modes and variants that read a question like this."""
    named = [one.id for one in list_editions(game)]
    so = [layer for layer, its in list_layer_answers(game, question).items() if its == reading]
    return [f"the {layer} edition" if layer in named else f"the layer {layer}" for layer in so]


class _OtherLayers:
    """The log with one or two layers added or removed. Each combination is replayed at most once."""

    def __init__(self, findings: list[Finding], readings: Readings) -> None:
        self.prepared, self.budget = readings.prepared, readings.budget
        self.roots = [finding for finding in findings if finding.is_root]
        self.broken = [finding for finding in findings if finding.status in OPEN]
        # Layers that lift some finding, or that cannot be changed alone. Only with these is a second layer tried.
        self.promising: set[str] = set()

    def find_first_suspicion(self) -> Suspicion | None:
        """Return the first layer or pair of layers that explains every root."""
        for turned in self._list_combinations():
            outcome = self._replay_with(turned)
            if outcome is not None and _is_explanation(outcome, self.roots):
                layers = self._turn_layers(turned)
                says = f"{_begin_sentence(self.roots)} {self._describe_layers(turned)}."
                return Suspicion(kind="layer", id=" ".join(turned), reading="", says=says, layers=layers)
        return None

    def _list_combinations(self) -> Iterator[tuple[str, ...]]:
        names = [layer.id for layer in self.prepared.game.layers]
        yield from ((name,) for name in names)
        yield from (two for two in combinations(names, 2) if self.promising & set(two))

    def _replay_with(self, turned: tuple[str, ...]) -> ReplayOutcome | None:
        """Replay with these layers added or removed, if that is possible and the budget allows."""
        if self.budget.left < len(self.prepared.entries):
            return None
        try:
            other = self.prepared.prepare_with_layers(self._turn_layers(turned))
            # For one layer, it matters which findings it lifts. For two, it matters only whether any breach remains.
            outcome = replay_log(other).outcome if len(turned) == 1 else replay_to_first_breach(other)
        except LayerError:
            self.promising.update(turned)
            return None
        except (PackError, LogError):
            return None
        self.budget.note_work(outcome.work)
        if len(turned) == 1 and not all(outcome.may_contain(finding) for finding in self.broken):
            self.promising.update(turned)
        return outcome

    def _turn_layers(self, turned: tuple[str, ...]) -> tuple[str, ...]:
        names = self.prepared.header.layers
        laid = tuple(name for name in turned if name not in names)
        return (*(name for name in names if name not in turned), *laid)

    def _describe_layers(self, turned: tuple[str, ...]) -> str:
        """Describe the edition and the layers that are added and removed."""
        game, names = self.prepared.game, self.prepared.header.layers
        turned_editions = [one.id for one in list_editions(game) if one.id in turned]
        read_by = [game.base.id if one in names else one for one in turned_editions]
        others = [name for name in turned if name not in turned_editions]
        laid, left = [name for name in others if name not in names], [name for name in others if name in names]
        parts = [f"the log is read by the {edition} edition (layers: {edition})" for edition in read_by]
        parts += [f"{_name_layers(some)} {done}" for some, done in ((laid, "laid"), (left, "left out")) if some]
        return " and ".join(parts)


def _name_layers(names: list[str]) -> str:
    return f"the layer {names[0]} is" if len(names) == 1 else f"the layers {' and '.join(names)} are"


def list_editions(game: Game) -> list[Layer]:
    """List the editions of a game other than its base."""
    return [layer for layer in game.layers if layer.rank is Rank.EDITION]


def _is_explanation(outcome: ReplayOutcome, roots: list[Finding]) -> bool:
    return outcome.breach_count == 0 and not any(outcome.may_contain(root) for root in roots)


def _begin_sentence(roots: list[Finding]) -> str:
    return "Every violation vanishes if" if len(roots) > 1 else "The one violation vanishes if"
