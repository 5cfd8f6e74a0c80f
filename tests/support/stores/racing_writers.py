"""Writers on one game, each a process of its own.

`python -m tests.support.stores.racing_writers URL CLUB GAME NAME COUNT WRITERS`
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from audit.store import FirstAnswer, Stale, Store, Unavailable
from tests.support.stores.store_calls import appended, key

PATIENCE = 60.0


def race(store: Store, club: str, game: str, name: str, count: int) -> list[FirstAnswer]:
    """Append batches of one, two and three events until `count` of them are acknowledged."""
    done: list[FirstAnswer] = []
    stands = store.read_game(club, game)
    while len(done) < count:
        number = len(done)
        texts = [f"{name}-{number}-{at}" for at in range(number % 3 + 1)]
        with suppress(Stale, Unavailable):
            done.append(appended(store, stands, *texts, club=club, key=key(f"{name}-{number}")))
        stands = store.read_game(club, game)
    return done


def run(url: str, club: str, game: str, name: str, count: int) -> None:
    """Run one writer, and print what was acknowledged in one write, so that lines of several never mix."""
    with Store.open(url, patience=PATIENCE) as store:
        lines = [f"{kept.seq} {kept.head}\n" for kept in race(store, club, game, name, count)]
    os.write(1, "".join(lines).encode())


def main(url: str, club: str, game: str, name: str, count: int, writers: int) -> None:
    """Fork the writers: each has a store of its own, and only the imports are shared. A single one is not forked."""
    if writers == 1:
        run(url, club, game, name, count)
        return
    children = []
    for number in range(writers):
        child = os.fork()
        if child == 0:
            run(url, club, game, f"{name}{number}", count)
            os._exit(0)
        children.append(child)
    sys.exit(any(os.waitpid(child, 0)[1] for child in children))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]), int(sys.argv[6]))
