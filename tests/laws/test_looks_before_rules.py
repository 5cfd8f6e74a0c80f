"""Where a look says no, the rules behind it find nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.log import Log
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import list_all_rules, stack_layers
from engine.kernel.spellings import parse_log, write
from fixtures.kits import GAMES
from fixtures.simulate import company, play
from fixtures.slips import KINDS, slip
from fixtures.spoilers import spoiled, spoilers


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
