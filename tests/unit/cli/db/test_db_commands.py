"""`deadreckon db` and `deadreckon token`: what an operator does with the database."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sqlalchemy.engine import make_url

from api.web.base.session import ENTERING, LINK, SESSION
from audit.store import Role, Store
from audit.store.clock import count_microseconds
from audit.store.record.hash_chain import hash_upload
from cli.commands.token import ROLES
from tests.support.command_line import REAL, asked
from tests.support.paths import ROOT
from tests.support.stores.store_calls import BY, CLUB, appended, begun
from tests.support.stores.tampering import changed


@pytest.fixture
def game(store):
    """Record some data worth protecting."""
    store.add_upload(CLUB, b"a log", by=BY)
    return appended(store, begun(store), "a", "b", "c")


def test_a_new_database_is_made_by_upgrade_and_by_nothing_else(tmp_path):
    url = f"sqlite:///{tmp_path}/new.db"
    before = asked("db", "check", "--database", url)
    assert before.exit_code == 5
    assert "deadreckon db upgrade" in before.stderr
    assert not (tmp_path / "new.db").exists()
    assert "is now at revision" in asked("db", "upgrade", "--database", url).stdout
    assert "is at revision" in asked("db", "upgrade", "--database", url).stdout
    after = asked("db", "check", "--database", url)
    assert (after.exit_code, after.stdout[:4]) == (0, "good")


def test_a_link_to_the_pages_has_the_role_it_was_made_for_and_waits_a_quarter_of_an_hour(store, url):
    store.found_club("pages")
    made = ("token", "link", "--role", "organiser", "--at", "https://club.example/", "--database", url)
    link = asked(*made, "--club", "pages").stdout.strip()
    address, secret = link.rsplit("/", 1)
    row = store.find_token(secret)
    assert (address, row.role, row.label, row.club) == ("https://club.example/enter", Role.ORGANISER, LINK, "pages")
    assert row.expires_at - row.issued_at == ENTERING
    assert asked(*made, "--club", "nobody-here").exit_code != 0


def test_no_token_is_issued_with_a_label_of_the_pages(store, url):
    made = ("token", "new", "--club", CLUB, "--role", "admin", "--database", url, "--label")
    for label in (LINK, SESSION):
        refused = asked(*made, label)
        assert (refused.exit_code, refused.stdout) == (2, "")
    assert store.list_tokens(CLUB) == []
    assert asked(*made, "linked to the pages").exit_code == 0


def test_the_database_is_taken_from_the_environment_too(tmp_path, monkeypatch):
    monkeypatch.setenv("DEADRECKON_DATABASE", f"sqlite:///{tmp_path}/named.db")
    assert asked("db", "upgrade").exit_code == 0
    assert (tmp_path / "named.db").exists()


@pytest.mark.usefixtures("game")
def test_what_is_as_recorded_verifies(url):
    result = asked("db", "verify", "--database", url)
    assert result.exit_code == 0
    assert "is as it was recorded" in result.stdout


def test_damage_is_named_with_its_place_and_ends_with_4(url, game):
    changed(url, "UPDATE events SET body = :body WHERE seq = 2", body=b"{}")
    result = asked("db", "verify", "--database", url)
    assert result.exit_code == 4
    assert f"game {game.game}, event 2: " in result.stdout
    unguarded = asked("db", "check", "--database", url)
    assert unguarded.exit_code == 5
    assert "could be changed unnoticed" in unguarded.stderr


def test_heads_kept_elsewhere_are_compared(url, store, game, tmp_path):
    whole = asked("db", "heads", "--database", url).stdout
    (upload,) = store.list_upload_heads()
    written = f"{game.game} 3 {game.head}\n"
    assert whole == f"{written}upload {CLUB} {upload.sha256} {upload.seal}\n"
    kept = tmp_path / "monday.heads"
    kept.write_text(written)
    appended(store, game, "d")
    assert asked("db", "verify", "--heads", str(kept), "--database", url).exit_code == 0
    kept.write_text(written.replace(" 3 ", " 2 "))
    assert asked("db", "verify", "--heads", str(kept), "--database", url).exit_code == 4
    kept.write_text("nonsense\n")
    refused = asked("db", "verify", "--heads", str(kept), "--database", url)
    assert refused.exit_code == 2
    assert "Line 1" in refused.stderr


ODD_HEADS = {
    "a hash cut short": "{game} 3 4d672a7f",
    "another spelling": "{game} 3 {upper}",
    "a line more": "{game} 3 {right}\n\n",
    "bytes": "\udcff\udcfe",
    "a list of uploads cut short": "upload harbour-open {right}",
}


@pytest.mark.parametrize("odd", ODD_HEADS)
def test_heads_that_are_none_accuse_no_database(url, game, tmp_path, odd):
    line = ODD_HEADS[odd].format(game=game.game, right=game.head, upper=game.head.upper())
    (tmp_path / "odd.heads").write_bytes(line.encode(errors="surrogateescape"))
    refused = asked("db", "verify", "--heads", str(tmp_path / "odd.heads"), "--database", url)
    assert refused.exit_code == 2, refused.output
    assert "of the heads is neither" in refused.stderr


def test_it_is_told_how_many_heads_were_compared(url, game, tmp_path):
    kept = tmp_path / "monday.heads"
    whole = asked("db", "heads", "--database", url).stdout
    assert game.head in whole
    for text, count in ((whole, len(whole.splitlines())), ("", 0)):
        kept.write_text(text, "utf-8-sig")
        came = asked("db", "verify", "--heads", str(kept), "--database", url)
        assert (came.exit_code, f"Compared with {count} heads" in came.stderr) == (0, True)


@pytest.mark.parametrize("edit", ["DELETE FROM uploads", "UPDATE uploads SET name = :name, seal = :seal"])
@pytest.mark.usefixtures("game")
def test_an_upload_that_vanishes_or_is_sealed_anew_shows_against_a_list_kept_elsewhere(url, store, tmp_path, edit):
    kept, (upload,) = tmp_path / "monday.heads", store.list_uploads(CLUB)
    kept.write_text(asked("db", "heads", "--database", url).stdout)
    assert asked("db", "verify", "--heads", str(kept), "--database", url).exit_code == 0
    at = count_microseconds(upload.kept_at)
    sealed = hash_upload(CLUB, bytes.fromhex(upload.sha256), "log", "x", (at, upload.kept_by))
    changed(url, edit, **({"name": "x", "seal": sealed} if "name" in edit else {}))
    assert store.verify() == []
    result = asked("db", "verify", "--heads", str(kept), "--database", url)
    assert result.exit_code == 4
    assert f"upload {upload.sha256} of {CLUB}: " in result.stdout
    for wrong in ("upload x y z", f"upload {CLUB} {upload.sha256}", "upload"):
        kept.write_text(f"{wrong}\n")
        assert asked("db", "verify", "--heads", str(kept), "--database", url).exit_code == 2


@pytest.mark.usefixtures("game")
def test_a_backup_is_made_verified_and_restored(url, store, tmp_path):
    place, fresh = str(tmp_path / "copy.db"), f"sqlite:///{tmp_path}/fresh.db"
    assert asked("db", "backup", place, "--database", url).exit_code == 0
    again = asked("db", "backup", place, "--database", url)
    assert again.exit_code == 5
    assert "never overwrites" in again.stderr
    assert asked("db", "verify", "--database", f"sqlite:///{place}").exit_code == 0
    assert asked("db", "upgrade", "--database", fresh).exit_code == 0
    assert asked("db", "restore", place, "--database", fresh).exit_code == 0
    with Store.open(fresh) as restored:
        assert restored.list_heads() == store.list_heads()
    assert asked("db", "restore", place, "--database", fresh).exit_code == 5


@pytest.mark.usefixtures("game")
def test_where_it_is_served_it_is_noted_when_a_backup_and_a_verification_ended_well(url, store, tmp_path):
    def commands(number: int) -> dict[str, float]:
        assert asked("db", "backup", str(tmp_path / f"{number}.db"), "--database", url).exit_code == 0
        assert asked("db", "verify", "--database", url).exit_code == 0
        ages: dict[str, float] = store.read_upkeep_ages()
        return ages

    assert commands(1) == {}
    store.note_upkeep("serve")
    assert commands(2).keys() == {"serve", "backup", "verify"}
    assert asked("db", "verify", "--database", f"sqlite:///{tmp_path}/2.db").exit_code == 0
    with Store.open(f"sqlite:///{tmp_path}/2.db") as copy:
        assert copy.read_upkeep_ages() == {}


@pytest.mark.usefixtures("game")
def test_pruning_says_what_went(url):
    result = asked("db", "prune", "--derived", "--database", url)
    assert result.stdout == "0 keys, 0 snapshots, 0 findings, 0 audits forgotten.\n"


def test_a_database_that_does_not_answer_ends_with_5():
    for command in (("db", "verify"), ("db", "upgrade"), ("token", "list", "--club", CLUB)):
        result = asked(*command, "--database", "postgresql://ada:secret@127.0.0.1:1/none")
        assert result.exit_code == 5
        assert "does not answer" in result.stderr
        assert "secret" not in result.output


def test_the_reason_why_a_database_does_not_answer_is_named(tmp_path):
    says = {
        "postgresql://ada:secret@127.0.0.1:1/none": "nothing listens at that address",
        "postgresql://ada@nowhere.invalid/none": "no host of that name",
        f"postgresql:///none?host={tmp_path}": "no server's socket at that place",
        f"sqlite:///{tmp_path}/nowhere/a.db": "There is no folder",
        f"sqlite:///{tmp_path}/none.db": "There is no such database file",
    }
    for url, said in says.items():
        check_refusal(url, said)
    assert "There is no folder" in asked("db", "upgrade", "--database", f"sqlite:///{tmp_path}/nowhere/a.db").stderr
    assert list(tmp_path.iterdir()) == []


def test_the_reason_why_a_postgresql_server_refuses_is_named(postgresql_server):
    check_refusal(postgresql_server.set(database="there_is_none"), "no database of that name")
    check_refusal(postgresql_server.set(username="nobody_at_all"), "")


def check_refusal(url, said):
    """Verify a database that does not answer, and compare the reason."""
    result = asked("db", "verify", "--database", make_url(url).render_as_string(hide_password=False))
    assert result.exit_code == 5, url
    assert said in result.stderr.replace("\n", " "), url


# Whoever runs the tests as root may read and write everything, unless that is given up.
LIKE_ANYBODY = () if os.getuid() else ("setpriv", "--bounding-set=-dac_override,-dac_read_search")


@pytest.mark.parametrize(
    ("what", "mode", "says"),
    [
        ("new.db", 0o000, "may not read and write"),
        (".", 0o555, "may not read and write"),
        ("new.db", 0o444, "refuses writes"),
    ],
    ids=["unreadable", "in a folder", "read only"],
)
def test_a_database_for_which_rights_are_lacking_is_said_to_be_so(tmp_path, what, mode, says):
    folder = tmp_path / "of another"
    folder.mkdir()
    url = f"sqlite:///{folder}/new.db"
    assert asked("db", "upgrade", "--database", url).exit_code == 0
    (folder / what).chmod(mode)
    command = ("token", "new", "--club", CLUB, "--role", "viewer", "--database", url)
    program = (*LIKE_ANYBODY, sys.executable, "-c", REAL, *command)
    said = subprocess.run(program, check=False, cwd=ROOT, capture_output=True, text=True)  # noqa: S603 - this program
    folder.chmod(0o755)
    assert (said.returncode, says in said.stderr.replace("\n", " ")) == (5, True), said


def test_a_database_of_a_newer_version_is_left_as_it_is_and_the_remedy_is_that_version(tmp_path):
    url = f"sqlite:///{tmp_path}/new.db"
    assert asked("db", "upgrade", "--database", url).exit_code == 0
    changed(url, "UPDATE alembic_version SET version_num = '9999'")
    for command in ("check", "upgrade"):
        said = asked("db", command, "--database", url)
        assert (said.exit_code, "at revision 9999, which this version does not know" in said.stderr) == (5, True)
        assert "db upgrade" not in said.stderr


def test_what_is_made_is_for_its_owner_only(tmp_path):
    url, copy = f"sqlite:///{tmp_path}/new.db", tmp_path / "copy.db"
    before = os.umask(0)
    try:
        assert asked("db", "upgrade", "--database", url).exit_code == 0
        with Store.open(url) as store:
            store.found_club(CLUB)
            names = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
        assert asked("db", "backup", str(copy), "--database", url).exit_code == 0
    finally:
        os.umask(before)
    assert names == {"new.db": 0o600, "new.db-wal": 0o600, "new.db-shm": 0o600}
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_url_of_no_database_is_wrong_usage():
    result = asked("db", "check", "--database", "mysql://host/none")
    assert result.exit_code == 2
    assert "sqlite:///path" in result.stderr


def test_a_token_is_issued_listed_and_revoked(url, store):
    secret = asked("token", "new", "--club", "new-club", "--role", "judge", "--label", "Ada", "--database", url)
    assert secret.exit_code == 0
    row = store.find_token(secret.stdout.strip())
    assert (row.club, row.role, row.label, row.expires_at) == ("new-club", Role.JUDGE, "Ada", None)
    listed = asked("token", "list", "--club", "new-club", "--database", url).stdout
    assert row.id in listed
    assert "until revoked" in listed
    assert secret.stdout.strip() not in listed
    assert asked("token", "revoke", row.id, "--club", CLUB, "--database", url).exit_code == 2
    assert asked("token", "revoke", row.id, "--club", "new-club", "--database", url).exit_code == 0
    assert store.find_token(secret.stdout.strip()) is None
    assert "revoked" in asked("token", "list", "--club", "new-club", "--database", url).stdout


def test_who_let_whom_in_is_listed(url, store):
    first, _ = store.issue_token(CLUB, Role.ADMIN)
    second, _ = store.issue_token(CLUB, Role.VIEWER, by=first.id)
    asked("token", "revoke", second.id, "--club", CLUB, "--database", url)
    lines = asked("token", "trail", "--club", CLUB, "--database", url).stdout.splitlines()
    acts = [line.split(maxsplit=4)[2:] for line in lines[1:]]
    assert sorted(acts) == sorted(
        [
            ["issued", first.id, "command line"],
            ["issued", second.id, first.id],
            ["revoked", second.id, "command line"],
        ]
    )


def test_a_token_that_lasts_a_day_says_until_when(url, store):
    options = ("--role", "recorder", "--seat", "green", "--days", "1")
    secret = asked("token", "new", "--club", CLUB, *options, "--database", url).stdout.strip()
    row = store.find_token(secret)
    assert (row.expires_at - row.issued_at).days == 1
    assert row.seat == "green"
    assert "until 20" in asked("token", "list", "--club", CLUB, "--database", url).stdout


def test_a_club_with_an_odd_name_is_wrong_usage(url):
    result = asked("token", "new", "--club", "Harbour Open", "--role", "admin", "--database", url)
    assert result.exit_code == 2
    assert "lower-case" in result.stderr


def test_the_roles_offered_are_those_of_the_store():
    assert list(ROLES) == [role.value for role in Role]


@pytest.mark.parametrize("url", ["sqlite:////", "sqlite:///.", "sqlite:///.."])
def test_a_folder_that_is_named_as_the_database_is_none(url):
    for command in ("verify", "check"):
        said = asked("db", command, "--database", url)
        assert (said.exit_code, "no such database file" in said.stderr) == (5, True), said.output
