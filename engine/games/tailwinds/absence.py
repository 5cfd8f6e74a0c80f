"""Declares what a missing line of each kind means, in the order of the events."""

from __future__ import annotations

from engine.kernel.absence import due, evident_from, free, open_

MANDATORY = "TW-AMB-27=mandatory"

# Set-up
TRACK = (
    evident_from("the header: the standard faces, in the order of the pack")
    .under("advanced-track", open_("what both faces of a card have in common is known"))
    .under("TW-AMB-36=any-order", open_("which card lies where is not known"))
)
ROLL = open_(
    "after a throw, and after the rum, any face may have come up, and who places first shows what the start came to; "
    "a roll that nothing asks for was not made"
).under("TW-AMB-37=compulsory", due("for a dice card until its turn ends; what a throw or the rum brought is open"))
PLACE = due("until the first card is chosen, turned up or played; a claim of where the boat lies shows it")
SHUFFLE = evident_from("the market, and later by a refill from a pile that was empty")
MARKET = open_("cards taken or picked that no refill turned up show what lay there")

# Choosing cards
COMMIT = evident_from("the reveal")
REVEAL = evident_from("the first act of the round, where everybody with cards has chosen one")
UNSEAL = open_("the seal stays unchecked, and the cards turned up are believed")

# Movement
MOVE = due("until the turn ends, as long as there are points that a boat could use")
DONE = evident_from(
    "the next player's act, by the next round's first choice or reveal, by a wind that waits for it, and by a claim "
    "of the winner or the ending"
)
YIELD = free("nobody may give a turn away")

# Rainbow cards
PLAY = free("the card was not used; one that the player no longer has must have been")
SPEND = free("the card was not used; points that come from nowhere are a breach where they are spent")
TAKE = free("no card was taken; a gap that is filled, or a card played, is a breach without it")
REFILL = open_("a later line that takes the card shows which it was")

# Character abilities
CANNONS = free("nobody was hit").under(
    MANDATORY, due("until the first point or Rainbow card of the turn, while a boat could be hit")
)
JOLLY_ROGER = free("nobody was pushed back").under(MANDATORY, due("until the turn ends, while a boat is in reach"))
COPY = due("until the turn ends, unless there is but one card to copy, or none")
SHACKLE = evident_from("the first card that is replaced while the Admiral resolves it").under(
    MANDATORY, due("until the first point of the turn, unless a card that is replaced shows it")
)
REPLACE = due("until the Admiral goes on, or in the own turn if it is chosen then; the card turned up later shows it")
CHASE = due("until the turn ends, while an opponent is ahead on the same track card")
LONGBOAT = free("the point was not taken").under(MANDATORY, due("until the turn ends, while boats are adjacent"))
SWAP = free("nobody changed lanes")
PARLAY = evident_from("the answer, or by the roll for a refusal")
ANSWER = open_("a roll for a refusal shows a no; else either player may hold either card")
THROW = evident_from("the roll")
USE = free("it is kept in the log, and not judged")

# Rolling winds
WIND = due("when the last boat has left the rearmost card in play, before anything else").under(
    "TW-AMB-19=end-of-turn", due("at the end of the turn in which the last boat left the rearmost card in play")
)
