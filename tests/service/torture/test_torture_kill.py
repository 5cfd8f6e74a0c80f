"""The whole service killed with `kill -9` while it records: what it acknowledged is stored, and nothing by half."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from audit.store import GameHead, Store
from tests.support.servers.torture.crowd import BATCH
from tests.support.servers.torture.fixtures import N
from tests.support.servers.torture.restarts import check, ended, folders
from tests.support.servers.torture.running_service import SERVE
from tests.support.stores.store_calls import CLUB


def verified(url: str, heads: list[GameHead], folder: Path) -> str:
    """Recompute every hash from the command line, against heads that were stored outside."""
    kept = folder / "kept.heads"
    kept.write_text("".join(f"{head.game} {head.seq} {head.hash}\n" for head in heads))
    command = [sys.executable, *SERVE, "db", "verify", "--database", url, "--heads", str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603 - this program
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_killed_service_has_kept_all_that_it_acknowledged(running, url, tally, tmp_path):
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    heads: list[GameHead] = []
    uploads: dict[str, bytes] = {}
    for number in range(2 * N):
        games = [running.caller.game() for _ in range(2)]
        witnesses = ended(running, games, f"kill{number}", dice, running.kill)
        tally("requests that a kill left unanswered", sum(len(witness.unanswered) for witness in witnesses))
        assert len(folders(running.folder)) == 1
        running.start()
        assert len(folders(running.folder)) == 1, "what the killed service left behind is still there"
        check(running.caller, games, witnesses)
        heads += [head for witness in witnesses for head in witness.heads]
        uploads |= witnesses[3].uploads
        with Store.open(url) as store:
            assert store.verify(heads) == [], f"seed {seed}, kill {number}"
    with Store.open(url) as store:
        assert all(store.read_upload(CLUB, sha256) == raw for sha256, raw in uploads.items())
    assert "0 games" not in verified(url, heads, tmp_path)
    tally("kills of the whole process group", 2 * N)
    tally("events acknowledged around kills, all there", BATCH * len(heads))
    tally("uploads acknowledged around kills, all there", len(uploads))
