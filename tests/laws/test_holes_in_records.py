"""What nobody wrote down accuses nobody: legal games with holes in the log, or in the header."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import GAMES
from engine.games.north_wind.content import HARBORS
from engine.kernel.events import Claim, Event, Start
from engine.kernel.game import Game
from engine.kernel.layers import stack_layers
from engine.kernel.log import Header, Log
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.unknown import UNKNOWN, is_known
from fixtures.simulate import play

SEEDS = range(24)
# Who wins is claimed at the end only: a table that claims it says that the game is over.
ENDING = {"winner", "ending"}


@dataclass(frozen=True)
class PlayedRecord:
    """A game, and what a scorekeeper may fail to write down of it."""

    game: Game
    fewest: int
    layer: str
    # Of each event, the fields that may be lost.
    lost: Mapping[str, tuple[str, ...]]
    # When a position can be taken down, what it always says, and what it may leave out, of the table and of a seat.
    between_turns: Callable[[Any], bool]
    always: tuple[str, ...]
    shared: tuple[str, ...]
    of_a_seat: tuple[str, ...]
    always_of_a_seat: tuple[str, ...] = ()
    before_the_end: int = field(default=8)


def tailwinds_between_turns(table: Any) -> bool:
    chosen = table.phase == "choosing" and any(player.card is not None for player in table.players.values())
    return table.phase in {"choosing", "resolving"} and table.turn is None and not table.owed and not chosen


def winds_between_turns(table: Any) -> bool:
    voting = table.phase == "compass" and all(player.compass is None for player in table.players.values())
    return (voting or table.phase == "plunder") and table.turn is None and not table.owed


def north_wind_between_turns(table: Any) -> bool:
    return bool(table.phase == "income")


TAILWINDS = PlayedRecord(
    GAMES["tailwinds"],
    2,
    "advanced-track",
    {
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
    },
    tailwinds_between_turns,
    ("phase", "acted"),
    ("round", "market", "discard", "pile", "rear", "track"),
    ("aft", "fore", "hand", "rainbow"),
    ("card",),
)
WINDS = PlayedRecord(
    GAMES["winds-of-plunder"],
    3,
    "tournament",
    {
        "port": ("port",),
        "tiles": ("tiles",),
        "bar": ("tiles",),
        "blackbeard": ("seat",),
        "shuffle": ("count",),
        "compass": ("direction",),
        "compasses": ("directions",),
        "bid": ("cubes",),
        "bids": ("cubes",),
        "award": ("to",),
        "wind": ("direction",),
        "first": ("seat",),
        "drawn": ("card",),
        "play": ("card", "target", "one", "other", "pay"),
        "cubes": ("points", "cubes"),
        "gust": ("mode", "direction"),
        "sail": ("to", "start", "tile"),
        "board": ("target", "loot"),
        "treasure": ("port",),
    },
    winds_between_turns,
    ("phase", "acted"),
    (
        *("round", "wind", "blackbeard", "first", "turn", "bar", "discard", "action.deck"),
        *(f"marker.{name}" for name in ("weapons", "crew", "provisions")),
        *(f"area.{n}" for n in (1, 2, 3, 4)),
        *(f"tile.{port}" for port in ("jamaica", "belize", "havana", "nassau", "trinidad", "barbados", "curacao")),
    ),
    (
        *("port", "vp", "wind", "reserve", "weapons", "crew", "provisions", "booty"),
        *("hand", "actions", "treasure", "treasures", "marks"),
    ),
)
NORTH_WIND = PlayedRecord(
    GAMES["north-wind"],
    2,
    "",
    {
        "stack": ("tiles",),
        "sail": ("harbor",),
        "cut": ("count",),
        "look": ("what",),
        "tile": ("tile",),
        "buy": ("goods",),
        "sell": ("goods",),
        "exchange": ("sold", "bought"),
        "equip": ("item", "role"),
        "overboard": ("goods",),
        "task": ("harbor",),
        "event": ("face",),
        "shots": ("faces",),
        "bonus": ("bonus", "harbor"),
        "takeback": ("bonus", "harbor"),
        "shuffle": ("harbor",),
    },
    north_wind_between_turns,
    ("phase", "turn"),
    (
        *("first", "bonus.supply", "bonus.crew"),
        *(f"{what}.{harbor}" for what in ("column", "most", "contents") for harbor in HARBORS),
    ),
    ("gold", "letters", "hold", "brig", "crew", "cannons", "sail"),
)
RECORDS = {record.game.name: record for record in (TAILWINDS, WINDS, NORTH_WIND)}


@cache
def played(name: str, seed: int) -> Log:
    record = RECORDS[name]
    return play(record.game, record.fewest + seed % 3, seed, (record.layer,) if record.layer and seed % 2 else ())


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


def with_holes(record: PlayedRecord, event: Event, rate: float, dice: random.Random) -> Event:
    """Leave out some of what an event says."""
    for name in record.lost.get(str(event.__struct_config__.tag), ()):
        said = getattr(event, name)
        if is_known(said) and said and dice.random() < rate:
            event = replace(event, **{name: hole_in(said, dice)})
    return event


def hole_in(said: object, dice: random.Random) -> object:
    """All of it is missing, or of a list about half."""
    return tuple(dice.choice((UNKNOWN, word)) for word in said) if isinstance(said, tuple) else UNKNOWN


def true_claims(game: Game, truth: Any, table: Any, dice: random.Random) -> Iterator[Event]:
    """Now and then the table states a fact, as it is; one that no log of this table could name is malformed."""
    if dice.random() < 0.1 and not truth.owed:
        name, fact = dice.choice(sorted(told(game, truth).items()))
        if name not in ENDING and name in game.reckoners(table):
            yield Claim(name, fact)


@pytest.mark.parametrize("rate", [0.01, 0.05, 0.4])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RECORDS)
def test_a_legal_game_with_holes_in_its_log_breaks_no_rule(name: str, seed: int, rate: float) -> None:
    record, log, dice = RECORDS[name], played(name, seed), random.Random(seed)
    header = replace(log.header, pack="") if seed % 4 == 0 else log.header
    run, truth = seated(record.game, header), seated(record.game, log.header)
    run.run([(0, Start())])
    for seq, event in enumerate(log.events, 1):
        truth.run([(seq, event)])
        run.run([(seq, with_holes(record, event, rate, dice))])
        run.run((seq, claim) for claim in true_claims(record.game, truth.table, run.table, dice))
    assert accused(run.close(len(log.events))) == []


def half_a_position(record: PlayedRecord, table: Any, share: float, dice: random.Random) -> dict[str, Any]:
    """What a header might still say of a table: where the round stands, and some of the rest."""
    facts, seats = told(record.game, table), table.seats
    always = [*record.always, *(f"{seat}.{what}" for seat in seats for what in record.always_of_a_seat)]
    perhaps = [*record.shared, *(f"{seat}.{what}" for seat in seats for what in record.of_a_seat)]
    return {name: facts[name] for name in always} | {
        name: facts[name] for name in perhaps if name in facts and dice.random() < share
    }


@pytest.mark.parametrize("share", [1.0, 0.8, 0.4])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RECORDS)
def test_a_legal_game_taken_up_from_half_a_position_breaks_no_rule(name: str, seed: int, share: float) -> None:
    record, log, dice = RECORDS[name], played(name, seed), random.Random(seed)
    truth, cut = seated(record.game, log.header), dice.randrange(10, len(log.events) - record.before_the_end)
    entries = list(enumerate(log.events, 1))
    truth.run(entries[:cut])
    while not record.between_turns(truth.table):
        truth.run(entries[cut : cut + 1])
        cut += 1
    run = seated(record.game, replace(log.header, position=half_a_position(record, truth.table, share, dice)))
    run.run([(0, Start())])
    for seq, event in entries[cut:]:
        truth.run([(seq, event)])
        run.run([(seq, event)])
        run.run((seq, claim) for claim in true_claims(record.game, truth.table, run.table, dice))
    assert accused(run.close(len(entries))) == []


READINGS = [(q.id, reading) for q in GAMES["north-wind"].questions.values() for reading in list(q.readings)[1:]]


@pytest.mark.parametrize(("question", "reading"), READINGS)
def test_holes_accuse_nobody_under_any_other_reading_of_north_wind(question: str, reading: str) -> None:
    record, dice = RECORDS["north-wind"], random.Random(question)
    log = play(record.game, record.fewest + len(reading) % 3, 0, (), {question: reading})
    for rate in (0.02, 0.2):
        run = seated(record.game, log.header)
        run.run([(0, Start())])
        for seq, event in enumerate(log.events, 1):
            run.run([(seq, with_holes(record, event, rate, dice))])
        assert accused(run.close(len(log.events))) == []
