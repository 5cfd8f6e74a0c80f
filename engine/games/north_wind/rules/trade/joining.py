"""Joining in by letter: its uses, and the rules of tile and ship that bind a joiner as well."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.folds.turns import used_by_letter
from engine.games.north_wind.rules.trade import commercial, equipment, merchant
from engine.games.north_wind.rules.uses import joins_in, place
from engine.games.north_wind.rules.voyage import ship
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import COMMERCIAL, LETTERS, VOYAGE
from engine.games.north_wind.state import Table
from engine.kernel.rules import Chapter

chapter = Chapter("Joining in by letter")

chapter.permission(
    "NW-LETTER-05",
    says="Whoever joins in may do something else with the tile than the player who sails.",
    cite=LETTERS,
)


def by_letter(table: Table, event: e.Buy | e.Sell | e.Exchange | e.Equip) -> bool:
    """Return whether an opponent uses the open tile for a letter."""
    return joins_in(table, event.by) and place(table, event) is not None


chapter.repeats(
    "NW-LETTER-06",
    on=e.TRADES,
    says="Limits, prices and room are the same for whoever joins in by letter.",
    cite=(LETTERS, COMMERCIAL),
    where=by_letter,
    chapters=(commercial.chapter, equipment.chapter, merchant.chapter, ship.chapter),
)
chapter.upheld(
    "NW-LETTER-09",
    says="A use by letter is nobody's action.",
    cite=(VOYAGE, LETTERS),
    by=used_by_letter,
    claims=(Wrong.JOINER_COUNTED,),
)
