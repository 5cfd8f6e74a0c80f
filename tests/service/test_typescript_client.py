"""A TypeScript client generated from the API document compiles, uploads a log, and reads its audit."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from api.openapi import document
from audit.store import Role
from tests.support.games.pebbles import log
from tests.support.paths import ROOT
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening
from tests.support.servers.stocked_club import operations

# Types generated from the document, a client that uses them, and the compiler; all for tests only.
PACKAGES = ("openapi-typescript@7", "openapi-fetch@0.14", "typescript@5.9")
SOURCE = ROOT / "tests" / "support" / "servers" / "generated" / "audit.mts"
STRICTLY = ("--strict", "--noUncheckedIndexedAccess", "--module", "nodenext", "--target", "es2022")
BROKEN = log("ada: take 3", "ben: take 5")


@pytest.fixture(scope="module")
def packages(request: pytest.FixtureRequest) -> Path:
    """Install the packages once for all runs; if that is impossible, skip the tests, but not under CI."""
    assert request.config.cache is not None
    place = request.config.cache.mkdir("typescript-client")
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        why = "" if _installed(place) else _install(place)
    if why and os.environ.get("CI"):
        pytest.fail(why)
    if why:
        pytest.skip(why)
    return place


def _installed(place: Path) -> bool:
    marked = place / "installed.json"
    return marked.exists() and json.loads(marked.read_text()) == list(PACKAGES)


def _install(place: Path) -> str:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "There is no node with npm here."
    how = ("--no-audit", "--no-fund", "--no-save", "--prefer-offline", "--ignore-scripts", "--prefix", str(place))
    patience = ("--fetch-retries", "1", "--fetch-timeout", "30000")
    try:
        ran("npm", "install", *how, *patience, *PACKAGES, within=place)
    except (AssertionError, subprocess.TimeoutExpired) as wrong:
        return f"npm installs nothing here: {wrong}"
    (place / "installed.json").write_text(json.dumps(PACKAGES))
    return ""


def ran(name: str, *arguments: str, within: Path) -> str:
    """Run a program in a folder, and return its output."""
    program = shutil.which(name, path=f"{within / 'node_modules' / '.bin'}:{os.environ['PATH']}")
    assert program is not None, f"There is no {name}."
    made = subprocess.run(  # noqa: S603 - what was installed above
        [program, *arguments], cwd=within, capture_output=True, text=True, check=False, timeout=240
    )
    assert made.returncode == 0, made.stdout[-2_000:] + made.stderr[-2_000:]
    return made.stdout


def test_it_has_every_operation_compiles_keeps_a_log_and_has_it_audited(
    packages: Path, tmp_path: Path, here: Served
) -> None:
    (tmp_path / "node_modules").symlink_to(packages / "node_modules")
    # A field with a default may be left out of a request.
    how = ("--output", "api.ts", "--default-non-nullable=false")
    ran("openapi-typescript", str(document.WRITTEN), *how, within=tmp_path)
    made = (tmp_path / "api.ts").read_text()
    (listed,) = re.findall(r"^export interface operations \{\n(.*?)^\}", made, re.DOTALL | re.MULTILINE)
    assert set(re.findall(r"^    (\w+): \{", listed, re.MULTILINE)) == set(operations())

    shutil.copy(SOURCE, tmp_path)
    ran("tsc", *STRICTLY, SOURCE.name, within=tmp_path)
    with listening(here.app) as url:
        token: Any = here.asker(Role.RECORDER).token
        said = json.loads(ran("node", "audit.mjs", url, token, BROKEN.decode(), within=tmp_path))
    assert said == {"verdict": "broken", "rules": ["PB-HEAP-01"]}
