"""Where a random log begins: a random game, a rule case, a reading's log or a golden, with each of its tables."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from audit.findings.replay_outcome import replay_log
from audit.intake.domains import list_domains
from audit.intake.preparation import prepare_log
from engine.kernel.events import Event, Unreadable
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Header, LogError
from engine.kernel.replay.timeline import Timeline
from engine.kernel.spellings import write
from fixtures.cases import cases
from fixtures.kits import GAMES, pages, stacks
from fixtures.readings import readings
from fixtures.simulate import company, play

Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One replayed log, with every name that its game knows."""

    game: Game
    header: Header
    events: tuple[Event, ...]
    line: Timeline
    names: Mapping[str, list[str]]

    def table(self, place: int) -> Any:
        """Return the table before the event at this place; the start does not count as one."""
        return self.line.table_after(place + 1)


@cache
def other_readings(game: str) -> Readings:
    """List every reading of every open question except the first, which is the default."""
    questions = GAMES[game].questions.values()
    return tuple((question.id, reading) for question in questions for reading in list(question.readings)[1:])


@cache
def written(game: str) -> tuple[bytes, ...]:
    """List the written logs: cases, readings and goldens."""
    small = [case.log for case in cases(game)] + [reading.log for reading in readings(game)]
    return (*(log.encode() for log in small), *(page.read_bytes() for page in pages(game, "logs", ".log")))


@cache
def random_game(game: str, number: int) -> Scene:
    """Play a random game under layers and, every other time, a reading, all drawn by its number."""
    dice = random.Random(f"{game} {number}")
    layers = dice.choice(stacks(game))
    others = other_readings(game)
    rulings = dict([dice.choice(others)]) if others and number % 2 else {}
    try:
        log = play(GAMES[game], company(GAMES[game], number, layers), number, layers, rulings)
    except LayerError:
        log = play(GAMES[game], company(GAMES[game], number, layers), number, layers)
    return scene_of(write(log, "text", GAMES[game].vocabulary).encode())


def scene_of(raw: bytes) -> Scene:
    """Replay a log."""
    log = replay_log(prepare_log(raw, GAMES))
    prepared = log.prepared
    domains = list_domains(prepared.game, prepared.header, prepared.content)
    names = {kind: sorted(domain) for kind, domain in domains.items() if isinstance(domain, Iterable)}
    events = tuple(event for event in prepared.log.events if not isinstance(event, Unreadable))
    return Scene(prepared.game, prepared.log.header, events, log.timeline, names)


def any_scene(game: str, number: int, dice: random.Random) -> Scene:
    """Return the random game of this number, or, equally often, a written log."""
    if dice.random() < 0.5:
        return random_game(game, number)
    try:
        return scene_of(dice.choice(written(game)))
    except LogError:
        # A golden may be about a file that is not a log.
        return random_game(game, number)
