"""The North Wind game: everything that its package declares to the kernel."""

from __future__ import annotations

from engine.games.north_wind.content import PACKS, content_for
from engine.games.north_wind.events import EVENTS, SailInto, ShuffleStack
from engine.games.north_wind.facts import VALUES, reckoners
from engine.games.north_wind.flow import FLOW
from engine.games.north_wind.folds.somebody import by_somebody
from engine.games.north_wind.folds.turns import reopened
from engine.games.north_wind.implied.missing import make_good
from engine.games.north_wind.implied.shown import IMPLYING, implied, implied_at_end
from engine.games.north_wind.layers import BASE
from engine.games.north_wind.offers import offers, outcomes
from engine.games.north_wind.position import declare
from engine.games.north_wind.redaction import hidden_fields, redact
from engine.games.north_wind.rules.claims.cases import wrong
from engine.games.north_wind.rulings import QUESTIONS
from engine.games.north_wind.scoring import scores, standing
from engine.games.north_wind.sources import LEDGER, RULEBOOK
from engine.games.north_wind.table import domains, lay
from engine.games.north_wind.terms import Terms
from engine.games.north_wind.undecidable import may_be_cleared
from engine.kernel.game import Game, Pair

SAMPLE = """\
# Fill in the header, write the game below the three dashes, and run: deadreckon audit FILE
game: north-wind
# The components you play with. Without a pack only what the rulebook prints is known.
pack: north-wind-reconstructed-1
# Colours = names, clockwise.
players: green=Ada, orange=Ben, blue=Cleo
# How an open question is read at your table: deadreckon rulings north-wind
# rulings: NW-AMB-14=must-pay
event: Where and when you played
---
# What happened, a line each: deadreckon events north-wind
fate: stack north_cape
fate: stack fort_haven
fate: stack olsand
fate: first green
green: sail north_cape
fate: tile salt-1
green: buy salt salt
orange: letter
orange: buy salt
fate: tile fog
fate: event coin
fate: shuffle north_cape
"""


GAME = Game(
    name="north-wind",
    title="North Wind",
    sources=(RULEBOOK, LEDGER),
    events=EVENTS,
    base=BASE,
    layers=(),
    questions=QUESTIONS,
    terms=Terms(),
    flow=FLOW,
    content=content_for,
    lay=lay,
    domains=domains,
    reckoners=reckoners,
    values=VALUES,
    declare=declare,
    result=("winner",),
    standing=standing,
    scores=scores,
    wrong=wrong,
    implied=implied,
    make_good=make_good,
    by_somebody=by_somebody,
    implied_at_end=implied_at_end,
    reopen=reopened,
    may_be_cleared=may_be_cleared,
    redact=redact,
    hidden_fields=hidden_fields,
    offers=offers,
    outcomes=outcomes,
    pairs=(Pair(SailInto, "harbor", ShuffleStack, "harbor"),),
    drawn_in="engine.games.north_wind.picture",
    typed_in="engine.games.north_wind",
    sample=SAMPLE,
    ordered=frozenset({"row", *(f"column.{harbor}" for harbor in ("north_cape", "fort_haven", "olsand"))}),
    implying=IMPLYING,
    shipped=tuple(PACKS),
)
