"""The Windward game: everything that its package declares to the kernel."""

from __future__ import annotations

from engine.games.windward.content import PACKS, content_for
from engine.games.windward.events import ACTIONS, EVENTS, Rest
from engine.games.windward.facts import VALUES, reckoners
from engine.games.windward.flow import FLOW, implied, implied_at_end
from engine.games.windward.folds.losing import given_up
from engine.games.windward.layers import BASE, LAYERS
from engine.games.windward.offers import offers, outcomes
from engine.games.windward.offers.dead_ends import dead_end
from engine.games.windward.position import declare
from engine.games.windward.redaction import hidden_fields, redact
from engine.games.windward.rules.claims.battle import recounted
from engine.games.windward.rules.claims.cases import wrong
from engine.games.windward.rulings import QUESTIONS
from engine.games.windward.scoring import reopened
from engine.games.windward.sources import FULL, LEDGER, SHORT
from engine.games.windward.table import domains, lay
from engine.games.windward.terms import Terms
from engine.games.windward.undecidable import may_be_cleared
from engine.kernel.game import Game

SAMPLE = """\
# Fill in the header, write the game below the three dashes, and run: deadreckon audit FILE
game: windward
# The components you play with. Without a pack only what the rulebooks print is known.
pack: windward-reconstructed-1
# With the classic rulebook: layers: classic
# Colours = names, clockwise.
players: green=Ada, orange=Ben, blue=Cleo
event: Where and when you played
---
# What happened, a line each: deadreckon events windward
fate: planet a b c d e f
fate: first green
fate: deal green fuel harpoon
fate: deal orange ?? ?? ??
fate: deal blue ?? ?? ?? ??
fate: stacks fuel bait coffee sizes=22,22,21
fate: wind 1
fate: grey 2
fate: grey 4
green: sail a11
green: order speed
green: rest fuel
"""


GAME = Game(
    name="windward",
    title="Windward",
    sources=(FULL, SHORT, LEDGER),
    events=EVENTS,
    base=BASE,
    layers=LAYERS,
    terms=Terms(),
    questions=QUESTIONS,
    flow=FLOW,
    content=content_for,
    lay=lay,
    domains=domains,
    reckoners=reckoners,
    values=VALUES,
    declare=declare,
    result=("winner",),
    implied=implied,
    implied_at_end=implied_at_end,
    give_up=given_up,
    reopen=reopened,
    wrong=wrong,
    recount=recounted,
    may_be_cleared=may_be_cleared,
    redact=redact,
    hidden_fields=hidden_fields,
    offers=offers,
    dead_end=dead_end,
    outcomes=outcomes,
    drawn_in="engine.games.windward.picture",
    typed_in="engine.games.windward",
    sample=SAMPLE,
    ordered=frozenset({"planet", "tops"}),
    implying=frozenset({*ACTIONS, Rest}),
    shipped=tuple(PACKS),
)
