"""Reputation: the ports that a player marks, the cubes for that, and the score of an area's third port."""

from __future__ import annotations

from engine.games.winds_of_plunder.folds.marking import area_completed, gain_mark, gains_reputation, mark
from engine.games.winds_of_plunder.folds.plundering import finish_arrival
from engine.games.winds_of_plunder.folds.setting_up import port_dealt
from engine.games.winds_of_plunder.reckoning.formulas import welcome
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.scoring import may_have_completed
from engine.games.winds_of_plunder.sources import ADVANTAGES, ARRIVAL, BOARD, REPUTATION, SETUP
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Reputation")
WHOSE_WEAPONS = ("WP-AMB-11", "WP-AMB-32", "WP-AMB-41")

chapter.upheld(
    "WP-REP-01",
    says="A player gains reputation in a port only by sailing to it.",
    cite=(REPUTATION, ARRIVAL),
    rulings=("WP-AMB-12", "WP-AMB-13", *WHOSE_WEAPONS),
    by=finish_arrival,
    claims=(Wrong.NOT_SAILED_TO,),
)
chapter.upheld(
    "WP-REP-02",
    says="Nothing is gained in a port where the player has a Reputation marker already.",
    cite=REPUTATION,
    by=gains_reputation,
    claims=(Wrong.TWICE,),
)
chapter.upheld(
    "WP-REP-03",
    says="A port without any other ship is marked by the player who sails there.",
    cite=REPUTATION,
    rulings=("WP-AMB-41",),
    by=welcome,
    claims=(Wrong.ALONE_THERE,),
)
chapter.upheld(
    "WP-REP-04",
    says="Where other ships lie, the arriving player marks the port with at least as many Weapons as any of them.",
    cite=REPUTATION,
    rulings=WHOSE_WEAPONS,
    by=welcome,
    claims=(Wrong.BY_WEAPONS,),
)
chapter.upheld(
    "WP-REP-05",
    says="The Reputation marker is a cube from the player's reserve.",
    cite=REPUTATION,
    rulings=("WP-AMB-12",),
    by=gain_mark,
    claims=(Wrong.FROM_THE_RESERVE,),
)
chapter.permission("WP-REP-06", says="Several players may have Reputation markers in one port.", cite=REPUTATION)
chapter.upheld(
    "WP-REP-07",
    says="A Reputation marker stays for the rest of the game.",
    cite=REPUTATION,
    rulings=("WP-AMB-12", "WP-AMB-13", *WHOSE_WEAPONS),
    by=mark,
    claims=("*.marks",),
)


@chapter.rule(
    "WP-REP-08",
    on=Start,
    says="Whoever marks the third port of an area scores the bonus of that area, once.",
    cite=REPUTATION,
    reads=("ports", "reputation"),
    claims=("area.*", Wrong.AREA_BONUS),
)
def three_ports(table: Table, _: Start) -> Breach | None:
    """Only a declared position can break this; in play `area_completed` scores it."""
    for area, done in table.completed.items():
        for seat in done:
            if not may_have_completed(table, table.players[seat], area):
                says = f"{seat} has completed area {area} in the position, without markers in its three ports."
                return Breach(says, {"seat": seat, "fact": f"area.{area}"}, "Only who has marked all three.")
    return None


chapter.upheld(
    "WP-REP-09",
    says="The bonus is 7, 5, 3, 2 or 1 VP, in the order in which players complete the area.",
    cite=(REPUTATION, BOARD),
    reads=("ports", "reputation"),
    by=area_completed,
    claims=(Wrong.AREA_RANK,),
)
chapter.upheld(
    "WP-REP-10",
    says="Each area has an order of its own: who was first in another area does not matter.",
    cite=REPUTATION,
    reads=("ports", "reputation"),
    by=area_completed,
    claims=(Wrong.OTHER_AREA,),
)
chapter.upheld(
    "WP-REP-11",
    says="Nobody marks the port where the ship starts before having sailed to it.",
    cite=(REPUTATION, SETUP),
    narrows=("WP-SETUP-13",),
    rulings=("WP-AMB-13",),
    by=port_dealt,
    claims=(Wrong.HOME_AT_FIRST,),
)
chapter.upheld(
    "WP-REP-12",
    says="A port whose mark has been earned is marked without further ado while the reserve has a cube.",
    cite=(REPUTATION, ADVANTAGES),
    rulings=("WP-AMB-12", *WHOSE_WEAPONS),
    by=finish_arrival,
    claims=(Wrong.EARNED,),
)
