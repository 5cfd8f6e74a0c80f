"""`deadreckon db key` and `db verify --audits`: the care of the key, and stored audits made again."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from api.app import create_app
from audit.store import Role, Store
from tests.support.command_line import BROKEN, asked
from tests.support.games import pebbles
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import SETTINGS
from tests.support.stores.store_calls import CLUB, RULEBOOK
from tests.support.stores.tampering import changed

SECRET, ANOTHER = "a secret of the test that is long", "another secret that is long enough"
pytestmark = pytest.mark.usefixtures("one_small_game")


@pytest.fixture(autouse=True)
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store the keys of server databases in the test's own folder."""
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("DEADRECKON_SECRET", raising=False)


@pytest.fixture
def audited(opened: Callable[..., Store]) -> str:
    """Sign a store, and store three audits in it; return the id of the first."""
    store = opened(secret=SECRET)
    store.sign_everything_anew(SECRET)
    store.found_club(CLUB)
    _, token = store.issue_token(CLUB, Role.ADMIN)
    admin = Asker(create_app(SETTINGS, store, pebbles.GAMES, io.StringIO()), token)
    ids = []
    for count in (2, 3, 4):
        log = admin.kept(pebbles.log(*BROKEN[:count]))
        ids.append(admin.post(f"/logs/{log}/audits", json={}).get_json()["id"])
    return str(ids[0])


def test_kept_audits_come_out_as_they_are_kept(url: str, audited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADRECKON_SECRET", SECRET)
    assert asked("db", "verify", "--database", url).exit_code == 0
    some = asked("db", "verify", "--audits", "2", "--database", url)
    assert some.exit_code == 0
    assert "2 audits are made again, chosen with --seed " in some.stderr
    assert "--seed" not in asked("db", "verify", "--audits", "all", "--database", url).stderr
    assert asked("db", "verify", "--audits", "none", "--database", url).exit_code == 2
    assert audited


def test_an_audit_of_before_there_was_a_key_that_was_edited_is_found_by_making_it_again(
    url: str, opened: Callable[..., Store]
) -> None:
    store = opened()
    store.found_club(CLUB)
    _, token = store.issue_token(CLUB, Role.ADMIN)
    admin = Asker(create_app(SETTINGS, store, pebbles.GAMES, io.StringIO()), token)
    log = admin.kept(pebbles.log(*BROKEN))
    name = admin.post(f"/logs/{log}/audits", json={}).get_json()["id"]
    for edit in (
        "UPDATE audits SET verdict = 'clean'",
        "UPDATE findings SET rule = 'PB-HEAP-02' WHERE number = 1",
        "UPDATE audits SET report = :report",
    ):
        with Store.open(url) as fresh:
            fresh.prune_store(derived=True)
        assert admin.post(f"/logs/{log}/audits", json={}).get_json()["id"] == name
        assert asked("db", "verify", "--database", url).exit_code == 0
        changed(url, edit, **({"report": b"{}"} if ":report" in edit else {}))
        result = asked("db", "verify", "--audits", "all", "--database", url)
        assert result.exit_code == 4, edit
        assert f"audit {name} of {CLUB}: Made again by the same rules, it differs" in result.stdout


def test_audits_by_other_rules_are_counted_and_not_accused(url: str, opened: Callable[..., Store]) -> None:
    store = opened()
    store.found_club(CLUB)
    log = store.add_upload(CLUB, pebbles.log(*BROKEN), by="somebody").sha256
    store.put_audit(CLUB, log, rulebook=RULEBOOK, engine="of before", asked=b"{}", verdict="clean", report=b"{}")
    result = asked("db", "verify", "--database", url)
    assert result.exit_code == 0
    assert "1 of 1 audits were made by other rules or another auditor" in result.stderr


def test_what_was_signed_and_edited_is_named(url: str, audited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADRECKON_SECRET", SECRET)
    changed(url, f"UPDATE audits SET verdict = 'clean' WHERE id = '{audited}'")
    changed(url, "UPDATE tokens SET role = 'viewer'")
    result = asked("db", "verify", "--database", url)
    assert result.exit_code == 4
    assert f"audit {audited} of {CLUB}: It was changed or made outside this service" in result.stdout
    assert "2 things not as recorded." in result.stderr
    assert "refused: changed" in asked("token", "list", "--club", CLUB, "--database", url).stdout


@pytest.mark.usefixtures("audited")
def test_without_the_key_the_record_is_verified_and_the_rest_is_said_not_to_be(url: str) -> None:
    result = asked("db", "verify", "--database", url)
    assert result.exit_code == 0
    assert "The key is not available" in result.stderr
    refused = asked("token", "new", "--club", CLUB, "--role", "admin", "--database", url)
    assert refused.exit_code == 5
    assert "its key is not available" in refused.stderr


@pytest.mark.usefixtures("audited")
def test_the_key_is_shown_to_be_right_or_another_and_never_itself(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not in" in asked("db", "key", "show", "--database", url).stdout
    for secret, exit_code, says in ((SECRET, 0, "is signed with it"), (ANOTHER, 1, "It is a different")):
        monkeypatch.setenv("DEADRECKON_SECRET", secret)
        result = asked("db", "key", "show", "--database", url)
        assert (result.exit_code, says in result.stdout, secret in result.output) == (exit_code, True, False)


@pytest.mark.usefixtures("audited")
def test_a_key_that_is_set_is_rotated_to_the_one_in_a_file(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADRECKON_SECRET", SECRET)
    assert asked("db", "key", "rotate", "--database", url).exit_code == 2
    (tmp_path / "short").write_text("short\n")
    assert asked("db", "key", "rotate", "--to", str(tmp_path / "short"), "--database", url).exit_code == 2
    (tmp_path / "next").write_text(f"{ANOTHER}\n")
    result = asked("db", "key", "rotate", "--to", str(tmp_path / "next"), "--database", url)
    assert result.stdout == "Signed anew: 1 tokens, 0 snapshots, 3 audits.\n"
    assert asked("db", "verify", "--database", url).exit_code == 0
    assert asked("token", "list", "--club", CLUB, "--database", url).exit_code == 5
    monkeypatch.setenv("DEADRECKON_SECRET", ANOTHER)
    assert "refused: changed" not in asked("token", "list", "--club", CLUB, "--database", url).stdout


@pytest.mark.usefixtures("audited")
def test_a_lost_key_is_replaced_by_one_in_a_file_and_that_one_rotated(url: str) -> None:
    assert asked("db", "key", "rotate", "--database", url).exit_code == 5
    lost = asked("db", "key", "rotate", "--lost", "--database", url)
    assert lost.exit_code == 0
    assert "Check the tokens" in lost.stderr
    assert "is signed with it" in asked("db", "key", "show", "--database", url).stdout
    again = asked("db", "key", "rotate", "--database", url)
    assert again.stdout == "Signed anew: 1 tokens, 0 snapshots, 0 audits.\n"
    assert "is signed with it" in asked("db", "key", "show", "--database", url).stdout
    assert asked("db", "verify", "--database", url).stderr == ""
