"""Which rules are asked about an event: those with something to say, and no look before them hides a breach."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel.layers import Layer, Rank
from engine.kernel.log import Header, HeaderPlayer
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN
from tests.support.games import pebbles
from tests.support.games.pebbles import BOOK, Take

LOOKS: list[str] = []
EXTRA = Chapter("Heap")


def at_least_two(_: pebbles.Table, take: Take) -> bool:
    LOOKS.append("at least two")
    return take.count >= 2


@EXTRA.rule("PB-X-01", on=Take, says="Not two.", cite=BOOK("Heap"), where={Take: at_least_two})
def not_two(_: pebbles.Table, take: Take) -> Breach | None:
    return Breach("Two.") if take.count == 2 else None


@EXTRA.rule("PB-X-02", on=Take, says="Not three.", cite=BOOK("Heap"), where={Take: at_least_two})
def not_three(_: pebbles.Table, take: Take) -> Breach | None:
    return Breach("Three.") if take.count == 3 else None


@EXTRA.rule(
    "PB-X-03", on=Take, says="Not one.", cite=BOOK("Heap"), under={Take: lambda terms: terms.passing == "always"}
)
def not_one(_: pebbles.Table, take: Take) -> Breach | None:
    return Breach("One.") if take.count == 1 else None


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
