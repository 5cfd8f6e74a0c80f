"""Compares the processor time of an older commit's code with this one's in one run: `make bench BASE=main`."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from engine.games import GAMES
from tests.measure.counts import LOGS, ROOT

ROUNDS = 7
# The loss of speed that is allowed, in per cent.
SLOWER = 15
# Run in the folder of either version, over the same logs.
WORK = """
import sys, time
from pathlib import Path
from audit import audit
from engine.games import GAMES
raws = [path.read_bytes() for path in sorted(Path(sys.argv[1]).glob("*.log"))]
audit(raws[-1], GAMES)
before = time.process_time()
for raw in raws:
    audit(raw, GAMES)
print(time.process_time() - before)
"""


def main(base: str) -> int:
    """Print both times for each game, and fail if the new code is much slower."""
    git = ["git", "-C", str(ROOT), "archive", base, "engine", "audit"]
    packed = subprocess.run(git, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        for game in (game for game in GAMES if (LOGS / game).is_dir()):
            times = [(_audit_logs(Path(folder), game), _audit_logs(ROOT, game)) for _ in range(ROUNDS)]
            # Other work on the machine makes a round slower and never faster.
            old, new = (min(each) for each in zip(*times, strict=True))
            speed = 100 * (old / new - 1)
            failed += speed < -SLOWER
            said = f"{game}: {old:.3f} s of processor time at {base}, {new:.3f} s here; speed {speed:+.1f} %"
            print(said, flush=True)  # noqa: T201
    return int(failed > 0)


def _audit_logs(code: Path, game: str) -> float:
    command = [sys.executable, "-c", WORK, str(LOGS / game)]
    return float(subprocess.run(command, check=True, cwd=code, stdout=subprocess.PIPE).stdout)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
