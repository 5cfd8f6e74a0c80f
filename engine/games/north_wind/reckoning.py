"""Formulas that rules, folds and offers share: room, prices, who may use a tile, what a battle needs, what is owed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content import COMMODITIES, HARBORS, Task, Tile
from engine.games.north_wind.content.pieces import BRIG, CANNONS, CREW, GOLD, HOLD, HOLD_OF_A_KIND, LETTERS_HELD
from engine.games.north_wind.state import ACTIONS, PIRATE_PRICE, Drawn, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, known

SAIL_PRICE = 2
MERCHANT_UNITS = 1
UNITS = 2
DOUBLE = 2


# Whose turn, and which tile


def clockwise_after(table: Table, seat: str) -> tuple[str, ...]:
    """The other seats in the order in which they follow one."""
    at = table.seats.index(seat)
    return (*table.seats[at + 1 :], *table.seats[:at])


def sails(table: Table, seat: str) -> bool:
    """Say whether it is this player's turn."""
    return table.turn is not None and bool(table.turn.seat == seat)


def mine(turn: Turn, seat: str) -> bool:
    """Say whether a turn is certainly this player's."""
    return known(turn.seat) and bool(turn.seat == seat)


def newest(table: Table) -> Drawn | None:
    """The tile revealed last in this voyage."""
    return table.turn.row[-1] if table.turn is not None and table.turn.row else None


def open_tile(table: Table) -> Tile | None:
    """What the tile revealed last is; None where none has been. Raises `Undetermined` if nobody wrote it down."""
    drawn = newest(table)
    if drawn is None:
        return None
    if not known(drawn.tile):
        raise Undetermined
    return table.content.tile(drawn.tile)


def voyage_limit(table: Table, turn: Turn) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """How many tiles the ship of this voyage may reveal: its sailing level, and never more than a stack has."""
    if not known(turn.seat):
        return UNKNOWN
    level, size = table.players[turn.seat].sail, table.content.stack_size
    return min(level, size) if known(level) and known(size) else level


def used_up(turn: Turn) -> bool:
    """Say whether both actions of the voyage have been performed."""
    return turn.actions >= ACTIONS


def may_come(table: Table, turn: Turn, tile: str) -> bool:
    """Say whether a tile can be the next of this voyage, by what the three stacks are known to hold."""
    stack, piece = table.stacks[turn.stack], table.content.tile(tile)
    if piece.harbor and piece.harbor != turn.stack:
        return False
    drawn = drawn_already(table, turn, tile) + 1
    if drawn > piece.copies:
        return False
    here = max(stack.holds.get(tile, 0), drawn)
    others = sum(number for name, number in stack.holds.items() if name != tile)
    elsewhere = sum(other.holds.get(tile, 0) for other in table.stacks.values() if other is not stack)
    return bool(others + here <= table.content.stack_size and elsewhere + here <= piece.copies)


def drawn_already(table: Table, turn: Turn, tile: str) -> int:
    """How many of a tile lie in the row, or are known to lie further down in the stack."""
    below = table.stacks[turn.stack].order[1:]
    return sum(known(one) and one == tile for one in (*(drawn.tile for drawn in turn.row), *below))


# Crew


def has_crew(player: Player, role: str) -> bool:
    """Say whether a crew member of this role is aboard."""
    if any(known(one) and one == role for one in player.crew):
        return True
    if player.crew_untold or any(not known(one) for one in player.crew):
        raise Undetermined
    return False


def helped(table: Table, seat: str, role: str) -> bool:
    """Say whether a role helps with a trade of this player; by one reading it does not in a turn of another."""
    if table.terms.joiner_crew == "no" and not sails(table, seat):
        return False
    return has_crew(table.players[seat], role)


def crew_aboard(player: Player) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """How many crew members are aboard."""
    return UNKNOWN if player.crew_untold else len(player.crew)


def full_crew(player: Player) -> bool:
    """Say whether four crew members are aboard."""
    if len(player.crew) >= CREW:
        return True
    if player.crew_untold:
        raise Undetermined
    return False


# Cargo and prices


def cargo(player: Player) -> Any:  # noqa: ANN401 - as above
    """How many commodities are aboard."""
    return sum(player.hold.values())


def counted(goods: Iterable[Any]) -> dict[str, int]:
    """Count goods by kind; raises `Undetermined` if one of them was not written down."""
    count: dict[str, int] = {}
    for one in goods:
        if not known(one):
            raise Undetermined
        count[one] = count.get(one, 0) + 1
    return count


def in_supply(table: Table, commodity: str) -> Any:  # noqa: ANN401 - as above
    """How many of a commodity nobody has aboard."""
    return 8 - sum(player.hold[commodity] for player in table.players.values())


