"""The rest in the cooperative mode, the White that comes, and how the game is won and lost."""

from __future__ import annotations

from engine.games.windward.events import MoveRed, MoveWhite, PlaceWhite
from engine.games.windward.folds.losing import reached_in_port
from engine.games.windward.folds.turns import cheered_together, rested, white_to_move
from engine.games.windward.layers.co_op_play import chapter
from engine.games.windward.reckoning.great_white import corners
from engine.games.windward.rules.claims.co_op import Allied
from engine.games.windward.rules.creatures.red_ways import Wrong, in_question
from engine.games.windward.rules.creatures.red_ways import misled as misled_red
from engine.games.windward.rules.creatures.white_ways import told
from engine.games.windward.scoring import captains_lose_a_life, lives_out, white_loses_a_life
from engine.games.windward.sources import FULL_COOP, SHORT_COOP
from engine.games.windward.state import Table
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known

# The chapter that these rules complete. Importing it from here includes all of them.
__all__ = ["chapter"]
BOTH = (FULL_COOP, SHORT_COOP)
PLANET = ("tiles", "planet")
# Faults of a Red's move that this mode covers with rules of its own.
OF_REDS = frozenset({Wrong.FOUGHT, Wrong.OUT_OF_BOUNDS, Wrong.OVER_SHIP, Wrong.BLOCKED, Wrong.NOT_SHORTEST})
# Faults of the White's move, except for one at the wrong time.
ASTRAY = tuple(wrong for wrong in Wrong if wrong is not Wrong.NOT_NOW)

chapter.upheld(
    "WW-COOP-10",
    says="After a rest in port the White moves towards the Trading Post. If it gets there, the ship that rests is "
    "defeated, which costs the captains a life, and the White goes back one space; else the ship gains 1 morale.",
    cite=BOTH,
    by=(reached_in_port, cheered_together),
    owed_by=white_to_move,
    claims=(Allied.PORT_REST,),
    rulings=(
        "WW-AMB-096",
        "WW-AMB-124",
        "WW-AMB-125",
        "WW-AMB-126",
        "WW-AMB-127",
        "WW-AMB-128",
        "WW-AMB-142",
        "WW-AMB-143",
    ),
)


@chapter.rule(
    "WW-COOP-11",
    on=MoveWhite,
    says="Behind the upkeep of a rest at sky come the Reds of the territory, and behind them the White moves towards "
    "the ship.",
    cite=BOTH,
    rulings=("WW-AMB-039", "WW-AMB-096", "WW-AMB-101", "WW-AMB-128", "WW-AMB-142", "WW-AMB-143"),
)
def behind_the_reds(table: Table, event: MoveWhite) -> Breach | None:
    """If a Red or the White does not move, what is owed reports it."""
    return told(table, event, Wrong.NOT_NOW)


@chapter.rule(
    "WW-COOP-12",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red goes round the ships of other players by a shortest way, does not leave the territory in which it "
    "began, does not move after a battle with the player in this turn, and not at all where no way leads to the ship.",
    cite=BOTH,
    narrows=("WW-RED-02", "WW-RED-03", "WW-RED-04", "WW-RED-05", "WW-RED-06", "WW-COOP-11"),
    rulings=("WW-AMB-096",),
    reads=PLANET,
)
def round_the_mates(table: Table, event: MoveRed) -> Breach | None:
    found = misled_red(table, event)
    return found[1] if found is not None and found[0] in OF_REDS else None


@chapter.rule(
    "WW-COOP-13",
    on=MoveWhite,
    says="The White takes a shortest way as a Red does, attacks neither Reds nor other ships, and may cross "
    "territories.",
    cite=BOTH,
    rulings=("WW-AMB-039", "WW-AMB-095", "WW-AMB-096", "WW-AMB-101", "WW-AMB-126", "WW-AMB-142"),
    claims=(Allied.WHITE_MOVED,),
    reads=PLANET,
)
def as_a_red_but_anywhere(table: Table, event: MoveWhite) -> Breach | None:
    return told(table, event, *ASTRAY)


chapter.upheld(
    "WW-COOP-14",
    says="A night at sky brings 1 notoriety by the classic edition; the full one leaves that line out.",
    cite=(SHORT_COOP, FULL_COOP),
    by=rested,
    claims=(Allied.NIGHT,),
    rulings=("WW-AMB-130",),
)


@chapter.rule(
    "WW-COOP-17",
    on=PlaceWhite,
    says="A White that was beaten and has lives left comes back at once, to a corner that is chosen, before the next "
    "player's turn.",
    cite=BOTH,
    claims=(Allied.WHITE_BACK,),
    rulings=("WW-AMB-101", "WW-AMB-129", "WW-AMB-141"),
    reads=PLANET,
)
def back_at_once(table: Table, event: PlaceWhite) -> Breach | None:
    if not table.owed or table.owed[-1].what is not PlaceWhite:
        if not is_known(table.white):
            # Its fate is unknown.
            raise Undetermined
        return Breach(f"{event.by} puts the White on {event.space}, and it was not beaten just now.")
    free = corners(table) if is_known(event.space) else []
    if not is_known(event.space) or event.space in free:
        return None
    says = f"{event.by} puts the White on {event.space}, which is no free corner."
    return Breach(says, {"space": event.space}, f"{' or '.join(free)}.")


chapter.upheld(
    "WW-COOP-18",
    says="Each ship that is defeated, for whatever reason, costs the captains a life.",
    cite=BOTH,
    by=captains_lose_a_life,
    claims=(Allied.CAPTAINS,),
    rulings=("WW-AMB-127", "WW-AMB-128"),
)
chapter.upheld(
    "WW-COOP-19",
    says="Each battle in which the White is beaten costs it a life.",
    cite=BOTH,
    by=white_loses_a_life,
    claims=(Allied.OF_WHITE,),
)
chapter.upheld(
    "WW-COOP-20",
    says="When the White has no life left all players have won; when the captains have none, all have lost.",
    cite=BOTH,
    by=lives_out,
    claims=(Allied.END,),
)
