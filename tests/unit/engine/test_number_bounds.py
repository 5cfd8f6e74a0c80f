"""Every number in an event has bounds: a value outside is not a number of that field, and breaks no rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import inspect

from audit import audit
from engine.games import GAMES
from engine.kernel.events import Event
from fixtures.kits import AMOUNT, ANY, POSITIVE, kit
from fixtures.kits import GAMES as EVERY_GAME

COMMON = {
    "amend.at": POSITIVE,
    "retract.at": POSITIVE,
    # 0 is the place before the first event.
    "insert.at": AMOUNT,
    "ruling.at": POSITIVE,
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
        # A place that a line states is compared with the true place, and never applied.
        if field.name != "seq"
        for number in integers(field.type)
    }


@pytest.mark.parametrize("game", [game for game in EVERY_GAME if kit(game).bounds is not None])
def test_every_number_of_every_event_has_its_bounds(game: str) -> None:
    found = {name: bounds for cls in EVERY_GAME[game].vocabulary.kinds for name, bounds in bounds_of(cls).items()}
    claims = {"claim.value": ANY}
    assert found == {**(kit(game).bounds or {}), **COMMON, **claims}


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
    report = audit(f"{kit(game).header}---\n{line}\n".encode(), GAMES)
    (finding,) = [found for found in report.findings if found.status == "malformed"]
    assert (finding.line, finding.column) == (5, column)
    assert f"a whole number, {least} or more" in finding.instead