def captains_left(table: Table) -> Any:  # noqa: ANN401 - as above
    """How many captains are in nobody's brig."""
    return 8 - sum(player.brig for player in table.players.values())


def bank(table: Table) -> Any:  # noqa: ANN401 - as above
    """How much of the gold in the box no player has."""
    return GOLD - sum(player.gold for player in table.players.values())


def units(event: e.Buy | e.Sell | e.Exchange) -> int:
    """How many units a trade moves."""
    return 2 if isinstance(event, e.Exchange) else len(event.goods)


def prices_of(table: Table, event: e.Buy | e.Sell | e.Exchange) -> list[Any]:
    """The price of each unit: as stated (one price for all, or one each), else as the tile has it."""
    number = units(event)
    if event.prices:
        told = list(event.prices)
        return told * number if len(told) == 1 else (told + [told[-1]] * number)[:number]
    drawn = newest(table)
    if drawn is None or not known(drawn.tile):
        return [UNKNOWN] * number
    return [table.content.tile(drawn.tile).price] * number


def equipment_price(table: Table, item: str) -> Any:  # noqa: ANN401 - as above
    """What an item costs at the tile revealed last: a sail level 2 gold, unless a reading leaves it to the tile."""
    if item == "sail" and table.terms.sail_price == "always-2":
        return SAIL_PRICE
    drawn = newest(table)
    if drawn is None or not known(drawn.tile):
        return UNKNOWN
    return table.content.tile(drawn.tile).cost(item)


def highest_sail(table: Table) -> Any:  # noqa: ANN401 - as above
    """The highest sailing level there is; None: as high as anybody likes."""
    return None if table.terms.highest_sail == "unlimited" else table.content.ship.sail_max


def gold_of_sale(table: Table, seat: str, prices: Sequence[Any]) -> Any:  # noqa: ANN401 - as above
    """What a sale brings, the Bookkeeper's gold included."""
    return sum(prices) + bookkeeping(table, seat, len(prices))


def bookkeeping(table: Table, seat: str, sold: int) -> Any:  # noqa: ANN401 - as above
    """The Bookkeeper's gold for a sale of so many units."""
    try:
        return 1 if sold and helped(table, seat, "bookkeeper") else 0
    except Undetermined:
        return UNKNOWN


def room_for(player: Player, goods: Iterable[str]) -> bool:
    """Say whether goods find room in the hold: six in all, two of a kind."""
    more = counted(goods)
    return cargo(player) + sum(more.values()) <= HOLD and all(
        player.hold[one] + number <= HOLD_OF_A_KIND for one, number in more.items()
    )


# Letters


def may_trade_by_letter(table: Table, seat: str) -> bool:
    """Say whether an opponent has returned a letter and not used the tile yet."""
    turn = table.turn
    if turn is None or sails(table, seat):
        return False
    return bool(turn.joined == seat)


def letter_due(table: Table, turn: Turn) -> bool:
    """Say whether the player who sails is to receive a letter after the voyage."""
    if not known(turn.seat) or turn.received:
        return False
    if table.terms.letter_after_defeat == "no" and turn.reason == "defeat":
        return False
    uses = turn.letter_uses if table.terms.actions_counted == "all-uses" else 0
    return turn.actions + uses < ACTIONS and bool(table.players[turn.seat].letters < LETTERS_HELD)


# Fog


def hits_per_cannon(table: Table, player: Player) -> int:
    """How many hits a cannon may make at most, when it is asked whether a battle can be won."""
    double = table.terms.cannoneer_reach == "yes-two-per-cannon" and has_crew(player, "cannoneer")
    return DOUBLE if double else 1


def can_win(table: Table, player: Player, strength: int) -> bool:
    """Say whether the cannons are enough to reach a pirate's strength."""
    if player.cannons >= strength:
        return True
    return bool(player.cannons * hits_per_cannon(table, player) >= strength)


def lost_at_once(table: Table, player: Player, strength: int) -> bool:
    """Say whether a pirate can be neither paid nor beaten."""
    return bool(player.gold < PIRATE_PRICE) and not can_win(table, player, strength)


def hits_of(player: Player, faces: Iterable[Any]) -> Any:  # noqa: ANN401 - as above
    """How many hits the faces of the black die make."""
    total: Any = 0
    for face in faces:
        if not known(face):
            return UNKNOWN
        if face == "silver":
            total += 1
        elif face == "blue_double":
            try:
                total += DOUBLE if has_crew(player, "cannoneer") else 0
            except Undetermined:
                return UNKNOWN
    return total


