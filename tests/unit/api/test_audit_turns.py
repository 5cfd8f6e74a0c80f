"""Audit processes take turns by file locks: one turn fewer than there are processors."""

from __future__ import annotations

import fcntl
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path

from api.workers import audit_job
from api.workers.pool import BEGIN, AuditPool
from api.workers.process import framed
from audit import AuditOptions
from tests.support.servers.api_client import CLUB
from tests.support.servers.limited_audits import DEMO, LIMITED, does


def test_all_processes_together_take_turns(tmp_path: Path) -> None:
    turn, begun = tmp_path / "turn", tmp_path / "begun"
    pools = [AuditPool(LIMITED, turns=[turn]) for _ in range(2)]
    try:
        with turn.open("ab") as held, ThreadPoolExecutor() as threads:
            fcntl.flock(held, fcntl.LOCK_EX)
            job = does(f"open({str(begun)!r}, 'a').write('x')")
            asked = [threads.submit(pool.ask, CLUB, job, ()) for pool in pools]
            assert not wait(asked, 0.5).done
            assert not begun.exists()
            fcntl.flock(held, fcntl.LOCK_UN)
            wait(asked, 60)
        assert begun.read_text() == "xx"
    finally:
        for pool in pools:
            pool.close()


def test_whichever_turn_comes_free_is_taken(tmp_path: Path) -> None:
    turns = [tmp_path / "turn-0", tmp_path / "turn-1"]
    pool = AuditPool(LIMITED, turns=turns)
    with ExitStack() as all_held, ThreadPoolExecutor() as threads:
        all_held.callback(pool.close)
        first, second = (all_held.enter_context(turn.open("ab")) for turn in turns)
        for file in (first, second):
            fcntl.flock(file, fcntl.LOCK_EX)
        asked = threads.submit(pool.ask, CLUB, does("pass"), ())
        assert not wait([asked], 0.5).done
        fcntl.flock(second, fcntl.LOCK_UN)
        done = wait([asked], 20).done
        fcntl.flock(first, fcntl.LOCK_UN)
        assert done


def test_what_turns_are_taken_by_is_for_its_owner_only(tmp_path: Path) -> None:
    pool = AuditPool(LIMITED, turns=[tmp_path / "turn-0"])
    try:
        pool.ask(CLUB, does("pass"), ())
    finally:
        pool.close()
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_where_there_is_nothing_to_take_turns_by_it_is_audited_all_the_same(tmp_path: Path) -> None:
    pool = AuditPool(LIMITED, turns=[tmp_path / "gone" / "turn-0"])
    try:
        assert pool.ask(CLUB, audit_job.make_report, (DEMO, AuditOptions())).verdict == "broken"
    finally:
        pool.close()


def test_whose_asker_is_gone_takes_no_turn_for_it(tmp_path: Path) -> None:
    turn, begun = tmp_path / "turn-0", tmp_path / "begun"
    command = [sys.executable, "-P", "-c", BEGIN, "60", "1000", str(turn)]
    with turn.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - ours
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(framed((does(f"open({str(begun)!r}, 'a')"), ())))
        process.stdin.close()
        process.stdout.close()
    assert process.wait(60) == 0
    assert not begun.exists()
