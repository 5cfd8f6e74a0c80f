"""Which rules are asked about an event: those with something to say, and no look before them hides a breach."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel.layers import Layer, Rank
from engine.kernel.log import Header, HeaderPlayer
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.rules import Chapter
from engine.kernel.unknown import UNKNOWN
from tests.support.games import pebbles
from tests.support.games.pebbles import Take

LOOKS: list[str] = []
EXTRA = Chapter("Heap")


def met(count: int, rulings: dict[str, str] | None = None) -> list[tuple[str, bool]]:
    """Replay one move under three more rules: each rule it meets, and whether that is known to be broken."""
    base = Layer("base", Rank.BASE, "The leaflet.", (*pebbles.GAME.base.chapters, EXTRA), folds=pebbles.GAME.base.folds)
    game = replace(pebbles.GAME, base=base)
    program = Program(stack_layers(game, (), rulings or {}))
    header = Header(game="pebbles", players=(HeaderPlayer("ada"), HeaderPlayer("ben")))
    run = Replay(program, pebbles.lay(header, None, program.rulebook.terms)).run([(1, Take(by="ada", count=count))])
    return [(judgement.laid.rule.id, judgement.breach is not None) for judgement in run.judgements]


def test_rules_behind_one_look_are_both_asked_after_it():
    assert met(2) == [("PB-X-01", True)]
    assert met(3) == [("PB-X-02", True)]


def test_rules_behind_one_look_share_it_where_nothing_is_wrong():
    LOOKS.clear()
    assert met(1) == []
    assert LOOKS == ["at least two"]


def test_a_look_that_the_record_cannot_answer_leaves_its_rules_unverifiable():
    assert {("PB-X-01", False), ("PB-X-02", False)} <= set(met(UNKNOWN))


def test_a_rule_of_one_reading_is_asked_under_that_reading_alone():
    assert met(1) == []
    assert met(1, {"PB-AMB-02": "always"}) == [("PB-X-03", True)]
