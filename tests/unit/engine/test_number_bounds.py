"""Every number that an event holds has bounds: what lies outside is no number of that field, and breaks no rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import inspect

from audit import audit
from engine.games import GAMES
from engine.kernel.events import MAX_NUMBER, Event
from fixtures.kits import GAMES as EVERY_GAME

# From where to where each number goes: any whole number, from nothing on, or from one on.
ANY, AMOUNT, POSITIVE = (-MAX_NUMBER, MAX_NUMBER), (0, MAX_NUMBER), (1, MAX_NUMBER)
COMMON = {
    "amend.at": POSITIVE,
    "retract.at": POSITIVE,
    # 0 is the place before the first event.
    "insert.at": AMOUNT,
    "ruling.at": POSITIVE,
}
BOUNDS = {
    "tailwinds": {
        # TW-ROLL and TW-WIND rules say which faces the die has.
        "roll.value": AMOUNT,
        "wind.value": AMOUNT,
        "place.space": AMOUNT,
        # TW-MOVE-01 speaks of a boat that is moved by nothing, or backwards.
        "move.points": ANY,
        "move.space": POSITIVE,
        "move.start": POSITIVE,
        "spend.points": AMOUNT,
        "refill.slot": POSITIVE,
        "chase.space": POSITIVE,
    },
    "winds-of-plunder": {
        "shuffle.count": POSITIVE,
        # WP-VOTE-04 speaks of a bid of fewer than no cubes.
        "bid.cubes": ANY,
        "bids.cubes": ANY,
        "play.pay": AMOUNT,
        "cubes.points": AMOUNT,
        "cubes.cubes": AMOUNT,
    },
    "north-wind": {
        "stack.count": POSITIVE,
        "income.gold": POSITIVE,
        # NW-VOYAGE-02 says how many tiles may go under a stack.
        "cut.count": ANY,
        "tile.index": POSITIVE,
        "pass.index": POSITIVE,
        "buy.prices": AMOUNT,
        "buy.index": POSITIVE,
        "sell.prices": AMOUNT,
        "sell.index": POSITIVE,
        "sell.bookkeeper": AMOUNT,
        "exchange.prices": AMOUNT,
        "exchange.index": POSITIVE,
        "exchange.bookkeeper": AMOUNT,
        "equip.price": POSITIVE,
        "equip.index": POSITIVE,
        "overboard.gold": AMOUNT,
        "letter.index": POSITIVE,
        "wreck.gold": AMOUNT,
        "wreck.index": POSITIVE,
        "task.field": POSITIVE,
        "task.index": POSITIVE,
        "pay.gold": POSITIVE,
        "fight.strength": POSITIVE,
        "shots.hits": AMOUNT,
        "gold.gold": AMOUNT,
        "receive.letters": AMOUNT,
        "shuffle.count": POSITIVE,
    },
    # What a die shows, and which stack there is, rules say; speed that nobody stated is reckoned.
    "windward": {
        "start.value": ANY,
        "stacks.sizes": AMOUNT,
        "top.stack": POSITIVE,
        "reset.sizes": AMOUNT,
        "wind.value": ANY,
        "grey.value": ANY,
        "sail.speed": ANY,
        "take.stack": ANY,
        "card.wind": AMOUNT,
        "pick.number": AMOUNT,
        "drop.number": AMOUNT,
        "cannons.number": AMOUNT,
        "roll.hits": ANY,
        "hits.tokens": AMOUNT,
        "achieve.value": ANY,
        "wake.value": ANY,
        "difficulty.spaces": ANY,
        "teeth.red": AMOUNT,
        "teeth.grey": AMOUNT,
    },
    # PB-HEAP-01 says how many a turn takes.
    "pebbles": {"take.count": ANY, "spill.count": AMOUNT},
}


def integers(described: inspect.Type) -> Iterator[inspect.IntType]:
    """Every whole number within a type."""
    if isinstance(described, inspect.IntType):
        yield described
    inner: list[inspect.Type] = [*getattr(described, "types", ())]
    inner += [held for name in ("type", "item_type") if (held := getattr(described, name, None)) is not None]
    for one in inner:
        yield from integers(one)


def bounds_of(cls: type[Event]) -> dict[str, tuple[int | float | None, int | float | None]]:
    described = inspect.type_info(cls)
    assert isinstance(described, inspect.StructType)
    return {
        f"{cls.__struct_config__.tag}.{field.name}": (number.ge, number.le)
        for field in described.fields
        # The place that a line states is compared with its true place, and never obeyed.
        if field.name != "seq"
        for number in integers(field.type)
    }


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_number_of_every_event_has_its_bounds(game: str) -> None:
    found = {name: bounds for cls in EVERY_GAME[game].vocabulary.kinds for name, bounds in bounds_of(cls).items()}
    claims = {"claim.value": ANY}
    assert found == {**BOUNDS[game], **COMMON, **claims}


HEADS = {
    "tailwinds": "players: green=Ada/sailor, orange=Ben/crew",
    "winds-of-plunder": "players: green=Ada, orange=Ben, blue=Cleo",
    "north-wind": "players: green=Ada, orange=Ben",
}


@pytest.mark.parametrize(
    ("game", "line", "column", "least"),
    [
        ("north-wind", "fate: shots silver hits=-5", 20, 0),
        ("north-wind", "fate: shots silver hits=-1", 20, 0),
        ("north-wind", "green: pay gold=0", 12, 1),
        ("north-wind", "green: buy salt prices=2,-2", 17, 0),
        ("north-wind", "fate: tile salt-1 index=-1", 19, 1),
        ("tailwinds", "green: move aft 2 space=-4", 19, 1),
        ("tailwinds", "fate: wind -2", 12, 0),
        ("winds-of-plunder", "green: cubes -2", 14, 0),
        ("winds-of-plunder", "green: play misfire_1 pay=-1", 23, 0),
    ],
)
def test_a_number_outside_is_malformed_with_place_and_remedy(game: str, line: str, column: int, least: int) -> None:
    report = audit(f"game: {game}\n{HEADS[game]}\n---\n{line}\n".encode(), GAMES)
    (finding,) = [found for found in report.findings if found.status == "malformed"]
    assert (finding.line, finding.column) == (4, column)
    assert f"a whole number, {least} or more" in finding.instead
