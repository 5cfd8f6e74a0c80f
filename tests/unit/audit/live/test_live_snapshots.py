"""Snapshots and the cache: saved state changes no answer, and a wrong snapshot is refused."""

from __future__ import annotations

import hashlib
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from audit.live import (
    ForeignSnapshotError,
    LiveCache,
    LiveState,
    advance_game,
    begin_game,
    dump_snapshot,
    fold_game,
    load_snapshot,
    name_snapshot_version,
)
from audit.live.snapshots import DIGEST, MAGIC
from engine.games import GAMES
from engine.kernel.events import Note, Retract, Ruling
from engine.kernel.table import Own
from engine.kernel.unknown import UNKNOWN, is_known
from tests.support.logs.live_logs import game_played, shown, wronged

over_games = pytest.mark.parametrize("name", GAMES)


@over_games
def test_a_snapshot_holds_both_books(name: str) -> None:
    live, live_state, seq = wronged(name)
    live_state, _ = advance_game(live_state, [Ruling(at=seq), Retract(at=max(1, seq - 1)), Note(text="so be it")])
    again = load_snapshot(live, dump_snapshot(live_state), live_state.events)
    assert shown(again) == shown(live_state)
    one, first = advance_game(live_state, [Retract(at=live_state.seq - 1)])
    other, second = advance_game(again, [Retract(at=live_state.seq - 1)])
    assert first == second
    assert shown(one) == shown(other)


@over_games
def test_a_snapshot_of_the_same_stand_is_the_same_size_however_long_the_game(name: str) -> None:
    live, log = game_played(name, 1)
    notes = [Note(text="tea")] * 2_000
    short, long = dump_snapshot(fold_game(live, log.events)), dump_snapshot(fold_game(live, [*log.events, *notes]))
    assert abs(len(long) - len(short)) < 64


def test_a_snapshot_that_is_damaged_or_foreign_is_refused_and_folded_around() -> None:
    live, log = game_played("tailwinds", 1)
    other, _ = game_played("tailwinds", 2)
    whole = fold_game(live, log.events)
    raw = dump_snapshot(fold_game(live, log.events[:50]))
    dice = random.Random(3)
    broken = [b"", raw[:-1], raw + b"x", raw[: len(MAGIC)], b"junk", dump_snapshot(fold_game(other))]
    for _ in range(60):
        at = dice.randrange(len(raw))
        broken.append(raw[:at] + bytes([raw[at] ^ 1 << dice.randrange(8)]) + raw[at + 1 :])
    for wrong in broken:
        with pytest.raises(ForeignSnapshotError):
            load_snapshot(live, wrong, log.events)
        assert shown(fold_game(live, log.events, wrong)) == shown(whole)


def test_a_snapshot_of_other_events_is_refused() -> None:
    live, log = game_played("tailwinds", 1)
    raw = dump_snapshot(fold_game(live, log.events[:50]))
    for events in (log.events[:49], [*log.events[:49], Note(text="not what was played")], [*log.events[1:51]]):
        with pytest.raises(ForeignSnapshotError, match="other events"):
            load_snapshot(live, raw, events)


class Trap:
    """A function that a snapshot of the first form would have called."""

    def __reduce__(self) -> tuple[Any, ...]:
        return print, ("got in",)


def forged(live_state: LiveState, payload: bytes) -> bytes:
    """Put another payload under a matching header."""
    return dump_snapshot(live_state)[: len(MAGIC) + DIGEST] + hashlib.sha256(payload).digest() + payload


def test_a_forged_snapshot_names_no_class_and_calls_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    live, log = game_played("tailwinds", 1)
    whole = fold_game(live, log.events)
    pack, ext = msgspec.msgpack.encode, msgspec.msgpack.Ext
    hostile = [pickle.dumps((0, bytes(32), [Trap()])), pack("print"), pack({"seq": 0}), pack([0, bytes(32), ["print"]])]
    hostile += [pack([ext(1, b"")] * 3), pack([0, bytes(32), ext(2, b"")]), pack([-1, bytes(32), []]), b"", b"\xc1"]
    hostile += [b"\xdd\xff\xff\xff\xff", b"\x91" * 100_000, pack([10**15, bytes(32), []]), pack([True, bytes(32), []])]
    for payload in hostile:
        raw = forged(fold_game(live), payload)
        with pytest.raises(ForeignSnapshotError):
            load_snapshot(live, raw, log.events)
        assert shown(fold_game(live, log.events, raw)) == shown(whole)
    assert capsys.readouterr().out == ""