def at_range_end(table: Table, turn: Turn) -> bool:
    """Say whether the ship has revealed as many tiles as it may."""
    return bool(len(turn.row) >= voyage_limit(table, turn))


# The task board


def current_field(table: Table, harbor: str) -> int:
    """The number of the lowest field without a token."""
    return len(table.columns[harbor]) + 1


def current_task(table: Table, harbor: str) -> Task | None:
    """The task that a harbor asks for now; None: the column is full."""
    return table.content.task(harbor, current_field(table, harbor))


def demands(table: Table, task: Task) -> tuple[dict[str, int], ...]:
    """Each way to pay a task; a reading that knows no choice takes the first way a pack lists."""
    ways = tuple(dict(way) if known(way) else UNKNOWN for way in task.demands) if known(task.demands) else UNKNOWN
    if not known(ways):
        raise Undetermined
    return ways if table.terms.field_choice == "choice-per-field" else ways[:1]


def owns(player: Player, goods: dict[str, int]) -> bool:
    """Say whether a player has all this aboard, or in gold."""
    return all(aboard(player, one) >= number for one, number in goods.items())


def aboard(player: Player, goods: str) -> Any:  # noqa: ANN401 - as above
    """How much of a commodity, of captains or of gold a player has."""
    if goods == "gold":
        return player.gold
    return player.brig if goods == "captain" else player.hold[goods]


def tokens_in(table: Table, harbor: str, seat: str) -> int:
    """How many tokens a player has in a task column."""
    if any(not known(owner) for owner in table.columns[harbor]):
        raise Undetermined
    return sum(owner == seat for owner in table.columns[harbor])


def on_board(table: Table, seat: str) -> int:
    """How many tokens of a player are on the task board, bonus fields included."""
    if table.bonuses_untold or any(not known(one) for one in table.most.values()):
        raise Undetermined
    tasks = sum(tokens_in(table, harbor, seat) for harbor in HARBORS)
    most = sum(one == seat for one in table.most.values())
    total: int = tasks + most + table.supplied.count(seat) + table.crewed.count(seat)
    return total


def threshold(table: Table) -> Any:  # noqa: ANN401 - as above
    """How many tokens win."""
    return table.content.tokens_for(len(table.seats))


def leaders(table: Table, harbor: str) -> list[str]:
    """Who has the most tokens in a column, if anybody has one."""
    owners = table.columns[harbor]
    if any(not known(owner) for owner in owners):
        raise Undetermined
    most = max((owners.count(seat) for seat in table.seats), default=0)
    return [seat for seat in table.seats if most and owners.count(seat) == most]


def leading(table: Table, harbor: str) -> str:
    """Who is to have the bonus token of a harbor; "": nobody."""
    ahead = leaders(table, harbor)
    if len(ahead) == 1:
        return ahead[0]
    if not ahead or table.terms.tied_lead == "nobody-until-strict-most":
        return ""
    owners = table.columns[harbor]
    number = owners.count(ahead[0])
    return min(ahead, key=lambda seat: _reached(owners, seat, number))


def _reached(owners: list[Any], seat: str, number: int) -> int:
    """On which field a player reached so many tokens."""
    return [at for at, owner in enumerate(owners) if owner == seat][number - 1]


def supplies_all(table: Table, seat: str) -> bool:
    """Say whether a player has a token in each column."""
    return all(tokens_in(table, harbor, seat) for harbor in HARBORS)


def earns(table: Table, seat: str, bonus: str, harbor: str = "") -> bool:
    """Say whether a player has earned a bonus token and not placed it."""
    if bonus == "most":
        return table.most[harbor] == "" and leading(table, harbor) == seat
    have = table.supplied if bonus == "supply" else table.crewed
    if any(not known(one) for one in have) or table.bonuses_untold:
        raise Undetermined
    if seat in have or (have and table.terms.shared_bonuses == "first-player-only"):
        return False
    return supplies_all(table, seat) if bonus == "supply" else full_crew(table.players[seat])


# Numbers that cannot go below nothing, or past what there is


def lowered(value: Any, by: Any) -> Any:  # noqa: ANN401 - numbers, or UNKNOWN
    """Take away, and no more than there is."""
    rest = value - by
    return max(0, rest) if known(rest) else UNKNOWN


def cannons_left(player: Player) -> Any:  # noqa: ANN401 - as above
    """How many cannons are in the player's supply."""
    return CANNONS - player.cannons


def free_brig(player: Player) -> bool:
    """Say whether the brig has a free slot."""
    return bool(player.brig < BRIG)


def all_known(values: Iterable[object]) -> bool:
    """Say whether everything in a list was written down."""
    return all(known(value) for value in values)


EVERY_GOOD = (*COMMODITIES, "captain", "gold")
