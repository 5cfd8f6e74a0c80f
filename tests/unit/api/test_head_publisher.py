"""Heads published by the service itself: only new ones, to a file or an address, and again after a failure."""

from __future__ import annotations

import stat
import time
from base64 import b64encode
from collections.abc import Callable
from errno import ENOSPC
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from api.notify import head_publisher
from api.notify.head_publisher import HeadPublisher, HeadsNotSavedError
from api.settings import SettingsError, resolve_settings
from audit.store import Store
from tests.support.command_line import asked
from tests.support.servers.http_servers import Door, asked_of
from tests.support.servers.serve_command import serving, told_by
from tests.support.stores.store_calls import BY, CLUB, appended, begun
from tests.support.stores.tampering import changed


def test_what_is_new_is_added_to_a_file_that_verification_takes(store: Store, url: str, tmp_path: Path) -> None:
    place = tmp_path / "heads"
    heads = HeadPublisher(store, str(place))
    game = begun(store)
    kept = store.add_upload(CLUB, b"a log", by=BY)
    assert (heads.publish_heads(), heads.publish_heads()) == (2, 0)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    appended(store, game, "a", "b")
    assert heads.publish_heads() == 1
    assert HeadPublisher(store, str(place)).publish_heads() == 0
    assert len(place.read_text().splitlines()) == 3
    assert store.read_upkeep_ages()["heads"] >= 0
    assert asked("db", "verify", "--heads", str(place), "--database", url).exit_code == 0
    changed(url, "DELETE FROM uploads")
    found = asked("db", "verify", "--heads", str(place), "--database", url)
    assert (found.exit_code, f"upload {kept.sha256}" in found.stdout) == (4, True)


def test_an_address_is_sent_what_is_new_and_once_more_where_it_was_not_taken(store: Store) -> None:
    heard: list[bytes] = []
    answers = [b"503 No", b"302 Elsewhere\r\nLocation: http://127.0.0.1:1/", b"204 Taken"]

    def received(caller: object) -> None:
        heard.append(asked_of(caller))  # type: ignore[arg-type] # a socket
        caller.sendall(b"HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n" % answers[len(heard) - 1])  # type: ignore[attr-defined] # as above

    begun(store)
    with Door(received) as door:
        heads = HeadPublisher(store, door.url.replace("//", "//ada:a%20word@") + "/heads")
        for says in ("503", "302"):
            with pytest.raises(HeadsNotSavedError, match=says):
                heads.publish_heads()
        assert (heads.publish_heads(), heads.publish_heads()) == (1, 0)
    assert len(heard) == 3
    assert b"Authorization: Basic " + b64encode(b"ada:a word") in heard[-1]
    assert heard[-1].endswith(store.write_head_lines()[0].encode() + b"\n")


def test_where_it_cannot_be_kept_it_is_said_why(store: Store) -> None:
    begun(store)
    for place in ("/nowhere/heads", "http://127.0.0.1:1/heads"):
        with pytest.raises(HeadsNotSavedError, match=r"No such|does not answer"):
            HeadPublisher(store, place).publish_heads()
    assert "heads" not in store.read_upkeep_ages()


@pytest.mark.parametrize(
    "said", [b"220 mail.example ready\r\n", b"HTTP/1.1 200 OK\r\nA: " + b"a" * 70_000 + b"\r\n\r\n", b""]
)
def test_an_answer_that_is_none_ends_nothing(store: Store, said: bytes) -> None:
    def received(caller: object) -> None:
        asked_of(caller)  # type: ignore[arg-type] # a socket
        caller.sendall(said)  # type: ignore[attr-defined] # as above

    begun(store)
    with Door(received) as door, pytest.raises(HeadsNotSavedError):
        HeadPublisher(store, door.url).publish_heads()


@pytest.mark.parametrize("place", ["http://[", "http://h:abc/", "https:///x"])
def test_an_address_that_is_none_is_said_to_be_none(store: Store, place: str, tmp_path: Path) -> None:
    begun(store)
    with pytest.raises(HeadsNotSavedError):
        HeadPublisher(store, place).publish_heads()
    refused = asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", "--heads-to", place)
    assert (refused.exit_code, "Traceback" in refused.stderr) == (2, False)


def test_a_folder_or_a_file_that_is_no_text_is_refused_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for place in (tmp_path, tmp_path / "binary", tmp_path / "nowhere" / "heads"):
        refused = asked("serve", "--database", f"sqlite:///{tmp_path / 'club.db'}", "--heads-to", str(place))
        assert refused.exit_code == 2
        assert "Heads cannot be sent" in refused.stderr


def test_lines_that_a_full_disk_cut_short_are_written_anew(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "heads"
    for _ in range(3):
        begun(store)
    kept = FileIO.write
    monkeypatch.setattr(head_publisher, "FileIO", partial(CutShort, 100, kept))
    heads = HeadPublisher(store, str(place))
    with pytest.raises(HeadsNotSavedError, match="No space"):
        heads.publish_heads()
    monkeypatch.undo()
    assert heads.publish_heads() == 3
    assert set(store.write_head_lines()) <= set(place.read_text().splitlines())


class CutShort(FileIO):
    """A file on a disk that has room for this many bytes."""

    def __init__(self, room: int, kept: Callable[[FileIO, bytes], int], number: int, mode: str, **_: object) -> None:
        super().__init__(number, mode)
        self.room, self.kept = room, kept

    def write(self, raw: Any) -> int:
        """Write as much as there is room for."""
        if not self.room:
            raise OSError(ENOSPC, "No space left on device")
        some = bytes(raw[: self.room])
        self.room -= len(some)
        return self.kept(self, some)


@pytest.mark.parametrize("wrong", ["heads", "ftp://x/y", "https://"])
def test_a_place_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(SettingsError, match="heads_to"):
        resolve_settings({"heads_to": wrong}, {}, None)


def test_of_all_workers_one_keeps_them(tmp_path: Path) -> None:
    place = tmp_path / "heads"
    with serving(tmp_path, "--heads-to", str(place), "--heads-every", "1", "--workers", "2") as (address, process):
        assert process.stdout is not None
        token = process.stdout.readline().decode().strip()
        sha256 = told_by(f"{address}/api/v1/logs", token, b"a log")["sha256"]
        for _ in range(600):
            if place.exists():
                break
            time.sleep(0.05)
        time.sleep(1.5)
        assert [line.split()[2] for line in place.read_text().splitlines()] == [sha256]
