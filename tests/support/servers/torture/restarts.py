"""A service that ends during many writes, and what must be stored when it has started again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from api.server.runtime_dir import PREFIX
from tests.support.servers.torture.crowd import BATCH, Witness, append_until_cut, follow_up, upload_until_cut, whole
from tests.support.servers.torture.retrying_client import API, Caller
from tests.support.servers.torture.running_service import Running, wait_for


def ended(
    running: Running, games: list[str], name: str, dice: random.Random, end: Callable[[], object]
) -> list[Witness]:
    """End the service during three appending clients and one that uploads, at a random moment."""
    caller = running.caller
    witnesses = [Witness() for _ in range(4)]
    work: list[Callable[[], None]] = [
        lambda: append_until_cut(caller, games[0], f"{name}-a", witnesses[0]),
        lambda: append_until_cut(caller, games[0], f"{name}-b", witnesses[1]),
        lambda: append_until_cut(caller, games[1], f"{name}-c", witnesses[2]),
        lambda: upload_until_cut(caller, f"{name}-d", witnesses[3]),
    ]
    writers = [Thread(target=task) for task in work]
    for writer in writers:
        writer.start()
    enough = dice.randint(3, 30)
    wait_for(lambda: sum(witness.count for witness in witnesses) >= enough, f"{enough} acknowledgements")
    time.sleep(dice.uniform(0, 0.03))
    end()
    for writer in writers:
        writer.join()
    return witnesses


def check(caller: Caller, games: list[str], witnesses: list[Witness]) -> None:
    """Check that everything acknowledged is stored, byte for byte, and no batch in part."""
    for witness in witnesses:
        follow_up(caller, witness)
    for game in games:
        texts = whole(caller, game, witnesses)
        for at in range(0, len(texts), BATCH):
            batch = [text.rpartition("-") for text in texts[at : at + BATCH]]
            assert [place for _, _, place in batch] == [str(place) for place in range(BATCH)], "a batch is torn"
            assert len({begins for begins, _, _ in batch}) == 1, "a batch is torn"
    for sha256, raw in witnesses[3].uploads.items():
        heard = caller.once("GET", f"{API}/logs/{sha256}/original")
        assert (heard.status, heard.body) == (200, raw)


def folders(place: Path) -> set[Path]:
    """List the folders that services use for themselves."""
    return set(place.glob(f"{PREFIX}*"))
