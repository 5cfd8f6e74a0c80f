"""Copies and stored tables equal their original, share nothing with it that can change, and play alike."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from engine.kernel.basics.field_types import is_frozen
from engine.kernel.events import Event
from engine.kernel.replay.replay import Replay
from engine.kernel.spellings import write
from engine.kernel.table import AnyTable
from engine.kernel.tables import copy, serialize
from engine.kernel.tables.copy import build_copier, copy_table
from engine.kernel.tables.serialize import NOT_KNOWN, NotStoredError, dump_object, load_object
from engine.kernel.tables.shapes import AGREED, Shape, count_mentions, read_field_shapes
from engine.kernel.unknown import UNKNOWN, is_known
from fixtures.goldens import goldens
from fixtures.kits import GAMES, kit
from fixtures.simulate import company, play

EVERY, AHEAD, HOLES = 12, 9, 0.15
over_games = pytest.mark.parametrize("name", GAMES)
# How a table is duplicated: copied, or stored and read.
Again = Callable[[PreparedLog, AnyTable], AnyTable]


@cache
def records(name: str) -> tuple[PreparedLog, ...]:
    """Short and long logs, each unchanged and with gaps."""
    game = GAMES[name]
    texts = list(kit(name).rare)
    texts += [golden.log.decode() for golden in goldens(name) if not golden.whole]
    texts += [write(play(game, company(game, seed), seed), "text", game.vocabulary) for seed in (1, 2)]
    whole = [prepare_log(text.encode(), GAMES) for text in texts]
    return *whole, *(hollowed(one, seed) for seed, one in enumerate(whole))


def hollowed(prepared: PreparedLog, seed: int) -> PreparedLog:
    dice = random.Random(seed)
    entries = [(seq, with_holes(prepared, event, dice)) for seq, event in prepared.entries]
    return msgspec.structs.replace(prepared, entries=entries)


def with_holes(prepared: PreparedLog, event: Event, dice: random.Random) -> Event:
    """Leave out some of an event: a field, or one name in a list."""
    answer = prepared.game.vocabulary.by_class.get(type(event))
    for one in answer.fields if answer is not None else ():
        value = getattr(event, one.attribute)
        if dice.random() < HOLES and is_known(value) and value:
            hole: Any = (UNKNOWN, *value[1:]) if one.many else UNKNOWN
            event = msgspec.structs.replace(event, **{one.attribute: hole})
    return event


def tables(name: str, every: int = EVERY) -> Iterator[tuple[PreparedLog, int, AnyTable]]:
    """Tables in the middle of these records, with the number of events before each."""
    for prepared in records(name):
        run = Replay(prepared.program, prepared.build_table())
        for place in range(0, len(prepared.entries), every):
            yield prepared, place, run.table
            run.run(prepared.entries[place : place + every])
        yield prepared, len(prepared.entries), run.table


def by_copy(_: PreparedLog, table: AnyTable) -> AnyTable:
    return copy_table(table)


def by_store(prepared: PreparedLog, table: AnyTable) -> AnyTable:
    return laid_again(prepared, table, dump_object(table))


def laid_again(prepared: PreparedLog, table: AnyTable, raw: bytes) -> AnyTable:
    agreed = {name: getattr(table, name) for name in AGREED if hasattr(table, name)}
    return load_object(type(table), raw, prepared.game.vocabulary, agreed)


def differences(one: Any, other: Any, place: str = "table") -> Iterator[str]:
    """List where two tables differ. Values are compared with their classes; an unknown value equals only itself."""
    if type(one) is not type(other):
        yield f"{place}: {one!r}, {other!r}"
    elif is_dataclass(one) or isinstance(one, msgspec.Struct):
        for name in one.__struct_fields__ if isinstance(one, msgspec.Struct) else [part.name for part in fields(one)]:
            if name not in AGREED:
                yield from differences(getattr(one, name), getattr(other, name), f"{place}.{name}")
            elif getattr(one, name) is not getattr(other, name):
                yield f"{place}.{name} is another"
    elif isinstance(one, list | tuple | dict):
        mine, theirs = ([*each.items()] if isinstance(each, dict) else each for each in (one, other))
        if len(mine) != len(theirs):
            yield f"{place}: {len(mine)}, {len(theirs)} of them"
        for number, pair in enumerate(zip(mine, theirs, strict=False)):
            yield from differences(*pair, f"{place}[{number}]")
    elif one is not other and not (is_known(one) and one == other):
        yield f"{place}: {one!r}, {other!r}"


def changeable(thing: Any) -> Iterator[int]:
    """Walk through everything on a table that can change."""
    if isinstance(thing, list | dict | set) or (is_dataclass(thing) and not is_frozen(type(thing))):
        yield id(thing)
    if isinstance(thing, list | tuple | dict):
        for one in thing.values() if isinstance(thing, dict) else thing:
            yield from changeable(one)
    elif is_dataclass(thing) and not is_frozen(type(thing)):
        for part in fields(thing):
            if part.name not in AGREED:
                yield from changeable(getattr(thing, part.name))


def layout(table: AnyTable) -> list[int]:
    """Number the changeable parts in the order of the walk; a part in several places has one number in all of them."""
    order: dict[int, int] = {}
    return [order.setdefault(one, len(order)) for one in changeable(table)]


def told(prepared: PreparedLog, table: AnyTable, place: int) -> tuple[list[Any], dict[str, Any]]:
    """Play on for a while, and return the breaches met and the table's facts after that."""
    run = Replay(prepared.program, table).run(prepared.entries[place : place + AHEAD])
    return [
        (judgement.seq, judgement.laid.rule.id, repr(judgement.breach)) for judgement in run.judgements
    ], prepared.game.facts(run.table)


