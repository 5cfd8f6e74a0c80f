"""An independent ledger of Windward computes everything from the written lines, and agrees with the table."""

from __future__ import annotations

import os
from typing import Any

import pytest

from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.kernel.replay.replay import Replay
from fixtures.goldens import Golden, goldens
from fixtures.simulate import simulate
from tests.support.games.windward_ledger.bold_games import bold_game, long_bold_game
from tests.support.games.windward_ledger.ledger import WindwardLedger, ledger_of

# The number of random games of each kind with a ledger.
SEEDS = int(os.environ.get("DEADRECKON_LEDGER_SEEDS", "1"))
# The ledger knows only the competitive game by its default readings, and neither corrections nor slips.
LEGAL = [
    golden
    for golden in goldens("windward")
    if golden.adjudicated.verdict == "clean"
    and b"\nrulings: " not in golden.log
    and (b"\nlayers: " not in golden.log or b"\nlayers: classic\n" in golden.log)
]
KEPT = [g for g in LEGAL if b"\nrecord: " not in g.log and b"windward-reconstructed-1" in g.log]
LISTS = ("reds", "greys", "items", "tops")


def told(name: str, value: Any) -> Any:
    """Return a fact of the table in the ledger's form: lists in any order, and the hand's unknown cards."""
    if name in LISTS or name.endswith((".hand", ".crew")):
        words = [] if value == "none" else str(value).split()
        return words if name == "tops" else sorted(words)
    return value


