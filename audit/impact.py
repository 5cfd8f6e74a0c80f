"""Suspicion: one other reading or layer under which every violation of a log would vanish."""

from __future__ import annotations

from collections.abc import Iterator

from audit.document import Finding, Suspicion
from audit.outcome import Readings, ReplayOutcome, played
from engine.kernel.game import Game
from engine.kernel.layers import Layer, LayerError, Rank
from engine.kernel.log import LogError
from engine.kernel.packs import PackError


def suspicion(findings: list[Finding], readings: Readings) -> Suspicion | None:
    """Find a single reading of what is open, among those the roots' rules name, or a layer that explains every root."""
    roots = [finding for finding in findings if finding.root]
    if not roots:
        return None
    return _of_reading(roots, readings) or _of_layer(roots, readings)


def _of_reading(roots: list[Finding], readings: Readings) -> Suspicion | None:
    rulebook = readings.prepared.program.rulebook
    named = [rulebook.rules[root.rule].rule.rulings for root in roots if root.rule in rulebook.rules]
    for question in dict.fromkeys(q for several in named for q in several):
        for reading in readings.open(question):
            if readings.reaches(question, reading) and _explains(readings.outcome(question, reading), roots):
                game = readings.prepared.game
                so = [one.id for one in _editions(game) if one.readings.get(question) == reading]
                says = (
                    f"{_opening(roots)} {question} is read as {reading}: {game.questions[question].readings[reading]}"
                )
                says += "".join(f" So the {edition} edition reads it." for edition in so)
                return Suspicion(kind="reading", id=question, reading=reading, says=says)
    return None


def _of_layer(roots: list[Finding], readings: Readings) -> Suspicion | None:
    for name, laid, outcome in _relayered(readings):
        if _explains(outcome, roots):
            game = readings.prepared.game
            if name in [one.id for one in _editions(game)]:
                edition = name if laid else game.base.id
                says = f"{_opening(roots)} the log is read by the {edition} edition (layers: {edition})."
            else:
                says = f"{_opening(roots)} the layer {name} {'is laid' if laid else 'is left out'}."
            return Suspicion(kind="layer", id=name, reading="", says=says)
    return None


def _editions(game: Game) -> list[Layer]:
    return [layer for layer in game.layers if layer.rank is Rank.EDITION]


def _relayered(readings: Readings) -> Iterator[tuple[str, bool, ReplayOutcome]]:
    """Replay with each optional layer laid that was not, and left out that was."""
    prepared, budget = readings.prepared, readings.budget
    for layer in prepared.game.layers:
        names = prepared.header.layers
        laid = layer.id not in names
        others = (*names, layer.id) if laid else tuple(name for name in names if name != layer.id)
        if budget.left < len(prepared.entries):
            return
        try:
            outcome = played(prepared.layered(others)).outcome
            budget.look(outcome.work)
            yield layer.id, laid, outcome
        except (LayerError, PackError, LogError):
            continue


def _explains(outcome: ReplayOutcome, roots: list[Finding]) -> bool:
    return outcome.broken == 0 and not any(outcome.keeps(root) for root in roots)


def _opening(roots: list[Finding]) -> str:
    return "Every violation vanishes if" if len(roots) > 1 else "The one violation vanishes if"
