"""Spending points, sailing, and arriving in a port."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.cards import buried, drawn_treasure
from engine.games.winds_of_plunder.folds.marking import (
    change,
    gain_mark,
    gains_reputation,
    in_doubt,
    mark_in_doubt,
    score,
    settle_marker,
)
from engine.games.winds_of_plunder.folds.missing import (
    boarding_missed,
    must_have_sailed,
    strong_enough,
    take_anything,
    take_unseen_tile,
    turn_missed,
)
from engine.games.winds_of_plunder.folds.turns import open_turn, pass_on, spend, turn_over
from engine.games.winds_of_plunder.reckoning.formulas import capped, cubes_for, holds, tally
from engine.games.winds_of_plunder.state import (
    ITEMS,
    LOOT_VP,
    NOT_WRITTEN,
    OVERDUE,
    TALLY_OF,
    Gain,
    Player,
    Table,
    Turn,
)
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def cubes_added(table: Table, event: e.AddCubes) -> None:
    """Cubes come from the reserve: as many as the log says, else as many as the action moves."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    spend(table, turn, event, f"cubes {event.points}")
    stated = not is_known(event.cubes) or event.cubes != 0
    wanted = event.cubes if stated else cubes_for(event.points) if is_known(event.points) else UNKNOWN
    if not (is_known(wanted) and is_known(player.reserve)):
        player.wind, player.reserve = UNKNOWN, UNKNOWN
        return
    moved = max(0, min(wanted, player.reserve))
    player.reserve -= moved
    player.wind += moved


def gust_declared(table: Table, event: e.Gust) -> None:
    """The next sailing follows the gust."""
    turn = open_turn(table, event.by)
    spend(table, turn, event, "gust")
    turn.gusts += 1
    turned = not is_known(event.direction) or event.direction
    turn.gust, turn.gust_direction = event.mode, event.direction if turned else UNKNOWN
    if table.terms.gust_sailing == "buys-an-extra-sailing":
        turn.again += 1


def windlock_declared(table: Table, event: e.DeclareWindlock) -> None:
    """The ship stays; the turn continues."""
    turn = open_turn(table, event.by)
    turn.last, turn.windlock = "windlock", True


def sailed(table: Table, event: e.Sail) -> None:
    """The ship arrives in the port: items, score, bar. The arrival then waits for boarding and treasure."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    if turn.arriving:
        finish_arrival(table, turn, player)
    turn.came_from = player.port
    player.port, player.mark_due = event.to, ""
    turn.sailed += not turn.sail_missing
    turn.sail_missing = event.seq == OVERDUE
    turn.last, turn.left_out, turn.face_open = "sail", False, False
    turn.gust = turn.gust_direction = ""
    if is_known(event.to):
        tile_taken(table, turn, player, event)
    else:
        turn.provisions_then = turn.drawn_now = UNKNOWN
        take_unseen_tile(table, player, event.tile)
    if turn.sail_missing:
        # The line may be in another place of the turn, or the ship may have stayed.
        table.tiles = dict.fromkeys(table.tiles, UNKNOWN)
        table.bar = [UNKNOWN for _ in table.bar]
    turn.arriving, turn.boarded, turn.treasure_played, turn.marked = True, [], False, ""
    turn.weapons_then = {seat: p.weapons for seat, p in table.players.items()}


def tile_taken(table: Table, turn: Turn, player: Player, event: e.Sail) -> None:
    """Items come first, then the score: a Provision taken can win the marker in time."""
    tile = _tile_of(table, event)
    before = extra_point(table, player)
    turn.drawn_now, turn.provisions_then = 0, table.markers["provisions"]
    if is_known(tile):
        _take_items(table, turn, player, tile)
        extra = before if table.terms.provisions_bonus == "before-items" else extra_point(table, player)
        tile_scored(table, player, tile)
        score(table, player, extra, Gain.PROVISIONS)
    else:
        turn.drawn_now = UNKNOWN
        take_anything(table, player)
    bar_moved_on(table, event.to, tile)


def _tile_of(table: Table, event: e.Sail) -> str:
    """Return the tile taken, as stated. If it was in another port, it has changed places with this port's own."""
    lies: str = table.tiles.get(event.to, UNKNOWN)
    if is_known(event.tile) and not event.tile:
        return lies
    if is_known(event.tile) and is_known(lies) and event.tile != lies:
        table.tiles = {port: lies if is_known(t) and t == event.tile else t for port, t in table.tiles.items()}
        table.bar = [lies if is_known(t) and t == event.tile else t for t in table.bar]
    return event.tile


def tile_scored(table: Table, player: Player, tile: str) -> None:
    """The number on the tile is scored."""
    score(table, player, table.content.tile(tile).vp, Gain.TILE)


def extra_point(table: Table, player: Player) -> int:
    """Return the extra point for a tile with Most Provisions, else 0."""
    try:
        return int(holds(table, "provisions", player.seat))
    except Undetermined:
        return UNKNOWN  # type: ignore[no-any-return] # an unknown number


def _take_items(table: Table, turn: Turn, player: Player, tile: str) -> None:
    icons = table.content.tile(tile).icons
    if not is_known(icons):
        turn.drawn_now = UNKNOWN
        take_anything(table, player)
        return
    for icon in icons:
        if icon == "treasure":
            turn.drawn_now += drawn_treasure(table, player)
        else:
            change(table, player.seat, icon, 1)


