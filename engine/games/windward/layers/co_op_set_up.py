"""Set-up of the cooperative mode: planet, Greys, cards, the White on its corner, difficulty, and lives."""

from __future__ import annotations

from engine.games.windward.content.pieces import LARGE
from engine.games.windward.events import BuildPlanet, Deal, MoveWhite, RollGrey, RollWhite, SetDifficulty
from engine.games.windward.reckoning import sure_planet
from engine.games.windward.reckoning.chasing import goals
from engine.games.windward.reckoning.great_white import DIFFICULTIES, corners, taken_by, white_chase
from engine.games.windward.reckoning.starting import first_turn_begins, sides
from engine.games.windward.rules.claims.co_op import Allied
from engine.games.windward.rules.creatures.red_ways import Wrong
from engine.games.windward.rules.creatures.white_ways import astray
from engine.games.windward.rules.modes.modes import together as chapter
from engine.games.windward.sources import FULL_COOP, SHORT_COOP
from engine.games.windward.state import Table
from engine.games.windward.table import lives_at_first
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Facts
from engine.kernel.unknown import Undetermined, is_known

# The chapter that these rules begin. Importing it from here includes them.
__all__ = ["chapter"]
BOTH = (FULL_COOP, SHORT_COOP)
PLANET = ("tiles", "planet")


@chapter.rule(
    "WW-COOP-01",
    on=(Start, BuildPlanet),
    says="The cooperative game uses the large planet.",
    cite=BOTH,
    narrows=("WW-SET-03",),
    claims=(Allied.PLANET,),
)
def on_the_large_planet(table: Table, event: Start | BuildPlanet) -> Breach | None:
    stated = table.header.position.get("side", "")
    side = (stated or (table.side if table.tiles else "")) if isinstance(event, Start) else event.side
    if side == "??" or not is_known(side):
        raise Undetermined
    if not side or side in sides(table):
        return None
    facts: Facts = {"side": str(side)}
    if isinstance(event, Start):
        facts["fact"] = "side" if stated else "planet"
    return Breach(f"The {side} planet is laid.", facts, f"The {LARGE} one.")


@chapter.rule(
    "WW-COOP-02",
    on=RollGrey,
    says="At first there is a Grey on every feeding ground.",
    cite=BOTH,
    narrows=("WW-SET-19",),
    claims=(Allied.GREYS,),
)
def a_grey_on_every_ground(table: Table, _: RollGrey) -> Breach | None:
    says = "A Grey is rolled for, and there is one on every feeding ground."
    return Breach(says) if table.phase == "set-up" else None


@chapter.rule(
    "WW-COOP-03",
    on=Deal,
    says="Each player is dealt two cards.",
    cite=BOTH,
    narrows=("WW-SET-16",),
    claims=(Allied.CARDS,),
)
def two_cards(table: Table, event: Deal) -> Breach | None:
    number, due = len(event.cards), table.terms.dealt
    says = f"{event.seat} is dealt {number} cards."
    return Breach(says, {"cards": number}, f"{due}.") if number != due and event.seat not in table.dealt else None


@chapter.rule(
    "WW-COOP-04",
    on=RollWhite,
    says="The wind die is rolled before the first turn, and the White put onto the corner of that territory, where "
    "ships go around the planet.",
    cite=BOTH,
    claims=(Allied.WHITE_ROLLED,),
    rulings=("WW-AMB-038", "WW-AMB-141"),
    reads=PLANET,
)
def white_from_the_start(table: Table, event: RollWhite) -> Breach | None:
    if table.white_awake or not (table.phase == "set-up" or first_turn_begins(table)):
        return Breach("The White is rolled for once, before the first turn.")
    if not event.space:
        return None
    free = corners(table, event.value)
    if event.space not in free:
        there = taken_by(table, event.space) if event.space in sure_planet(table).opposite else "no such corner"
        says = f"The White is put on {event.space}, and there is {there or 'another corner for it'}."
        return Breach(says, {"space": event.space}, f"{' or '.join(free)}." if free else "Another roll.")
    if table.terms.several_corners == "pack-order" and event.space != free[0]:
        return Breach(f"{free[0]} is listed before {event.space}.", {"space": event.space}, f"{free[0]}.")
    return None


@chapter.rule(
    "WW-COOP-05",
    on=(SetDifficulty, MoveWhite),
    says="The difficulty sets how far the White moves: easy 5 spaces, normal 6, hard 7, impossible 8.",
    cite=BOTH,
    narrows=("WW-COOP-13",),
    rulings=("WW-AMB-096", "WW-AMB-126"),
)
def as_hard_as_chosen(table: Table, event: SetDifficulty | MoveWhite) -> Breach | None:
    if isinstance(event, MoveWhite):
        return _as_by_another(table, event)
    if not (table.phase == "set-up" or first_turn_begins(table)) or is_known(table.difficulty):
        return Breach("The difficulty is chosen once, before the first turn.", {"chosen": str(table.difficulty)})
    due = DIFFICULTIES[event.level]
    if event.spaces in {-1, due}:
        return None
    says = f"At {event.level} the White is said to move {event.spaces} spaces."
    return Breach(says, {"spaces": event.spaces}, f"{due} spaces.")


def _as_by_another(table: Table, event: MoveWhite) -> Breach | None:
    """Check for a White that comes as far as it would at another difficulty."""
    found = astray(table, event)
    if found is None or found[0] is not Wrong.NOT_NEARER:
        return None
    chase = white_chase(table, event.by)
    if event.to in goals(table, chase):
        # It has come as far as it may, and only its way is wrong.
        return None
    others = {level: chase._replace(speed=far) for level, far in DIFFICULTIES.items() if far != chase.speed}
    level = next((level for level, other in others.items() if event.to in goals(table, other)), "")
    says = f"The White comes to {event.to}, as if the game were {level}, and it is {table.difficulty}."
    return Breach(says, {"to": event.to}, found[1].instead) if level else None


@chapter.rule(
    "WW-COOP-06",
    on=Start,
    says="Captains and White have as many lives each as there are players.",
    cite=BOTH,
    claims=(Allied.LIVES_AT_FIRST,),
)
def a_life_for_each_player(table: Table, _: Start) -> Breach | None:
    """A position may show fewer, but not more."""
    for whose, most in lives_at_first(table.seats).items():
        left = table.lives[whose]
        if is_known(left) and left > most:
            says = f"{'The captains have' if whose == 'captains' else 'The White has'} {left} lives."
            return Breach(says, {"lives": left, "fact": f"lives.{whose}"}, f"{most} at most.")
    return None
