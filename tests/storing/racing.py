"""One of many writers on one game: `python -m tests.storing.racing URL CLUB GAME NAME COUNT`."""

from __future__ import annotations

import sys
from contextlib import suppress

from audit.store import Kept, Stale, Store, Unavailable
from tests.storing.asking import appended, key


def race(store: Store, club: str, game: str, name: str, count: int) -> list[Kept]:
    """Append batches of one, two and three events until `count` of them were acknowledged."""
    done: list[Kept] = []
    stands = store.game(club, game)
    while len(done) < count:
        number = len(done)
        texts = [f"{name}-{number}-{at}" for at in range(number % 3 + 1)]
        with suppress(Stale, Unavailable):
            done.append(appended(store, stands, *texts, club=club, key=key(f"{name}-{number}")))
        stands = store.game(club, game)
    return done


if __name__ == "__main__":
    with Store.open(sys.argv[1], patience=30.0) as opened:
        for kept in race(opened, sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5])):
            print(kept.seq, kept.head, flush=True)  # noqa: T201 - to the test