def bar_moved_on(table: Table, port: str, tile: str) -> None:
    """The used tile goes to the left end of the bar, the rightmost one to the port."""
    if not table.bar:
        table.tiles[port] = UNKNOWN
        return
    table.bar.insert(0, tile)
    port_refilled(table, port)


def port_refilled(table: Table, port: str) -> None:
    """The bar gives its rightmost tile to the port, and has six again."""
    table.tiles[port] = table.bar.pop()


def treasure_declined(table: Table, event: e.DeclineTreasure) -> None:
    """The card that the tile shows stays on its deck."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    if is_known(turn.drawn_now) and turn.drawn_now and player.treasures:
        player.treasures.pop()
        turn.drawn_now -= 1
        table.treasure_deck += 1
        if ("treasure", event.by) in table.unseen[-1:]:
            table.unseen.pop()


def boarded(table: Table, event: e.Board) -> None:
    """The attacker takes the loot, as far as the victim has any."""
    turn = open_turn(table, event.by)
    turn.last = "board"
    turn.boarded.append(event.target if is_known(event.target) else "??")
    thief = table.players[event.by]
    if not (is_known(event.target) and is_known(event.loot)):
        in_doubt(table, *([thief, table.players[event.target]] if is_known(event.target) else table.players.values()))
        return
    victim = table.players[event.target]
    if not strong_enough(table, event):
        thief.amiss.add("weapons")
        victim.amiss.add("weapons")
    if victim is thief:
        table.unapplied.append(f"{event.by} boards the own ship")
        return
    if event.loot == "vp":
        points_looted(table, thief, victim)
    elif event.loot in ITEMS:
        item_looted(table, thief, victim, event.loot)
    elif event.loot:
        table.unapplied.append(f"a {event.loot} taken by boarding")


def points_looted(table: Table, thief: Player, victim: Player) -> None:
    """VP go from one player to the other."""
    takes = LOOT_VP
    if table.terms.loot_lacking != "vp-may-go-negative" and is_known(victim.vp):
        takes = max(0, min(LOOT_VP, victim.vp))
    score(table, victim, -takes, Gain.BOARDING)
    score(table, thief, takes, Gain.BOARDING)


def item_looted(table: Table, thief: Player, victim: Player, item: str) -> None:
    """An item goes from one ship to the other, and its marker follows."""
    name = TALLY_OF[item]
    there = tally(victim, name)
    if is_known(there) and there < 1:
        table.unapplied.append(f"{victim.seat} has no {item} to take")
        return
    setattr(victim, name, there - 1)
    setattr(thief, name, capped(table, tally(thief, name) + 1) if is_known(tally(thief, name)) else UNKNOWN)
    settle_marker(table, name, thief.seat)


def treasure_played(table: Table, event: e.PlayTreasure) -> None:
    """A Treasure card scores the next step of Booty, and goes under its deck."""
    turn, player = open_turn(table, event.by), table.players[event.by]
    boarding_missed(table, turn)
    turn.treasure_played, turn.last = True, "treasure"
    buried(table, player, event.port)
    if not is_known(player.booty):
        player.vp = UNKNOWN
        return
    treasure_scored(table, player)


def treasure_scored(table: Table, player: Player) -> None:
    """The Booty marker moves up a step, whose value is scored."""
    values = table.content.booty_values
    top = player.booty >= len(values)
    player.booty = min(len(values), player.booty + 1)
    again = not top or table.terms.seventh_treasure == "score-top-value-again"
    score(table, player, values[player.booty - 1] if again else 0, Gain.TREASURE)


def arrived(table: Table, event: e.Arrived) -> None:
    """The arrival is over."""
    turn = open_turn(table, event.by)
    turn.left_out = event.seq == NOT_WRITTEN
    finish_arrival(table, turn, table.players[event.by])


def finish_arrival(table: Table, turn: Turn, player: Player) -> None:
    """Reputation is marked, and the Action cards return to the hand."""
    if not turn.arriving:
        return
    boarding_missed(table, turn)
    turn.arriving = False
    try:
        if gains_reputation(table, player.seat):
            gain_mark(table, player)
    except Undetermined:
        mark_in_doubt(table, player)


def bonus_begun(table: Table, event: e.BonusPoint) -> None:
    """The Largest Crew's point begins."""
    open_turn(table, event.by).bonus = True
    if is_known(table.markers["crew"]) and not holds(table, "crew", event.by):
        table.players[event.by].amiss.add("crew")


def done(table: Table, event: e.Done) -> None:
    """The turn is over."""
    if event.seq == OVERDUE:
        table.passed_over.clear()
        pass_on(table)
        return
    empty = table.turn is None
    turn = open_turn(table, event.by)
    if table.turn is turn and must_have_sailed(table, turn):
        sailed(table, e.Sail(event.by, UNKNOWN, seq=OVERDUE))
        if empty and event.seq == NOT_WRITTEN:
            turn_missed(table, event.by)
    if turn.arriving:
        finish_arrival(table, turn, table.players[event.by])
    turn_over(table, event.by)
