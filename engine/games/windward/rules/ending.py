"""The rules of the chapter “The end of the game”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_COOP,
    FULL_GAME_END,
    FULL_SHIP_LOST,
    FULL_SOLO,
    FULL_TRIGGER,
    FULL_WIN,
    SHORT_COOP,
    SHORT_DEFEATED_SHIP,
    SHORT_END_GAME,
    SHORT_SOLO,
)
from engine.kernel.rules import Chapter

chapter = Chapter("The end of the game")

chapter.not_modelled(
    "WW-OVER-01",
    says="When a player reaches 15 or more notoriety, the turn in progress is that player's last.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-OVER-02",
    says="Every other player takes one more turn in order; the game ends just before the triggering player would "
    "play again.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-OVER-03",
    says="Another player reaching 15 during the last turns does not extend or restart them.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-OVER-04",
    says="After the last turns the highest notoriety wins; scores above 15 count in full.",
    cite=(FULL_WIN, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-OVER-05",
    says="If the top score is shared, every player (the full edition) takes another final turn, or another round is "
    "played (the classic edition), starting with the player who triggered the end; anyone may still win.",
    cite=(FULL_WIN, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-OVER-06",
    says="Further rounds follow until a single player leads at the end of a round.",
    cite=(FULL_WIN, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-OVER-07",
    says="The 15-notoriety end applies to free-for-all and head-to-head, not to solo or co-op.",
    cite=(FULL_GAME_END, FULL_SOLO, FULL_COOP, SHORT_END_GAME, SHORT_COOP, SHORT_SOLO),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.upheld(
    "WW-OVER-08",
    says="After the winner is declared no game event may follow.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    phases=("over",),
)
