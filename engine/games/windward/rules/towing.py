"""The rules of the chapter “Towing”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_CONCLUSION,
    FULL_LONGBOATS,
    FULL_MOVE_LONGBOATS,
    SHORT_AFTER_BATTLE,
    SHORT_LONGBOATS,
    SHORT_MOVING,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Towing")

chapter.not_modelled(
    "WW-TOW-01",
    says="A defeated Grey on the same space as a longboat counts as towed by that boat.",
    cite=(FULL_MOVE_LONGBOATS, FULL_CONCLUSION, SHORT_MOVING, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TOW-02",
    says="When the boat moves the towed Grey moves with it; they stay together until the boat is defeated or the "
    "boat's own ship picks up (the full edition says how long; the classic edition only that it moves along).",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TOW-03",
    says="A boat with a tow may not enter a space that has another Grey. The full edition says alive or defeated; "
    "the classic edition just says another Gray Crester.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TOW-04",
    says="A Grey under tow is out of reach for every ship except the one that owns the towing boat.",
    cite=(FULL_MOVE_LONGBOATS, FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TOW-05",
    says="When a boat loses, any Grey it towed stays on the space it was removed from; a winning boat standing "
    "there becomes its tower.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TOW-06",
    says="Towing concerns defeated Greys only; a defeated Red on a space with a boat stays free for any ship.",
    cite=(FULL_MOVE_LONGBOATS, FULL_LONGBOATS, SHORT_LONGBOATS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TOW-07",
    says="Since a towing boat may not enter a space with another Grey, a boat never has more than one tow.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
