"""Crew members and their advantages."""

from __future__ import annotations

from engine.games.north_wind.content.pieces import CREW as PIECES
from engine.games.north_wind.events import Equip, Exchange, Sell, TakeIncome, UseLookout
from engine.games.north_wind.folds.harbors import task_completed
from engine.games.north_wind.folds.trading import hired
from engine.games.north_wind.reckoning import bookkeeping, has_crew, sails
from engine.games.north_wind.rules.claims.ship import overfull
from engine.games.north_wind.rules.uses import OF_CARGO
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CREW, EQUIPMENT, FURTHER, INCOME, SHIP, TASKS, TIP
from engine.games.north_wind.state import SPENT, Table, Turn
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Crew")
NEST = {"nest": "crow's nest"}


def hires(_: Table, event: Equip) -> bool:
    """Return whether a crew member is hired."""
    return event.item == "crew"


@chapter.rule(
    "NW-CREW-01",
    on=Equip,
    where={Equip: hires},
    says="Each role has one slot on a ship, so no role is there twice.",
    cite=CREW,
    claims=(Wrong.ROLE_TWICE,),
)
def each_role_once(table: Table, event: Equip) -> Breach | None:
    aboard = table.players[event.by].crew
    # The rule about the purchase reports that no piece is left to hire.
    if not event.role or len(aboard) >= PIECES or not has_crew(table.players[event.by], event.role):
        return None
    says = f"{event.by} hires a {event.role} with one aboard."
    return Breach(says, {"role": event.role, "crew": " ".join(map(str, aboard))}, "A slot that is free.")


chapter.upheld(
    "NW-CREW-02",
    says="A crew member stays in the slot into which it was put.",
    cite=CREW,
    by=hired,
    claims=(Wrong.CREW_CHANGED,),
)


chapter.upheld(
    "NW-CREW-03",
    says="A ship has four crew members at most, so that one of the five roles stays empty.",
    cite=(FURTHER, SHIP, CREW),
    by=overfull,
    claims=(Wrong.CREW_OVERFULL,),
)


@chapter.rule(
    "NW-CREW-04",
    on=Equip,
    given="slot",
    where={Equip: hires},
    says="The Lookout sits in the crow's nest, and the other four roles belong to the cabin.",
    cite=(SHIP, CREW),
    reads=("ship",),
)
def nest_or_cabin(table: Table, event: Equip) -> Breach | None:
    if not event.role:
        return None
    own = "nest" if event.role == table.content.ship.crow_nest else "cabin"
    if event.slot == own:
        return None
    where, instead = NEST.get(event.slot, event.slot), NEST.get(own, own)
    return Breach(f"{event.by} puts a {event.role} into the {where}.", {"slot": event.slot}, f"Into the {instead}.")


@chapter.rule(
    "NW-CREW-05",
    on=Sell,
    given="bookkeeper",
    says="A Bookkeeper brings 1 gold each time one or two commodities are sold.",
    cite=CREW,
    rulings=("NW-AMB-08",),
    claims=(Wrong.SALE_BOOKKEPT,),
)
def bookkeepers_gold(table: Table, event: Sell) -> Breach | None:
    return _paid_for_sale(table, event, len(event.goods))


@chapter.rule(
    "NW-CREW-06",
    on=Exchange,
    given="bookkeeper",
    says="The Bookkeeper's gold is also due for the sale in a Boatswain's exchange.",
    cite=(TIP, CREW),
    rulings=("NW-AMB-08",),
    claims=(Wrong.EXCHANGE_BOOKKEPT,),
)
def gold_for_an_exchange(table: Table, event: Exchange) -> Breach | None:
    return _paid_for_sale(table, event, 1)


def _paid_for_sale(table: Table, event: Sell | Exchange, units: int) -> Breach | None:
    due = bookkeeping(table, event.by, units)
    if event.bookkeeper == due:
        return None
    says = f"{event.by} takes {event.bookkeeper} gold for a Bookkeeper"
    instead = f"{due} gold, however much is sold." if due else "None without a Bookkeeper to help."
    return Breach(f"{says}.", {"gold": event.bookkeeper}, instead)


@chapter.rule(
    "NW-CREW-07",
    hangs_on=(SPENT,),
    on=UseLookout,
    says="A Lookout looks at the top tile of the chosen stack, to keep it or to put it under the stack.",
    cite=CREW,
    rulings=("NW-AMB-03", "NW-AMB-04"),
)
def lookout(table: Table, event: UseLookout) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase != "voyage" or not sails(table, event.by):
        return None
    if not has_crew(table.players[event.by], "lookout"):
        hired_before = Equip(event.by, "crew", "lookout")
        return Breach(f"{event.by} looks at the top tile without a Lookout.", missing=hired_before)
    if table.terms.cut_and_lookout == "lookout-then-cut" and turn.cut:
        return Breach(f"{event.by} looks at the top tile after tiles were moved under the stack.")
    if why := _no_look(turn, table.terms.lookout_looks):
        return Breach(f"{event.by} looks at the top tile {why}.", {"looks": turn.looks + 1})
    return None


def _no_look(turn: Turn, reading: str) -> str:
    """Return what forbids one more look under the reading in force."""
    again = f"for the {'second' if turn.looks == 1 else 'next'} time in this voyage"
    if reading == "before-each-reveal":
        return "again before the same tile" if turn.looks and turn.looked_at == len(turn.row) else ""
    if reading == "once-any-time":
        return again if turn.looks else ""
    if turn.row:
        return "when the first tile has been revealed"
    if reading == "repeat-until-kept":
        return "after keeping it" if turn.looks and turn.looked == "keep" else ""
    return again if turn.looks else ""


chapter.permission(
    "NW-CREW-08",
    says="A crew member's advantage may be used from the moment it is hired.",
    cite=(EQUIPMENT, CREW),
)


@chapter.rule(
    "NW-CREW-09",
    hangs_on=(SPENT,),
    on=TakeIncome,
    says="A Treasurer brings nothing to a player who has gold.",
    cite=(CREW, INCOME),
    narrows=("NW-INCOME-03",),
    # The gold may come from a joiner's Bookkeeper, or may have been spared by a letter, as above.
    rulings=OF_CARGO,
)
def treasurer_for_the_poor(table: Table, event: TakeIncome) -> Breach | None:
    player, turn = table.players[event.by], table.turn
    if table.phase != "income" or turn is None or turn.income or not sails(table, event.by) or player.gold < 1:
        return None
    if not has_crew(player, "treasurer"):
        return None
    says = f"{event.by} has {player.gold} gold, and takes the Treasurer's gold for the poor."
    return Breach(says, {"gold": player.gold}, "Only a player without gold takes any.")


chapter.upheld(
    "NW-CREW-10",
    says="Delivering goods or gold for a task is no sale, and brings no Bookkeeper's gold.",
    cite=(TASKS, CREW),
    by=task_completed,
    claims=(Wrong.DELIVERY_BOOKKEPT,),
)
