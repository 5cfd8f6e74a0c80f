"""Several hundred mangled logs, and one that is very long, get a report or an answer."""

from __future__ import annotations

import random
from pathlib import Path

from audit import AuditOptions, audit
from audit.report import render_json
from engine.games import GAMES
from engine.kernel.log import LogError
from engine.kernel.replay.replay import POLICIES
from engine.kernel.spellings import parse_log, write
from tests.support.command_line import really
from tests.support.logs.hostile_files import kept
from tests.support.logs.hostile_logs import GOOD
from tests.support.paths import ROOT

LOGS = ROOT / "fixtures" / "tailwinds" / "logs"


PLAIN = "from cli.main import main; main()"
# The most memory since this program began: `getrusage` may return that of the parent process.
WEIGHED = """
import sys
from pathlib import Path
from cli.main import run_command_line
code = run_command_line(sys.argv[1:])
peak = next(line.split()[1] for line in Path("/proc/self/status").open() if line.startswith("VmHWM"))
print(code, peak, file=sys.stderr)
"""


def test_a_hundred_thousand_events_stay_within_200_megabytes(tmp_path: Path) -> None:
    path = kept(tmp_path, GOOD + "claim: round 99\nblack: move aft 1\n" * 50_000)
    code, kilobytes = map(int, really("audit", path, code=WEIGHED).stderr.split()[-2:])
    assert code == 1
    assert kilobytes < 200_000


def test_the_same_log_gives_the_same_bytes_whatever_the_order_of_hashes() -> None:
    command = ("audit", str(LOGS / "demo.log"), "--format", "html")
    seen = {really(*command, code=PLAIN, env={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "1", "77")}
    assert len(seen) == 1
    assert seen != {b""}


def test_several_hundred_mangled_logs_get_a_report_or_an_answer() -> None:
    dice = random.Random(20)
    logs = [log.read_bytes() for log in sorted(LOGS.glob("e*.log"))]
    logs += [
        write(parse_log(log, lambda name: GAMES[name].vocabulary), "jsonl", GAMES["tailwinds"].vocabulary).encode()
        for log in logs[:5]
    ]
    for _ in range(400):
        mangled(dice, logs)


def mangled(dice: random.Random, logs: list[bytes]) -> None:
    """Exchange, drop and double lines and words of a log, and audit it twice."""
    lines = dice.choice(logs).split(b"\n")
    for _ in range(dice.randint(1, 5)):
        one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
        words = lines[one].split(b" ")
        words[dice.randrange(len(words))] = dice.choice(dice.choice(logs).split())
        lines.insert(two, b" ".join(words))
    text, policy = b"\n".join(lines), dice.choice(POLICIES)
    try:
        report = audit(text, GAMES, AuditOptions(policy=policy))
    except LogError:
        # Refused with a place and a remedy, which other tests check.
        return
    assert render_json(audit(text, GAMES, AuditOptions(policy=policy))) == render_json(report)
