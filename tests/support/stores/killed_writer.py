"""A writer that kills itself at one exact step.

`python -m tests.support.stores.killed_writer URL CLUB GAME FIRST LAST STRIDE`

For every STRIDEth number from FIRST to LAST a child process of its own uploads and appends, and is killed (SIGKILL:
nothing can be tidied up) when it reaches that many steps: calls into SQLite, waits for PostgreSQL, and returns from
them. What was acknowledged until then is printed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from types import FrameType
from typing import Any

from audit.store import Store, Unavailable
from tests.support.stores.store_calls import BY, appended, key

BATCH = 5
# The exit code of a child that was never killed.
WHOLE = 7


class Bomb:
    """Counts calls into the driver and returns from it, and kills the process at one of them."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, frame: FrameType, event: str, called: Any) -> None:
        """See one call or return."""
        if event.startswith("c_"):
            step = type(getattr(called, "__self__", None)).__module__ == "sqlite3"
        else:
            step = frame.f_code.co_name == "wait" and "psycopg" in frame.f_code.co_filename
        if step:
            self.left -= 1
            if self.left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


def write(url: str, club: str, game: str, point: int, acknowledge: int) -> None:
    """Upload and append until the process is killed."""
    with Store.open(url) as store:
        row = store.read_game(club, game)
        sys.setprofile(Bomb(point))
        for number in range(2):
            raw = f"log {point}-{number}".encode() * 400
            kept = store.add_upload(club, raw, by=BY)
            _say(acknowledge, {"upload": kept.sha256})
            name = f"{point}-{number}"
            done = appended(store, row, *(f"{name}-{at}" for at in range(BATCH)), club=club, key=key(name))
            _say(acknowledge, {"seq": done.seq, "head": done.head, "key": name})
            row = store.read_game(club, game)
        sys.setprofile(None)


def _say(to: int, said: dict[str, Any]) -> None:
    os.write(to, json.dumps(said).encode() + b"\n")


def main(url: str, club: str, game: str, first: int, last: int, stride: int) -> None:
    """Run one child after the other, and print what each had acknowledged and how it ended."""
    for point in range(first, last + 1, stride):
        hear, say = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(hear)
            try:
                write(url, club, game, point, say)
            except Unavailable as wrong:
                _say(say, {"wrong": str(wrong)})
                os._exit(1)
            os._exit(WHOLE)
        os.close(say)
        with os.fdopen(hear, "rb") as pipe:
            acknowledged = [json.loads(line) for line in pipe]
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        whole = os.WIFEXITED(status) and os.WEXITSTATUS(status) == WHOLE
        print(json.dumps({"point": point, "killed": killed, "whole": whole, "acknowledged": acknowledged}), flush=True)  # noqa: T201 - to the test


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), int(sys.argv[6]))
