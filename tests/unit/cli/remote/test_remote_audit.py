"""The command line against a server: the same bytes as locally, logs stored and fetched."""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path

import pytest

import engine.games
from audit.model.document import EngineMark
from audit.store import Role
from engine.kernel.spellings import parse_log, write
from tests.support.command_line import asked, kept
from tests.support.games import pebbles
from tests.support.logs.house_rulings import LOG, PACK, naming
from tests.support.paths import ROOT, SHORT_DEMO, SHORT_DEMOS
from tests.support.servers.api_client import CLUB
from tests.support.servers.remote_server import SERVER, TOKEN, There, same

LOGS = ROOT / "fixtures"
FOLDERS = {folder: LOGS / folder / "logs" for folder in engine.games.FOLDERS.values()}
DEMO = SHORT_DEMO
FORMS = ("text", "json", "html", "sarif")
# Reports are wrapped differently on a narrow or wide terminal.
WIDTHS = ("40", "77", "110")


pytestmark = pytest.mark.usefixtures("nobody_logged_in")


# ---- the same as locally ----


@pytest.mark.parametrize("form", [form for form in FORMS if form != "html"])
@pytest.mark.usefixtures("remote_admin")
def test_many_logs_come_out_there_as_here(form: str, tmp_path: Path) -> None:
    (tmp_path / "not-a-log.log").write_text("milk\n")
    logs = [str(path) for path in sorted(LOGS.glob("*/logs/*.log")) if path.stem in {"two-books", "bare-pack"}]
    assert same(str(SHORT_DEMO), *logs, str(tmp_path), "--format", form)


@pytest.mark.parametrize(("spelling", "forms"), [("jsonl", ("text",)), ("csv", ("json",))])
@pytest.mark.usefixtures("remote_admin")
def test_every_spelling_is_audited_there_as_here(spelling: str, forms: tuple[str, ...], tmp_path: Path) -> None:
    for demo in SHORT_DEMOS:
        log = parse_log(demo.read_bytes(), lambda name: engine.games.GAMES[name].vocabulary)
        place = tmp_path / f"{demo.parent.parent.name}.{spelling}"
        place.write_text(write(log, spelling, engine.games.GAMES[log.header.game].vocabulary))
        assert all(same(str(place), "--format", form) for form in forms)


@pytest.mark.parametrize(
    "options",
    [
        ("--policy", "skip-illegal"),
        ("--policy", "stop"),
        ("--book", "played"),
        ("--readings",),
        ("--ruling", "TW-AMB-05=snapshot-at-reveal"),
        ("--layer", "advanced-track"),
    ],
)
@pytest.mark.usefixtures("remote_admin")
def test_every_way_of_reading_is_the_same_there_as_here(options: tuple[str, ...]) -> None:
    two_books, sealed = (FOLDERS["tailwinds"] / name for name in ("two-books.log", "sealed-choice-broken.log"))
    for log, form in ((SHORT_DEMO, "text"), (SHORT_DEMO, "html"), (two_books, "json"), (sealed, "sarif")):
        assert same(str(log), *options, "--format", form)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.usefixtures("remote_admin")
def test_a_report_fits_the_terminal_there_as_here(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert same(str(SHORT_DEMO))


@pytest.mark.usefixtures("remote_admin")
def test_a_terminal_gets_the_same_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.output.has_colour", lambda _: True)
    result = asked("remote", "audit", str(DEMO))
    assert "\x1b[" in result.stdout
    assert same(str(SHORT_DEMO))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "raw",
    [b"milk\nbread\n", b"\xff\xfe\x00", b'{"game":"pebbles"', b"game: chess\n---\n", b"game: tailwinds\n---\nx\n"],
    ids=["milk", "utf-16", "half", "chess", "nonsense"],
)
@pytest.mark.usefixtures("remote_admin")
def test_what_is_no_log_is_refused_there_as_here(raw: bytes, form: str) -> None:
    assert same("-", "--format", form, input=raw)
    assert asked("remote", "audit", "-", input=raw).exit_code == 3


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.usefixtures("there")
def test_what_is_wrong_with_a_log_as_a_whole_has_no_place_there_either(clean: str, form: str) -> None:
    assert same(clean, "--layer", "big-hands", "--layer", "small-hands", "--format", form)


