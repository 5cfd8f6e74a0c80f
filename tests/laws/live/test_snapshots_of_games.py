"""A live game that goes on from a snapshot says the same."""

from __future__ import annotations

import hashlib
import random

import msgspec
import pytest

from audit.live import (
    ForeignSnapshotError,
    LiveState,
    advance_game,
    begin_game,
    dump_snapshot,
    fold_game,
    load_snapshot,
)
from audit.live.snapshots import DIGEST, MAGIC
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.logs.live_logs import game_played, recordable, shown

SEEDS = range(4)
over_games = pytest.mark.parametrize("name", GAMES)


@over_games
@pytest.mark.parametrize("seed", SEEDS)
def test_a_snapshot_goes_on_as_if_it_had_never_been_one(name: str, seed: int) -> None:
    live, log = game_played(name, seed)
    dice = random.Random(seed)
    for cut in sorted(dice.sample(range(len(log.events)), min(6, len(log.events)))):
        before = fold_game(live, log.events[:cut])
        again = load_snapshot(live, dump_snapshot(before), log.events)
        assert shown(again) == shown(before)
        for event in log.events[cut : cut + 40]:
            before, one = advance_game(before, [event])
            again, other = advance_game(again, [event])
            assert one == other
        assert shown(again) == shown(before)


@over_games
def test_a_snapshot_of_a_golden_tells_the_same_of_the_rest(name: str, subtests: pytest.Subtests) -> None:
    for golden in goldens(name):
        log = recordable(golden.log)
        if log is None:
            continue
        with subtests.test(f"{name}-{golden.name}"):
            live = begin_game(msgspec.json.encode(log.header), GAMES)
            cut = len(log.events) // 2
            raw = dump_snapshot(fold_game(live, log.events[:cut]))
            assert load_snapshot(live, raw, log.events).seq == cut
            assert shown(fold_game(live, log.events, raw)) == shown(fold_game(live, log.events))


def forged(live_state: LiveState, payload: bytes) -> bytes:
    """Put another payload under a header that fits it."""
    return dump_snapshot(live_state)[: len(MAGIC) + DIGEST] + hashlib.sha256(payload).digest() + payload


@over_games
def test_a_snapshot_that_was_tampered_with_is_refused_or_holds_a_table_of_this_game(name: str) -> None:
    live, log = game_played(name, 1)
    live_state = fold_game(live, log.events[:60])
    payload, dice, refused = dump_snapshot(live_state)[len(MAGIC) + 2 * DIGEST :], random.Random(5), 0
    for _ in range(300):
        at = dice.randrange(len(payload))
        raw = forged(live_state, payload[:at] + bytes([dice.randrange(256)]) + payload[at + 1 :])
        try:
            assert load_snapshot(live, raw, log.events).played.table.seats == live_state.played.table.seats
        except ForeignSnapshotError:
            refused += 1
    assert refused
