"""Damage to a random log: any event, any value or none in its fields, claims, corrections, slips."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from msgspec.structs import replace

from engine.kernel.events import Amend, Claim, Event, Insert, Move, Note, Retract, Ruling
from engine.kernel.spellings import write_line
from engine.kernel.unknown import UNKNOWN, is_known
from engine.kernel.vocabulary import Field
from fixtures.slips import KINDS
from tests.measure.fuzzing.scenes import Scene

# Takes a scene, a table, the events so far, the place of the event after that table, and dice.
Wound = Callable[[Scene, Any, list[Event], int, random.Random], list[Event]]
# Games offer thousands of moves now and then; the first ones are enough.
MOST_OFFERS = 3_000


def slipped(scene: Scene, _: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """A scorekeeper's slip."""
    seats = [player.seat for player in scene.header.players]
    return KINDS[dice.choice(sorted(KINDS))](events, at, seats, dice) or events


def offered(scene: Scene, table: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """Replace an event by one that is conceivable at that table, legal or not."""
    thought_of: Iterable[Event] = scene.game.offers(table) if dice.random() < 0.7 else scene.game.outcomes(table)
    found = list(islice(thought_of, MOST_OFFERS))
    return [*events[:at], dice.choice(found), *events[at + dice.randint(0, 1) :]] if found else events


def wild(scene: Scene, table: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """Insert an event of any kind that the game has, with any values that its fields take."""
    form = scene.game.vocabulary.by_class[dice.choice(scene.game.events)]
    said: dict[str, Any] = {"by": dice.choice(scene.names["seat"])} if form.has_seat else {}
    for field in form.fields:
        if field.required or dice.random() < 0.5:
            said[field.attribute] = _any_value(scene, table, field, dice)
    return [*events[:at], form.cls(**said), *events[at + dice.randint(0, 1) :]]


def restated(scene: Scene, table: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """Change one field, or state one that need not be stated."""
    form = scene.game.vocabulary.by_class.get(type(events[at]))
    if form is None or not form.fields:
        return events
    field = dice.choice(form.fields)
    return _with(events, at, {field.attribute: _any_value(scene, table, field, dice)})


def blanked(scene: Scene, _: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """Leave out one field, or one word of a list; this may be the seat."""
    form = scene.game.vocabulary.by_class.get(type(events[at]))
    if form is None:
        return events
    if isinstance(events[at], Move) and dice.random() < 0.1:
        return _with(events, at, {"by": UNKNOWN})
    fields = [field for field in form.fields if field.attribute not in {"who", "why"}]
    if not fields:
        return events
    field = dice.choice(fields)
    said = getattr(events[at], field.attribute)
    hole = tuple(dice.choice((UNKNOWN, word)) for word in said) if field.many else UNKNOWN
    return _with(events, at, {field.attribute: hole}) if _may_be_unknown(field) else events


def claimed(scene: Scene, table: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """Claim a fact: with its value, the value of another fact, a value close to it, or an impossible one."""
    facts = scene.game.facts(table)
    name = dice.choice(sorted(facts))
    truth = facts[name]
    others = [value for value in facts.values() if is_known(value)]
    amount = truth + dice.choice((-1, 1)) if is_known(truth) and isinstance(truth, int) else dice.randint(-2, 40)
    said = dice.choice([truth, dice.choice(others), amount, dice.choice(scene.names["seat"]), "none", "rum-5 ??", "??"])
    value = said if is_known(said) and isinstance(said, int) else str(said)
    return [*events[:at], Claim(fact=name, value=value), *events[at:]]


def result_claimed(scene: Scene, _: Any, events: list[Event], __: int, dice: random.Random) -> list[Event]:
    """End the log with a claim of a fact that decides the game."""
    fact = dice.choice(scene.game.result)
    return [*events, Claim(fact=fact, value=dice.choice([*scene.names["seat"], "none", 3]))]


def corrected(scene: Scene, _: Any, events: list[Event], at: int, dice: random.Random) -> list[Event]:
    """Correct an event, rule on it or remark on it, right away or at the end."""
    line = write_line(dice.choice(events), scene.game.vocabulary)
    seq = at + dice.randint(0, 2)
    rule = dice.choice(sorted(scene.line.program.rulebook.rules))
    record = dice.choice(
        [Amend(at=seq, line=line), Retract(at=seq), Insert(at=seq, line=line), Ruling(at=seq, rule=rule),
         Ruling(at=seq), Note(text=line)]
    )  # fmt: skip
    place = dice.choice((at + 1, len(events)))
    return [*events[:place], record, *events[place:]]


WOUNDS: tuple[Wound, ...] = (
    *(offered, offered, offered, wild, wild, restated, restated, restated),
    *(blanked, claimed, claimed, claimed, result_claimed, slipped, corrected),
)


def _with(events: list[Event], at: int, changes: dict[str, Any]) -> list[Event]:
    return [*events[:at], replace(events[at], **changes), *events[at + 1 :]]


def _any_value(scene: Scene, table: Any, field: Field, dice: random.Random) -> object:
    if field.many:
        return tuple(_one_value(scene, table, field, dice) for _ in range(dice.randint(1, 4)))
    return _one_value(scene, table, field, dice)


def _one_value(scene: Scene, table: Any, field: Field, dice: random.Random) -> object:
    """Return a name of the field's kind, an amount, or a word; now and then unknown."""
    if dice.random() < 0.05 and _may_be_unknown(field):
        return UNKNOWN
    if scene.names.get(field.kind):
        return dice.choice(scene.names[field.kind])
    if field.kind == "landing":
        lane = dice.choice(scene.names["lane"])
        return f"{dice.choice(scene.names['boat'])}@{abs(_amount(scene, table, dice))}/{lane}"
    return dice.choice(("x", "", "two words")) if field.takes == {str} else _amount(scene, table, dice)


def _amount(scene: Scene, table: Any, dice: random.Random) -> int:
    """Return a number on the table, or one near it; rules seldom depend on any other."""
    if dice.random() < 0.1:
        return dice.choice((-1, 0, 1_000_000))
    words = " ".join(str(value) for value in scene.game.facts(table).values()).split()
    numbers = [int(word) for word in words if word.isdecimal()]
    return dice.choice([*numbers, 0, 1, 2, 3]) + dice.choice((-1, 0, 0, 1, 2))


def _may_be_unknown(field: Field) -> bool:
    return bool(field.takes) and field.takes != {bool}
