"""Slips in legal games, and whether the true repair is among those that the report suggests."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from audit import audit
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.model.findings import Repair
from engine.kernel.events import Chance, Event, Record
from engine.kernel.log import LogError
from engine.kernel.replay.books import compute_book
from engine.kernel.spellings import make_line_reader, parse_log
from engine.kernel.unknown import is_known
from fixtures.kits import GAMES
from fixtures.slips import KINDS
from tests.measure.judgement.legal_games import SHARING, Break, UnbrokenGame, legal_game, slipped

# The number of repairs that are checked under a root; a slip that is not noticed is made again at another place.
LOOKED_AT = 3
ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Repaired:
    """One slip, and the rank of the true repair (0: first); None if it is not suggested."""

    kind: str
    place: int | None
    what: str


def repaired(name: str, number: int) -> Repaired | None:
    """Make the slip of this number, and look for its true repair under the first root."""
    kind = list(KINDS)[number % len(KINDS)]
    game, dice = legal_game(name, number // SHARING), random.Random(f"{name} repaired {number}")
    for _ in range(ATTEMPTS):
        made = slipped(game, kind, dice)
        found = None if made is None else _suggested(game, made)
        if made is not None and found is not None:
            seq, repairs = found
            places = (at for at, one in enumerate(repairs) if _is_true(game, made, seq, one))
            lines = "".join(f"\n        {one.line}  ({one.note})" for one in repairs)
            return Repaired(kind, next(places, None), f"{_said(game, made)}; root at {seq}{lines}")
    return None


def _said(game: UnbrokenGame, made: Break) -> str:
    before = game.events[made.start : made.start + made.taken]
    return f"{made.what} at {made.start + 1}: {_short(before)} -> {_short(made.tail)}"


def _short(events: tuple[Event, ...]) -> str:
    return " / ".join(str(event).removeprefix("seq=0, ") for event in events)


def _suggested(game: UnbrokenGame, made: Break) -> tuple[int, tuple[Repair, ...]] | None:
    """Audit the log with the slip; return the first root and its repairs, or None if the slip is not noticed."""
    try:
        report = audit(game.written(_events(game, made)), GAMES)
    except LogError:
        return None
    heads = [finding for finding in report.findings if finding.is_root or finding.status == "malformed"]
    if not heads or heads[0].seq is None:
        return None
    return heads[0].seq, heads[0].repairs[:LOOKED_AT]


def _events(game: UnbrokenGame, made: Break) -> list[Event]:
    return [*game.events[: made.start], *made.tail, *game.events[made.start + made.taken :]]


def _is_true(game: UnbrokenGame, made: Break, seq: int, repair: Repair) -> bool:
    """Say whether the repaired log is the legal one: line for line, or legal with the same lines in it.

    Where several lines may stand in any order (every seat chooses a card), the missing one may stand at any of their
    places. What only chance decides may be unknown.
    """
    events = _applied(game, _events(game, made), seq, repair)
    if events is None or len(events) != len(game.events):
        return False
    if all(_same(one, two) for one, two in zip(events, game.events, strict=True)):
        return True
    return sorted(map(repr, events)) == sorted(map(repr, game.events)) and _legal(game, events)


def _same(one: Event, two: Event) -> bool:
    if repr(one) == repr(two):
        return True
    if type(one) is not type(two) or not isinstance(one, Chance):
        return False
    return all(_agree(getattr(one, name), getattr(two, name)) for name in one.__struct_fields__ if name != "seq")


def _agree(one: object, two: object) -> bool:
    if isinstance(one, tuple) and isinstance(two, tuple):
        return not one or any(not is_known(each) for each in one) or one == two
    return not is_known(one) or one == two


def _legal(game: UnbrokenGame, events: list[Event]) -> bool:
    met = replay_log(prepare_log(game.written(events), GAMES)).outcome
    return met.breach_count == 0


def _applied(game: UnbrokenGame, events: list[Event], seq: int, repair: Repair) -> list[Event] | None:
    """Carry out a repair: append a correction, or replace the line at fault."""
    vocabulary = GAMES[game.header.game].vocabulary
    head, _, _ = game.written([]).decode().partition("---\n")
    line = parse_log(f"{head}---\n{repair.line}\n".encode(), lambda _: vocabulary)
    if line.faults:
        return None
    (event,) = line.events
    if "this comes before event" in repair.note:
        first = int(re.findall("before event ([0-9]+)", repair.note)[0]) - 1
        return [*events[:first], events[first + 1], events[first], *events[first + 2 :]]
    if not isinstance(event, Record):
        return [*events[: seq - 1], event, *events[seq:]]
    book = compute_book([*events, event], make_line_reader(vocabulary, {}), "adjudicated")
    return None if book.faults else [one for _, one in book.entries if not isinstance(one, Record)]
