"""Laws that hold for every game: over random legal games, arbitrary events, and every permitted stack of layers."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.kernel.events import Event, Start
from engine.kernel.game import Game
from engine.kernel.log import Log
from engine.kernel.replay.fact_digest import diff_facts, digest_facts, shift_digest
from engine.kernel.replay.legal import is_legal, list_legal_moves
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay, fold_entries
from engine.kernel.replay.timeline import Timeline
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log, write
from engine.kernel.tables.copy import copy_table
from engine.kernel.tables.serialize import dump_object
from engine.kernel.unknown import UNKNOWN
from fixtures.kits import GAMES, stacks
from fixtures.simulate import LONGEST, company, play

SEEDS = range(6)
# Where there are many stacks, each has fewer games; still, every number of players occurs.
SEEDS_OF_MANY = 2
STACKS = [(name, layers) for name in GAMES for layers in stacks(name)]


def seeds(name: str, layers: tuple[str, ...]) -> range:
    """Return the seeds of the games that are played under a stack."""
    laid = stacks(name)
    begin = laid.index(layers) * SEEDS_OF_MANY
    return SEEDS if len(laid) * SEEDS_OF_MANY <= len(SEEDS) else range(begin, begin + SEEDS_OF_MANY)


PLAYED = [(name, layers, seed) for name, layers in STACKS for seed in seeds(name, layers)]


@cache
def played(name: str, layers: tuple[str, ...], seed: int) -> Log:
    return play(GAMES[name], company(GAMES[name], seed, layers), seed, layers)


def seated(game: Game, log: Log) -> tuple[Program, Any]:
    program = Program(stack_layers(game, log.header.layers, log.header.rulings))
    return program, game.lay(log.header, game.content(log.header, {}), program.rulebook.terms)


def entries(log: Log) -> list[tuple[int, Event]]:
    return list(enumerate(log.events, 1))


@cache
def offered(name: str, layers: tuple[str, ...], seed: int) -> list[list[Event]]:
    """List the legal moves before each event of a game, for all laws that need them."""
    game, log = GAMES[name], played(name, layers, seed)
    program, table = seated(game, log)
    run, moves = Replay(program, table), []
    for entry in entries(log):
        moves.append(list_legal_moves(program, table))
        run.run([entry])
    return moves


over_stacks = pytest.mark.parametrize(("name", "layers"), STACKS, ids=lambda v: str(v) or "base")
over_games = pytest.mark.parametrize(("name", "layers", "seed"), PLAYED, ids=lambda v: str(v) or "base")


@over_games
def test_a_random_legal_game_breaks_no_rule(name: str, layers: tuple[str, ...], seed: int) -> None:
    game, log = GAMES[name], played(name, layers, seed)
    program, table = seated(game, log)
    run = Replay(program, table).run([(0, Start()), *entries(log)]).close(len(log.events))
    assert [(judgement.seq, judgement.laid.rule.id, judgement.breach) for judgement in run.judgements] == []


@over_games
def test_a_random_game_comes_to_an_end(name: str, layers: tuple[str, ...], seed: int) -> None:
    log = played(name, layers, seed)
    program, table = seated(GAMES[name], log)
    Replay(program, table).run(entries(log)).close(len(log.events))
    # Random play may never get past a White that is in front of the port, however long the game.
    besieged = "great-white" in layers and len(log.events) == LONGEST
    assert program.is_over(table) or besieged


@over_stacks
def test_checking_changes_nothing(name: str, layers: tuple[str, ...]) -> None:
    game, log = GAMES[name], played(name, layers, seeds(name, layers)[0])
    program, table = seated(game, log)
    run = Replay(program, table)
    for seq, event in entries(log):
        before = dump_object(table)
        program.find_breaches(table, event)
        list_legal_moves(program, table)
        list(game.outcomes(table))
        game.facts(table)
        assert dump_object(table) == before, f"checking event {seq} changed the table"
        run.run([(seq, event)])


@over_games
def test_replay_is_deterministic(name: str, layers: tuple[str, ...], seed: int) -> None:
    game, log = GAMES[name], played(name, layers, seed)
    tables = []
    for _ in range(2):
        program, table = seated(game, log)
        Replay(program, table).run(entries(log))
        tables.append(dump_object(table))
    assert tables[0] == tables[1]


@over_games
def test_every_move_of_a_clean_game_is_among_the_legal_ones(name: str, layers: tuple[str, ...], seed: int) -> None:
    log = played(name, layers, seed)
    for (seq, event), moves in zip(entries(log), offered(name, layers, seed), strict=True):
        if event.actor == "" and not isinstance(event, Start):
            assert event in moves, f"event {seq} is not offered"


@over_stacks
def test_every_legal_move_breaks_no_rule(name: str, layers: tuple[str, ...]) -> None:
    game, seed = GAMES[name], seeds(name, layers)[0]
    log = played(name, layers, seed)
    program, table = seated(game, log)
    run = Replay(program, table)
    for (seq, event), moves in zip(entries(log), offered(name, layers, seed), strict=True):
        for move in moves:
            assert is_legal(program, table, move)
            after = Replay(program, copy_table(table)).run([(seq, move)])
            assert after.judgements == [], f"{move} before event {seq}"
        run.run([(seq, event)])


@over_games
def test_a_snapshot_and_the_tail_give_the_full_replay(name: str, layers: tuple[str, ...], seed: int) -> None:
    game, log = GAMES[name], played(name, layers, seed)
    program, table = seated(game, log)
    line = Timeline(Replay(program, copy_table(table)), entries(log))
    run = Replay(program, table)
    # Check some forty places of a long game, whatever lies between a stored copy and them.
    apart = max(7, len(log.events) // 40)
    for seq, event in entries(log):
        run.run([(seq, event)])
        if seq % apart == 0:
            assert dump_object(line.table_after(seq)) == dump_object(run.table)


@over_stacks
def test_the_digest_carried_along_is_the_digest_rebuilt(name: str, layers: tuple[str, ...]) -> None:
    game, log = GAMES[name], played(name, layers, seeds(name, layers)[0])
    program, table = seated(game, log)
    run = Replay(program, table)
    facts = game.facts(table)
    carried = digest_facts(facts)
    for entry in entries(log):
        run.run([entry])
        now = game.facts(table)
        carried = shift_digest(carried, diff_facts(facts, now))
        assert carried == digest_facts(now)
        facts = now


@over_games
def test_folding_without_checks_ends_at_the_same_table(name: str, layers: tuple[str, ...], seed: int) -> None:
    game, log = GAMES[name], played(name, layers, seed)
    program, table = seated(game, log)
    unchecked = fold_entries(program, copy_table(table), entries(log))
    assert dump_object(unchecked) == dump_object(Replay(program, table).run(entries(log)).table)


@over_games
@pytest.mark.parametrize("spelling", ["text", "jsonl", "csv"])
def test_every_spelling_says_the_same(name: str, layers: tuple[str, ...], seed: int, spelling: str) -> None:
    game, log = GAMES[name], played(name, layers, seed)
    written = write(log, spelling, game.vocabulary)
    read = parse_log(written.encode(), lambda _: game.vocabulary)
    assert (read.header, read.events, read.faults) == (log.header, log.events, [])
    assert write(read, spelling, game.vocabulary) == written


# Arbitrary events


def events_of(game: Game, log: Log) -> st.SearchStrategy[Event]:
    """Any well-typed event of a game: names from its domains, numbers of any size, and unknown values."""
    domains = {
        **game.domains(log.header, game.content(log.header, {})),
        "seat": frozenset(p.seat for p in log.header.players),
    }
    return st.one_of([_any_of(game, kind, domains) for kind in game.vocabulary.by_class])


def _any_of(game: Game, kind: type[Event], domains: Any) -> st.SearchStrategy[Event]:
    form = game.vocabulary.by_class[kind]
    parts = {"by": st.sampled_from(sorted(domains["seat"]))} if form.has_seat else {}
    for field in form.fields:
        strategy = _value(field.kind, field.takes, domains)
        if field.many:
            strategy = st.lists(strategy, max_size=5).map(tuple)
        parts[field.attribute] = strategy if field.required else st.one_of(st.just(field.default), strategy)
    return st.builds(kind, **parts)


def _value(kind: str, takes: Any, domains: Any) -> st.SearchStrategy[Any]:
    if kind == "landing":
        names = st.sampled_from(sorted(domains["boat"]))
        lanes = st.sampled_from(["inside", "middle", "outside"])
        known: st.SearchStrategy[Any] = st.builds("{}@{}/{}".format, names, st.integers(1, 60), lanes)
    elif kind in domains:
        known = st.sampled_from(sorted(domains[kind]))
    elif takes is int or "int" in str(takes).lower() or "number" in str(takes):
        known = st.one_of(st.integers(-3, 45), st.integers(-1_000_000, 1_000_000))
    else:
        known = st.text(max_size=8)
    return st.one_of(known, known, known, st.none().map(lambda _: UNKNOWN))


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("policy", ["as-played", "skip-illegal"])
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(choices=st.data())
def test_no_well_typed_event_makes_a_fold_fail(name: str, policy: Any, choices: st.DataObject) -> None:
    game = GAMES[name]
    layers = choices.draw(st.sampled_from([chosen for game_name, chosen in STACKS if game_name == name]))
    log = played(name, layers, choices.draw(st.sampled_from(seeds(name, layers))))
    program, table = seated(game, log)
    cut = choices.draw(st.integers(0, len(log.events)))
    wild = choices.draw(st.lists(events_of(game, log), max_size=12))
    tail = log.events[cut : cut + choices.draw(st.integers(0, 40))]
    mixed = [*log.events[:cut], *wild, *tail, *wild]
    run = Replay(program, table, policy=policy).run(enumerate(mixed, 1)).close(len(mixed))
    list(game.outcomes(run.table))
    list_legal_moves(program, run.table)
    game.facts(copy_table(run.table))
    assert run.stopped is None


@pytest.mark.parametrize("name", list(GAMES))
def test_shuffled_lines_still_give_a_table(name: str) -> None:
    game, log = GAMES[name], played(name, (), seeds(name, ())[-1])
    dice = random.Random(7)
    for _ in range(30):
        mixed = list(log.events)
        for _ in range(dice.randint(1, 40)):
            i, j = dice.randrange(len(mixed)), dice.randrange(len(mixed))
            mixed[i], mixed[j] = mixed[j], mixed[i]
        program, table = seated(game, log)
        run = Replay(program, table).run(enumerate(mixed, 1)).close(len(mixed))
        assert game.facts(run.table)


def test_events_are_frozen() -> None:
    for game in GAMES.values():
        for kind in game.vocabulary.kinds:
            assert kind.__struct_config__.frozen, kind