@pytest.mark.usefixtures("remote_admin")
def test_a_line_that_cannot_be_read_and_half_a_character_come_back_as_they_were(tmp_path: Path) -> None:
    log = DEMO
    odd = tmp_path / "odd \u202e name.log"
    odd.write_bytes(
        log.read_bytes() + b'green: mvoe aft 3\nrecord: note "\xe2\x80\xae turned"\nbl\xc3\xbce: x "\x1b[31m"\n'
    )
    assert all(same(str(odd), "--format", form) for form in FORMS)


@pytest.mark.usefixtures("remote_admin")
def test_a_report_is_written_to_a_file_there_as_here(tmp_path: Path) -> None:
    log = str(DEMO)
    for form in FORMS:
        here, there = tmp_path / f"here.{form}", tmp_path / f"there.{form}"
        assert asked("audit", log, "--format", form, "--output", str(here)).exit_code == 1
        assert asked("remote", "audit", log, "--format", form, "--output", str(there)).exit_code == 1
        assert there.read_bytes() == here.read_bytes() != b""


@pytest.mark.usefixtures("remote_admin")
def test_wrong_usage_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    log = kept(tmp_path / "mine.log", *pebbles.CLEAN)
    before = Path(log).read_bytes()
    for arguments in (
        ("nowhere.log",), (log, log, "--format", "html"), (log, "--output", log), (str(tmp_path / "none"),), ("-", "-"),
    ):  # fmt: skip
        assert asked("remote", "audit", *arguments, input=b"").exit_code == 2, arguments
    assert Path(log).read_bytes() == before


def test_a_kept_log_is_audited_as_its_file_is(there: There, broken: str) -> None:
    sha256 = hashlib.sha256(Path(broken).read_bytes()).hexdigest()
    assert asked("remote", "push", broken).exit_code == 0
    for form in FORMS:
        of_file, of_kept = (asked("remote", "audit", name, "--format", form) for name in (broken, sha256))
        assert of_kept.exit_code == of_file.exit_code == 1
        assert of_kept.stdout.replace(sha256, "NAME") == of_file.stdout.replace(sha256, "NAME").replace(
            broken.rpartition("/")[2] if form == "sarif" else broken, "NAME"
        )
    assert len(there.store.list_audits(CLUB, upload=sha256)) == 1, "the same question is the same audit"
    both = asked("remote", "audit", sha256, broken).stdout.splitlines()
    assert [line.split()[1:6] for line in both[:2]] == [["rules", "broken", "no", "result", "given"]] * 2


def test_a_rulings_pack_is_made_known_too(there: There, tmp_path: Path) -> None:
    pack, log = tmp_path / "house.toml", tmp_path / "final.log"
    pack.write_text(PACK, "utf-8")
    for raw, more in ((naming("house=harbour-1"), ()), (LOG.encode(), ("--ruling", "house=harbour-1"))):
        log.write_bytes(raw)
        assert same(str(log), "--pack", str(pack), *more)
    assert [one.name for one in there.store.list_uploads(CLUB, sort="pack")] == ["harbour-1"]


def test_a_pack_that_the_club_does_not_have_yet_is_made_known(there: There, tmp_path: Path) -> None:
    shipped = (ROOT / "engine/games/tailwinds/content/reconstructed-1.toml").read_text()
    pack, log = tmp_path / "any-name.toml", tmp_path / "ours.log"
    pack.write_text(shipped.replace("tailwinds-reconstructed-1", "our-copy"))
    log.write_text(DEMO.read_text().replace("tailwinds-reconstructed-1", "our-copy"))
    assert asked("remote", "audit", str(log)).exit_code == 3
    assert all(same(str(log), "--pack", str(pack), "--format", form) for form in FORMS)
    assert [one.name for one in there.store.list_uploads(CLUB, sort="pack")] == ["our-copy"]
    pack.write_text('[pack]\nid = "our-copy"\n')
    refused = asked("remote", "audit", str(log), "--pack", str(pack))
    assert refused.exit_code == 3
    assert "This content pack cannot be used." in refused.stderr


