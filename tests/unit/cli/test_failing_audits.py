"""One log whose audit fails stops no other: in sequence, in several processes, and on a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.audit.batch import CHUNK
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.logs import planted_faults
from tests.support.logs.planted_faults import FATAL, PLANTED
from tests.support.servers.remote_server import There

pytestmark = pytest.mark.usefixtures("planted")


@pytest.fixture
def season(tmp_path: Path) -> str:
    """Write three logs: a clean one, one whose audit fails, and a broken one."""
    kept(tmp_path / "season" / "1.log", *pebbles.CLEAN)
    kept(tmp_path / "season" / "2.log", *FATAL)
    kept(tmp_path / "season" / "3.log", "ada: take 3", "ben: take 5")
    return str(tmp_path / "season")


def verdicts(text: str) -> list[str]:
    return [line.split()[0] for line in text.splitlines()]


def test_a_log_that_fails_has_its_line_and_the_others_theirs(season: str) -> None:
    done = asked("audit", season)
    assert done.exit_code == 70
    assert verdicts(done.stdout) == ["clean", "failed", "1", "3"]
    assert f"2.log  IndexError: {PLANTED}" in done.stdout
    assert done.stdout.endswith("3 logs: 1 clean, 1 with rules broken, 1 failed.\n")
    assert "Traceback" in done.stderr
    assert "This is a bug in Deadreckon, not in" in done.stderr


def test_in_json_a_log_that_fails_has_a_fault_and_no_verdict(season: str) -> None:
    done = asked("audit", season, "--format", "json")
    one, two, three = (entry["report"] for entry in json.loads(done.stdout))
    assert (one["verdict"], three["verdict"]) == ("clean", "broken")
    assert "verdict" not in two
    assert two["schema"] == one["schema"]
    assert two["fault"]["says"] == f"IndexError: {PLANTED}"
    assert two["fault"]["place"].startswith(f"{planted_faults.__name__}, line ")
    assert done.exit_code == 70


def test_in_sarif_the_run_says_which_log_failed(season: str) -> None:
    done = asked("audit", season, "--format", "sarif")
    (run,) = json.loads(done.stdout)["runs"]
    (seen,) = run["invocations"]
    assert not seen["executionSuccessful"]
    (note,) = seen["toolExecutionNotifications"]
    assert note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("2.log")
    assert len(run["artifacts"]) == 2
    assert "invocations" not in json.loads(asked("audit", f"{season}/1.log", "--format", "sarif").stdout)["runs"][0]


@pytest.mark.parametrize("form", ["text", "json", "html", "sarif"])
def test_a_log_that_fails_alone_ends_with_70_in_every_form(form: str, season: str) -> None:
    done = asked("audit", f"{season}/2.log", "--format", form)
    assert done.exit_code == 70
    assert f"IndexError: {PLANTED}" in done.stderr
    assert ("fault" in done.stdout) == (form in {"json", "sarif"})


def test_in_several_processes_the_others_are_audited_too(tmp_path: Path) -> None:
    count = 2 * CHUNK + 3
    for number in range(count):
        kept(tmp_path / "many" / f"{number:03}.log", *(FATAL if number in {0, 30} else pebbles.CLEAN))
    done = asked("audit", str(tmp_path / "many"), "--jobs", "2")
    seen = verdicts(done.stdout)
    assert (seen.count("failed"), seen.count("clean")) == (2, count - 2)
    assert seen.index("failed") == 0
    assert done.exit_code == 70


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_server_that_fails_on_one_log_is_asked_about_the_next(form: str, there: There, season: str) -> None:  # noqa: ARG001 - it is asked
    done = asked("remote", "audit", season, "--format", form)
    assert done.exit_code == 70
    assert "The service failed. This is not your fault." in done.stdout
    assert "log this is request" in done.stderr
    if form == "text":
        assert verdicts(done.stdout) == ["clean", "failed", "1", "3"]
    else:
        assert ["verdict" in entry["report"] for entry in json.loads(done.stdout)] == [True, False, True]


def test_a_kept_log_on_which_the_server_fails_stops_no_other(there: There, season: str) -> None:  # noqa: ARG001 - as above
    names = asked("remote", "push", f"{season}/2.log", f"{season}/1.log")
    assert names.exit_code == 0
    shas = [word for line in names.stdout.splitlines() for word in line.split() if len(word) == 64]
    done = asked("remote", "audit", *shas)
    assert verdicts(done.stdout) == ["failed", "clean", "2"]
    assert done.exit_code == 70
