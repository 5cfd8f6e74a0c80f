"""A log that starts in mid-game: its header declares facts, and what it leaves out is unknown."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import CREW, SIDES, TILES, WINDS
from engine.games.windward.facts import MOORINGS
from engine.games.windward.folds.losing import home_of
from engine.games.windward.reckoning.printed import morale_top, rowing_top
from engine.games.windward.state import (
    BOATS,
    CARGO,
    GREY,
    GREY_TOOTH,
    ITEMS,
    RED,
    RED_TOOTH,
    STACKS,
    TOKEN,
    Crester,
    Player,
    Table,
    Turn,
)
from engine.kernel.events import MAX_NUMBER
from engine.kernel.facts import NOTHING
from engine.kernel.log import LogError
from engine.kernel.positions import (
    Position,
    Value,
    names,
    number,
    one_of,
    phase,
    refuse_out_of_bounds,
    refuse_repeats,
    refuse_strangers,
)
from engine.kernel.unknown import UNKNOWN, known

TEETH = {"teeth.red": RED_TOOTH, "teeth.grey": GREY_TOOTH, "tokens": TOKEN}
MOST_TEETH, MOST_TOKENS, MOST_RED = 8, 16, 8


def declare(table: Table, position: Position) -> None:
    """Set the table as the header says. Everything it does not say is unknown from here on."""
    refuse_strangers(position, _zones(table))
    refuse_repeats(position, ("planet", "reds", "greys"), "something", "Name each once.")
    refuse_out_of_bounds(position, _bounds(table))
    table.phase = phase(position, ("turn",))
    if any(position.get(name, NOTHING) not in {NOTHING, "??"} for name in ("winner", "ending")):
        raise LogError("A position cannot start after the end of the game.", "Leave winner and ending out.")
    _planet(table, position)
    table.wind, table.wind_set = number(position, "wind"), True
    table.first = one_of(position, "first", table.seats)
    table.trigger = one_of(position, "trigger", (*table.seats, NOTHING)) if "trigger" in position else ""
    table.round = number(position, "round")
    table.discards = [UNKNOWN]
    _tops(table, position)
    for seat, player in table.players.items():
        _player(table, player, {k.removeprefix(f"{seat}."): v for k, v in position.items() if k.startswith(f"{seat}.")})
    table.active = one_of(position, "turn", table.seats)
    table.turn = _turn(table, position)
    table.perhaps_over = any(not known(player.notoriety) for player in table.players.values())


def _zones(table: Table) -> dict[str, Container[str]]:
    """The facts that list names, and which of them there are."""
    box = table.content
    zones: dict[str, Container[str]] = {"planet": box.tile_names, "reds": box.space_names, "greys": box.space_names}
    zones["tops"] = box.card_names
    for seat in table.seats:
        zones |= {f"{seat}.hand": box.card_names, f"{seat}.crew": CREW}
    return zones


def _bounds(table: Table) -> dict[str, tuple[int, int]]:
    """From where to where the numbers of a position go."""
    bounds = {"wind": (WINDS[0], WINDS[-1]), "round": (1, MAX_NUMBER), "speed": (0, MAX_NUMBER)}
    for seat in table.seats:
        bounds |= {f"{seat}.{what}": (0, MAX_NUMBER) for what in ("notoriety", "gas", "cannons", "cards")}
        bounds |= {f"{seat}.morale": (1, _top(morale_top(table))), f"{seat}.rowing": (0, _top(rowing_top(table)))}
        bounds |= {f"{seat}.teeth.red": (0, MOST_TEETH), f"{seat}.teeth.grey": (0, MOST_TEETH)}
        bounds[f"{seat}.tokens"] = (0, MOST_TOKENS)
    return bounds


def _top(track: int) -> int:
    return track if known(track) else MAX_NUMBER


def _planet(table: Table, position: Position) -> None:
    """The tiles with their side, the living Cresters, and what lies about."""
    side = one_of(position, "side", SIDES) if "side" in position else table.side
    table.side = side if known(side) else table.side
    tiles = names(position.get("planet", NOTHING))
    if tiles and (len(tiles) != TILES):
        raise LogError(f"The position lays {len(tiles)} tiles.", f"Name the {TILES} tiles, territory 1 first.")
    table.tiles = (tuple(tiles) if known(side) else ()) or (UNKNOWN,) * TILES
    table.reds, table.reds_untold = _cresters(table, position, "reds")
    table.greys, table.greys_untold = _cresters(table, position, "greys")
    listed = names(position.get("items", "??"))
    table.items_untold = not all(map(known, listed))
    for space, _, item in (name.partition(".") for name in listed if known(name)):
        if item not in ITEMS or space not in table.content.space_names:
            raise LogError(f"The position says items={space}.{item}.", "Write a space and a thing: c32.red-tooth.")
        here = table.items.setdefault(space, {})
        here[item] = here.get(item, 0) + 1


def _cresters(table: Table, position: Position, name: str) -> tuple[dict[str, Crester], bool]:
    listed = names(position.get(name, "??"))
    if len(listed) > MOST_RED:
        raise LogError(f"The position lists {len(listed)} {name}.", f"Name {MOST_RED} at most.")
    return {space: Crester(home_of(table, space)) for space in listed if known(space)}, not all(map(known, listed))


def _tops(table: Table, position: Position) -> None:
    tops = names(position.get("tops", "?? ?? ??"))
    table.tops = [*tops, *[UNKNOWN] * STACKS][:STACKS]
    table.stacks_laid = True


def _player(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    for name in ("morale", "notoriety", "gas", "cannons", "rowing"):
        setattr(player, name, number(said, name))
    player.at = _place(said, "place", table, (PORT,))
    player.crester = one_of(said, "crester", (RED, GREY, NOTHING))
    player.cargo = {item: number(said, name) for name, item in TEETH.items()}
    player.cargo = {item: player.cargo[item] for item in CARGO}
    player.hand = names(said.get("hand", "??"))
    player.hand_untold = "hand" not in said or said["hand"] == "??"
    cards = number(said, "cards")
    if player.hand_untold and known(cards):
        player.hand, player.hand_untold = [UNKNOWN] * min(cards, table.content.counts["cards"]), False
    crew = names(said.get("crew", "??"))
    player.crew = [name for name in crew if known(name)]
    player.crew_untold = len(player.crew) < len(crew)
    player.boats = {boat: _place(said, f"boat.{boat}", table, MOORINGS) for boat in BOATS}
    table.dealt.append(player.seat)


def _place(said: Mapping[str, Value], name: str, table: Table, others: tuple[str, ...]) -> str:
    value = str(said.get(name, "??"))
    if value == "??":
        return UNKNOWN  # type: ignore[no-any-return] # in the place of a name
    if value not in others and value not in table.content.space_names:
        raise LogError(
            f"The position says {name}={value}.", f"Write a space such as c53, {' or '.join(others)}, or ??."
        )
    return value


def _turn(table: Table, position: Position) -> Turn:
    """The turn has just begun, unless the position says which orders were given and what speed is left."""
    turn = Turn(table.active)
    orders = names(position.get("orders", NOTHING))
    turn.orders, turn.mates = orders, len(orders)
    if "speed" in position:
        left = number(position, "speed")
        turn.granted = left if known(left) else UNKNOWN
    return turn