def test_another_version_there_is_said_once(remote_admin: There, monkeypatch: pytest.MonkeyPatch) -> None:
    assert remote_admin.url
    monkeypatch.setattr("cli.remote.audit.ENGINE", EngineMark("deadreckon", "99"))
    result = asked("remote", "audit", str(SHORT_DEMO), str(FOLDERS["tailwinds"] / "two-books.log"))
    assert result.stderr.count("this is 99: results may differ") == 1


# ---- logging in ----


def test_a_login_is_kept_for_its_owner_alone_and_never_shows_the_token(
    there: There, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean: str
) -> None:
    token = there.token(Role.RECORDER, label="table 7")
    for name in (SERVER, TOKEN):
        monkeypatch.delenv(name)
    result = asked("remote", "login", f"{there.url}/", input=f"{token}\n")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "role recorder, for table 7" in result.stderr
    file = tmp_path / "config" / "deadreckon" / "remote.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    shown = [asked("remote", "status"), asked("remote", "status", "--format", "json"), asked("remote", "push", clean)]
    assert [one.exit_code for one in shown] == [0, 0, 0]
    assert json.loads(shown[1].stdout)["club"] == CLUB
    assert not any(token in one.output or token[-20:] in one.output for one in [result, *shown])
    assert [path.name for path in file.parent.iterdir()] == ["remote.json"], "no draft is left behind"
    assert asked("remote", "logout").exit_code == 0
    assert not file.exists()
    assert asked("remote", "status").exit_code == 2
    assert "You were not logged in" in asked("remote", "logout").stderr


def test_a_token_that_the_server_does_not_know_is_not_kept(there: There, tmp_path: Path) -> None:
    result = asked("remote", "login", there.url, input="dr_made_up\n", env={TOKEN: None})
    assert result.exit_code == 5
    assert "The token is not valid" in result.stderr
    assert "dr_made_up" not in result.output
    assert not (tmp_path / "config" / "deadreckon" / "remote.json").exists()


