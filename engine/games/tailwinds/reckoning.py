"""Formulas that rules, folds and offers share: which boat is meant, who is ahead, where a boat comes to rest."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.state import (
    AFLOAT,
    AFT,
    FORE,
    NO_CARD,
    REMOVED,
    UNSEEN,
    UNSETTLED,
    Boat,
    Player,
    Table,
    Turn,
)
from engine.kernel.unknown import UNKNOWN, Undetermined, known

# Which boat is meant

OWN = ("aft", "fore")


def boat_named(table: Table, seat: str, name: str) -> Boat | None:
    """Find the boat that a log calls `aft`, `fore`, `out` or `orange.fore`; None where there is no such boat."""
    if name is UNKNOWN:
        raise Undetermined
    if name in OWN:
        aft, fore = table.players[seat].boats
        if aft.state is not REMOVED and fore.state is not REMOVED:
            return aft if name == "aft" else fore
    owner, dot, label = name.rpartition(".")
    player = table.players[owner if dot else seat]
    if label == "out":
        return next((b for b in player.boats if b.state == REMOVED), None)
    racing = [b for b in player.boats if b.state != REMOVED]
    if len(racing) == 1 and label == "fore" and table.terms.single_boat == "aft-only":
        return None
    return racing[AFT if label == "aft" else FORE - 2 + len(racing)] if racing else None


def label(table: Table, boat: Boat, seat: str = "") -> str:
    """Name a boat as a log would, short for the player whose boat it is."""
    player = table.players[boat.seat]
    racing = [b for b in player.boats if b.state != REMOVED]
    name = "out" if boat.state == REMOVED else "aft" if boat is racing[0] else "fore"
    return name if seat == boat.seat else f"{boat.seat}.{name}"


def partner(table: Table, boat: Boat) -> Boat:
    """The other boat of the same player."""
    one, other = table.players[boat.seat].boats
    return other if boat is one else one


# Who is ahead

FAR_AHEAD = 1 << 30


def rank(boat: Boat) -> int:
    """A further space is ahead; on one space a lane further in is."""
    return boat.space * 8 - boat.lane


def afloat(table: Table) -> list[Boat]:
    """All boats still on the track."""
    return [b for b in table.boats if b.state is AFLOAT]


def last_boat(table: Table) -> Boat | None:
    """The rearmost boat of all."""
    return min(afloat(table), key=rank, default=None)


def leader(table: Table) -> Boat | None:
    """The foremost boat still on the track."""
    return max((b for b in afloat(table) if b.space != table.finish), key=rank, default=None)


def in_last_place(table: Table, boat: Boat) -> bool:
    """Say whether a boat is in last place, alone or with all others on the rearmost space as the reading has it."""
    if boat.state is not AFLOAT:
        return False
    if table.terms.last_place == "whole-rearmost-space":
        return all(boat.space <= b.space for b in afloat(table))
    return last_boat(table) is boat


def ranking(table: Table) -> list[Boat]:
    """All boats on the track, the leader first."""
    return sorted(afloat(table), key=rank, reverse=True)


def still_to_act(table: Table) -> list[str]:
    """Players with a card on the table whose turn has not come."""
    return [s for s in table.seats if s not in table.acted and table.players[s].card is not None]


def order_of(table: Table, seats: Iterable[str]) -> tuple[str, ...]:
    """Sort seats by their rearmost boat, last place first; a seat without boats on the track comes last."""
    rearmost: dict[str, int] = {}
    for boat in table.boats:
        if boat.state is AFLOAT:
            place = boat.space * 8 - boat.lane
            if boat.seat not in rearmost or place < rearmost[boat.seat]:
                rearmost[boat.seat] = place
    return tuple(sorted(seats, key=lambda seat: rearmost.get(seat, FAR_AHEAD)))


def next_seat(table: Table) -> str:
    """Whose turn comes next in this round ("" when all have had theirs)."""
    left = still_to_act(table)
    if not left:
        return ""
    if len(left) == 1:
        return left[0]
    if table.terms.turn_order == "snapshot-at-reveal":
        return next((s for s in table.order if s in left), left[0])
    return order_of(table, left)[0]


# Where a boat comes to rest


def is_free(table: Table, space: int, lane: int, boat: Boat | None = None) -> bool:
    """Say whether a lane is free, the boat's own place counting as free."""
    lying = table.berths.get(space * 4 + lane, 0)
    return lying == 0 or (lying == 1 and boat is not None and boat.space == space and boat.lane == lane)


def free_lane(table: Table, space: int, boat: Boat | None = None) -> int:
    """The innermost free lane of a space (0: the space is full)."""
    lying, berth = table.berths, space * 4
    for lane in (1, 2, 3):
        if not lying.get(berth + lane) or is_free(table, space, lane, boat):
            return lane
    return 0


def full(table: Table, space: int, boat: Boat) -> bool:
    """Say whether a space has no lane for a boat; the finish has room for all unless the reading gives it lanes."""
    holds_three = space < table.finish or table.terms.finish_room == "three-lanes"
    return holds_three and not free_lane(table, min(space, table.finish), boat)


def aim_of(table: Table, boat: Boat, points: int) -> int:
    """The space that points would carry a boat to, full or not; the finish stops it."""
    aim = boat.space + points
    finish = table.finish
    return aim if finish is UNKNOWN or aim < finish else finish


