"""The key that signs records, over several starts of the service."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from audit.store import Store
from tests.support.command_line import asked, started
from tests.support.servers.api_client import CLUB
from tests.support.servers.serve_command import serving, told_by
from tests.support.stores.tampering import changed


def _stopped(process: subprocess.Popen[bytes]) -> bytes:
    process.send_signal(signal.SIGTERM)
    return process.communicate(timeout=60)[1]


def _refused(place: Path) -> bytes:
    """Start the service where it must not start, and return its output."""
    database = f"sqlite:///{place / 'club.db'}"
    process = started("serve", "--database", database, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (5, b""), err
    return err


def test_a_key_is_made_once_for_its_owner_only_and_taken_from_then_on(tmp_path: Path) -> None:
    key = tmp_path / "club.db.key"
    with serving(tmp_path) as (address, process):
        assert process.stdout is not None
        token = process.stdout.readline().decode().strip()
        assert key.stat().st_mode & 0o777 == 0o600
        secret = key.read_text()
        assert b"club.db.key" in _stopped(process)
    with serving(tmp_path) as (address, process):
        assert told_by(f"{address}/api/v1/token", token)["role"] == "admin"
        assert b"key" not in _stopped(process)
    assert key.read_text() == secret
    database = ("--database", f"sqlite:///{tmp_path / 'club.db'}")
    assert asked("db", "verify", *database).exit_code == 0

    key.rename(tmp_path / "away")
    assert b"its key is not available" in _refused(tmp_path).replace(b"\n", b" ")
    assert not key.exists()
    key.write_text("another secret that is long enough\n")
    assert b"signed with another key" in _refused(tmp_path).replace(b"\n", b" ")

    assert asked("db", "key", "rotate", "--lost", *database).exit_code == 0
    key.chmod(0o644)
    with serving(tmp_path) as (address, process):
        assert told_by(f"{address}/api/v1/token", token)["role"] == "admin"
        assert f"may read the key of this service: chmod 600 {key}" in " ".join(_stopped(process).decode().split())

    changed(database[1], "DELETE FROM signing_keys")
    assert b"has none any more" in _refused(tmp_path).replace(b"\n", b" ")


def test_what_was_kept_before_there_was_a_key_is_signed_at_the_first_start(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'club.db'}")
    assert asked("db", "upgrade", *database).exit_code == 0
    token = asked("token", "new", "--club", CLUB, "--role", "judge", *database).stdout.strip()
    with serving(tmp_path) as (address, process):
        assert told_by(f"{address}/api/v1/token", token)["role"] == "judge"
        assert b"Signed for the first time, as they stood: 1 tokens" in _stopped(process)


def test_a_rotation_that_was_cut_off_is_ended_at_the_next_start(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, process):
        assert process.stdout is not None
        token = process.stdout.readline().decode().strip()
        _stopped(process)
    waiting = "the next secret, made and taken, but not yet in place"
    with Store.open(f"sqlite:///{tmp_path / 'club.db'}") as store:
        store.sign_everything_anew(waiting)
    (tmp_path / "club.db.key.next").write_text(f"{waiting}\n")
    with serving(tmp_path) as (address, process):
        assert told_by(f"{address}/api/v1/token", token)["role"] == "admin"
        _stopped(process)
    assert (tmp_path / "club.db.key").read_text() == f"{waiting}\n"
