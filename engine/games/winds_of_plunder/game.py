"""The Winds of Plunder game: everything that its package declares to the kernel."""

from __future__ import annotations

from engine.games.winds_of_plunder.content import PACKS, content_for
from engine.games.winds_of_plunder.events import EVENTS, TURN, Bid, RevealBids, RevealCompasses, SetCompass
from engine.games.winds_of_plunder.facts import VALUES, reckoners
from engine.games.winds_of_plunder.flow import FLOW, give_up
from engine.games.winds_of_plunder.folds.turns import reopened
from engine.games.winds_of_plunder.implied import implied
from engine.games.winds_of_plunder.implied.turns import implied_at_end
from engine.games.winds_of_plunder.implied.unknown_seat import by_somebody
from engine.games.winds_of_plunder.layers import BASE, TOURNAMENT
from engine.games.winds_of_plunder.offers import offers, outcomes
from engine.games.winds_of_plunder.position import declare
from engine.games.winds_of_plunder.redaction import hidden_fields, redact
from engine.games.winds_of_plunder.rules.claims.cases import wrong
from engine.games.winds_of_plunder.rulings import QUESTIONS
from engine.games.winds_of_plunder.scoring import COUNTS, scores, standing
from engine.games.winds_of_plunder.sources import LEDGER, PUBLIC, SHEET
from engine.games.winds_of_plunder.state import Table
from engine.games.winds_of_plunder.table import domains, lay
from engine.games.winds_of_plunder.terms import Terms
from engine.games.winds_of_plunder.undecidable import may_be_cleared
from engine.kernel.game import Game, Pair
from engine.kernel.unknown import is_known

NOTHING: frozenset[str] = frozenset()
SAMPLE = """\
# Fill in the header, write the game below the three dashes, and run: deadreckon audit FILE
game: winds-of-plunder
# In a tournament the last tie goes by seating: take the sharp sign away.
# layers: tournament
# The components you play with. Without a pack only what the sheet prints is known.
pack: wop-reconstructed-1
# Colours = names, clockwise.
players: green=Ada, orange=Ben, blue=Cleo
# How an open question is read at your table: deadreckon rulings winds-of-plunder
# rulings: WP-AMB-18=compulsory-if-possible
event: Where and when you played
---
# What happened, a line each: deadreckon events winds-of-plunder
fate: port green jamaica
fate: port orange puerto_rico
fate: port blue san_salvador
fate: tiles havana/t01 grand_cayman/t02 belize/t03 nassau/t04 san_salvador/t05 jamaica/t06
fate: tiles turks_caicos/t07 santo_domingo/t08 curacao/t09 puerto_rico/t10 barbados/t11 trinidad/t12
fate: bar t13 t14 t15 t16 t17 t18
fate: blackbeard green
green: compass N
orange: compass E
blue: compass E
fate: compasses N E E
"""


def suspended_rules(table: Table) -> frozenset[str]:
    """The rules that the text of a card played in this turn overrides."""
    turn = table.turn
    if turn is None or not turn.plays:
        return NOTHING
    # The fold of a card with a known effect has already recorded what it allows.
    cards = [table.content.action(name) for name in turn.plays if is_known(name)]
    printed = (card.overrides for card in cards if not is_known(card.effect) or card.effect == "custom")
    return frozenset(rule for overrides in printed if is_known(overrides) for rule in overrides)


GAME = Game(
    name="winds-of-plunder",
    title="Winds of Plunder",
    sources=(SHEET, PUBLIC, LEDGER),
    events=EVENTS,
    base=BASE,
    layers=(TOURNAMENT,),
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
    sums={"*.vp": tuple(f"*.bonus.{name}" for name in COUNTS)},
    wrong=wrong,
    suspended_rules=suspended_rules,
    implied=implied,
    implied_at_end=implied_at_end,
    give_up=give_up,
    by_somebody=by_somebody,
    reopen=reopened,
    may_be_cleared=may_be_cleared,
    redact=redact,
    hidden_fields=hidden_fields,
    offers=offers,
    outcomes=outcomes,
    pairs=(Pair(SetCompass, "direction", RevealCompasses, "directions"), Pair(Bid, "cubes", RevealBids, "cubes")),
    drawn_in="engine.games.winds_of_plunder.picture",
    typed_in="engine.games.winds_of_plunder",
    sample=SAMPLE,
    ordered=frozenset({"bar", "area.1", "area.2", "area.3", "area.4"}),
    implying=frozenset(TURN),
    shipped=tuple(PACKS),
)