@over_games
@pytest.mark.parametrize("again", [by_copy, by_store])
def test_a_table_made_again_is_equal_and_shares_nothing_that_can_change(name: str, again: Again) -> None:
    for prepared, _, table in tables(name):
        other = again(prepared, table)
        assert list(differences(table, other)) == []
        assert layout(other) == layout(table)
        assert set(changeable(table)).isdisjoint(changeable(other))


@over_games
@pytest.mark.parametrize("again", [by_copy, by_store])
def test_a_table_made_again_plays_on_alike_and_leaves_its_origin_alone(name: str, again: Again) -> None:
    for prepared, place, table in tables(name):
        before = dump_object(table)
        judgements, facts = told(prepared, again(prepared, table), place)
        assert dump_object(table) == before
        once_more, same_facts = told(prepared, copy_table(table), place)
        assert judgements == once_more
        assert list(differences(facts, same_facts)) == []


@over_games
def test_these_tables_hold_what_nobody_knows(name: str) -> None:
    assert any(msgspec.msgpack.encode(NOT_KNOWN) in dump_object(table) for _, _, table in tables(name))


# A slip in the code that copies or stores a table is noticed


@cache
def samples(name: str) -> list[tuple[PreparedLog, AnyTable]]:
    return [(prepared, copy_table(table)) for prepared, _, table in tables(name, every=1)]


def neighbours(name: str) -> Iterator[tuple[type, str, str]]:
    """Yield neighbouring fields in every class of a game's table that can change."""
    for made in count_mentions(type(records(name)[0].build_table())):
        if not is_frozen(made):
            yield from ((made, one, other) for one, other in pairwise(read_field_shapes(made)))


def unnoticed(name: str, again: Callable[[type, str, str], Again]) -> list[str]:
    """List the slips after which every table is still duplicated correctly."""
    slips = [(f"{made.__name__}: {one}, {other}", again(made, one, other)) for made, one, other in neighbours(name)]
    return [slip for slip, wrong in slips if not any(differs(wrong, *sample) for sample in samples(name))]


def differs(again: Again, prepared: PreparedLog, table: AnyTable) -> bool:
    try:
        return any(differences(table, again(prepared, table)))
    except (AttributeError, TypeError, NotStoredError):
        return True


@over_games
def test_a_copier_with_two_fields_swapped_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, root = copy._write_function, type(records(name)[0].build_table())

    def swapped(made: type, one: str, other: str) -> Again:
        def slipped(here: type, *rest: Any) -> str:
            swap, text = {one: other, other: one}, written(here, *rest)
            return re.sub(rf"old\.({one}|{other})\b", lambda m: f"old.{swap[m[1]]}", text) if here is made else text

        with monkeypatch.context() as slip:
            slip.setattr(copy, "_write_function", slipped)
            wrong = build_copier.__wrapped__(root)
        return lambda _, table: wrong(table)

    assert unnoticed(name, swapped) == []


@over_games
def test_a_store_with_two_fields_swapped_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(made: type, one: str, other: str) -> Again:
        def slipped(here: type) -> Mapping[str, Shape]:
            swap, held = {one: other, other: one} if here is made else {}, read_field_shapes(here)
            return {swap.get(field, field): held[swap.get(field, field)] for field in held}

        def again(prepared: PreparedLog, table: AnyTable) -> AnyTable:
            with monkeypatch.context() as slip:
                slip.setattr(serialize, "read_field_shapes", slipped)
                raw = dump_object(table)
            return laid_again(prepared, table, raw)

        return again

    assert unnoticed(name, swapped) == []


# Types that do not say whether they can change are refused, and so are bytes that were not stored


@dataclass(slots=True)
class Vague:
    """A table whose card may be of any type."""

    card: Any = None


@dataclass(frozen=True, slots=True)
class Ice:
    """A frozen object that contains changeable data."""

    cards: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Pond:
    """A table with such an object on it."""

    ice: Ice = field(default_factory=Ice)


def test_a_field_that_does_not_tell_whether_it_can_change_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Vague\.card: .*Any does not tell"):
        copy_table(Vague())
    with pytest.raises(TypeError, match="Ice is frozen, and yet holds what can change"):
        copy_table(Pond())
