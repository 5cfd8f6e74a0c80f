"""Sixteen writers on one game of a running service: no gap, no fork; a writer that loses a place wins a later one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from audit.store import Store
from tests.support.servers.torture.crowd import Witness, whole, write
from tests.support.servers.torture.fixtures import N

WRITERS = 16


def test_sixteen_writers_on_one_game_leave_no_gap_and_no_fork(running, url, tally):
    caller, each = running.caller, 2 * N
    game = caller.game()
    witnesses = [Witness() for _ in range(WRITERS)]
    with ThreadPoolExecutor(WRITERS) as pool:
        names = [f"writer{number}" for number in range(WRITERS)]
        list(
            pool.map(
                lambda name, witness: write(caller, game, name, witness, lambda done: done == each), names, witnesses
            )
        )
    texts = whole(caller, game, witnesses)
    assert len(texts) == WRITERS * sum(number % 3 + 1 for number in range(each))
    heads = [head for witness in witnesses for head in witness.heads]
    assert len({head.seq for head in heads}) == WRITERS * each
    lost = [heard for witness in witnesses for heard in witness.lost]
    assert lost, "nobody ever got in another's way"
    hashes = {event["seq"]: event["hash"] for event in caller.events(game)}
    for heard in lost:
        current = heard.told["current"]
        assert current["seq"] == 0 or hashes[current["seq"]] == current["head"], "a loser was told of another game"
    with Store.open(url) as store:
        assert store.verify(heads) == []
    tally("appends won by 16 writers on one game", len(heads))
    tally("appends refused with 412 and rebased", len(lost))
