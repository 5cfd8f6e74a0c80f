"""The cases in which a claim can be wrong, where several rules share one fact. Each rule names its cases."""

from __future__ import annotations

from enum import Enum


class Wrong(Enum):
    """The case of a wrong claim; `explain` prints the phrase."""

    NOT_OVER = "a winner before the end"
    FORE_BOAT_LOST = "a winner whose fore boat came home and was taken out"
    SECOND_BOAT_HOME = "a winner who brought the other boat home after losing the fore boat"
    WON_AT_THE_FINISH = "the winner of a game that ended at the finish"
    OWNS_LAST_PLACE = "a winner with the boat in last place, out of cards"
    WON_BY_PLACES = "the winner of a game that ended out of cards"
    ENDED_OUT_OF_CARDS = "an end for want of cards"
    FIRST_TURN = "whose turn is the first of a round"
    CARD_ALONE = "points, where the card alone brings them"
    ROLLED = "points, after a roll for a dice card"
    ROLLED_FOR_REFUSAL = "points, after a roll for a refused Parlay"
    RAINBOW_SPENT = "points, after a Rainbow card"
    COPIED = "points, or the value of the card, after copying another's number"
    LOST_AT_HOME = "points, with those added that were lost at the finish in the turn before"
    CARRIED_OVER = "points, with those added that a full space cost in the turn before"
    NEARER_THE_INSIDE = "two boats on one space, one of them in the inside lane"
    NEARER_THE_MIDDLE = "two boats on one space, in the middle and the outside lane"
    NOT_ALL_RANKED = "a ranking with more or fewer boats than are on the track"
    PLACE_OF_A_BOAT_LOST = "the place of a fore boat, with one taken out"
    BOATS_LEFT = "how many boats a player has, with one of them taken out or home"
    PLACE_OF_THE_OTHER = "the place of a boat, where the player's other boat lies"
    LANE_UNMOVED = "the lane of a boat that has not moved"
    TAKEN_BACK = "a card taken back because of Shackle"
    RECOVER_ITSELF = "the Recover card, after its use"
    NOT_YET_RECOVERED = "cards back in hand before the movement of Recover is over"
    PLAYED_BEFORE = "a card in hand that was played"
    LEFT_OUT = "cards played, after Recover has brought all back"
    REMOVED_WITH_RECOVER = "more than Recover taken out of the game"
    NOT_AGREED = "a Rainbow card asked for and not given"
    EXCHANGED = "a Rainbow card given after Parlay"
    JUST_PLAYED = "a Rainbow card in hand that was played in this turn"
    TWO_HELD = "two Rainbow cards in one hand"
