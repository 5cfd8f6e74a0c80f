"""The finish and the end of the game. Most of it happens automatically, so that only claims can be wrong."""

from __future__ import annotations

from engine.games.tailwinds.events import Chase, FireCannons, PlayRainbow, RaiseJollyRoger, Reveal, SwapLanes
from engine.games.tailwinds.folds.choosing import not_as_chosen
from engine.games.tailwinds.folds.ending import (
    best_placed,
    came_home,
    end,
    has_lost,
    judge,
    out_of_cards,
    second_home,
    taken_out,
)
from engine.games.tailwinds.reckoning import boat_named
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rules.rounds.choosing import not_chosen
from engine.games.tailwinds.rulings import ENDING, FINISHING
from engine.games.tailwinds.sources import END, OVERVIEW, PLAYING
from engine.games.tailwinds.state import REMOVED, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("The end of the game", hangs_on=ANY_BOAT)

chapter.upheld(
    "TW-END-01",
    reads=("track",),
    says="The game is won at once when a boat is on the finish and its owner's other boat is not in last place.",
    cite=(PLAYING, END),
    rulings=FINISHING,
    by=judge,
    phases=("over",),
    claims=("ending",),
)
chapter.upheld(
    "TW-END-02",
    reads=("track",),
    says="The finish does not win while the player's aft boat is in last place.",
    cite=(OVERVIEW, END),
    rulings=FINISHING,
    by=judge,
    claims=(Wrong.FORE_BOAT_LOST,),
)
chapter.upheld(
    "TW-END-03",
    reads=("track",),
    says="A fore boat that comes home with the aft boat in last place is taken out.",
    cite=END,
    rulings=FINISHING,
    by=taken_out,
    claims=(Wrong.BOATS_LEFT, Wrong.PLACE_OF_A_BOAT_LOST),
)


@chapter.rule(
    "TW-END-04",
    on=Reveal,
    says="A player whose fore boat was taken out plays on with the other boat.",
    cite=END,
    where={Reveal: not_as_chosen},
    narrows=("TW-CHOOSE-01",),
)
def plays_on(table: Table, event: Reveal) -> Breach | None:
    out = [s for s in not_chosen(table, event) if any(b.state is REMOVED for b in table.players[s].boats)]
    if not out:
        return None
    says = f"The cards are turned up, and {out[0]}, with one boat left to race, has chosen none."
    return Breach(says, {"seat": out[0]}, f"{out[0]} chooses first.")


chapter.upheld(
    "TW-END-05",
    reads=("track",),
    says="The game ends too when a player whose fore boat was taken out brings the other boat home.",
    cite=END,
    rulings=FINISHING,
    by=second_home,
    phases=("over",),
    claims=(Wrong.SECOND_BOAT_HOME,),
)
chapter.upheld(
    "TW-END-06",
    says="The game ends when nobody has a card to begin a round with.",
    cite=(OVERVIEW, END),
    rulings=ENDING,
    by=out_of_cards,
    phases=("over",),
    claims=(Wrong.ENDED_OUT_OF_CARDS,),
)
chapter.upheld(
    "TW-END-07",
    says="Out of cards, the foremost fore boat wins, of the players who have not lost.",
    cite=END,
    rulings=ENDING,
    by=best_placed,
    claims=(Wrong.WON_BY_PLACES,),
)
chapter.upheld(
    "TW-END-08",
    says="Out of cards, the owner of the boat in last place does not win.",
    cite=(END, OVERVIEW),
    rulings=ENDING,
    by=has_lost,
    claims=(Wrong.OWNS_LAST_PLACE,),
)
chapter.upheld(
    "TW-END-09",
    says="After the end nothing more is played.",
    cite=END,
    phases=("over",),
)


Aimed = PlayRainbow | RaiseJollyRoger | SwapLanes | FireCannons | Chase


@chapter.rule(
    "TW-END-10",
    on=(PlayRainbow, RaiseJollyRoger, SwapLanes, FireCannons, Chase),
    says="A boat taken out never comes back and cannot be aimed at.",
    cite=END,
    narrows=("TW-RAIN-09", "TW-BAIL-01", "TW-CANNON-04", "TW-LONGBOAT-01", "TW-MANOEUVRE-03", "TW-PURSUIT-02"),
)
def not_at_a_lost_boat(table: Table, event: Aimed) -> Breach | None:
    """Points spent on such a boat have a rule of their own."""
    for name in _named(event):
        boat = boat_named(table, event.by, name) if name else None
        if boat is not None and boat.state is REMOVED:
            return Breach(f"{called(event.by, name)} is out of the game.", {"boat": name}, "A boat on the track.")
    return None


def _named(event: Aimed) -> tuple[str, ...]:
    if isinstance(event, RaiseJollyRoger):
        return event.aft, event.fore
    return (event.boat,) if isinstance(event, FireCannons | Chase) else (event.boat, event.other)


chapter.upheld(
    "TW-END-11",
    reads=("track",),
    says="At the finish one player wins: the owner of the boat that got there.",
    cite=END,
    rulings=FINISHING,
    by=end,
    claims=(Wrong.WON_AT_THE_FINISH,),
)
chapter.upheld(
    "TW-END-12",
    reads=("track",),
    says="A boat on the finish has reached it, whatever carried it there.",
    cite=END,
    rulings=("TW-AMB-43", "TW-AMB-50"),
    by=came_home,
    phases=("over",),
)
