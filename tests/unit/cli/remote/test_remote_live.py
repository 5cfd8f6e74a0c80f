"""The command line against a server's live games: recorded line by line, followed to the end, never twice."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from audit.store import Role
from cli.remote import client
from tests.support.command_line import asked, kept, started
from tests.support.games import pebbles
from tests.support.servers.api_client import CLUB
from tests.support.servers.remote_server import TOKEN, There, begun

pytestmark = pytest.mark.usefixtures("nobody_logged_in")


def test_a_game_is_recorded_line_by_line_and_followed_to_its_end(there: There, tmp_path: Path) -> None:
    game = begun()
    moves = tmp_path / "round-1.txt"
    moves.write_text("# the first round\nada: take 3\n\nben: take 5\n")
    result = asked("remote", "append", game, str(moves))
    assert result.exit_code == 1
    assert "1   ada: take 3" in result.stdout
    assert "2 ✗ ben: take 5" in result.stdout
    assert "PB-HEAP-01" in result.stdout
    more = asked("remote", "append", game, "-", "--format", "json", input=b'{"do":"take","by":"cleo","count":1}\n')
    assert more.exit_code == 0
    assert json.loads(more.stdout)["seq"] == 3
    watched = asked("remote", "watch", game, "--once")
    assert watched.exit_code == 0
    assert watched.stdout.splitlines()[0].split() == ["1", "ada:", "take", "3"]
    assert "PB-HEAP-01" in watched.stdout
    misspelled = asked("remote", "close", game, "--claim", "winner=Bem")
    assert misspelled.exit_code != 0
    assert "Did you mean 'ben'?" in misspelled.stderr
    closed = asked("remote", "close", game, "--claim", "winner=Ben", "--claim", "heap=11")
    assert closed.exit_code == 0
    assert closed.stdout.startswith("rules broken · ")
    end = asked("remote", "watch", game, "--after", "3")
    assert "The game is closed." in end.stderr
    assert "claim: winner ben" in end.stdout
    refused = asked("remote", "append", game, "-", input=b"cleo: take 1\n")
    assert refused.exit_code == 6
    assert "closed" in refused.stderr
    row = json.loads(asked("remote", "games", "--format", "json").stdout)[0]
    assert (row["id"], row["closed"], row["seq"]) == (game, True, len(there.store.list_events(CLUB, game)))
    assert "Ada, Ben, Cleo" in asked("remote", "games").stdout


def test_a_live_game_is_pulled_as_a_log_that_audits_as_its_report(there: There) -> None:
    game = begun()
    text = "".join(f"{line}\n" for line in pebbles.CLEAN).encode()
    assert asked("remote", "append", game, "-", input=text).exit_code == 0
    pulled = asked("remote", "pull", game).stdout_bytes
    assert asked("remote", "pull", game, "--as", "text").stdout_bytes == pebbles.log(*pebbles.CLEAN)
    assert asked("audit", "-", input=pulled).exit_code == 0
    assert len(there.store.list_events(CLUB, game)) == len(pebbles.CLEAN)


def test_a_file_with_a_line_that_cannot_be_read_is_not_recorded_at_all(there: There, tmp_path: Path) -> None:
    game = begun()
    for lines, place in (("ada: take 3\nben: tkae 1\n", ":2:"), ("ada: take 3\ndora: take 1\n", ":2:"), ("{\n", ":1:")):
        moves = tmp_path / "moves.txt"
        moves.write_text(lines)
        result = asked("remote", "append", game, str(moves))
        assert (result.exit_code, result.stdout) == (3, ""), lines
        assert f"{moves}{place}" in result.stderr
    assert there.store.list_events(CLUB, game) == []
    many = tmp_path / "many.txt"
    many.write_text('record: note "x"\n' * 600 + "dora: take 1\n")
    late = asked("remote", "append", game, str(many))
    assert late.exit_code == 3
    assert f"{many}:601:" in late.stderr, "what stands in another request is looked at first too"
    assert there.store.list_events(CLUB, game) == []
    whole = kept(tmp_path / "whole.log", *pebbles.CLEAN)
    assert asked("remote", "append", game, whole).exit_code == 3
    assert there.store.list_events(CLUB, game) == []


def test_the_same_file_is_recorded_once_unless_asked_for_again(there: There, tmp_path: Path) -> None:
    game, moves = begun(), tmp_path / "moves.txt"
    moves.write_text("ada: take 3\n")
    codes = [asked("remote", "append", game, str(moves), *more).exit_code for more in ((), (), ("--again",))]
    assert codes[:2] == [0, 6]
    assert "recorded before" in asked("remote", "append", game, str(moves)).stderr
    assert len(there.store.list_events(CLUB, game)) == 2
    elsewhere = begun()
    assert asked("remote", "append", elsewhere, str(moves)).exit_code == 0, "another game is another intent"


def test_more_events_than_fit_into_a_request_are_recorded_in_order(there: There, tmp_path: Path) -> None:
    game, notes = begun(), tmp_path / "notes.txt"
    notes.write_text("".join(f'record: note "{number}"\n' for number in range(1_103)))
    assert asked("remote", "append", game, str(notes)).exit_code == 0
    told_ = [json.loads(row.body)["text"] for row in there.store.list_events(CLUB, game)]
    assert told_ == [str(number) for number in range(1_103)]


@pytest.mark.usefixtures("there")
def test_a_line_that_is_piped_in_is_answered_before_the_next_one_comes() -> None:
    game = begun()
    with started("remote", "append", game, "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for number, (move, mark) in enumerate(
            [("ada: take 3", " "), ("ben: take 1", " "), ("cleo: take 9", "\u2717")], 1
        ):
            run.stdin.write(f"{move}\n".encode())
            run.stdin.flush()
            assert run.stdout.readline().decode().rstrip() == f"{number:>5} {mark} {move}"
        run.stdin.close()
        assert b"PB-HEAP-01" in run.stdout.read()
    assert run.returncode == 1


@pytest.mark.usefixtures("there")
def test_what_stands_before_a_line_that_cannot_be_read_stays_recorded_and_is_said_to_be() -> None:
    game = begun()
    with started("remote", "append", game, "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stderr is not None
        run.stdin.write(b"ada: take 3\n")
        run.stdin.flush()
        while '"seq": 1' not in asked("remote", "games", "--format", "json").stdout:
            assert run.poll() is None
        run.stdin.write(b"ben: tkae 1\n")
        run.stdin.close()
        told_ = run.stderr.read().decode()
    assert run.returncode == 3
    assert "Recorded up to event 1, and nothing from this line on:\n<stdin>:2:6: " in told_


@pytest.mark.usefixtures("there")
def test_an_append_may_name_the_event_that_it_comes_after() -> None:
    game = begun()
    assert asked("remote", "append", game, "-", "--at", "0", input=b"ada: take 3\n").exit_code == 0
    late = asked("remote", "append", game, "-", "--at", "0", input=b"ben: take 3\n")
    assert late.exit_code == 6
    assert "The last event is 1, not 0" in late.stderr


def test_whoever_comes_second_is_told_what_to_look_at(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    from cli.remote.live import LiveGame  # noqa: PLC0415 - only here, to interfere

    game, look = begun(), LiveGame.fetch_game

    def overtaken(self: LiveGame) -> object:
        now = look(self)
        monkeypatch.setattr(LiveGame, "fetch_game", look)
        assert asked("remote", "append", game, "-", input=b"ada: take 3\n").exit_code == 0
        return now

    monkeypatch.setattr(LiveGame, "fetch_game", overtaken)
    result = asked("remote", "append", game, "-", input=b"ada: take 2\n")
    assert result.exit_code == 6
    assert "the last event is 1" in result.stderr
    assert f"watch {game} --after 0" in result.stderr
    assert len(there.store.list_events(CLUB, game)) == 1


@pytest.mark.usefixtures("there")
def test_a_correction_is_answered_and_followed_by_what_it_changes() -> None:
    game = begun()
    assert asked("remote", "append", game, "-", input=b"ada: take 3\nben: take 5\n").exit_code == 1
    lines = b'record: amend 2 line="ben: take 3" why="misread"\n'
    corrected = asked("remote", "append", game, "-", input=lines)
    assert corrected.exit_code == 0, corrected.output
    assert "no longer at event 2: PB-HEAP-01" in corrected.stdout


def test_a_follower_sees_new_events_and_what_a_correction_takes_back(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    rounds = [
        b"ada: take 3\nben: take 5\n",
        b'record: amend 2 line="ben: take 3" why="misread"\n',
        b"cleo: take 1\n",
    ]

    def meanwhile(_: float) -> None:
        if rounds:
            asked_for = rounds.pop(0)
            assert asked("remote", "append", game, "-", input=asked_for).exit_code in {0, 1}
        else:
            assert asked("remote", "close", game).exit_code == 0

    monkeypatch.setattr(client, "pause", meanwhile)
    from cli.commands.remote.watch import Follower  # noqa: PLC0415 - only here
    from cli.remote.account import load_account  # noqa: PLC0415 - as above
    from cli.remote.live import LiveGame  # noqa: PLC0415 - as above

    assert there.url
    followed: list[str] = []
    monkeypatch.setattr(
        Follower, "_print_event", lambda self, one: followed.append(f"{one.seq} {len(self.found[one.seq])}")
    )
    result = asked("remote", "watch", game)
    assert result.exit_code == 0
    assert [line.split()[0] for line in followed] == ["1", "2", "3", "4"]
    assert followed[1] == "2 1"
    assert "no longer at event 2: PB-HEAP-01" in result.stdout
    assert LiveGame(client.Client(load_account()), game).fetch_game().closed


@pytest.mark.usefixtures("there")
def test_a_watcher_at_a_seat_is_told_no_more_than_the_seat_may_see(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    assert asked("remote", "append", game, "-", input=b"ada: take 3\n").exit_code == 0
    monkeypatch.setenv(TOKEN, there.token(Role.VIEWER, game=game, seat="ben"))
    assert "ada: take 3" in asked("remote", "watch", game, "--once").stdout
    refused = asked("remote", "pull", game)
    assert refused.exit_code == 5
    assert "every hand" in refused.stderr


@pytest.mark.usefixtures("there")
def test_what_is_no_header_begins_no_game(clean: str) -> None:
    assert asked("remote", "begin", "-", input=b"game: chess\n").exit_code == 3
    assert asked("remote", "begin", "-", input=b"\xff").exit_code == 2
    assert asked("remote", "begin", "-", input=b"{\n").exit_code == 2
    assert asked("remote", "begin", clean).exit_code == 0, "of a whole log, its header"
    in_json = b'{"game":"pebbles","players":[{"seat":"ada"},{"seat":"ben"}]}\n'
    assert asked("remote", "begin", "-", input=in_json).exit_code == 0


def test_a_role_that_does_not_reach_so_far_is_named(there: There, monkeypatch: pytest.MonkeyPatch, clean: str) -> None:
    monkeypatch.setenv(TOKEN, there.token(Role.VIEWER))
    result = asked("remote", "push", clean)
    assert (result.exit_code, result.stdout) == (5, "")
    assert "This needs the role recorder; the token is for a viewer." in result.stderr
    assert asked("remote", "audit", clean).exit_code == 0, "a viewer may have logs audited"


@pytest.mark.usefixtures("there")
def test_what_is_not_there_is_named() -> None:
    for arguments in (("watch", "nowhere"), ("append", "nowhere", "-"), ("close", "../x")):
        result = asked("remote", *arguments, input=b"ada: take 1\n")
        assert result.exit_code == 5
        assert f"There is no live game {arguments[1]} in your club." in result.stderr
    absent = asked("remote", "audit", "0" * 64)
    assert absent.exit_code == 5
    assert "There is no log 000" in absent.stderr


def test_every_command_teaches_with_an_example() -> None:
    from cli.commands.remote import COMMANDS  # noqa: PLC0415 - the list itself

    for name in COMMANDS:
        told_ = asked("remote", name, "--help")
        assert told_.exit_code == 0
        assert f"deadreckon remote {name}" in told_.stdout
    wrong = asked("remote", "pusch")
    assert wrong.exit_code == 2
    assert "Did you mean 'push'?" in wrong.stderr


def test_no_command_needs_a_server_to_say_that_nobody_is_logged_in(clean: str) -> None:
    for arguments in (("status",), ("push", clean), ("pull", "0" * 64), ("audit", clean), ("games",), ("watch", "x")):
        result = asked("remote", *arguments)
        assert result.exit_code == 2
        assert "deadreckon remote login" in result.stderr
    assert os.environ.get(TOKEN) is None
