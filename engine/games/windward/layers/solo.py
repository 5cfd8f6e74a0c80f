"""The mode for one player: all Reds hunt the ship, and the Great White Crester comes at last."""

from __future__ import annotations

from engine.games.windward.events import (
    Deal,
    MoveRed,
    MoveWhite,
    PlaceRed,
    PlaceWhite,
    PlayCard,
    RollGrey,
    RollWhite,
    TradeTeeth,
)
from engine.games.windward.folds.battle import begin_battle
from engine.games.windward.folds.cresters import white_beaten
from engine.games.windward.folds.losing import ship_lost
from engine.games.windward.folds.resting import rest_taken, rested_in_port
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning.great_white import corners
from engine.games.windward.rules.claims.solo import Alone
from engine.games.windward.rules.creatures.new_cresters import bait_is_idle, none_comes_anew
from engine.games.windward.rules.creatures.red_ways import Wrong, in_question
from engine.games.windward.rules.creatures.red_ways import told as told_of_red
from engine.games.windward.rules.creatures.white_ways import told as told_of_white
from engine.games.windward.rules.modes.modes import alone as chapter
from engine.games.windward.rules.modes.teeth import teeth_for_gas
from engine.games.windward.rules.positions.declared_in_modes import too_many_on_one_space, white_too_soon
from engine.games.windward.scoring import gain
from engine.games.windward.sources import (
    FULL_GAME_END,
    FULL_GREAT_WHITE,
    FULL_ROUND_END,
    FULL_SOLO,
    SHORT_SOLO,
    SHORT_WHITE,
    SHORT_WIND,
)
from engine.games.windward.state import Table
from engine.kernel.events import Start
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known

BOTH = (FULL_SOLO, SHORT_SOLO)
PLANET = ("tiles", "planet")


@chapter.rule(
    "WW-SOLO-01",
    on=(Start, Deal, RollGrey),
    says="At first there is a Grey on every feeding ground, and the player is dealt five cards; achievements are not "
    "used.",
    cite=BOTH,
    narrows=("WW-SET-16", "WW-SET-19"),
    claims=(Alone.SET_UP,),
    rulings=("WW-AMB-003",),
)
def greys_everywhere(table: Table, event: Start | Deal | RollGrey) -> Breach | None:
    if isinstance(event, Start):
        small = table.terms.lone_planet == "large-only" and table.terms.small_side == "laid"
        return Breach("The small planet was chosen, which a solo game does not use.") if small else None
    if isinstance(event, RollGrey):
        says = "A Grey is rolled for, and there is one on every feeding ground."
        return Breach(says) if table.phase == "set-up" else None
    number, due = len(event.cards), table.terms.dealt
    says = f"{event.seat} is dealt {number} cards."
    return Breach(says, {"cards": number}, f"{due}.") if number != due and event.seat not in table.dealt else None


chapter.upheld(
    "WW-SOLO-02",
    says="A turn that ends with the ship in port loses the game.",
    cite=BOTH,
    by=rested_in_port,
    claims=(Alone.IN_PORT,),
)
chapter.upheld(
    "WW-SOLO-03",
    says="At sky a card or a morale is paid, as ever; a ship without morale loses the game.",
    cite=BOTH,
    by=rest_taken,
    claims=(Alone.HUNGER,),
)


@chapter.rule(
    "WW-SOLO-04",
    on=MoveRed,
    where={MoveRed: in_question},
    says="Then every Red of the planet comes towards the ship, once, by a shortest way that the player chooses.",
    cite=BOTH,
    narrows=("WW-RED-01", "WW-RED-02", "WW-RED-03", "WW-RED-09", "WW-RED-11"),
    rulings=("WW-AMB-096", "WW-AMB-114", "WW-AMB-115", "WW-AMB-118"),
    reads=PLANET,
)
def every_red(table: Table, event: MoveRed) -> Breach | None:
    return told_of_red(table, event, Wrong.NOT_NOW, Wrong.FOUGHT, Wrong.TOO_SOON, Wrong.NOT_SHORTEST)


@chapter.rule(
    "WW-SOLO-05",
    on=MoveRed,
    where={MoveRed: in_question},
    says="Reds come 3 spaces, and one more for each Red that was beaten in this game.",
    cite=BOTH,
    narrows=("WW-RED-03", "WW-SMALL-02"),
    rulings=("WW-AMB-003", "WW-AMB-096", "WW-AMB-116"),
    reads=PLANET,
)
def faster_and_faster(table: Table, event: MoveRed) -> Breach | None:
    return told_of_red(table, event, Wrong.NOT_NEARER)


chapter.permission(
    "WW-SOLO-06",
    says="Reds may leave their territory.",
    cite=BOTH,
)


@chapter.rule(
    "WW-SOLO-07",
    on=(Start, MoveRed),
    where={MoveRed: in_question},
    says="No more than two Reds are on one space.",
    cite=BOTH,
    narrows=("WW-RED-10",),
    rulings=("WW-AMB-117",),
    reads=PLANET,
)
def two_at_most(table: Table, event: Start | MoveRed) -> Breach | None:
    if isinstance(event, Start):
        return too_many_on_one_space(table)
    return told_of_red(table, event, Wrong.OVER_RED)