def test_a_word_that_looks_like_the_unknown_value_is_still_a_word() -> None:
    live, log = game_played("winds-of-plunder", 1)
    live_state = fold_game(live, log.events[:60])
    table: Own = live_state.played.table
    table.first, table.wind = UNKNOWN, str(UNKNOWN)
    again: Own = load_snapshot(live, dump_snapshot(live_state), log.events).played.table
    assert (is_known(again.first), again.wind) == (False, "??")


def test_a_class_that_has_changed_makes_the_snapshots_of_before_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    live, log = game_played("tailwinds", 1)
    raw = dump_snapshot(fold_game(live, log.events[:50]))
    other = begin_game(msgspec.json.encode(log.header), GAMES)
    monkeypatch.setitem(vars(other), "table_form", "a boat has a name now")
    assert name_snapshot_version(other) != name_snapshot_version(live)
    with pytest.raises(ForeignSnapshotError, match="no snapshot of this game by this version"):
        load_snapshot(other, raw, log.events)
    assert shown(fold_game(other, log.events, raw)) == shown(fold_game(live, log.events))


def test_an_edition_names_the_rulebook_and_the_header() -> None:
    live, log = game_played("tailwinds", 1)
    ruled = msgspec.structs.replace(log.header, rulings={"TW-AMB-05": "snapshot-at-reveal"})
    other = begin_game(msgspec.json.encode(ruled), GAMES)
    assert (
        name_snapshot_version(live)
        == name_snapshot_version(begin_game(msgspec.json.encode(log.header), GAMES))
        != name_snapshot_version(other)
    )


def test_the_desk_keeps_what_was_asked_for_last() -> None:
    live, _ = game_played("tailwinds", 1)
    live_cache, live_state = LiveCache(most_games=2), fold_game(live)
    for game in ("a", "b"):
        live_cache.put_state(game, live_state)
    assert live_cache.get_state("a") is live_state
    live_cache.put_state("c", live_state)
    assert (live_cache.get_state("a"), live_cache.get_state("b"), live_cache.get_state("c"), len(live_cache)) == (
        live_state,
        None,
        live_state,
        2,
    )
    live_cache.forget_game("a")
    live_cache.forget_game("a")
    assert len(live_cache) == 1


def test_the_desk_holds_no_more_events_than_it_may() -> None:
    live, log = game_played("tailwinds", 1)
    live_state = fold_game(live, log.events)
    live_cache = LiveCache(most_events=3 * live_state.seq)
    for game in "abcdef":
        live_cache.put_state(game, fold_game(live, log.events[:10]))
        live_cache.put_state(game, live_state)
    assert [live_cache.get_state(game) is not None for game in "abcdef"] == [False, False, False, True, True, True]
    live_cache.put_state("whale", fold_game(live, [*log.events, *[Note(text="tea")] * 3 * live_state.seq]))
    assert len(live_cache) == 1


def test_an_earlier_stand_never_replaces_a_later_one() -> None:
    live, log = game_played("tailwinds", 1)
    live_cache, later, earlier = LiveCache(), fold_game(live, log.events), fold_game(live, log.events[:5])
    live_cache.put_state("a", later)
    live_cache.put_state("a", earlier)
    assert live_cache.get_state("a") is later


def test_many_threads_may_use_one_desk_and_one_standing() -> None:
    live, log = game_played("winds-of-plunder", 1)
    live_cache, whole = LiveCache(most_games=3), fold_game(live, log.events)
    start = load_snapshot(live, dump_snapshot(fold_game(live, log.events[:200])), log.events)

    def record(thread: int) -> list[Any]:
        live_state = start
        for seq in range(200, 240):
            live_state, _ = advance_game(live_state, [log.events[seq]])
            live_cache.put_state(f"game {(thread + seq) % 5}", live_state)
            live_cache.get_state(f"game {seq % 5}")
        return shown(fold_game(live, log.events, dump_snapshot(live_state)))

    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(record, range(8)))
    assert all(end == shown(whole) for end in ends)
    assert len(live_cache) == 3
