"""The rules of Tailwinds, one chapter per section of the rulebook, in its order."""

from __future__ import annotations

from engine.games.tailwinds.rules import abilities, ending, moving, points, rainbow, recover, rounds, set_up, wind

CHAPTERS = (
    set_up.chapter,
    rounds.rounds,
    rounds.choosing,
    ending.places,
    rounds.order,
    points.chapter,
    moving.chapter,
    rainbow.chapter,
    rainbow.market,
    abilities.chapter,
    recover.chapter,
    wind.chapter,
    ending.ending,
    rounds.record,
    ending.ledger,
)