def test_a_token_may_come_from_the_environment(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked("remote", "login", there.url).exit_code == 0
    for name in (SERVER, TOKEN):
        monkeypatch.delenv(name)
    assert asked("remote", "status").exit_code == 0


def test_a_token_is_asked_for_unseen_at_a_terminal(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    token = there.token(Role.VIEWER)
    monkeypatch.setattr("cli.commands.remote.login.sys.stdin", type("Terminal", (), {"isatty": lambda _: True})())
    monkeypatch.setattr("click.prompt", lambda _, **how: token if how["hide_input"] else "")
    monkeypatch.delenv(TOKEN)
    from cli.commands.remote.login import _read_token  # noqa: PLC0415 - after the terminal has been replaced

    assert _read_token() == token


def test_a_kept_token_is_shown_to_its_own_server_only(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked("remote", "login", there.url).exit_code == 0
    monkeypatch.delenv(TOKEN)
    monkeypatch.setenv(SERVER, "https://elsewhere.example.org")
    result = asked("remote", "status")
    assert result.exit_code == 2
    assert "There is no token for https://elsewhere.example.org" in result.stderr


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("deadreckon.example.org", "It begins with https://"),
        ("ftp://example.org", "It begins with https://"),
        ("https://ada:secret@example.org", "a user name or a password"),
        ("https://example.org:port", "is not an address"),
        ("https://exa mple.org", "is not an address"),
        ("https://", "It begins with https://"),
    ],
)
def test_what_is_no_address_is_wrong_usage(url: str, says: str) -> None:
    result = asked("remote", "login", url, input="token\n")
    assert result.exit_code == 2
    assert says in result.stderr
    assert "secret" not in result.stderr


@pytest.mark.parametrize("token", ["", "two words", "caf\u00e9", "tab\tbed"])
def test_what_cannot_be_a_token_is_refused_unseen(token: str) -> None:
    result = asked("remote", "login", "http://127.0.0.1:1", input=f"{token}\n")
    assert result.exit_code == 2
    assert "This is not a token" in result.stderr
    assert not token or token not in result.stderr


def test_a_damaged_login_is_said_to_be_so_and_one_that_others_may_read_too(
    there: There, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked("remote", "login", there.url).exit_code == 0
    for name in (SERVER, TOKEN):
        monkeypatch.delenv(name)
    file = tmp_path / "config" / "deadreckon" / "remote.json"
    file.chmod(0o644)
    assert "chmod 600" in asked("remote", "status").stderr
    for text in ("{", "[]", '{"server": "nowhere", "token": "x"}', '{"server": 1, "token": 2}'):
        file.write_text(text)
        result = asked("remote", "status")
        assert result.exit_code == 2, text
        assert "damaged" in result.stderr


# ---- logs ----


def test_what_is_pushed_comes_back_byte_for_byte(there: There, tmp_path: Path) -> None:
    odd = tmp_path / "odd.log"
    odd.write_bytes(b"\xef\xbb\xbfgame: pebbles\r\n\x00\xff not a log")
    log = kept(tmp_path / "clean.log", *pebbles.CLEAN)
    first = asked("remote", "push", str(tmp_path))
    again = asked("remote", "push", log, str(odd))
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert sorted(first.stdout.splitlines()) == sorted(again.stdout.splitlines())
    assert f"{odd}:" in first.stderr
    for line in first.stdout.splitlines():
        sha256, path = line.split("  ")
        raw = Path(path).read_bytes()
        assert sha256 == hashlib.sha256(raw).hexdigest()
        assert asked("remote", "pull", sha256).stdout_bytes == raw
        out = tmp_path / "out"
        assert asked("remote", "pull", sha256, "--output", str(out)).exit_code == 0
        assert out.read_bytes() == raw
    assert len(there.store.list_uploads(CLUB)) == 2
    listed = asked("remote", "logs", "--format", "json")
    assert {one["sha256"] for one in json.loads(listed.stdout)} == {line[:64] for line in first.stdout.splitlines()}


@pytest.mark.usefixtures("there")
def test_a_log_is_pulled_in_any_spelling_as_convert_writes_it(clean: str) -> None:
    sha256 = asked("remote", "push", clean).stdout.split()[0]
    for spelling in ("text", "jsonl", "csv"):
        there = asked("remote", "pull", sha256, "--as", spelling)
        assert there.stdout_bytes == asked("convert", clean, "--to", spelling).stdout_bytes
    bad = asked("remote", "push", "-", input=pebbles.log("ada: tkae 3")).stdout.split()[0]
    refused = asked("remote", "pull", bad, "--as", "text")
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "line 4, column" in refused.stderr
    assert asked("remote", "pull", "0" * 64).exit_code == 5
    assert "There is no log and no live game" in asked("remote", "pull", "../../token", "--as", "csv").stderr


@pytest.mark.usefixtures("there")
def test_bytes_that_a_terminal_obeys_do_not_get_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "evil.log"
    log.write_bytes(b"\x1b]0;owned\x07")
    sha256 = asked("remote", "push", str(log)).stdout.split()[0]
    monkeypatch.setattr("cli.commands.remote.logs._is_terminal", lambda: True)
    result = asked("remote", "pull", sha256)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.usefixtures("there")
def test_a_clubs_own_sheet_is_kept_as_a_log(tmp_path: Path) -> None:
    sheet, columns = tmp_path / "evening.csv", tmp_path / "club.toml"
    sheet.write_text("game;pebbles\nplayers;red=Ada;blue=Ben\nWho;What;How many\nAda;take;1\n", "utf-8")
    columns.write_text('[columns]\nby = "Who"\ndo = "What"\nvalues = ["How many"]\n', "utf-8")
    pushed = asked("remote", "push", str(sheet), "--columns", str(columns))
    assert (pushed.exit_code, pushed.stderr) == (0, "")
    kept_there = asked("remote", "pull", pushed.stdout.split()[0]).stdout
    assert kept_there == "game,pebbles\nplayers,red=Ada,blue=Ben\nby,do,1\nAda,take,1\n"
    assert [log for log in asked("remote", "logs").stdout.splitlines() if pushed.stdout.split()[0] in log]
