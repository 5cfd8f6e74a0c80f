"""The rules of the chapter “New Cresters”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content.pieces import DRIFT, RED_START
from engine.games.windward.events import PlaceRed, PlayCard, RollGrey
from engine.games.windward.reckoning import boats_on, crester_stock, number_of, ships_on, sure_planet
from engine.games.windward.reckoning.cards import does
from engine.games.windward.reckoning.cresters import (
    blocker,
    feeding_ground,
    grey_lacks,
    greys_wanted,
    ground_free,
    places_for_grey,
    places_for_red,
)
from engine.games.windward.reckoning.telling_battles import called
from engine.games.windward.reckoning.untold import BEATEN
from engine.games.windward.rules.modes import modes
from engine.games.windward.rules.positions.declared_in_modes import more_reds_than_began
from engine.games.windward.sources import (
    FULL_CONCLUSION,
    FULL_COOP,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_GREYS,
    FULL_SOLO,
    SHORT_AFTER_BATTLE,
    SHORT_COOP,
    SHORT_SETUP,
    SHORT_SOLO,
)
from engine.games.windward.state import GREY, RED, Table
from engine.games.windward.terms import Terms
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, has_no_unknown, is_known

chapter = Chapter("New Cresters")


def held_to_the_number(terms: Terms) -> bool:
    """Return whether it is an error to have more Greys than one less than players."""
    return terms.greys_beyond == "exact"


@chapter.rule(
    "WW-SPWN-01",
    on=(RollGrey, PlayCard),
    under={PlayCard: held_to_the_number},
    says="While fewer Greys are alive than there are players, less one, new ones come, and no more than that.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    rulings=("WW-AMB-035", "WW-AMB-089", "WW-AMB-090", "WW-AMB-092"),
)
def grey_is_due(table: Table, event: RollGrey | PlayCard) -> Breach | None:
    if isinstance(event, PlayCard):
        effect = table.content.card(event.card).effect if is_known(event.card) else UNKNOWN
        return _not_due(table) if effect == "grey" and greys_wanted(table) <= 0 else None
    if _set_up_or_due(table) or (grey_lacks(table) and _is_the_time(table)):
        return None
    return _not_due(table)


def _is_the_time(table: Table) -> bool:
    """Return whether Greys are counted now: when one is beaten, or under one reading at any time."""
    outcome = table.outcome
    return table.terms.grey_refill == "continuous" or (outcome is not None and outcome.loser == GREY)


def _not_due(table: Table) -> Breach:
    if table.greys_untold:
        raise Undetermined
    alive = number_of(table.greys)
    return Breach(f"{alive} Greys are alive, and none is due.", {"greys": alive})


def _set_up_or_due(table: Table) -> bool:
    return table.phase == "set-up" or (bool(table.owed) and table.owed[-1].what is RollGrey)


@chapter.rule(
    "WW-SPWN-02",
    on=RollGrey,
    says="It is looked at as a Grey is beaten, and at no other time.",
    cite=FULL_CONCLUSION,
    narrows=("WW-SPWN-01",),
    rulings=("WW-AMB-090",),
)
def only_where_one_is_beaten(table: Table, _: RollGrey) -> Breach | None:
    if _set_up_or_due(table) or not grey_lacks(table) or _is_the_time(table):
        return None
    return Breach("A Grey is rolled for, and none was beaten just now.", {"greys": number_of(table.greys)})


@chapter.rule(
    "WW-SPWN-03",
    on=RollGrey,
    says="Whoever's turn it is rolls for a new Grey.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
)
def rolled_in_turn(table: Table, event: RollGrey) -> Breach | None:
    turn = table.turn
    if table.phase == "set-up" or turn is None or not event.seat or event.seat == turn.seat:
        return None
    return Breach(f"{event.seat} rolls in the turn of {turn.seat}.", {"seat": event.seat, "turn": turn.seat})


@chapter.rule(
    "WW-SPWN-04",
    on=RollGrey,
    says="Where a Grey or a longboat is on the feeding ground, it is rolled again until one can be placed.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    rulings=("WW-AMB-035", "WW-AMB-091"),
    reads=("tiles", "planet"),
)
def on_a_free_ground(table: Table, event: RollGrey) -> Breach | None:
    if table.phase == "set-up" or not event.space or event.space not in feeding_ground(table, event.value):
        return None
    there = blocker(table, event.space)
    return Breach(f"On {event.space} is {there}.", {"space": event.space}, "Another roll.") if there else None


@chapter.rule(
    "WW-SPWN-05",
    on=RollGrey,
    says="Without a Grey in the stock none comes; the classic edition does not speak of it.",
    cite=FULL_CONCLUSION,
    narrows=("WW-SPWN-01", "WW-SPWN-02"),
)
def out_of_the_stock(table: Table, _: RollGrey) -> Breach | None:
    if _set_up_or_due(table) or greys_wanted(table) <= 0 or crester_stock(table, GREY) > 0:
        return None
    return Breach("No Grey is left in the stock.", {"greys": number_of(table.greys)})


@chapter.rule(
    "WW-SPWN-06",
    on=RollGrey,
    says="A new Grey comes to a feeding ground of the territory that was rolled; by Bait to any that is free.",
    cite=(FULL_GREYS, FULL_GLOBAL_SETUP, SHORT_SETUP, SHORT_AFTER_BATTLE),
    rulings=("WW-AMB-037", "WW-AMB-091"),
    reads=("tiles", "planet"),
)
def on_a_feeding_ground(table: Table, event: RollGrey) -> Breach | None:
    if table.phase == "set-up" or not event.space:
        return None
    grounds = feeding_ground(table, event.value)
    places = grounds if event.space in grounds else places_for_grey(table, event.value)
    if event.space not in places:
        what = "feeding ground" if places == grounds else "free space"
        says = f"{event.space} is no {what} of territory {event.value}."
        return Breach(says, {"space": event.space}, f"{' or '.join(places[:3])}.")
    return _behind_another(table, event, grounds) if table.terms.several_grounds == "pack-order" else None


def _behind_another(table: Table, event: RollGrey, grounds: list[str]) -> Breach | None:
    """Report a Grey on a feeding ground while the pack lists a free one before it; only one reading forbids that."""
    first = next((space for space in grounds if space == event.space or ground_free(table, space)), event.space)
    says = f"{first} is listed before {event.space}, and is free."
    return Breach(says, {"space": event.space}, f"{first}.") if first != event.space else None


@chapter.rule(
    "WW-SPWN-08",
    on=PlaceRed,
    says="The replacement Red is put by the winner on an unoccupied space of choice in the territory where the "
    "winner's ship is.",
    cite=(FULL_CONCLUSION, FULL_EPIC_TURN),
    reads=("tiles", "planet"),
    rulings=("WW-AMB-080", "WW-AMB-031", "WW-AMB-093"),
    hangs_on=(BEATEN,),
)
def red_in_the_territory(table: Table, event: PlaceRed) -> Breach | None:
    if not _red_due(table):
        return None if _late(table) else Breach(f"{event.by} places a Red, and none is due.", {"space": event.space})
    places, ship = places_for_red(table, event.by), table.players[event.by].at
    if event.space in places:
        if event.space in table.strayed or not has_no_unknown(player.at for player in table.players.values()):
            # A ship or a Red in an unknown place may be there.
            raise Undetermined
        return None
    what = f"the Red that territory {table.late_red} has lacked" if table.late_red else "a new Red"
    says = f"{event.by}, whose ship is on {ship}, puts {what} on {event.space}, {_unfit(table, ship, event.space)}."
    instead = f"A free space of that territory, such as {places[0]}." if places else ""
    return Breach(says, {"space": event.space, "ship": ship}, instead)


def _red_due(table: Table) -> bool:
    return bool(table.owed) and table.owed[-1].what is PlaceRed


def _unfit(table: Table, ship: str, space: str) -> str:
    """Return why a new Red must not be put on a space."""
    laid = sure_planet(table)
    if laid.territory.get(space) != (table.late_red or laid.territory.get(ship)):
        return "which is in another territory"
    if laid.shows[space] == DRIFT:
        return "which is drift"
    if table.terms.respawn_space == "red-start-only" or table.terms.beaten_red == "start-space":
        return "which shows no Red, or is not free"
    there = ["another Red"] if space in table.reds else [f"{seat}'s ship" for seat in ships_on(table, space)]
    there += [called(boat) for boat in boats_on(table, space)] + (["a Grey"] if space in table.greys else [])
    return f"where {there[0]} is" if there else "where something lies"


@chapter.rule(
    "WW-SPWN-09",
    on=PlaceRed,
    says="Without a Red in the stock none comes, and nothing says that it is made up for later.",
    cite=FULL_CONCLUSION,
    narrows=("WW-SPWN-08",),
    rulings=("WW-AMB-093",),
)
def no_red_in_stock(table: Table, event: PlaceRed) -> Breach | None:
    if _red_due(table):
        return None
    if crester_stock(table, RED) <= 0:
        return Breach(f"{event.by} places a Red, and none is left in the stock.", {"space": event.space})
    if not _late(table):
        return None
    alive = _alive(table)
    says = f"{event.by} places a Red now that {alive} are alive, and what could not come in its time does not come."
    return Breach(says, {"reds": alive, "space": event.space})


def _late(table: Table) -> bool:
    """Return whether a placed Red can only make up for one that did not come in time, though none is due."""
    outcome = table.outcome
    just_beaten = outcome is not None and outcome.loser == RED
    if just_beaten or crester_stock(table, RED) <= 0 or _alive(table) >= len(sure_planet(table).showing(RED_START)):
        return False
    if table.terms.red_refill == "when-available" and table.header.position:
        # In a game that began before the log it is unknown whether one was missing.
        raise Undetermined
    return table.terms.red_refill == "never"


def _alive(table: Table) -> int:
    return number_of(table.reds) + bool(table.strayed)


def bait_is_idle(terms: Terms) -> bool:
    """Return whether, under a reading, Bait brings nothing in modes without new Cresters."""
    return terms.bait_brings == "unplayable"


def none_comes_in_this_mode(table: Table, _: PlaceRed | RollGrey) -> bool:
    """Return whether the mode has no new Cresters, and the game has begun."""
    return not table.terms.new_cresters and table.phase != "set-up"


chapter.repeats(
    "WW-SPWN-10",
    on=(PlaceRed, RollGrey),
    says="In solo and co-op neither Greys nor Reds come back.",
    cite=(FULL_SOLO, FULL_COOP, SHORT_COOP, SHORT_SOLO),
    where=none_comes_in_this_mode,
    chapters=(modes.alone, modes.together),
    rulings=("WW-AMB-121",),
)


def none_comes_anew(table: Table, event: Start | PlaceRed | RollGrey | PlayCard) -> Breach | None:
    """Find a Red or a Grey that comes in a mode without new Cresters, or that came before the log begins."""
    if isinstance(event, Start):
        return more_reds_than_began(table)
    if table.phase == "set-up" or (isinstance(event, PlayCard) and not does(table, event.card, "grey")):
        return None
    return Breach(f"A new {'Red' if isinstance(event, PlaceRed) else 'Grey'} Crester comes, and none does here.")
