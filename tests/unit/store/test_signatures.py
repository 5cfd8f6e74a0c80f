"""Tokens and derived data are signed: nothing that was changed without the store is trusted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.store import NotAsKept, OtherKey, Role, Store
from audit.store.backend.connections import parse_database_url
from audit.store.keys.key_file import make_secret_file, name_key_file, read_secret
from tests.support.stores.store_calls import CLUB, FOUND, audited, begun
from tests.support.stores.tampering import changed

SECRET, ANOTHER = "a key of the test", "another key"


@pytest.fixture
def store(opened: Callable[..., Store]) -> Store:
    """Open a store that signs, with a club in it."""
    store = opened(secret=SECRET)
    store.sign_everything_anew(SECRET)
    store.found_club(CLUB)
    return store


# ---- changed rows ----

AUDIT_EDITS = {
    "verdict": "UPDATE audits SET verdict = 'clean'",
    "asked": "UPDATE audits SET asked = :bytes",
    "engine": "UPDATE audits SET engine = 'engine-2'",
    "made_at": "UPDATE audits SET made_at = 0",
    "no mac": "UPDATE audits SET verdict = 'clean', mac = NULL",
    "mac of another": "UPDATE audits SET mac = report_mac",
}
FINDING_EDITS = {
    "rule": "UPDATE findings SET rule = 'TW-MOVE-01' WHERE number = 1",
    "no root any more": "UPDATE findings SET follows = 4 WHERE number = 3",
    "body": "UPDATE findings SET body = :bytes WHERE number = 1",
    "one fewer": "DELETE FROM findings WHERE number = 3",
    "none": "DELETE FROM findings",
}


@pytest.mark.parametrize("edit", AUDIT_EDITS)
def test_an_edited_audit_is_not_given_out_and_asked_again_it_is_made_again(store, url, edit):
    made = audited(store, findings=FOUND)
    _change(url, AUDIT_EDITS[edit])
    with pytest.raises(NotAsKept):
        store.read_audit(CLUB, made.id)
    assert store.list_audits(CLUB) == []
    assert [found.place for found in store.verify()] == [f"audit {made.id} of {CLUB}"]
    again = audited(store, findings=FOUND)
    assert (again.id, again.verdict) == (made.id, "broken")
    assert store.list_findings(CLUB, made.id) == FOUND
    assert store.verify() == []


def test_an_edited_report_is_not_given_out(store, url):
    made = audited(store)
    _change(url, "UPDATE audits SET report = :bytes")
    with pytest.raises(NotAsKept):
        store.read_audit_report(CLUB, made.id)
    assert [found.place for found in store.verify()] == [f"audit {made.id} of {CLUB}"]
    audited(store)
    assert store.read_audit_report(CLUB, made.id) == b'{"schema":"deadreckon.report/1"}'


@pytest.mark.parametrize("edit", FINDING_EDITS)
def test_of_edited_findings_none_is_given_out(store, url, edit):
    made = audited(store, findings=FOUND)
    _change(url, FINDING_EDITS[edit])
    with pytest.raises(NotAsKept):
        store.list_findings(CLUB, made.id, after=1)
    assert [found.place for found in store.verify()] == [f"audit {made.id} of {CLUB}"]
    audited(store, findings=FOUND)
    assert store.list_findings(CLUB, made.id) == FOUND


def test_an_invented_audit_is_not_given_out(store, url):
    made = audited(store)
    _change(
        url,
        f"INSERT INTO audits SELECT club, '{'0' * 32}', upload, rulebook, engine, asked, 'clean', made_at, "
        "report, mac, report_mac, findings_mac FROM audits",
    )
    with pytest.raises(NotAsKept):
        store.read_audit(CLUB, "0" * 32)
    assert [row.id for row in store.list_audits(CLUB)] == [made.id]


def test_pages_of_audits_are_full_where_some_are_not_as_kept(store, url):
    ids = [audited(store, asked=b"%d" % number).id for number in range(5)]
    order = [row.id for row in store.list_audits(CLUB)]
    assert sorted(order) == sorted(ids)
    _change(url, f"UPDATE audits SET verdict = 'clean' WHERE id = '{order[1]}'")
    assert [row.id for row in store.list_audits(CLUB, limit=2)] == [order[0], order[2]]
    assert [row.id for row in store.list_audits(CLUB, after=order[2], limit=9)] == order[3:]


@pytest.mark.parametrize("edit", ["body = :bytes", "seq = 19", "engine = 'engine-2'", "body = :bytes, mac = NULL"])
def test_an_edited_snapshot_is_passed_over_and_gives_way(store, url, edit):
    game = begun(store)
    for seq in (10, 20):
        store.put_snapshot(game.id, seq, "engine-1", b"at %d" % seq)
    _change(url, f"UPDATE snapshots SET {edit} WHERE seq = 20")
    assert store.find_snapshot_before(game.id, 30, "engine-1").body == b"at 10"
    assert store.find_snapshot_before(game.id, 30, "engine-2") is None
    assert len(store.verify()) == 1
    store.put_snapshot(game.id, 20, "engine-1", b"at 20")
    assert store.find_snapshot_before(game.id, 30, "engine-1").body == b"at 20"


TOKEN_EDITS = {
    "role": "UPDATE tokens SET role = 'admin'",
    "bound to nothing": "UPDATE tokens SET seat = NULL",
    "for ever": "UPDATE tokens SET expires_at = 9999999999999999",
    "club": "UPDATE tokens SET club = 'lighthouse'",
    "no mac": "UPDATE tokens SET role = 'admin', mac = NULL",
}


@pytest.mark.parametrize("edit", TOKEN_EDITS)
def test_an_edited_token_opens_nothing(store, url, edit):
    store.found_club("lighthouse")
    row, secret = store.issue_token(CLUB, Role.VIEWER, seat="green")
    assert store.find_token(secret) == row
    _change(url, TOKEN_EDITS[edit])
    assert store.find_token(secret) is None
    assert [one.sound for club in (CLUB, "lighthouse") for one in store.list_tokens(club)] == [False]
    assert len(store.verify()) == 1


def test_a_revocation_that_is_taken_back_opens_nothing_and_can_be_made_again(store, url):
    row, secret = store.issue_token(CLUB, Role.ADMIN)
    store.revoke_token(CLUB, row.id)
    _change(url, "UPDATE tokens SET revoked_at = NULL")
    assert store.find_token(secret) is None
    assert store.revoke_token(CLUB, row.id).revoked_at is not None
    assert store.find_token(secret) is None
    assert store.verify() == []


def test_a_token_put_in_by_somebody_else_opens_nothing(store, url):
    _, secret = store.issue_token(CLUB, Role.VIEWER)
    _change(url, "UPDATE tokens SET id = 'AAAAAAAAAAAA'")
    assert store.find_token(secret.replace(secret[3:15], "A" * 12)) is None
    assert [one.sound for one in store.list_tokens(CLUB)] == [False]


# ---- the key ----


def test_without_a_key_nothing_is_signed_and_all_is_as_before(opened, url):
    store = opened()
    store.found_club(CLUB)
    made = audited(store)
    row, secret = store.issue_token(CLUB, Role.ADMIN)
    assert store.is_signed_with(SECRET) is None
    _change(url, "UPDATE audits SET verdict = 'clean'")
    assert store.read_audit(CLUB, made.id).verdict == "clean"
    assert store.find_token(secret) == row


def test_what_was_kept_before_there_was_a_key_is_taken_as_it_stands(opened):
    before = opened()
    before.found_club(CLUB)
    made = audited(before, findings=FOUND)
    row, secret = before.issue_token(CLUB, Role.ADMIN)
    before.put_snapshot(begun(before).id, 1, "engine-1", b"x")
    store = opened(secret=SECRET)
    assert store.sign_everything_anew(SECRET) == {"tokens": 1, "snapshots": 1, "audits": 1, "changed": 0}
    assert store.read_audit(CLUB, made.id) == made
    assert store.list_findings(CLUB, made.id) == FOUND
    assert store.find_token(secret) == row
    assert store.is_signed_with(SECRET)
    assert store.verify() == []


def test_another_key_or_none_opens_nothing_that_is_signed_and_adds_nothing(store, opened):
    made, (_, secret) = audited(store), store.issue_token(CLUB, Role.ADMIN)
    assert (store.is_signed_with(SECRET), store.is_signed_with(ANOTHER)) == (True, False)
    for stranger in (opened(secret=ANOTHER), opened(secret="")):
        for ask in (
            lambda: stranger.find_token(secret),  # noqa: B023 - called at once
            lambda: stranger.read_audit(CLUB, made.id),  # noqa: B023 - as above
            lambda: stranger.issue_token(CLUB, Role.ADMIN),  # noqa: B023 - as above
            lambda: stranger.sign_everything_anew("a third one"),  # noqa: B023 - as above
            lambda: audited(stranger, asked=b"other"),  # noqa: B023 - as above
        ):
            with pytest.raises(OtherKey):
                ask()
        assert stranger.verify() == []


def test_a_key_that_the_database_knows_no_more_is_not_taken_for_none(store, opened, url):
    _, secret = store.issue_token(CLUB, Role.VIEWER)
    _change(url, "DELETE FROM signing_keys")
    _change(url, "UPDATE tokens SET role = 'admin', mac = NULL")
    with pytest.raises(OtherKey, match="has none"):
        opened(secret=SECRET).find_token(secret)


def test_all_is_signed_with_another_key_and_the_old_one_opens_nothing(store, opened):
    made, (row, secret) = audited(store, findings=FOUND), store.issue_token(CLUB, Role.ADMIN)
    old = opened(secret=SECRET)
    assert old.find_token(secret) == row
    assert store.sign_everything_anew(ANOTHER) == {"tokens": 1, "snapshots": 0, "audits": 1, "changed": 0}
    assert (store.is_signed_with(SECRET), store.is_signed_with(ANOTHER)) == (False, True)
    assert store.find_token(secret) == row
    assert store.list_findings(CLUB, made.id) == FOUND
    assert store.verify() == []
    # A worker that began with the old key is informed, and does not take a good token for a wrong one.
    for ask in (lambda: old.find_token(secret), lambda: old.issue_token(CLUB, Role.ADMIN)):
        with pytest.raises(OtherKey):
            ask()


def test_a_new_key_makes_nothing_good_that_was_changed(store, url):
    made, (row, secret) = audited(store, findings=FOUND), store.issue_token(CLUB, Role.VIEWER)
    kept, good = store.issue_token(CLUB, Role.JUDGE)
    game = begun(store)
    store.put_snapshot(game.id, 1, "engine-1", b"x")
    _change(url, f"UPDATE tokens SET role = 'admin' WHERE id = '{row.id}'")
    _change(url, "UPDATE audits SET verdict = 'clean'")
    _change(url, "UPDATE snapshots SET body = :bytes")
    assert store.sign_everything_anew(ANOTHER) == {"tokens": 1, "snapshots": 0, "audits": 0, "changed": 3}
    assert store.find_token(secret) is None
    assert store.find_token(good) == kept
    assert store.list_audits(CLUB) == []
    assert store.find_snapshot_before(game.id, 9, "engine-1") is None
    assert audited(store).id == made.id


def test_of_a_lost_key_only_what_is_derived_is_lost_and_can_be_made_again(store, opened):
    made, (row, secret) = audited(store, findings=FOUND), store.issue_token(CLUB, Role.ADMIN)
    heads = store.list_heads()
    store.close()
    found = opened(secret="")
    assert found.sign_everything_anew(ANOTHER, lost=True) == {"tokens": 1, "snapshots": 0, "audits": 0, "changed": 0}
    assert found.find_token(secret) == row
    assert found.list_audits(CLUB) == []
    assert audited(found, findings=FOUND).id == made.id
    assert found.verify(heads) == []


def test_a_backup_is_signed_with_the_same_key(store, tmp_path):
    row, secret = store.issue_token(CLUB, Role.ADMIN)
    assert store.backup(tmp_path / "a.backup") == []
    with Store.open(f"sqlite:///{tmp_path}/a.backup", secret=SECRET) as copy:
        assert copy.find_token(secret) == row
        assert copy.is_signed_with(SECRET)


# ---- its file ----


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    file = tmp_path / "store.db.key"
    assert name_key_file(parse_database_url(f"sqlite:///{tmp_path}/store.db")) == file
    assert read_secret(file) == ""
    secret = make_secret_file(file)
    assert (make_secret_file(file), read_secret(file)) == (secret, secret)
    assert len(secret) == 64
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["store.db.key"]


def test_the_key_beside_a_file_is_taken_without_asking(sqlite_url):
    with Store.open(sqlite_url) as store:
        store.sign_everything_anew(make_secret_file(Path(f"{parse_database_url(sqlite_url).database}.key")))
        store.found_club(CLUB)
        row, secret = store.issue_token(CLUB, Role.ADMIN)
    with Store.open(sqlite_url) as store:
        assert store.find_token(secret) == row


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://ada@host/name"])
def test_there_is_no_file_beside_what_is_none(url):
    assert name_key_file(parse_database_url(url)) is None


def _change(url: str, statement: str) -> None:
    values: dict[str, Any] = {"bytes": b'{"n":9}'} if ":bytes" in statement else {}
    assert changed(url, statement, **values) > 0