chapter.upheld(
    "WW-SOLO-08",
    says="There is a battle only once all Reds have moved, and Reds that attack together add their strengths.",
    cite=BOTH,
    by=begin_battle,
    claims=(Alone.TOGETHER,),
    rulings=("WW-AMB-118", "WW-AMB-119", "WW-AMB-137"),
)
chapter.upheld(
    "WW-SOLO-09",
    says="A player who has survived then rolls for a new wind before each turn.",
    cite=(*BOTH, FULL_ROUND_END, SHORT_WIND),
    owed_by=begin_turn,
    rulings=("WW-AMB-096", "WW-AMB-097", "WW-AMB-101", "WW-AMB-114"),
)


chapter.rule(
    "WW-SOLO-10",
    on=(Start, PlaceRed, RollGrey, PlayCard),
    under={PlayCard: bait_is_idle},
    says="No new Reds or Greys appear.",
    cite=BOTH,
    narrows=("WW-SPWN-01", "WW-SPWN-02", "WW-SPWN-05", "WW-SPWN-08", "WW-SPWN-09", "WW-CON-11"),
    rulings=("WW-AMB-121",),
)(none_comes_anew)


chapter.rule(
    "WW-SOLO-11",
    on=TradeTeeth,
    says="Teeth bring no notoriety in port; they may be traded for gas, 3 for a Grey's and 4 for a Red's.",
    cite=BOTH,
    claims=(Alone.TEETH,),
    rulings=("WW-AMB-120",),
)(teeth_for_gas)


@chapter.rule(
    "WW-SOLO-12",
    on=(Start, PlaceWhite, RollWhite),
    says="As soon as the last Red is beaten the player puts the White onto a corner of the planet, where ships go "
    "around it.",
    cite=BOTH,
    rulings=("WW-AMB-038", "WW-AMB-141"),
    reads=PLANET,
)
def white_at_last(table: Table, event: Start | PlaceWhite | RollWhite) -> Breach | None:
    if isinstance(event, Start):
        return white_too_soon(table)
    if isinstance(event, RollWhite):
        return Breach("No player rolls for the White: the player chooses its corner.")
    if not table.owed or table.owed[-1].what is not PlaceWhite:
        if _may_be_due(table):
            raise Undetermined
        return Breach(f"{event.by} puts the White on {event.space}, and it does not come now.")
    free = corners(table) if is_known(event.space) else []
    if not is_known(event.space) or event.space in free:
        return None
    says = f"{event.by} puts the White on {event.space}, which is no free corner."
    return Breach(says, {"space": event.space}, f"{' or '.join(free)}.")


def _may_be_due(table: Table) -> bool:
    """Return whether the last Red may just have been beaten: the White's place, or whether a Red lives, is unknown."""
    come = is_known(table.white) and bool(table.white)
    return table.phase != "set-up" and not come and not table.reds and not table.strayed


@chapter.rule(
    "WW-SOLO-13",
    on=MoveWhite,
    says="The White moves 5 spaces towards the ship at the end of each turn, also of that in which it came.",
    cite=(*BOTH, FULL_GREAT_WHITE, SHORT_WHITE),
    narrows=("WW-SMALL-03",),
    rulings=("WW-AMB-096", "WW-AMB-097", "WW-AMB-101"),
    reads=PLANET,
)
def white_comes_on(table: Table, event: MoveWhite) -> Breach | None:
    return told_of_white(table, event, *Wrong)


chapter.upheld(
    "WW-SOLO-14",
    says="A player who beats the White in battle has won.",
    cite=BOTH,
    by=white_beaten,
    claims=(Alone.WON,),
)
chapter.upheld(
    "WW-SOLO-15",
    says="A ship that is lost, for whatever reason, loses the game.",
    cite=BOTH,
    by=ship_lost,
    claims=(Alone.LOST,),
)
chapter.upheld(
    "WW-SOLO-16",
    says="Everything else is as usual, but notoriety does not end the game.",
    cite=(*BOTH, FULL_GAME_END),
    by=gain,
    claims=(Alone.NOT_OVER, Alone.NIGHT),
    rulings=("WW-AMB-076", "WW-AMB-140"),
)

SOLO = Layer(
    "solo",
    Rank.MODE,
    "One player against all Reds, and finally the Great White Crester.",
    chapters=(chapter,),
    terms={
        "fewest": 1,
        "most": 1,
        "dealt": 5,
        "first_greys": "every-ground",
        "new_cresters": False,
        "rest_in_port": "lost",
        "lost_at_once": True,
        "track_ends": False,
        "wind_each_turn": True,
        "reds_hunt": True,
        "white_last": True,
    },
    # A shortest route is required.
    readings={"WW-AMB-096": "path-distance"},
    excludes=("great-white", "achievements"),
    excludes_for="a solo player uses no achievements, and meets the White last (Solo Adventure, full p. 10, "
    "classic p. 11).",
)
