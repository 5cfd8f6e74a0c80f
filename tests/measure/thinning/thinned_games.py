"""A random legal game, under the defaults or one other reading, with what the absence of each line means."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from audit import AuditOptions, audit
from audit.model.findings import Finding
from engine.kernel.events import Event
from engine.kernel.layers import LayerError
from engine.kernel.log import Header, Log
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import Rulebook
from engine.kernel.spellings import write
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import UNKNOWN, is_known
from engine.kernel.vocabulary import Field
from fixtures.kits import GAMES, kit, stacks
from fixtures.simulate import Session, company
from tests.measure.fuzzing.drawn_logs import reading_of

# This many thinned logs share one game; the longest part of one that is thinned.
SHARING = 20
LONGEST = 240
ACCUSING = {"illegal", "contested", "mismatch", "malformed"}
# The share of optional lines that are left out, and of fields that are left blank.
SHARES = (0.05, 0.3, 0.7, 1.0)
BLANKS = (1, 1, 3, 10)


@dataclass(frozen=True, slots=True)
class LegalGame:
    """Part of a legal game from its start. `tellings`: which lines may be left out, and which others show as much."""

    header: Header
    rulebook: Rulebook
    reading: tuple[str, str]
    events: tuple[Event, ...]
    tellings: Mapping[int, frozenset[int]]

    def word(self, place: int) -> str:
        """Return what the absence of a line means here: shown, open, due or free."""
        absence = type(self.events[place]).absence
        assert absence is not None
        return self.rulebook.read_absence(absence).word

    def roots(self, events: list[Event]) -> list[Finding]:
        """Audit some events under this header; return findings that accuse a player and follow from nothing else."""
        log = Log(self.header, events, range(len(events)), "text")
        raw = write(log, "text", GAMES[self.header.game].vocabulary).encode()
        return [found for found in audit(raw, GAMES, AuditOptions()).roots if found.status in ACCUSING]


@lru_cache(maxsize=4)
def legal_game(name: str, number: int) -> LegalGame:
    """Play the game of this number: each reading in turn, as often as the defaults."""
    dice = random.Random(f"{name} {number}")
    game, layers = GAMES[name], dice.choice(stacks(name))
    reading = reading_of(name, number // 2) if number % 2 else ("", "")
    try:
        session = Session(game, company(game, number, layers), number, layers=layers, rulings=_one(reading))
    except LayerError:
        reading = ("", "")
        session = Session(game, company(game, number, layers), number, layers=layers)
    session.finish()
    if reading[0] and _at_odds(session):
        reading = ("", "")
        session = Session(game, company(game, number, layers), number, layers=layers)
        session.finish()
    events = tuple(session.events[: dice.choice((LONGEST // 4, LONGEST))])
    return LegalGame(session.header, session.program.rulebook, reading, events, _tellings(session, events))


def _at_odds(session: Session) -> bool:
    """Return whether these layers allow no legal game under this reading, before any event."""
    begun = LegalGame(session.header, session.program.rulebook, ("", ""), (), {})
    return any(found.seq == 0 for found in begun.roots(session.events[:1]))


def _one(reading: tuple[str, str]) -> dict[str, str]:
    return dict([reading] if reading[0] else [])


def _tellings(session: Session, events: tuple[Event, ...]) -> Mapping[int, frozenset[int]]:
    ask = kit(session.header.game).tellings
    return ask(list(_steps(session, events))) if ask is not None else {}


def _steps(session: Session, events: tuple[Event, ...]) -> Iterator[tuple[Event, Any]]:
    """Return each event with the table before it."""
    game, program, header = session.program.rulebook.game, session.program, session.header
    table = game.lay(header, game.content(header, {}), program.rulebook.terms)
    run = Replay(program, table)
    for seq, event in enumerate(events, 1):
        yield event, copy_table(run.table)
        run.run([(seq, event)])


def thinned(game: LegalGame, dice: random.Random) -> list[int]:
    """Choose lines to leave out, so that each of them keeps one line that shows as much."""
    share, out = dice.choice(SHARES), set[int]()
    for place in dice.sample(sorted(game.tellings), len(game.tellings)):
        if dice.random() < share and all(_told(game.tellings[one], {*out, place}) for one in (*out, place)):
            out.add(place)
    return sorted(out)


def _told(tellings: frozenset[int], out: set[int]) -> bool:
    return not tellings or not tellings <= out


def blanked(game: LegalGame, dice: random.Random) -> list[Event]:
    """Leave some fields of any line blank, as far as they may be unknown."""
    events = list(game.events)
    forms = GAMES[game.header.game].vocabulary.by_class
    for _ in range(dice.choice(BLANKS)):
        at = dice.randrange(len(events))
        said = [field for field in forms[type(events[at])].fields if _says(getattr(events[at], field.attribute), field)]
        if said:
            field = dice.choice(said)
            whole = getattr(events[at], field.attribute)
            events[at] = replace(events[at], **{field.attribute: _with_a_hole(whole, dice) if field.many else UNKNOWN})
    return events


def _says(value: Any, field: Field) -> bool:
    """Return whether a field has content that could be left blank."""
    return is_known(value) and value not in (field.default, ())


def _with_a_hole(values: tuple[object, ...], dice: random.Random) -> tuple[object, ...]:
    at = dice.randrange(len(values))
    return tuple(UNKNOWN if place == at else value for place, value in enumerate(values))