def landing(table: Table, boat: Boat, aim: int) -> tuple[int, int]:
    """Where a boat that moves forward to `aim` comes to rest: there, or behind it while spaces are full."""
    if table.finish is not UNKNOWN and aim >= table.finish:
        if lane := home_lane(table):
            return table.finish, lane
        aim = table.finish
    if table.terms.lanes_settle == "at-turn-end" and table.turn is not None:
        return aim, UNSETTLED
    space = aim
    while space > boat.space:
        lane = free_lane(table, space)
        if lane:
            return space, lane
        if space < aim and table.terms.fallback_full == "no-move":
            return boat.space, boat.lane
        space -= 1
    return boat.space, own_lane(table, boat)


def own_lane(table: Table, boat: Boat) -> int:
    """The lane of a boat that a full space sends back to where it came from."""
    return boat.lane if table.terms.own_space == "keeps-its-lane" else free_lane(table, boat.space, boat)


def home_lane(table: Table) -> int:
    """The place on the finish space: one for all, or the innermost free lane where it has three (0: it is full)."""
    return 1 if table.terms.finish_room == "unlimited" else free_lane(table, table.finish)


def first_in_play(table: Table) -> int:
    """The first space of the rearmost track card in play."""
    return table.ends[table.rear - 1] + 1 if table.rear else 1


def card_at(table: Table, space: int) -> int:
    """The index of the track card that a space belongs to (the finish counts as one more card)."""
    return next((i for i, end in enumerate(table.ends) if space <= end), len(table.ends))


def adjacent(one: Boat, other: Boat) -> bool:
    """Two boats are adjacent on one space or on neighbouring spaces, whatever their lanes."""
    return one.state is AFLOAT and other.state is AFLOAT and abs(one.space - other.space) <= 1


def within(table: Table, one: Boat, other: Boat, reach: str) -> bool:
    """Say whether a boat is in reach of another, as the card measures it."""
    if not known(reach):
        raise Undetermined
    if reach == "same_track_card":
        return card_at(table, one.space) == card_at(table, other.space)
    return adjacent(one, other) if reach == "adjacent" else one.space == other.space


def quarry(table: Table, boat: Boat) -> Boat | None:
    """The opponent's boat that Pursuit makes a boat join: the closest ahead on the same track card."""
    ahead = [
        b
        for b in afloat(table)
        if b.seat != boat.seat
        and rank(b) > rank(boat)
        and card_at(table, b.space) == card_at(table, boat.space)
        and (b.space > boat.space or table.terms.pursuit_ahead == "lane-counts")
    ]
    return min(ahead, key=rank, default=None)


# Points


def own_boats(table: Table, seat: str) -> list[Boat]:
    """A player's boats that can still be moved."""
    finish = table.finish
    return [b for b in table.players[seat].boats if b.state is AFLOAT and (finish is UNKNOWN or b.space < finish)]


def home(table: Table, boat: Boat) -> bool:
    """Say whether a boat has reached the finish space."""
    return table.finish is not UNKNOWN and boat.space >= table.finish


def charge(table: Table, boat: Boat, points: int) -> int:
    """What a block costs: points past the finish are not spent, unless the reading says they are lost."""
    if table.finish is UNKNOWN or boat.space + points <= table.finish:
        return points
    lost = table.terms.past_finish == "excess-always-lost"
    return points if lost else table.finish - boat.space


def free_steps(table: Table, turn: Turn) -> bool:
    """Say whether Pursuit's fixed steps are what this turn's moves are."""
    return turn.card.ability == "pursuit" and any(b.number not in turn.stepped for b in own_boats(table, turn.seat))


def can_spend(table: Table, turn: Turn) -> bool:
    """Say whether points are left that some boat could use."""
    if turn.left <= 0:
        return False
    boats = own_boats(table, turn.seat)
    if one_boat_only(table, turn) and turn.blocks:
        boats = [b for b in boats if b.number == turn.blocks[0]]
    return bool(boats)


def still_to_do(table: Table, turn: Turn) -> bool:
    """Say whether the movement is not over: points to spend, fixed steps to take, an opponent to join."""
    if can_spend(table, turn) or free_steps(table, turn):
        return True
    if turn.card.ability != "pursuit":
        return False
    chasing = ((b, quarry(table, b)) for b in own_boats(table, turn.seat) if b.number not in turn.chased)
    return any(prey is not None and prey.space > b.space for b, prey in chasing)


def one_boat_only(table: Table, turn: Turn) -> bool:
    """Say whether this card's points go to a single boat (one reading of Recover)."""
    return table.terms.recover_split == "single-boat" and turn.card.recover is True


def is_shackled(player: Player) -> bool:
    """Say whether Shackle sent this player's card back in this round; which card it was may be unknown."""
    return player.shackled is UNKNOWN or player.shackled != ""


def owing_a_card(player: Player) -> bool:
    """Say whether a player has taken a card back and laid no other yet."""
    return player.card is None and is_shackled(player)


def taken_copies(table: Table, card: str) -> int:
    """How many copies of a Rainbow card are known to be somewhere else than in the pile."""
    held = sum(player.rainbow.count(card) for player in table.players.values())
    return held + table.market.count(card) + table.discard.count(card)


def open_turn_of(table: Table, seat: str) -> Turn | None:
    """The turn in progress, if it is this player's."""
    return table.turn if table.turn is not None and table.turn.seat == seat else None


def resolving(table: Table, seat: str) -> MovementCard:
    """The card a player resolves: the turn's, or the one that lies there for it."""
    turn = open_turn_of(table, seat)
    if turn is not None:
        return turn.card
    card = table.players[seat].card
    if card is None:
        return NO_CARD if seat in table.acted else UNSEEN
    return table.content.card(card) if known(card) else UNSEEN
