"""Bonus tokens: when one is placed, and those for all harbors and for the full crew."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.north_wind.content.pieces import CREW
from engine.games.north_wind.events import PlaceBonus, TakeBack
from engine.games.north_wind.reckoning import full_crew
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import ALL_HARBORS, FULL_CREW
from engine.games.north_wind.sources import CREW as CREW_MEMBERS
from engine.games.north_wind.state import Table
from engine.games.north_wind.task_board import supplies_all, told
from engine.kernel.events import Event, Start
from engine.kernel.rules import Breach, Chapter, Look
from engine.kernel.unknown import Undetermined

chapter = Chapter("Bonus for all harbors, and for the full crew")

# The readings that decide when a bonus token is placed.
PLACING = ("NW-AMB-18", "NW-AMB-31")
OF_SUPPLY = (*PLACING, "NW-AMB-38")
OF_CREW = (*PLACING, "NW-AMB-19", "NW-AMB-38")


def unsaid(table: Table, event: PlaceBonus) -> bool:
    """Return whether the line places a token that the fold has not already placed."""
    return table.turn is not None and told(event, table.placed) not in table.placed


def left_there(table: Table, event: TakeBack) -> bool:
    """Return whether the line takes back a token that has not already returned automatically."""
    return table.turn is not None and told(event, table.taken_back) not in table.taken_back


PLACED: dict[type[Event], Look] = {PlaceBonus: unsaid}
RETURNED: dict[type[Event], Look] = {TakeBack: left_there}


def in_time(table: Table, event: PlaceBonus) -> bool:
    """Return whether an earned token may be placed now, as the readings say."""
    own = table.turn is not None and event.by == table.turn.seat
    if table.terms.bonus_placing == "only-when-earned":
        return told(event, table.placed) in table.earned
    if table.terms.bonus_placing == "optional-any-time-own-turn":
        return own
    return own or event.bonus != "crew" or table.terms.crew_bonus_off_turn == "at-once"


@chapter.rule(
    "NW-BONUS-07",
    on=(Start, PlaceBonus),
    where=PLACED,
    says="Whoever has a token in each of the three columns may place one on the supply bonus field.",
    cite=ALL_HARBORS,
    rulings=OF_SUPPLY,
    claims=(Wrong.SUPPLY_BONUS,),
)
def all_harbors(table: Table, event: Start | PlaceBonus) -> Breach | None:
    if isinstance(event, Start):
        return _unearned("supply", table.supplied, lambda seat: supplies_all(table, seat))
    if event.bonus != "supply" or event.by in table.supplied:
        return None
    if supplies_all(table, event.by):
        return None if in_time(table, event) else _late(event)
    says = f"{event.by} places the supply bonus token without a token in each of the three columns."
    return Breach(says, {"seat": event.by}, "After a task at every harbor.")


def _unearned(bonus: str, have: list[str], earned: Callable[[str], bool]) -> Breach | None:
    """Find a player with a bonus token in a declared position that does not justify it."""
    for seat in have:
        try:
            earns = earned(seat)
        except Undetermined:
            continue
        if not earns:
            says = f"{seat} has the token for the {bonus} bonus, and has not earned it."
            return Breach(says, {"seat": seat, "fact": f"bonus.{bonus}"}, "Only who has earned it.")
    return None


def _late(event: PlaceBonus) -> Breach:
    says = f"{event.by} places the token for the {event.bonus} bonus, and this is not the time for it."
    return Breach(says, {"seat": event.by, "bonus": event.bonus})


@chapter.rule(
    "NW-BONUS-08",
    on=PlaceBonus,
    where=PLACED,
    says="Every player can have the supply bonus once, even if others have it.",
    cite=ALL_HARBORS,
    rulings=OF_SUPPLY,
    claims=(Wrong.SUPPLY_BONUS_OF_OTHERS,),
)
def supply_bonus_once(table: Table, event: PlaceBonus) -> Breach | None:
    return _twice(table, event, "supply", table.supplied)


def _twice(table: Table, event: PlaceBonus, bonus: str, have: list[str]) -> Breach | None:
    if event.bonus != bonus or not unsaid(table, event):
        return None
    others = [seat for seat in have if seat != event.by]
    if event.by in have:
        says = f"{event.by} places a second token for the {bonus} bonus."
    elif others and table.terms.shared_bonuses == "first-player-only":
        says = f"{event.by} places a token for the {bonus} bonus, and {others[0]} has it already."
    elif table.bonuses_untold:
        raise Undetermined
    else:
        return None
    return Breach(says, {"seat": event.by, "bonus": bonus}, "No further token.")


@chapter.rule(
    "NW-BONUS-09",
    on=(Start, PlaceBonus),
    where=PLACED,
    says="Whoever has four crew members aboard may place a token on the bonus field for the full crew.",
    cite=FULL_CREW,
    rulings=OF_CREW,
    claims=(Wrong.CREW_BONUS,),
)
def four_aboard(table: Table, event: Start | PlaceBonus) -> Breach | None:
    if isinstance(event, Start):
        return _unearned("crew", table.crewed, lambda seat: full_crew(table.players[seat]))
    if event.bonus != "crew" or event.by in table.crewed:
        return None
    player = table.players[event.by]
    if full_crew(player):
        return None if in_time(table, event) else _late(event)
    aboard = len(player.crew)
    says = f"{event.by} places the token for the full crew with {aboard} of {CREW} crew members aboard."
    return Breach(says, {"seat": event.by, "crew": aboard}, "After the fourth is hired.")


@chapter.rule(
    "NW-BONUS-10",
    on=(PlaceBonus, TakeBack),
    where=PLACED | RETURNED,
    says="The token for the full crew is placed once, and stays: crew members never leave.",
    cite=(FULL_CREW, CREW_MEMBERS),
    rulings=OF_CREW,
    claims=(Wrong.CREW_BONUS_KEPT,),
)
def crew_bonus_stays(table: Table, event: PlaceBonus | TakeBack) -> Breach | None:
    if isinstance(event, PlaceBonus):
        return _twice(table, event, "crew", table.crewed)
    return _stays(table, event, "crew")


def _stays(table: Table, event: TakeBack, bonus: str) -> Breach | None:
    if event.bonus != bonus or not left_there(table, event):
        return None
    says = f"{event.by} takes back the token for the {bonus} bonus, which is never lost."
    return Breach(says, {"seat": event.by, "bonus": bonus}, "The token stays.")


@chapter.rule(
    "NW-BONUS-13",
    on=TakeBack,
    where=RETURNED,
    says="The token for the supply bonus is never lost: no token leaves a column.",
    cite=ALL_HARBORS,
    rulings=OF_SUPPLY,
    claims=(Wrong.SUPPLY_BONUS_KEPT,),
)
def supply_bonus_stays(table: Table, event: TakeBack) -> Breach | None:
    return _stays(table, event, "supply")
