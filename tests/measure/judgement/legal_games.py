"""Random legal games, with the table before each line, and the breaks that slips and spoilers make in them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from engine.kernel.events import Chance, Event, Move
from engine.kernel.log import Header, Log
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import Rulebook
from engine.kernel.spellings import write
from engine.kernel.tables.copy import copy_table
from fixtures.kits import GAMES, stacks
from fixtures.simulate import Session, company
from fixtures.slips import KINDS
from fixtures.spoilers import Spoiler, spoilers

# This many broken logs share one game, because playing one takes longer than auditing it.
SHARING = 10
# The number of places of a game that are offered to a spoiler.
OFFERED = 60


@dataclass(frozen=True, slots=True)
class UnbrokenGame:
    """A legal game: its events, and the table before each."""

    header: Header
    rulebook: Rulebook
    events: tuple[Event, ...]
    tables: tuple[Any, ...]

    def written(self, events: list[Event]) -> bytes:
        """Write events under the header of this game."""
        log = Log(self.header, events, range(len(events)), "text")
        return write(log, "text", GAMES[self.header.game].vocabulary).encode()


class Break(NamedTuple):
    """The replacement of `taken` lines from a place on, and its origin."""

    start: int
    taken: int
    tail: tuple[Event, ...]
    what: str


@lru_cache(maxsize=4)
def legal_game(name: str, number: int) -> UnbrokenGame:
    """Play the game of this number, under a stack of layers drawn by it."""
    dice = random.Random(f"{name} {number}")
    game, layers = GAMES[name], dice.choice(stacks(name)) if number % 2 else ()
    session = Session(game, company(game, number, layers), number, layers=layers)
    session.finish()
    table = game.lay(session.header, game.content(session.header, {}), session.program.rulebook.terms)
    run, tables = Replay(session.program, table), []
    for seq, event in enumerate(session.events, 1):
        tables.append(copy_table(run.table))
        run.run([(seq, event)])
    return UnbrokenGame(session.header, session.program.rulebook, tuple(session.events), tuple(tables))


def slipped(game: UnbrokenGame, kind: str, dice: random.Random) -> Break | None:
    """Make a slip of this kind at a random place; None if none can be made."""
    events, seats = list(game.events), [player.seat for player in game.header.players]
    for at in dice.sample(range(len(events)), min(OFFERED, len(events))):
        changed = KINDS[kind](events, at, seats, dice)
        if changed is not None:
            return _between(events, changed, kind)
    return None


def spoiled(game: UnbrokenGame, dice: random.Random) -> Break | None:
    """Break a random rule at a place where it can be broken; the game goes on as before."""
    usable = [one for one in spoilers(game.header.game).all if _usable(one, game)]
    spoiler = dice.choice(usable)
    start = dice.randrange(len(game.events))
    for step in range(min(OFFERED, len(game.events))):
        at = (start + step) % len(game.events)
        assert spoiler.at_event is not None
        found = spoiler.at_event(game.tables[at], game.events[at], dice)
        if found is not None:
            taken, tail = _as_it_went_on(game, at, tuple(found.events))
            return Break(at, taken, tail, f"spoiler {spoiler.rule}")
    return None


def _as_it_went_on(game: UnbrokenGame, at: int, bad: tuple[Event, ...]) -> tuple[int, tuple[Event, ...]]:
    """Let chance answer the legal event as in the game, if a spoiler answers it too; otherwise it would come twice."""
    if len(bad) > 1 and _otherwise(game.events[at], bad[0]) and isinstance(bad[1], Move):
        # What the game goes on with shows that chance came out differently; a further move would be a second break.
        bad = bad[:1]
    answers = 0
    for own, other in zip(bad[1:], game.events[at + 1 :], strict=False):
        if bad[0] is not game.events[at] or type(own) is not type(other) or not isinstance(own, Chance):
            break
        answers += 1
    went_on = game.events[at + 1 : at + 1 + answers]
    return _taken(game.events[at], bad) + answers, (*bad[:1], *went_on, *bad[1 + answers :])


def _otherwise(event: Event, other: Event) -> bool:
    """Return whether chance brought something else."""
    return other is not event and type(other) is type(event) and isinstance(event, Chance)


def _taken(event: Event, bad: tuple[Event, ...]) -> int:
    """Say whether lines stand instead of a legal one (they hold it, or one of its kind) or are written beside it.

    A line of another kind in its place would be two breaks: a line too many, and one missing.
    """
    return int(any(type(one) is type(event) for one in bad))


@cache
def _laid_in(name: str) -> dict[int, str]:
    """Name for each spoiler the layer whose wording it breaks."""
    return {id(one): one.layer(name) for one in spoilers(name).all if one.at_event is not None}


def _usable(spoiler: Spoiler, game: UnbrokenGame) -> bool:
    """Return whether it breaks a rule in this game's wording; spoilers that need rulings are skipped."""
    laid = game.rulebook.rules.get(spoiler.rule)
    wants = spoiler.wants.keys() - {"roles", "layers"}
    return laid is not None and not wants and _laid_in(game.header.game).get(id(spoiler)) == laid.layer


def _between(events: list[Event], changed: list[Event], what: str) -> Break:
    """Find the range in which two lists of events differ."""
    start = 0
    while start < min(len(events), len(changed)) and events[start] is changed[start]:
        start += 1
    end = 0
    while end < min(len(events), len(changed)) - start and events[-1 - end] is changed[-1 - end]:
        end += 1
    return Break(start, len(events) - end - start, tuple(changed[start : len(changed) - end]), what)


__all__ = ["SHARING", "Break", "UnbrokenGame", "legal_game", "slipped", "spoiled"]
