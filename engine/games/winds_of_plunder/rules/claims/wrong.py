"""The cases in which a claim can be wrong about a fact that several rules share. Each rule names its cases."""

from __future__ import annotations

from enum import Enum


class Wrong(Enum):
    """The case of a wrong claim; `explain` lists the phrases."""

    # As set-up left it, until the first player plunders
    CUBES_AT_FIRST = "cubes as they are dealt out"
    TALLIES_AT_FIRST = "a tally before anybody has sailed"
    SCORE_AT_FIRST = "a score before anybody has sailed"
    PORT_AT_FIRST = "where a ship starts"
    TREASURES_AT_FIRST = "Treasure cards before anybody has sailed"
    HAND_AT_FIRST = "Action cards before anybody has drawn"
    TILES_AT_FIRST = "tiles as they are laid out"
    FACE_DOWN = "a tile laid out that nobody can see"
    WIND_AND_ROUND_AT_FIRST = "wind and round at the start"
    BLACKBEARD_AT_FIRST = "Blackbeard's tile at the start"
    GAINED_AT_FIRST = "reputation or a marker before anybody has sailed"
    HOME_AT_FIRST = "the port of the start, not sailed to yet"

    # The vote
    TURNED_UP = "a compass that is turned up"
    NOBODYS_TILE = "Blackbeard's tile with nobody"
    WON_OUTRIGHT = "Blackbeard's tile after a vote"
    TIED_BIDS = "Blackbeard's tile while the highest bids are level"
    TIED_WINDS = "a tie between directions"
    ADDED_UP = "the cubes for each direction added up"
    WINNERS_WIND = "the direction of the tile's winner, outvoted"
    CUBES_RETURNED = "cubes after a vote"

    # Turns, points and cards
    NOT_OVER_YET = "an end that has not come, or a tenth round"
    TURN_IN_PROGRESS = "the compass of a player whose turn goes on"
    CARRIED_OVER = "points left, with just those lost in the turn before"
    POINTS_LEFT = "points left after adding cubes, or before anything"
    DRAWN = "points left, or cards, after drawing"
    PLAYED = "points left after playing a card"
    BOUGHT_A_GUST = "points left after a gust"
    DUG_UP = "points left after a Treasure card"
    NOTHING_TO_PAY = "points left after what costs none"
    TWO_CUBES = "cubes after an action of 1 point"
    FIVE_CUBES = "cubes after an action of 2 points"
    NINE_CUBES = "cubes after an action of 3 points"
    IN_A_GUST = "the wind in a turn with a gust"
    OFF_THE_DECK = "the Action deck after drawing"
    NEW_DECK = "deck or discard pile after the deck ran out"
    PLAYED_AND_KEPT = "where an Action card lies that was played"
    UNDER_THE_DECK = "the Treasure deck after a card was played"
    ITEM_BOUGHT = "what a card bought for its player"
    CREW_GIVEN = "Crew given to sail again"
    WEAPON_LOST = "a Weapon lost by a card"
    ITEM_LOST = "something else lost by a card"

    # Sailing and arriving
    WINDLOCKED = "where a windlocked ship is"
    SAILED = "a ship still where it sailed from"
    TAKEN = "what a tile gave"
    LOOTED = "what boarding moved"
    PROVISION_IN_TIME = "the extra point by a Provision of this very tile"
    BAR_MOVED_ON = "bar or tile after a sailing"
    NOT_SIX = "a bar of another length, or a port without a tile"
    SAME_TILE = "the tile just used, in its port again"
    PORT_LEFT = "the tile of the port that the ship left"
    CARD_FROM_NOWHERE = "a Treasure card that no tile has shown"
    CARD_GONE = "a Treasure card that was played"
    CARD_KEPT = "a Treasure card fewer than were kept"

    # Advantage markers
    STILL_TIED = "a marker whose holder is level with the best"
    FALLEN_BEHIND = "a marker that its holder has lost"
    LOST_THIS_TURN = "a marker that its holder has lost in this very turn"
    NEXT_HOLDER = "who has a marker after its holder lost it"
    TIED_FROM_NOBODY = "a free marker while several are level"
    OF_NOTHING = "a marker for something its holder has none of"

    # Reputation
    NOT_SAILED_TO = "a mark in a port not sailed to"
    TWICE = "a port marked twice, or paid for twice"
    ALONE_THERE = "a mark left out in a port without other ships"
    BY_WEAPONS = "a mark that Weapons decide"
    FROM_THE_RESERVE = "the cube that a mark takes"
    EARNED = "a mark left out that was earned"
    AFTER_BOARDING = "a mark that boarding has decided"
    AREA_BONUS = "whether the bonus for an area is due"
    AREA_RANK = "which bonus, or which order, in an area"
    OTHER_AREA = "an area mixed up with another"

    # The end
    FINAL_BONUSES = "final bonuses too soon, twice or not at all"
    WIND_BONUS = "a score without its bonus for Wind cubes"
    WEAPONS_BONUS = "a score without its bonus for Weapons"
    CREW_BONUS = "a score without its bonus for Crew"
    PROVISIONS_BONUS = "a score without its bonus for Provisions"
    MARKERS_BONUS = "a score without its bonus for markers"
    LEFTOVERS = "a score that adds the remainders together"
    UNPLAYED_TREASURE = "a score with Treasure cards in hand"
    BY_BLACKBEARD = "a tie that Blackbeard's tile breaks"
    BY_MARKERS = "a tie that the number of markers breaks"
    BY_WEAPONS_MARKER = "a tie that Most Weapons breaks"
    BY_CREW_MARKER = "a tie that Largest Crew breaks"
    BY_CARDS = "a tie that Action cards break"
    BY_SEATING = "a tie that seating breaks"
    UNBROKEN = "a tie that nothing breaks"
