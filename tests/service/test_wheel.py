"""The built wheel, installed as users install it: by pip into a venv, by pipx, by uv; as far as these are installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from engine.kernel.fingerprint import source
from engine.kernel.fingerprint.summaries import PACKAGE, SHIPPED, Summaries, _decode_summaries
from tests.support.paths import ROOT

LOG = ROOT / "fixtures" / "tailwinds" / "logs" / "two-books.log"
# How long a download may take before the network counts as missing.
PATIENCE = 240


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    place = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place))
    assert done.returncode == 0, done.stdout
    (built,) = place.glob("deadreckon-*.whl")
    return built


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - commands of this file
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_wheel_carries_what_its_modules_are_summarized_to(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ZipFile(wheel) as opened:
        content = opened.read(f"{PACKAGE.replace('.', '/')}/{SHIPPED}")
        modules = [opened.read(name) for name in opened.namelist() if re.match(r"(engine|audit)/.*\.py$", name)]
    carried = _decode_summaries(content)
    anew = Summaries()
    anew.compute_anew()
    monkeypatch.setattr(source, "SUMMARIES", anew)
    assert carried == {sha256(module).hexdigest(): source.summarize_source(module) for module in modules}


def installed(*command: str, **environment: str) -> None:
    """Install; if nothing can be downloaded, there is nothing to test."""
    try:
        done = run(*command, **environment)
    except subprocess.TimeoutExpired:
        pytest.skip("No package index answers.")
    if done.returncode and any(word in done.stdout for word in ("connect", "resolve host", "dns error", "timed out")):
        pytest.skip("No package index answers.")
    assert done.returncode == 0, done.stdout


def it_works(deadreckon: Path, elsewhere: Path) -> None:
    """Audit a log from another folder, out of reach of the checkout."""
    shutil.copy(LOG, elsewhere / "x.log")
    done = subprocess.run(  # noqa: S603 - what was just installed
        [str(deadreckon), "audit", "x.log"],
        cwd=elsewhere,
        env={"PATH": os.environ["PATH"], "HOME": str(elsewhere)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("Tailwinds, 20 events: clean")


def test_pip_installs_the_wheel_into_a_venv(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    installed(str(python), "-m", "pip", "install", "--quiet", str(wheel))
    it_works(tmp_path / "venv" / "bin" / "deadreckon", tmp_path)


@pytest.mark.skipif(shutil.which("pipx") is None, reason="pipx is not here")
def test_pipx_installs_the_wheel(wheel: Path, tmp_path: Path) -> None:
    homes = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "PIPX_MAN_DIR": str(tmp_path)}
    installed("pipx", "install", "--python", sys.executable, str(wheel), **homes)
    it_works(tmp_path / "bin" / "deadreckon", tmp_path)


@pytest.mark.skipif(shutil.which("uv") is None, reason="uv is not here")
def test_uv_installs_the_wheel_as_a_tool(wheel: Path, tmp_path: Path) -> None:
    homes = {
        "UV_TOOL_DIR": str(tmp_path / "tools"),
        "UV_TOOL_BIN_DIR": str(tmp_path / "bin"),
        "UV_CACHE_DIR": str(tmp_path / "cache"),
        "UV_PYTHON": sys.executable,
    }
    installed("uv", "tool", "install", str(wheel), **homes)
    it_works(tmp_path / "bin" / "deadreckon", tmp_path)
