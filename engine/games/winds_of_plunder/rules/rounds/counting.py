"""The outcome of a vote, and Blackbeard's tile."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import (
    AwardTile,
    ChooseWind,
    NameFirst,
)
from engine.games.winds_of_plunder.folds.voting import cubes_returned, highest_bidders, strongest
from engine.games.winds_of_plunder.reckoning.formulas import cubes_behind
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.rounds.voting import NO_BIDS, together
from engine.games.winds_of_plunder.sources import SAILING, SETUP, VOTING
from engine.games.winds_of_plunder.state import NOT_WRITTEN, OVERDUE, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("The outcome of a vote")


chapter.upheld(
    "WP-VOTE-07",
    says="Who bids most, alone, gets Blackbeard's tile.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    by=highest_bidders,
    claims=(Wrong.WON_OUTRIGHT,),
)


@chapter.rule(
    "WP-VOTE-08",
    on=AwardTile,
    says="Where the highest bids are level, who holds Blackbeard's tile awards it to one of those players.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    claims=(Wrong.TIED_BIDS,),
)
def holder_awards(table: Table, event: AwardTile) -> Breach | None:
    if table.phase != "award":
        return None
    if event.seq == OVERDUE:
        says = f"The tie between {together(list(table.tied))} for Blackbeard's tile was never broken."
        line = AwardTile(event.by, event.to)
        return Breach(says, {"tied": " ".join(table.tied)}, f"One of {', '.join(table.tied)}.", line)
    if event.seq == NOT_WRITTEN:
        return None
    facts: dict[str, int | str] = {"by": event.by, "to": str(event.to), "tied": " ".join(table.tied)}
    if event.by != table.blackbeard:
        says = f"{event.by} awards Blackbeard's tile, and {table.blackbeard} holds it."
        return Breach(says, facts, f"{table.blackbeard} decides.")
    if event.to in table.tied:
        return None
    tied = together(list(table.tied))
    return Breach(f"The tile goes to {event.to}, and {tied} bid most.", facts, f"One of {', '.join(table.tied)}.")


chapter.upheld(
    "WP-VOTE-09",
    says="All cubes bid for a direction count for it together.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    by=cubes_behind,
    claims=(Wrong.ADDED_UP,),
)
chapter.upheld(
    "WP-VOTE-10",
    says="The direction with most cubes becomes the wind, whatever the winner of the tile voted for.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    by=strongest,
    claims=(Wrong.WINNERS_WIND,),
)


@chapter.rule(
    "WP-VOTE-11",
    on=ChooseWind,
    says="Where directions are level, the new holder of Blackbeard's tile chooses between them.",
    cite=VOTING,
    rulings=(NO_BIDS,),
    claims=(Wrong.TIED_WINDS,),
)
def holder_chooses(table: Table, event: ChooseWind) -> Breach | None:
    if table.phase != "wind" or event.seq < 0:
        return None
    facts: dict[str, int | str] = {"by": event.by, "to": str(event.direction), "tied": " ".join(table.tied_winds)}
    if event.by != table.blackbeard:
        says = f"{event.by} chooses the wind, and {table.blackbeard} has won Blackbeard's tile."
        return Breach(says, facts, f"{table.blackbeard} chooses.")
    if event.direction in table.tied_winds:
        return None
    tied = together(list(table.tied_winds))
    return Breach(
        f"The wind turns to {event.direction}, and {tied} are level.", facts, f"{' or '.join(table.tied_winds)}."
    )


chapter.upheld(
    "WP-VOTE-12",
    says="Blackbeard's tile is awarded before a tie between directions is broken.",
    cite=VOTING,
    narrows=("WP-VOTE-11",),
    rulings=(NO_BIDS,),
    phases=("award", "first"),
)


@chapter.rule(
    "WP-VOTE-13",
    on=ChooseWind,
    says="A vote ends with the wind arrow turned to its result.",
    cite=VOTING,
    rulings=(NO_BIDS, "WP-AMB-28"),
)
def arrow_is_turned(table: Table, event: ChooseWind) -> Breach | None:
    if event.seq != OVERDUE:
        return None
    level, line = together(list(table.tied_winds)), ChooseWind(event.by, event.direction)
    says = f"The vote is over, and no player has chosen between {level}, which are level."
    return Breach(says, {"tied": " ".join(table.tied_winds)}, f"{' or '.join(table.tied_winds)}.", line)


chapter.upheld(
    "WP-VOTE-14",
    says="All cubes bid go to their owners' reserves, those of the winners too.",
    cite=VOTING,
    # A mark that has waited for a cube takes it from the returned ones.
    rulings=("WP-AMB-12",),
    by=cubes_returned,
    claims=(Wrong.CUBES_RETURNED,),
)
chapter.upheld(
    "WP-VOTE-15",
    says="The wind holds until the next vote.",
    cite=(VOTING, SAILING),
    phases=("plunder",),
    claims=("wind",),
)


# Blackbeard's tile


@chapter.rule(
    "WP-BB-01",
    on=Start,
    says="There is one Blackbeard's tile, and at every moment one player has it.",
    cite=(SETUP, VOTING),
    claims=(Wrong.NOBODYS_TILE,),
)
def one_holder(table: Table, _: Start) -> Breach | None:
    if not table.header.position or not is_known(table.blackbeard) or table.blackbeard:
        return None
    return Breach("The position gives Blackbeard's tile to nobody.", {}, "One player has it.")


@chapter.rule(
    "WP-BB-02",
    on=NameFirst,
    says="After the vote the holder of Blackbeard's tile names who plunders first, and may name anybody.",
    cite=VOTING,
    rulings=(NO_BIDS, "WP-AMB-28"),
    claims=("first",),
)
def holder_names_first(table: Table, event: NameFirst) -> Breach | None:
    if table.phase != "first" or event.seq == NOT_WRITTEN or event.by == table.blackbeard:
        return None
    facts: dict[str, int | str] = {"by": event.by, "holder": table.blackbeard}
    says = f"{event.by} names who plunders first, and {table.blackbeard} holds Blackbeard's tile."
    return Breach(says, facts, f"{table.blackbeard} names somebody.")


chapter.upheld(
    "WP-BB-03",
    says="Blackbeard's tile changes hands through votes only.",
    cite=VOTING,
    phases=("set-up", "compass", "bid", "award", "wind", "first", "plunder"),
    claims=("blackbeard",),
)
