"""The whole service killed with `kill -9` while it records: what it acknowledged is there, and nothing half."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from audit.store import Head, Store
from tests.storing.asking import CLUB
from tests.torture.calling import API, Caller
from tests.torture.crowd import BATCH, Witness, append_until_cut, follow_up, upload_until_cut, whole
from tests.torture.fixtures import N
from tests.torture.running import SERVE, Running, wait_for


def verified(url: str, heads: list[Head], folder: Path) -> str:
    """Let the command line work out every hash again, against heads that were kept elsewhere."""
    kept = folder / "kept.heads"
    kept.write_text("".join(f"{head.game} {head.seq} {head.hash}\n" for head in heads))
    command = [sys.executable, *SERVE, "db", "verify", "--database", url, "--heads", str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603 - this program
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def killed(running: Running, games: list[str], name: str, dice: random.Random) -> list[Witness]:
    """Kill the service under three who append and one who uploads, at a moment that the dice choose."""
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
    running.kill()
    for writer in writers:
        writer.join()
    return witnesses


def check(caller: Caller, games: list[str], witnesses: list[Witness]) -> None:
    """See that all is there that was acknowledged, byte for byte, and no batch in part."""
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


def test_a_killed_service_has_kept_all_that_it_acknowledged(running, url, tally, tmp_path):
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    heads: list[Head] = []
    uploads: dict[str, bytes] = {}
    for number in range(2 * N):
        games = [running.caller.game() for _ in range(2)]
        witnesses = killed(running, games, f"kill{number}", dice)
        tally("requests that a kill left unanswered", sum(len(witness.unanswered) for witness in witnesses))
        running.start()
        check(running.caller, games, witnesses)
        heads += [head for witness in witnesses for head in witness.heads]
        uploads |= witnesses[3].uploads
        with Store.open(url) as store:
            assert store.verify(heads) == [], f"seed {seed}, kill {number}"
    with Store.open(url) as store:
        assert all(store.upload(CLUB, sha256) == raw for sha256, raw in uploads.items())
    assert "0 games" not in verified(url, heads, tmp_path)
    tally("kills of the whole process group", 2 * N)
    tally("events acknowledged around kills, all there", BATCH * len(heads))
    tally("uploads acknowledged around kills, all there", len(uploads))
