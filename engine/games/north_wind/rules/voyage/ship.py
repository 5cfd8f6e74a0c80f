"""The ship: room in hold and brig, goods thrown overboard, and captains."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import COMMODITIES
from engine.games.north_wind.content.pieces import BRIG, HOLD, HOLD_OF_A_KIND
from engine.games.north_wind.reckoning import cargo, counted, in_supply, sails
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.uses import OF_CARGO, unfinished
from engine.games.north_wind.rules.voyage.overboard import bought_by, buys_first, room_by_throwing
from engine.games.north_wind.rules.voyage.prizes import winner_of
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import COMMERCIAL, COMPONENTS, MERCHANT, PIRATES, SHIP, TASKS
from engine.games.north_wind.state import CAPTAIN, CAPTAIN_GOLD, GAINED, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

chapter = Chapter("Ships")
Purchase = e.Buy | e.Exchange


def _sold_before(table: Table, event: Purchase) -> str:
    """Return what has left the hold when the purchase comes aboard."""
    return "" if not isinstance(event, e.Exchange) or buys_first(table, event) else event.sold


@chapter.rule(
    "NW-HOLD-01",
    hangs_on=(GAINED,),
    on=(Start, e.Buy, e.Exchange),
    says="A hold has room for six commodities.",
    cite=(SHIP, COMMERCIAL),
    rulings=("NW-AMB-24", "NW-AMB-33"),
    claims=(Wrong.HOLD_TOO_FULL,),
)
def six_in_all(table: Table, event: Start | Purchase) -> Breach | None:
    if isinstance(event, Start):
        return _starts_overfull(table)
    aboard, number = cargo(table.players[event.by]), len(bought_by(event))
    first = buys_first(table, event)
    if aboard + number - (isinstance(event, e.Exchange) and not first) <= HOLD:
        return None
    says = f"{event.by} has {aboard} commodities aboard and buys {number} more{' before selling' if first else ''}."
    return Breach(says, {"aboard": aboard}, f"{HOLD} at most.", e.ThrowOverboard(event.by, (UNKNOWN,)))


def _starts_overfull(table: Table) -> Breach | None:
    for player in table.players.values():
        aboard = cargo(player)
        if is_known(aboard) and aboard > HOLD:
            return Breach(
                f"{player.seat} has {aboard} commodities aboard.",
                {"aboard": aboard, "fact": f"{player.seat}.hold"},
                f"{HOLD} at most.",
            )
    return None


@chapter.rule(
    "NW-HOLD-02",
    hangs_on=(GAINED,),
    on=(Start, e.Buy, e.Exchange),
    says="No more than two commodities of a kind are aboard.",
    cite=(SHIP, COMMERCIAL),
    narrows=("NW-HOLD-01",),
    rulings=("NW-AMB-24", "NW-AMB-33"),
    claims=(Wrong.KIND_TOO_FULL,),
)
def two_of_a_kind(table: Table, event: Start | Purchase) -> Breach | None:
    if isinstance(event, Start):
        return _starts_with_three(table)
    hold, gone = table.players[event.by].hold, _sold_before(table, event)
    for goods, number in counted(bought_by(event)).items():
        has = hold[goods] - (goods == gone)
        if has + number > HOLD_OF_A_KIND:
            says = f"{event.by} has {has} {goods} aboard and buys {number} more."
            over = e.ThrowOverboard(event.by, (goods,) * (has + number - HOLD_OF_A_KIND))
            return Breach(says, {goods: has + number}, f"{HOLD_OF_A_KIND} of a kind at most.", over)
    return None


def _starts_with_three(table: Table) -> Breach | None:
    for player in table.players.values():
        for goods in COMMODITIES:
            has = player.hold[goods]
            if is_known(has) and has > HOLD_OF_A_KIND:
                says = f"{player.seat} has {has} {goods} aboard."
                named = f"{player.seat}.{goods}"
                fact = named if named in table.header.position else f"{player.seat}.hold"
                return Breach(says, {goods: has, "fact": fact}, f"{HOLD_OF_A_KIND} of a kind at most.")
    return None


chapter.rule(
    "NW-HOLD-03",
    hangs_on=(GAINED,),
    on=(e.ThrowOverboard, e.Buy, e.Exchange, e.Sell, e.Pass, e.RevealTile, e.EndVoyage, e.ShuffleStack),
    says="Goods are thrown overboard to make room for a purchase; they go back to the supply, unpaid.",
    cite=COMMERCIAL,
    where={
        **NOT_PLAIN,
        **dict.fromkeys((e.EndVoyage, e.ShuffleStack, e.Sell, e.Pass, e.Buy, e.Exchange), unfinished),
    },
    rulings=(*OF_CARGO, "NW-AMB-20", "NW-AMB-22", "NW-AMB-24", "NW-AMB-36", "NW-AMB-39"),
    reads=("tiles",),
    claims=(Wrong.OVERBOARD_KEPT,),
)(room_by_throwing)


@chapter.rule(
    "NW-HOLD-04",
    on=e.Buy,
    given="into",
    says="Commodities go into the hold, captains into the brig, crew members into the cabin or the crow's nest.",
    cite=SHIP,
)
def goods_in_the_hold(_: Table, event: e.Buy) -> Breach | None:
    if event.into == "hold":
        return None
    place = {"nest": "crow's nest"}.get(event.into, event.into)
    return Breach(f"{event.by} puts what is bought into the {place}.", {"area": event.into}, "Into the hold.")


@chapter.rule(
    "NW-HOLD-05",
    on=e.ThrowOverboard,
    given="to",
    says="Commodities do not pass from player to player.",
    cite=(COMMERCIAL, MERCHANT),
    narrows=("NW-HOLD-03",),
    claims=(Wrong.OVERBOARD_TAKEN,),
)
def not_to_another(_: Table, event: e.ThrowOverboard) -> Breach | None:
    says = f"{event.by} hands {' and '.join(map(str, event.goods))} to {event.to}."
    return Breach(says, {"to": event.to}, "What goes overboard goes back to the supply.")


@chapter.rule(
    "NW-HOLD-06",
    on=(e.Buy, e.Exchange),
    says="A commodity is bought only while there is one in the supply.",
    cite=(COMPONENTS, COMMERCIAL),
    narrows=("NW-LOG-01",),
    claims=(Wrong.SUPPLY_OVERDRAWN,),
)
def from_the_supply(table: Table, event: Purchase) -> Breach | None:
    """Four legal holds need at most eight of each, so only a hold that is known to be overfull can break this."""
    bought = bought_by(event)
    overfull: set[str] = set()
    for player in table.players.values():
        for goods in bought:
            has = player.hold[goods]
            if is_known(has) and has > HOLD_OF_A_KIND and player.seat != event.by:
                overfull.add(goods)
    for goods, number in counted(bought).items() if overfull else ():
        left = in_supply(table, goods)
        if goods in overfull and left < number:
            says = f"{event.by} buys {number} {goods} with {max(0, left)} in the supply."
            return Breach(says, {goods: number}, "Another commodity.")
    return None


@chapter.rule(
    "NW-BRIG-01", on=Start, says="A brig has room for two captains.", cite=SHIP, claims=(Wrong.CAPTAINS_TOO_MANY,)
)
def two_captains(table: Table, _: Start) -> Breach | None:
    for player in table.players.values():
        if is_known(player.brig) and player.brig > BRIG:
            says = f"{player.seat} has {player.brig} captains in the brig."
            return Breach(says, {"captains": player.brig, "fact": f"{player.seat}.brig"}, f"{BRIG} at most.")
    return None


@chapter.rule(
    "NW-BRIG-02",
    on=e.TakeCaptain,
    says="A captain comes aboard only after a battle that was won.",
    cite=PIRATES,
    claims=(Wrong.CAPTAIN_UNWON,),
)
def from_a_won_battle(table: Table, event: e.TakeCaptain) -> Breach | None:
    turn = winner_of(table, event)
    if turn is None or turn.reward in {CAPTAIN, CAPTAIN_GOLD}:
        return None
    if not is_known(turn.battle):
        raise Undetermined
    if turn.battle == "won":
        return None
    after = "after losing the battle" if turn.battle == "lost" else "without a battle"
    return Breach(f"{event.by} takes a captain {after}.", {}, "A captain is the prize of a victory.")


@chapter.rule(
    "NW-BRIG-03",
    on=e.ReleaseCaptain,
    says="A captain leaves the brig only as payment for a task.",
    cite=TASKS,
    rulings=("NW-AMB-21",),
    claims=(Wrong.CAPTAIN_GONE,),
)
def captains_stay(table: Table, event: e.ReleaseCaptain) -> Breach | None:
    if table.terms.captain_release == "no":
        return Breach(f"{event.by} sets a captain free.", {}, "A captain is delivered for a task.")
    if table.phase == "set-up" or not sails(table, event.by):
        return Breach(f"{event.by} sets a captain free in another player's turn.", {}, "In the own turn.")
    if table.players[event.by].brig > 0:
        return None
    return Breach(f"{event.by} sets a captain free and has none.")
