"""Sets a table in mid-game from the facts that a header declares; everything else is unknown."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import CREW, SIDES, TILES, WINDS
from engine.games.windward.cresters import Crester
from engine.games.windward.facts import MOORINGS
from engine.games.windward.facts.variants import PARKED
from engine.games.windward.folds.cresters import home_of, white_missing
from engine.games.windward.reckoning import planet
from engine.games.windward.reckoning.great_white import DIFFICULTIES
from engine.games.windward.reckoning.printed import morale_top, rowing_top
from engine.games.windward.reckoning.sailing import is_drift
from engine.games.windward.scoring import WORTH
from engine.games.windward.state import (
    BOATS,
    CARGO,
    GOAL,
    GREY_TOOTH,
    ITEMS,
    MATES,
    RED_TOOTH,
    SPEED,
    STACKS,
    TOKEN,
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
    read_names,
    read_number,
    read_one_of,
    read_phase,
    refuse_out_of_bounds,
    refuse_repeats,
    refuse_strangers,
)
from engine.kernel.unknown import UNKNOWN, is_known

TEETH = {"teeth.red": RED_TOOTH, "teeth.grey": GREY_TOOTH, "tokens": TOKEN}
MOST_TEETH, MOST_TOKENS, MOST_RED = 8, 16, 8


def declare(table: Table, position: Position) -> None:
    """Set the table as the header says. Every fact that it leaves out is unknown."""
    refuse_strangers(position, _zones(table))
    once = ("planet", *(() if table.terms.reds_hunt else ("reds",)), "greys", "achievements", "tagged")
    refuse_repeats(position, once, "something", "Name each once.")
    refuse_out_of_bounds(position, _bounds(table))
    table.phase = read_phase(position, ("turn",))
    if over := next((name for name in ("winner", "ending") if position.get(name, NOTHING) not in {NOTHING, "??"}), ""):
        raise LogError("A position cannot start after the end of the game.", "Leave winner and ending out.", fact=over)
    _planet(table, position)
    table.wind, table.wind_set = read_number(position, "wind"), True
    table.first = read_one_of(position, "first", table.seats)
    table.round = read_number(position, "round")
    table.discards = [UNKNOWN]
    _tops(table, position)
    if table.terms.goal_cards:
        _achievements(table, position)
    if table.terms.researching:
        _tags(table, position)
    if table.terms.reds_hunt:
        table.reds_beaten = read_number(position, "beaten")
    if table.terms.white_plays:
        _white(table, position)
    if table.terms.allied:
        table.lives = {whose: read_number(position, f"lives.{whose}") for whose in table.lives}
        table.difficulty = read_one_of(position, "difficulty", tuple(DIFFICULTIES))
    for seat, player in table.players.items():
        _player(table, player, {k.removeprefix(f"{seat}."): v for k, v in position.items() if k.startswith(f"{seat}.")})
    table.active = read_one_of(position, "turn", table.seats)
    table.turn = _turn(table, position)
    table.perhaps_over = not table.terms.allied and any(not is_known(one.notoriety) for one in table.players.values())
    _end_brought(table, position)
    white_missing(table, table.active)


def _zones(table: Table) -> dict[str, Container[str]]:
    """Map the facts that list names to their allowed names."""
    box = table.content
    zones: dict[str, Container[str]] = {"planet": box.tile_names, "reds": box.space_names, "greys": box.space_names}
    zones["tops"] = box.card_names
    zones["tagged"] = box.space_names
    zones["achievements"] = box.achievement_names
    for seat in table.seats:
        zones |= {f"{seat}.hand": box.card_names, f"{seat}.crew": CREW, f"{seat}.achieved": box.achievement_names}
    return zones


def _bounds(table: Table) -> dict[str, tuple[int, int]]:
    """Return the bounds of the numbers in a position."""
    bounds = {"wind": (WINDS[0], WINDS[-1]), "round": (1, MAX_NUMBER), "speed": (0, MAX_NUMBER)}
    bounds |= dict.fromkeys((f"lives.{whose}" for whose in table.lives), (1, MAX_NUMBER))
    for seat in table.seats:
        bounds |= {f"{seat}.{what}": (0, MAX_NUMBER) for what in ("notoriety", "gas", "cannons", "cards")}
        bounds |= {f"{seat}.morale": (1, _top(morale_top(table))), f"{seat}.rowing": (0, _top(rowing_top(table)))}
        bounds |= {f"{seat}.teeth.red": (0, MOST_TEETH), f"{seat}.teeth.grey": (0, MOST_TEETH)}
        bounds[f"{seat}.tokens"] = (0, MOST_TOKENS)
    return bounds


def _top(track: int) -> int:
    return track if is_known(track) else MAX_NUMBER


def _planet(table: Table, position: Position) -> None:
    """Set the tiles with their side, the living Cresters, and the things on the spaces."""
    tiles = read_names(position.get("planet", NOTHING))
    side = read_one_of(position, "side", SIDES) if "side" in position else _side_of(table, tuple(tiles), position)
    table.side = side if is_known(side) else table.side
    if tiles and (len(tiles) != TILES):
        remedy = f"Name the {TILES} tiles, territory 1 first."
        raise LogError(f"The position lays {len(tiles)} tiles.", remedy, fact="planet")
    table.tiles = (tuple(tiles) if is_known(side) else ()) or (UNKNOWN,) * TILES
    table.reds, table.reds_untold = _cresters(table, position, "reds")
    table.greys, table.greys_untold = _cresters(table, position, "greys")
    listed = read_names(position.get("items", "??"))
    table.items_untold = not all(map(is_known, listed))
    for space, _, item in (name.partition(".") for name in listed if is_known(name)):
        if item not in ITEMS or space not in table.content.space_names:
            remedy = "Write a space and a thing: c32.red-tooth."
            raise LogError(f"The position says items={space}.{item}.", remedy, fact="items")
        here = table.items.setdefault(space, {})
        here[item] = here.get(item, 0) + 1


def _side_of(table: Table, tiles: tuple[str, ...], position: Position) -> str:
    """Find the side that is up if the position does not say: one with all the spaces it names, the usual one first."""
    if not all(map(is_known, tiles)):
        return table.side
    words = {word.partition(".")[0] for value in position.values() for word in str(value).split()}
    named = {word for word in words if word in table.content.space_names}
    for side in (table.side, *SIDES) if all(map(is_known, tiles)) else ():
        laid = table.content.laid(tiles, side)
        if not is_known(laid) or named <= laid.places.keys():
            return side
    return table.side


def _cresters(table: Table, position: Position, name: str) -> tuple[dict[str, Crester], bool]:
    listed = read_names(position.get(name, "??"))
    if len(listed) > MOST_RED:
        raise LogError(f"The position lists {len(listed)} {name}.", f"Name {MOST_RED} at most.", fact=name)
    there = [space for space in listed if is_known(space)]
    return {space: Crester(home_of(table, space), there.count(space)) for space in there}, len(there) < len(listed)


def _white(table: Table, position: Position) -> None:
    """Set where the White is."""
    where = str(position.get("white", "??"))
    table.white = UNKNOWN if where == "??" else "" if where in {NOTHING, PARKED} else where
    table.white_awake, table.white_beaten = where != PARKED, where == NOTHING
    if table.terms.white_last and where == "??" and table.reds:
        # It comes when the last Red is beaten, and not before.
        table.white, table.white_awake = "", False
    if is_known(table.white) and table.white and table.white not in table.content.space_names:
        remedy = f"Write a space such as c53, {PARKED}, {NOTHING} or ??."
        raise LogError(f"The position says white={where}.", remedy, fact="white")


def _tags(table: Table, position: Position) -> None:
    """Set which of the living Cresters are tagged."""
    listed = read_names(position.get("tagged", "??"))
    table.tags_untold = not all(map(is_known, listed))
    for space in filter(is_known, listed):
        there = next((cresters for cresters in (table.reds, table.greys) if space in cresters), None)
        if there is None:
            raise LogError(
                f"There is no Crester on {space} to be tagged.", "Name it among reds or greys.", fact="tagged"
            )
        there[space] = Crester(there[space].home, tags=1)


def _achievements(table: Table, position: Position) -> None:
    """Set the achievement cards on display, and what each player has scored."""
    table.goals = tuple(read_names(position.get("achievements", NOTHING)))
    table.goals_untold = "achievements" not in position or not all(map(is_known, table.goals))
    for seat, player in table.players.items():
        scored = read_names(position.get(f"{seat}.achieved", "??"))
        player.achieved = [card for card in scored if is_known(card)]
        player.achieved_untold = len(player.achieved) < len(scored)


def _tops(table: Table, position: Position) -> None:
    tops = read_names(position.get("tops", "?? ?? ??"))
    table.tops = [*tops, *[UNKNOWN] * STACKS][:STACKS]
    table.stacks_laid = True


def _player(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    for name in ("morale", "notoriety", "gas", "cannons", "rowing"):
        setattr(player, name, read_number(said, name, of=player.seat))
    player.at = _place(said, "place", table, player, (PORT,))
    player.previous = UNKNOWN
    player.crester, *player.more = read_names(said.get("crester", "??")) or [""]
    player.cargo = {item: read_number(said, name, of=player.seat) for name, item in TEETH.items()}
    player.cargo = {item: player.cargo[item] for item in CARGO}
    # Teeth in port are those of a ship that was lost to another: they count when its next turn begins.
    in_port = is_known(player.at) and player.at == PORT and table.terms.kept_teeth != "next-entry"
    in_port = in_port and table.terms.track_ends
    player.kept_teeth = in_port and any(is_known(teeth := player.cargo[tooth]) and teeth for tooth in WORTH)
    player.hand = read_names(said.get("hand", "??"))
    player.hand_untold = "hand" not in said or said["hand"] == "??"
    cards = read_number(said, "cards", of=player.seat)
    if player.hand_untold and is_known(cards):
        player.hand, player.hand_untold = [UNKNOWN] * min(cards, table.content.counts["cards"]), False
    crew = read_names(said.get("crew", "??"))
    player.crew = [name for name in crew if is_known(name)]
    player.crew_untold = len(player.crew) < len(crew)
    player.boats = {boat: _place(said, f"boat.{boat}", table, player, MOORINGS) for boat in BOATS}
    # A position does not say how a longboat has gained the Grey on its space.
    player.tows = dict.fromkeys(BOATS, UNKNOWN)
    table.dealt.append(player.seat)


def _place(said: Mapping[str, Value], name: str, table: Table, player: Player, others: tuple[str, ...]) -> str:
    value = str(said.get(name, "??"))
    if value == "??":
        return UNKNOWN  # type: ignore[no-any-return] # instead of a name
    if value not in others and value not in table.content.space_names:
        remedy = f"Write a space such as c53, {' or '.join(others)}, or ??."
        raise LogError(f"The position says {name}={value}.", remedy, fact=f"{player.seat}.{name}")
    return value


def _turn(table: Table, position: Position) -> Turn:
    """Set the turn: it has just begun, unless the position gives orders and the speed left."""
    turn = Turn(table.active, stood=[table.players[table.active].at] if is_known(table.active) else [UNKNOWN])
    orders = read_names(position.get("orders", NOTHING))
    turn.beaten_before = table.reds_beaten
    turn.orders, turn.mates, turn.coffee_orders = orders, min(MATES, len(orders)), max(0, len(orders) - MATES)
    if "speed" in position:
        turn.granted = read_number(position, "speed")
    if orders or not is_known(turn.granted) or turn.granted != SPEED:
        # The turn is under way, and no fact says which cards were played in it.
        turn.fuel = turn.coffees = turn.deadweight = UNKNOWN
    elif _on_drift(table):
        turn.deadweight = UNKNOWN
    return turn


def _on_drift(table: Table) -> bool:
    """Return whether the active ship is on drift, which a Deadweight may have allowed."""
    at = table.players[table.active].at if is_known(table.active) else UNKNOWN
    return is_known(at) and planet(table) is not None and is_drift(table, at)


def _end_brought(table: Table, position: Position) -> None:
    """Set the player who brought the end: as the position says, else the only one with enough notoriety."""
    there = [seat for seat, player in table.players.items() if is_known(player.notoriety) and player.notoriety >= GOAL]
    untold = [seat for seat, player in table.players.items() if not is_known(player.notoriety)]
    if not table.terms.track_ends:
        return
    if "trigger" not in position:
        table.trigger = UNKNOWN if len(there) > 1 or (there and untold) else there[0] if there else ""
        return
    table.trigger = read_one_of(position, "trigger", (*table.seats, NOTHING))
    if not is_known(table.trigger) or table.trigger in {*there, *untold} or not (table.trigger or there):
        return
    who = f"{table.trigger} has brought the end" if table.trigger else "nobody has brought the end"
    remedy = f"Whoever has {GOAL} notoriety or more: {', '.join(there)}." if there else "Write none, or leave it out."
    raise LogError(f"The position says that {who}.", remedy, fact="trigger")
