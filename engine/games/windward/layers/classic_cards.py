"""Rules about supply cards that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import PlayCard
from engine.games.windward.rules.port.card_effects import bait_goes_there
from engine.games.windward.sources import SHORT_CARD
from engine.kernel.rules import Chapter

chapter = Chapter("Supply cards")
chapter.rule(
    "WW-CARD-11",
    on=PlayCard,
    says="Bait brings a Grey from the stock to a feeding ground where neither a Grey nor a longboat is.",
    cite=SHORT_CARD,
    reads=("tiles", "planet"),
)(bait_goes_there)
