"""The Tailwinds game: everything that its package declares to the kernel."""

from __future__ import annotations

import msgspec

from engine.games.tailwinds.content import PACKS, content_for
from engine.games.tailwinds.events import EVENTS, Commit, Replace, Reveal, ThrowDie
from engine.games.tailwinds.facts import VALUES, reckoners
from engine.games.tailwinds.flow import FLOW
from engine.games.tailwinds.folds.ending import standing
from engine.games.tailwinds.folds.turns import reopened
from engine.games.tailwinds.implied import implied, implied_at_end
from engine.games.tailwinds.implied.unknown_seat import by_somebody, give_up
from engine.games.tailwinds.layers import ADVANCED, BASE, READINGS
from engine.games.tailwinds.offers import offers, outcomes
from engine.games.tailwinds.position import declare
from engine.games.tailwinds.reckoning import resolving
from engine.games.tailwinds.redaction import hidden_fields, redact
from engine.games.tailwinds.rules.claims.cases import wrong
from engine.games.tailwinds.rulings import QUESTIONS
from engine.games.tailwinds.sources import LEDGER, RULEBOOK
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.table import domains, lay
from engine.games.tailwinds.terms import Terms
from engine.games.tailwinds.undecidable import may_be_cleared
from engine.kernel.game import Game, Pair
from engine.kernel.layers import Question
from engine.kernel.unknown import is_known

NOTHING: frozenset[str] = frozenset()
SAMPLE = """\
# Fill in the header, write the game below the three dashes, and run: deadreckon audit FILE
game: tailwinds
# The advanced track: take the sharp sign away, and write which faces lie (fate: track T1 T2/advanced ...).
# layers: advanced-track
# The components you play with. Without a pack only what the rulebook prints is known.
pack: tailwinds-reconstructed-1
# Colour of the boats = name / deck, clockwise.
players: green=Ada/sailor, orange=Ben/crew
# How an open question is read at your table: deadreckon rulings tailwinds
# rulings: TW-AMB-05=snapshot-at-reveal
event: Where and when you played
---
# What happened, a line each: deadreckon events tailwinds
fate: roll start 5 seat=green
fate: roll start 2 seat=orange
green: place 3
green: place 2
orange: place 3
orange: place 2
fate: market anchor rum telescope
green: commit sailor-5
orange: commit crew-3
fate: reveal sailor-5 crew-3
"""


def _question(question: Question) -> Question:
    """Add to a question the layers of those readings that change more than a term."""
    lays = {reading: layer for (asked, reading), layer in READINGS.items() if asked == question.id}
    return msgspec.structs.replace(question, lays=lays) if lays else question


def suspended_rules(table: Table) -> frozenset[str]:
    """The rules that the text of the card in play overrides."""
    if table.phase != "resolving" or not is_known(table.active) or not table.active:
        return NOTHING
    overrides = resolving(table, table.active).overrides
    return frozenset(overrides) if is_known(overrides) and overrides else NOTHING


GAME = Game(
    name="tailwinds",
    title="Tailwinds",
    sources=(RULEBOOK, LEDGER),
    events=EVENTS,
    base=BASE,
    layers=(ADVANCED,),
    questions={name: _question(question) for name, question in QUESTIONS.items()},
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
    wrong=wrong,
    suspended_rules=suspended_rules,
    implied=implied,
    implied_at_end=implied_at_end,
    give_up=give_up,
    by_somebody=by_somebody,
    implying=frozenset({ThrowDie}),
    reopen=reopened,
    offers=offers,
    outcomes=outcomes,
    pairs=(Pair(Commit, "card", Reveal, "cards"), Pair(Replace, "card", Reveal, "cards")),
    drawn_in="engine.games.tailwinds.picture",
    typed_in="engine.games.tailwinds",
    may_be_cleared=may_be_cleared,
    redact=redact,
    hidden_fields=hidden_fields,
    sample=SAMPLE,
    ordered=frozenset({"ranking", "track"}),
    shipped=tuple(PACKS),
)
