"""What nobody wrote down accuses nobody: legal games of Tailwinds with holes in the log, or in the header."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import GAMES
from engine.kernel.events import Claim, Event, Start
from engine.kernel.layers import stack
from engine.kernel.log import Header, Log
from engine.kernel.program import Program
from engine.kernel.replay import Replay
from engine.kernel.unknown import UNKNOWN, known
from fixtures.simulate import play

GAME = GAMES["tailwinds"]
SEEDS = range(24)
# What a scorekeeper may fail to write down of each event.
LOST = {
    "track": ("cards",),
    "roll": ("value",),
    "place": ("space",),
    "market": ("cards",),
    "commit": ("card",),
    "reveal": ("cards",),
    "move": ("boat", "points"),
    "play": ("card", "boat", "other", "pick"),
    "spend": ("card",),
    "take": ("card",),
    "refill": ("card",),
    "cannons": ("boat",),
    "jolly-roger": ("aft", "fore"),
    "copy": ("card",),
    "replace": ("card",),
    "chase": ("boat",),
    "swap": ("boat", "other"),
    "parlay": ("target",),
    "answer": ("reply",),
    "wind": ("value",),
}
SHARED = ("round", "market", "discard", "pile", "rear", "track")
OF_A_SEAT = ("aft", "fore", "hand", "rainbow")
# Who wins is claimed at the end only: a table that claims it says that the game is over.
ENDING = {"winner", "ending"}


@cache
def played(seed: int) -> Log:
    return play(GAME, 2 + seed % 3, seed, ("advanced-track",) if seed % 2 else ())


def seated(header: Header) -> Replay:
    program = Program(stack(GAME, header.layers, header.rulings))
    table = GAME.lay(header, GAME.content(header, {}), program.rulebook.terms)
    if header.position:
        GAME.declare(table, header.position)
    return Replay(program, table)


def told(table: Any) -> dict[str, Any]:
    return {name: fact for name, fact in GAME.facts(table).items() if known(fact)}


def accused(run: Replay) -> list[tuple[int, str, str]]:
    return [(hit.seq, hit.laid.rule.id, hit.breach.says) for hit in run.hits if hit.breach is not None]


def with_holes(event: Event, rate: float, dice: random.Random) -> Event:
    """Leave out some of what an event says."""
    for name in LOST.get(str(event.__struct_config__.tag), ()):
        said = getattr(event, name)
        if known(said) and said and dice.random() < rate:
            event = replace(event, **{name: hole_in(said, dice)})
    return event


def hole_in(said: object, dice: random.Random) -> object:
    """All of it is missing, or of a list about half."""
    return tuple(dice.choice((UNKNOWN, word)) for word in said) if isinstance(said, tuple) else UNKNOWN


def true_claims(table: Any, dice: random.Random) -> Iterator[Event]:
    """Now and then the table states a fact, as it is."""
    if dice.random() < 0.1 and not table.owed:
        name, fact = dice.choice(sorted(told(table).items()))
        if name not in ENDING:
            yield Claim(name, fact)


@pytest.mark.parametrize("rate", [0.01, 0.05, 0.4])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_game_with_holes_in_its_log_breaks_no_rule(seed: int, rate: float) -> None:
    log, dice = played(seed), random.Random(seed)
    header = replace(log.header, pack="") if seed % 4 == 0 else log.header
    run, truth = seated(header), seated(log.header)
    run.run([(0, Start())])
    for seq, event in enumerate(log.events, 1):
        truth.run([(seq, event)])
        run.run([(seq, with_holes(event, rate, dice))])
        run.run((seq, claim) for claim in true_claims(truth.table, dice))
    assert accused(run.close(len(log.events))) == []


def between_turns(table: Any) -> bool:
    chosen = table.phase == "choosing" and any(player.card is not None for player in table.players.values())
    return table.phase in {"choosing", "resolving"} and table.turn is None and not table.owed and not chosen


def half_a_position(table: Any, share: float, dice: random.Random) -> dict[str, Any]:
    """What a header might still say of a table: where the round stands, and some of the rest."""
    facts = told(table)
    seats = table.seats
    always = ["phase", "acted", *(f"{seat}.card" for seat in seats)]
    perhaps = [*SHARED, *(f"{seat}.{what}" for seat in seats for what in OF_A_SEAT)]
    return {name: facts[name] for name in always} | {
        name: facts[name] for name in perhaps if name in facts and dice.random() < share
    }


@pytest.mark.parametrize("share", [1.0, 0.8, 0.4])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_game_taken_up_from_half_a_position_breaks_no_rule(seed: int, share: float) -> None:
    log, dice = played(seed), random.Random(seed)
    truth, cut = seated(log.header), dice.randrange(10, len(log.events) - 8)
    entries = list(enumerate(log.events, 1))
    truth.run(entries[:cut])
    while not between_turns(truth.table):
        truth.run(entries[cut : cut + 1])
        cut += 1
    run = seated(replace(log.header, position=half_a_position(truth.table, share, dice)))
    for seq, event in entries[cut:]:
        truth.run([(seq, event)])
        run.run([(seq, event)])
        run.run((seq, claim) for claim in true_claims(truth.table, dice))
    assert accused(run.close(len(entries))) == []
