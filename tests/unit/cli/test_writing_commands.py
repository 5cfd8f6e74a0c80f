"""What the command line writes for a user: help, a log without names, a record sheet, a pack to fill in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from audit import audit
from cli.main import COMMANDS, app
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.command_line import asked
from tests.support.paths import ROOT

DEMO = ROOT / "fixtures" / "tailwinds" / "logs" / "demo.log"
NAMES = ("Ada", "Ben", "Cleo", "Dan")


def test_help_is_a_command_too() -> None:
    assert asked("help", "audit").stdout == asked("audit", "--help").stdout
    assert asked("help").stdout == asked("--help").stdout
    assert asked("help", "remote", "push").stdout == asked("remote", "push", "--help").stdout
    assert "Did you mean audit" in asked("help", "audti").stderr.replace("'", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_names_a_page_that_there_is(command: str) -> None:
    page = asked(command, "--help").stdout.partition("More: ")[2].split()[0].rstrip(";")
    assert (ROOT / page).is_file()


def test_help_lists_every_command_once_under_what_one_wants_to_do() -> None:
    lines = [line.split() for line in asked("--help").stdout.splitlines()]
    listed = [words[0] for words in lines if words and words[0] in COMMANDS and len(words) > 1]
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_redacted_log_names_nobody_and_is_judged_alike(game: str, tmp_path: Path) -> None:
    for golden in goldens(game):
        log = tmp_path / f"{golden.name}.log"
        log.write_bytes(golden.log)
        done = asked("redact", str(log))
        if done.exit_code:
            # An unreadable line cannot be written without its names either.
            assert (done.exit_code, done.stdout) == (3, "")
            continue
        assert not [name for name in NAMES if name in done.stdout], golden.name
        one, other = audit(golden.log, GAMES), audit(done.stdout.encode(), GAMES)
        assert (one.verdict, one.result.status) == (other.verdict, other.result.status), golden.name
        assert [(f.seq, f.rule, f.status) for f in one.findings] == [(f.seq, f.rule, f.status) for f in other.findings]


def test_redacting_takes_out_remarks_occasion_and_who_corrected_what(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_text(
        "game: tailwinds\nplayers: green=Ada May/sailor, orange=Ben/crew\nevent: Club night\ndate: 1 May\n---\n"
        "# Ada was late\n"
        'record: note "Ada was late" who=Ben\n'
        'record: insert 1 "claim: winner Ada May" who=Judge why="Ben says so"\n'
    )
    done = asked("redact", str(log)).stdout
    assert done == (
        "game: tailwinds\nplayers: green=/sailor, orange=/crew\n---\n"
        'record: note "taken out"\nrecord: insert 1 "claim: winner green"\n'
    )


@pytest.mark.parametrize("game", list(GAMES))
def test_a_record_sheet_holds_the_notation_and_lines_to_write_on(game: str) -> None:
    page = asked("sheet", game, "--lines", "40").stdout
    assert page.count("<li>") == 40
    for form in GAMES[game].vocabulary.forms.values():
        if form.cls in GAMES[game].events:
            assert form.usage.replace('"', "&quot;").replace("&quot;", "&quot;") in page


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.shipped])
def test_a_new_pack_is_good_as_it_stands_and_known_by_its_own_name(game: str, tmp_path: Path) -> None:
    text = asked("pack", "new", game, "--id", "my-copy", "--by", "Cleo").stdout
    assert 'filled_by = "Cleo"' in text
    place = tmp_path / "my-copy.toml"
    place.write_text(text)
    checked = asked("pack", "check", str(place))
    assert checked.exit_code == 0
    assert "my-copy, a pack for" in checked.stdout


def test_a_name_that_no_pack_can_have_is_refused() -> None:
    assert asked("pack", "new", "tailwinds", "--id", "").exit_code == 2


def test_what_a_person_reads_and_what_a_program_reads_are_coloured_alike_only_where_asked() -> None:
    assert "\x1b[" in asked("rules", "tailwinds", "--color", "always", color=True).stdout
    assert json.loads(asked("rules", "tailwinds", "--format", "json", "--color", "always").stdout)


def test_a_watched_log_is_audited_again_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "tonight.log"
    head = "game: north-wind\nplayers: green=Ada, orange=Ben\n---\nrecord: note begun\n"
    log.write_text(head)
    looks: list[float] = []

    def slept(_seconds: float) -> None:
        looks.append(0)
        if len(looks) > 3:
            raise KeyboardInterrupt
        if len(looks) == 2:
            log.write_text(f"{head}green: fly\n")

    monkeypatch.setattr("cli.audit.file_watch.time.sleep", slept)
    done = asked("audit", str(log), "--watch")
    assert done.stdout.count("North Wind, ") == 2
    assert "There is no event 'fly'" in done.stdout
    assert asked("audit", "-", "--watch", input=head).exit_code == 2


@pytest.mark.parametrize(
    ("words", "option", "incomplete", "offered"),
    [
        (["audit"], "--ruling", "TW-AMB-01=", "TW-AMB-01="),
        (["audit"], "--layer", "adv", "advanced-track"),
        (["spoil"], "--rule", "tw-move-0", "TW-MOVE-04"),
        (["slip"], "--kind", "dou", "doubled"),
        (["replay", str(DEMO)], "--at", "1", "17"),
        (["legal", str(DEMO)], "--at", "1", "17"),
    ],
)
def test_a_shell_is_offered_what_an_option_can_be(words: list[str], option: str, incomplete: str, offered: str) -> None:
    found = ShellComplete(app, {}, "deadreckon", "_DEADRECKON_COMPLETE").get_completions([*words, option], incomplete)
    assert any(item.value.startswith(offered) for item in found)


def test_a_place_of_a_log_that_cannot_be_read_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "x.log").write_text("milk\n")
    asking = ShellComplete(app, {}, "deadreckon", "_DEADRECKON_COMPLETE")
    for log in (tmp_path / "x.log", tmp_path / "none.log", tmp_path):
        assert asking.get_completions(["replay", str(log), "--at"], "") == []


@pytest.mark.parametrize("option", ["--pack", "--columns"])
def test_where_a_file_is_read_the_shell_offers_its_files(option: str) -> None:
    asking = ShellComplete(app, {}, "deadreckon", "_DEADRECKON_COMPLETE")
    assert [(item.value, item.type) for item in asking.get_completions(["audit", option], "cl")] == [("cl", "file")]
