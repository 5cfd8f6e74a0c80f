"""Which rules are asked about an event: those with something to say, and no look before them hides a breach."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from msgspec.structs import replace

from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.layers import Layer, Rank, list_all_rules, stack_layers
from engine.kernel.log import Header, HeaderPlayer, Log
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rules import Breach, Chapter
from engine.kernel.spellings import parse_log, write
from engine.kernel.unknown import UNKNOWN
from fixtures.kits import GAMES
from fixtures.simulate import company, play
from fixtures.slips import KINDS, slip
from fixtures.spoilers import spoiled, spoilers
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


def _logs(game: Game) -> Iterator[Log]:
    """Random games, what tired people make of them, and games spoiled in each of the ways that a look could miss."""
    behind = {laid.rule.id for wordings in list_all_rules(game).values() for laid in wordings if laid.rule.where}
    spoiling = [spoiler for spoiler in spoilers(game.name).all if spoiler.rule in behind]
    yield from (found[0] for spoiler in spoiling if (found := spoiled(game.name, spoiler)) is not None)
    for seed in range(4):
        legal = play(game, company(game, seed), seed)
        yield legal
        for kind in KINDS:
            # In some games nothing is named, so that no name can be mistaken.
            with suppress(LookupError):
                slipped, _ = slip(write(legal, "text", game.vocabulary), kind, seed)
                yield parse_log(slipped.encode(), lambda _: game.vocabulary)


@pytest.mark.parametrize("name", GAMES)
def test_where_a_look_says_no_the_rules_behind_it_find_nothing_or_another_speaks(name: str):
    game = GAMES[name]
    for log in _logs(game):
        program = Program(stack_layers(game, log.header.layers, log.header.rulings))
        table = game.lay(log.header, game.content(log.header, {}), program.rulebook.terms)
        if log.header.position:
            game.declare(table, log.header.position)
        run = Replay(program, table)
        for seq, event in enumerate(log.events, 1):
            hidden = _hidden(program, table, event)
            run.run([(seq, event)])
            # Where another rule speaks of the event, what a look leaves out would only say it again.
            broken = any(judgement.seq == seq and judgement.breach is not None for judgement in run.judgements)
            assert hidden == [] or broken, f"event {seq}: {event}"


def _hidden(program: Program, table: object, event: Event) -> list[str]:
    kind = type(event)
    behind = [laid.rule for laid in program.rules.get(kind, ()) if kind in laid.rule.where]
    silent = [rule for rule in behind if not rule.where[kind](table, event)]
    return [rule.id for rule in silent if rule.check is not None and rule.check(table, event) is not None]
