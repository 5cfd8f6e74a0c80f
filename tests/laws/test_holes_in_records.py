"""What was not written down accuses no player: legal games with gaps in the log or in the header."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import GAMES
from engine.kernel.events import Claim, Event, Start
from engine.kernel.game import Game
from engine.kernel.log import Header, Log
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.unknown import UNKNOWN, is_known
from fixtures.kits import Lapses, kit
from fixtures.simulate import play

SEEDS = range(24)
# The winner is claimed only at the end, because such a claim says that the game is over.
ENDING = {"winner", "ending"}


LAPSES = {name: lapses for name in GAMES if (lapses := kit(name).lapses) is not None}


@cache
def played(name: str, seed: int) -> Log:
    layer = LAPSES[name].layer
    return play(GAMES[name], kit(name).sizes[0] + seed % 3, seed, (layer,) if layer and seed % 2 else ())


def seated(game: Game, header: Header) -> Replay:
    program = Program(stack_layers(game, header.layers, header.rulings))
    table = game.lay(header, game.content(header, {}), program.rulebook.terms)
    if header.position:
        game.declare(table, header.position)
    return Replay(program, table)


def told(game: Game, table: Any) -> dict[str, Any]:
    return {name: fact for name, fact in game.facts(table).items() if is_known(fact)}


def accused(run: Replay) -> list[tuple[int, str, str]]:
    return [
        (judgement.seq, judgement.laid.rule.id, judgement.breach.says)
        for judgement in run.judgements
        if judgement.breach is not None
    ]


def with_holes(lapses: Lapses, event: Event, rate: float, dice: random.Random) -> Event:
    """Leave out some fields of an event."""
    for name in lapses.lost.get(str(event.__struct_config__.tag), ()):
        said = getattr(event, name)
        if is_known(said) and said and dice.random() < rate:
            event = replace(event, **{name: hole_in(said, dice)})
    return event


def hole_in(said: object, dice: random.Random) -> object:
    """Leave out the whole value; of a list, about half."""
    return tuple(dice.choice((UNKNOWN, word)) for word in said) if isinstance(said, tuple) else UNKNOWN


def true_claims(game: Game, truth: Any, table: Any, dice: random.Random) -> Iterator[Event]:
    """Now and then the table states a true fact; a fact that no log of this table could name is malformed."""
    if dice.random() < 0.1 and not truth.owed:
        name, fact = dice.choice(sorted(told(game, truth).items()))
        if name not in ENDING and name in game.reckoners(table):
            yield Claim(name, fact)


@pytest.mark.parametrize("rate", [0.01, 0.05, 0.4])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LAPSES)
def test_a_legal_game_with_holes_in_its_log_breaks_no_rule(name: str, seed: int, rate: float) -> None:
    game, lapses, log, dice = GAMES[name], LAPSES[name], played(name, seed), random.Random(seed)
    header = replace(log.header, pack="") if seed % 4 == 0 else log.header
    run, truth = seated(game, header), seated(game, log.header)
    run.run([(0, Start())])
    for seq, event in enumerate(log.events, 1):
        truth.run([(seq, event)])
        run.run([(seq, with_holes(lapses, event, rate, dice))])
        run.run((seq, claim) for claim in true_claims(game, truth.table, run.table, dice))
    assert accused(run.close(len(log.events))) == []


def half_a_position(game: Game, lapses: Lapses, table: Any, share: float, dice: random.Random) -> dict[str, Any]:
    """Return what a header might state of a table: the place in the round, and some of the rest."""
    facts, seats = told(game, table), table.seats
    always = [*lapses.always, *(f"{seat}.{what}" for seat in seats for what in lapses.always_of_a_seat)]
    perhaps = [*lapses.shared, *(f"{seat}.{what}" for seat in seats for what in lapses.of_a_seat)]
    return {name: facts[name] for name in always} | {
        name: facts[name] for name in perhaps if name in facts and dice.random() < share
    }


@pytest.mark.parametrize("share", [1.0, 0.8, 0.4])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LAPSES)
def test_a_legal_game_taken_up_from_half_a_position_breaks_no_rule(name: str, seed: int, share: float) -> None:
    game, lapses, log, dice = GAMES[name], LAPSES[name], played(name, seed), random.Random(seed)
    truth, cut = seated(game, log.header), dice.randrange(10, len(log.events) - lapses.before_the_end)
    entries = list(enumerate(log.events, 1))
    truth.run(entries[:cut])
    while not lapses.between_turns(truth.table):
        truth.run(entries[cut : cut + 1])
        cut += 1
    run = seated(game, replace(log.header, position=half_a_position(game, lapses, truth.table, share, dice)))
    run.run([(0, Start())])
    for seq, event in entries[cut:]:
        truth.run([(seq, event)])
        run.run([(seq, event)])
        run.run((seq, claim) for claim in true_claims(game, truth.table, run.table, dice))
    assert accused(run.close(len(entries))) == []


READINGS = [(q.id, reading) for q in GAMES["north-wind"].questions.values() for reading in list(q.readings)[1:]]


@pytest.mark.parametrize(("question", "reading"), READINGS)
def test_holes_accuse_nobody_under_any_other_reading_of_north_wind(question: str, reading: str) -> None:
    game, lapses, dice = GAMES["north-wind"], LAPSES["north-wind"], random.Random(question)
    log = play(game, kit("north-wind").sizes[0] + len(reading) % 3, 0, (), {question: reading})
    for rate in (0.02, 0.2):
        run = seated(game, log.header)
        run.run([(0, Start())])
        for seq, event in enumerate(log.events, 1):
            run.run([(seq, with_holes(lapses, event, rate, dice))])
        assert accused(run.close(len(log.events))) == []
