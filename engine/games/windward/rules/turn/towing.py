"""The rules of the chapter “Towing”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import PickUp, Row
from engine.games.windward.folds.sailing import rowed
from engine.games.windward.reckoning import lying
from engine.games.windward.reckoning.boats import (
    FOR_CERTAIN,
    goes_along,
    greys_beside,
    may_be_left,
    named,
    place_of,
    tower,
)
from engine.games.windward.rules.claims.boat import OfBoats
from engine.games.windward.rules.turn.longboats import called
from engine.games.windward.sources import (
    FULL_CONCLUSION,
    FULL_LONGBOATS,
    FULL_MOVE_LONGBOATS,
    SHORT_AFTER_BATTLE,
    SHORT_LONGBOATS,
    SHORT_MOVING,
)
from engine.games.windward.state import BROUGHT, CAUGHT, GREY, RED, WON, Table
from engine.kernel.facts import NOTHING
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Towing")


@chapter.rule(
    "WW-TOW-01",
    on=Row,
    given="tow",
    says="A defeated Grey on the space of a longboat is towed by it, and one on another space is not.",
    cite=(FULL_MOVE_LONGBOATS, FULL_CONCLUSION, SHORT_MOVING, SHORT_AFTER_BATTLE),
    rulings=("WW-AMB-040", "WW-AMB-041"),
)
def towed_where_it_lies(table: Table, event: Row) -> Breach | None:
    player = table.players[event.by]
    at, beside = place_of(player, event.boat), greys_beside(table, player, event.boat)
    if event.tow == GREY and not beside:
        return Breach(f"{called(event)} is to tow a Grey, and on {at} none lies.", {"from": at})
    if event.tow != NOTHING or not beside or may_be_left(table, player, event.boat):
        return None
    how = player.tows[event.boat]
    if is_known(how) and how in FOR_CERTAIN:
        # The next rules cover a Grey that it has brought or won.
        return None
    says = f"{called(event)} leaves the Grey on {at}, which it tows since both are there."
    return Breach(says, {"from": at}, "The Grey goes along.")


def _left_behind(table: Table, event: Row, *hows: str) -> bool:
    """Return whether a longboat leaves a Grey that it gained in one of these ways."""
    player = table.players[event.by]
    if event.tow != NOTHING or not greys_beside(table, player, event.boat):
        return False
    how = player.tows[event.boat]
    return is_known(how) and how in hows


@chapter.rule(
    "WW-TOW-02",
    on=Row,
    given="tow",
    says="A Grey in tow goes wherever its longboat goes: the two stay together until the longboat is beaten, or its "
    "own ship picks one of them up.",
    cite=FULL_MOVE_LONGBOATS,
    rulings=("WW-AMB-040", "WW-AMB-041"),
    claims=(OfBoats.TOW_LEFT,),
)
def tow_goes_along(table: Table, event: Row) -> Breach | None:
    if not _left_behind(table, event, BROUGHT, CAUGHT):
        return None
    at = table.players[event.by].boats[event.boat]
    return Breach(f"{called(event)} leaves the Grey on {at} that it has in tow.", {"from": at}, "The Grey goes along.")


def beside_no_other_grey(table: Table, event: Row) -> Breach | None:
    """Report a longboat with a Grey in tow that comes to another Grey."""
    along, to = goes_along(table, event), event.to
    if to in {PORT, place_of(table.players[event.by], event.boat)} or (is_known(along) and along != GREY):
        return None
    there = "a living Grey" if to in table.greys else "a defeated Grey" if lying(table, to, GREY) > 0 else ""
    if not there and not table.greys_untold:
        return None
    if not there or not is_known(along):
        raise Undetermined
    return Breach(f"{called(event)} comes with a Grey in tow to {to}, where {there} is.", {"to": to})


chapter.rule(
    "WW-TOW-03",
    on=Row,
    says="A longboat with a Grey in tow does not come to a space with another Grey, alive or defeated.",
    cite=FULL_MOVE_LONGBOATS,
    rulings=("WW-AMB-040", "WW-AMB-041"),
)(beside_no_other_grey)


@chapter.rule(
    "WW-TOW-04",
    on=PickUp,
    says="A Grey in tow is picked up by the ship to which the longboat belongs, and by no other.",
    cite=(FULL_MOVE_LONGBOATS, FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    narrows=("WW-PICK-06",),
    rulings=("WW-AMB-040", "WW-AMB-041"),
)
def of_its_own_ship(table: Table, event: PickUp) -> Breach | None:
    at = table.players[event.by].at
    if event.item != GREY or at == PORT or not (piece := tower(table, event.by, at)):
        return None
    says = f"{event.by} picks up the Grey on {at}, which {named(piece)} tows."
    return Breach(says, {"space": at, "seat": piece.partition(".")[0]})


@chapter.rule(
    "WW-TOW-05",
    on=Row,
    given="tow",
    says="A Grey that a beaten longboat had in tow stays where that was; the longboat that has won, if it is there, "
    "tows it.",
    cite=FULL_CONCLUSION,
    claims=(OfBoats.TOW_GONE,),
)
def won_with_the_battle(table: Table, event: Row) -> Breach | None:
    if not _left_behind(table, event, WON):
        return None
    at = table.players[event.by].boats[event.boat]
    says = f"{called(event)} leaves the Grey on {at} that it has won in battle."
    return Breach(says, {"from": at}, "The Grey goes along.")


@chapter.rule(
    "WW-TOW-06",
    on=Row,
    given="tow",
    says="Only Greys are towed: a defeated Red next to a longboat stays where it is, for any ship.",
    cite=(FULL_MOVE_LONGBOATS, FULL_LONGBOATS, SHORT_LONGBOATS),
    claims=(OfBoats.RED_TOWED,),
)
def no_red_in_tow(_: Table, event: Row) -> Breach | None:
    return Breach(f"{called(event)} tows a Red to {event.to}.", {"to": event.to}) if event.tow == RED else None


chapter.upheld(
    "WW-TOW-07",
    says="A longboat has one Grey in tow at most: of two on its space one goes along, and one stays.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    by=rowed,
    rulings=("WW-AMB-042",),
    claims=(OfBoats.TWO_TOWED,),
)