def agree(log: str) -> WindwardLedger:
    """Run the ledger along with the table, and compare them after every line."""
    ledger, lines = ledger_of(log)
    prepared, game = prepare_log(log.encode(), GAMES), GAMES["windward"]
    run = Replay(prepared.program, prepared.build_table())
    begin, *entries = prepared.entries
    run.run([begin])
    for line, entry in zip(lines, entries, strict=True):
        ledger.read(line)
        run.run([entry])
        totals, facts = dict(ledger.totals()), game.facts(run.table)
        apart = {name: (ours, theirs) for name, ours in totals.items() if (theirs := told(name, facts[name])) != ours}
        assert not apart, f"after event {entry[0]}, {line}, the ledger and the table have {apart}"
        # By default other pieces replace missing teeth.
        numbers = {name: number for name, number in totals.items() if isinstance(number, int) and "teeth" not in name}
        below = {name: number for name, number in numbers.items() if number < 0}
        assert not below, f"after event {entry[0]}: {line}"
    return ledger


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("layers", [(), ("classic",)], ids=["full", "classic"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_ledger_agrees_after_every_event_of_a_random_game(players: int, layers: tuple[str, ...], seed: int) -> None:
    ledger = agree(simulate("windward", players, seed, layers))
    assert ledger.winner


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_ledger_agrees_on_the_small_planet(seed: int) -> None:
    chosen = simulate("windward", 2, seed, ("classic",), {"WW-AMB-002": "small"})
    for log in (chosen, simulate("windward", 3, seed, ("small-world",))):
        assert " side=small" in log
        assert agree(log).winner


@pytest.mark.parametrize("golden", KEPT, ids=lambda golden: golden.name)
def test_the_ledger_agrees_after_every_event_of_a_golden(golden: Golden) -> None:
    ledger = agree(golden.log.decode())
    reckoned = dict(ledger.totals())
    said = {name: value for name, value in golden.adjudicated.facts.items() if name in reckoned}
    assert said
    assert {name: reckoned[name] for name in said} == {name: told(name, value) for name, value in said.items()}


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("layers", [(), ("classic",)], ids=["full", "classic"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_ledger_agrees_where_all_meet(players: int, layers: tuple[str, ...], seed: int) -> None:
    for again in range(4):
        agree(bold_game(players, 4 * seed + again, layers))


def test_what_is_rare_happens_in_these_games() -> None:
    log = "".join(bold_game(players, seed, ()) for players in (2, 3, 4, 5) for seed in range(4))
    verbs = ("launch", "lift", "drop", "row", "flag", "respawn", "loot", "pass", "run", "pick grey", "grey")
    assert [verb for verb in verbs if f": {verb}" not in log and f" {verb}" not in log] == []


def test_the_ledger_agrees_when_a_stack_has_run_out() -> None:
    ledger = agree(long_bold_game(3, 1, ()))
    assert sum(ledger.sizes) + ledger.discarded + sum(len(one.hand) for one in ledger.captains.values()) == 74


def thinned(log: str) -> str:
    """Leave out what need not be written: passes in a battle, and rests in port after a turn with an act."""
    head, _, body = log.partition("\n---\n")
    lines = body.splitlines()
    kept = [line for place, line in enumerate(lines[:-1]) if not _plain(line, lines[place - 1], lines[place + 1])]
    return "\n".join([head, "---", *kept, lines[-1], ""])


def _plain(line: str, before: str, after: str) -> bool:
    seat, _, act = line.partition(": ")
    acted = before.startswith(f"{seat}: ") and not before.endswith(": pass")
    return act == "pass" or (act == "rest" and acted and not after.endswith(": rest"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_ledger_agrees_where_passes_and_rests_in_port_are_not_written(players: int) -> None:
    for log in (simulate("windward", players, 2), bold_game(players, 1, ())):
        assert thinned(log) != log
        agree(thinned(log))


RED_COMES = """game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben
position: planet=a b c d e f, wind=1, turn=green, first=green, round=2, reds=a52, greys=b53, items=none, trigger=none
position: green.place=a33, green.morale=3, green.notoriety=4, green.gas=0, green.cannons=0, green.rowing=0
position: green.crester=none, green.teeth.red=0, green.teeth.grey=0, green.tokens=0, green.hand=none, green.crew=none
position: green.boat.1=aboard, green.boat.2=aside
position: orange.place=port, orange.morale=2, orange.notoriety=3, orange.gas=0, orange.cannons=0, orange.rowing=0
position: orange.crester=none, orange.teeth.red=0, orange.teeth.grey=0, orange.tokens=0, orange.hand=none
position: orange.crew=none, orange.boat.1=aboard, orange.boat.2=aside
---
green: rest morale
green: red a52 a33{path}
fate: roll attack 1 1 1 1 1
fate: roll defend 3 2
orange: rest
"""


@pytest.mark.parametrize(("path", "back"), [(" path=a42,a43,a33", "a43"), (" path=a53,a43", "a43"), ("", "a43")])
def test_a_red_that_ties_goes_back_to_the_space_before(path: str, back: str) -> None:
    assert agree(RED_COMES.format(path=path)).reds == [back]


WAITING = RED_COMES.format(path="").replace("green.hand=none", "green.hand=fuel").replace("orange: rest\n", "")


@pytest.mark.parametrize("claim", ["green.morale 2", "green.hand fuel", "hits.defend 5", "reds a33", "green.place a33"])
def test_a_battle_waits_for_a_hidden_card_and_goes_on_waiting_where_nothing_is_said_of_its_outcome(claim: str) -> None:
    ledger = agree(f"{WAITING}claim: {claim}\n")
    assert ledger.fight is not None


def test_a_battle_is_over_where_its_outcome_is_claimed() -> None:
    ledger = agree(f"{WAITING}claim: reds a43\n")
    assert (ledger.fight, ledger.reds) == (None, ["a43"])


def test_the_ledger_notices_a_token_too_many() -> None:
    loot = next(golden for golden in KEPT if golden.name == "ship-beats-ship")
    ledger = agree(loot.log.decode())
    ledger.captains["ada"].cargo["token"] += 1
    said = {name: value for name, value in loot.adjudicated.facts.items() if name.endswith("tokens")}
    assert {name: dict(ledger.totals())[name] for name in said} != said
