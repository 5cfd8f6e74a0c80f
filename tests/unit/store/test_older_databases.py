"""A database recorded by an older version: it is upgraded, verifies with its own digests, and its games go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.live import begin_game
from audit.store import Digests, Role, Store, Unavailable
from audit.store.schema import find_newest_revision
from engine.games import GAMES
from tests.support.servers.fixtures import Served, served
from tests.support.stores import older_season as older
from tests.support.stores.store_calls import CLUB
from tests.support.stores.tampering import changed

RUNNING, CLOSED = "01m6c4bx90grsng7hmfjwkp8rp", "01m6c4e8f8ty7pvs50txrh0wn4"
# The only digest of the Tailwinds rulebook before there were two.
THEN = Digests("ff259c6b9d336b5d385018a292acde0d3a7eb1c788f8a32b79afed0807c981a1", None)
AUDIT = "f55a7448dfb72a6c713ef356f2c852e2"


@pytest.fixture
def url(new_url: str) -> str:
    """Name a database of that time, of each kind in turn."""
    older.laid(new_url)
    return new_url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """Upgrade that database."""
    with Store.open(url) as opened:
        opened.upgrade()
        yield opened


@pytest.fixture
def here(store: Store) -> Served:
    """Serve it."""
    return served(store)


def test_it_is_served_only_once_it_is_upgraded(url: str) -> None:
    with Store.open(url) as store:
        assert (store.check_readiness().ready, store.check_readiness().hint) == (False, "Run `deadreckon db upgrade`.")
        assert store.upgrade() == find_newest_revision()
        assert store.check_readiness().ready


@pytest.mark.parametrize("revision", older.REVISIONS)
def test_from_each_revision_there_is_a_way_up_that_loses_nothing(new_url: str, revision: str) -> None:
    older.laid(new_url, revision)
    with Store.open(new_url, secret="a key") as store:  # noqa: S106 - of a test
        assert (store.check_readiness().revision, store.check_readiness().ready) == (
            revision,
            revision == find_newest_revision(),
        )
        assert store.upgrade() == find_newest_revision()
        assert store.check_readiness().ready
        assert (store.list_differences(), store.list_trigger_faults(), store.verify(store.list_heads())) == ([], [], [])
        signed = {"tokens": 2, "snapshots": int(revision > "0001"), "audits": 3, "answers": 8, "changed": 0}
        assert store.sign_everything_anew("a key") == signed
        assert store.verify() == []
        assert [token.sound for token in store.list_tokens(CLUB)] == [True, True]
        assert len(store.list_events(CLUB, RUNNING)) == 21
        assert (AUDIT in {audit.id for audit in store.list_audits(CLUB)}, len(store.list_audits(CLUB))) == (True, 3)
        assert store.read_audit_report(CLUB, AUDIT)
        assert len(store.list_uploads(CLUB)) == 2


REVISION_BY_HAND = {
    "of a newer version": ("UPDATE alembic_version SET version_num = '0999'", "at revision 0999, which this version"),
    "two at once": ("INSERT INTO alembic_version VALUES ('0003')", "0001 and 0003, which this version"),
    "a table of a later one": ("CREATE TABLE upkeep (act text)", "at revision 0001, yet parts of later"),
    "a column of a later one": (
        "ALTER TABLE heads ADD COLUMN rulebook text",
        "at revision 0001, yet parts of later",
    ),
}


@pytest.mark.parametrize("kind", REVISION_BY_HAND)
def test_a_revision_that_somebody_else_has_laid_is_refused_in_a_sentence(url: str, kind: str) -> None:
    statement, said = REVISION_BY_HAND[kind]
    changed(url, statement)
    with Store.open(url) as store:
        stood = store.check_readiness().revision
        with pytest.raises(Unavailable, match=said):
            store.upgrade()
        assert (store.check_readiness().ready, store.check_readiness().revision) == (False, stood)


def test_what_to_do_about_a_newer_database_is_not_to_upgrade_it(url: str) -> None:
    changed(url, "UPDATE alembic_version SET version_num = '0999'")
    with Store.open(url) as store:
        assert "Use the newer version, or restore a backup." in store.check_readiness().hint


def test_every_revision_there_is_has_its_way_up_tested() -> None:
    assert find_newest_revision() == older.REVISIONS[-1]


def test_its_snapshots_are_forgotten_for_they_are_of_a_form_that_nobody_reads(url: str) -> None:
    changed(url, f"INSERT INTO snapshots (game, engine, seq, body) VALUES ('{RUNNING}', 'then', 1, 'a pickle')")
    with Store.open(url) as store:
        store.upgrade()
        assert store.find_snapshot_before(RUNNING, 1, "then") is None
        assert len(store.list_events(CLUB, RUNNING)) > 1


def test_it_verifies_with_the_digests_of_that_time(store: Store) -> None:
    assert store.verify(store.list_heads()) == []
    assert (store.list_differences(), store.list_trigger_faults()) == ([], [])
    assert [game.rulebook.printed for game in store.list_games(CLUB)] == [None, None]
    assert store.read_game(CLUB, RUNNING).rulebook == THEN
    assert {event.rulebook for event in store.list_events(CLUB, RUNNING)} == {None}


def test_what_is_changed_in_it_is_still_found(store: Store, url: str) -> None:
    changed(url, "UPDATE events SET rulebook = 'another' WHERE game = :game AND seq = 3", game=RUNNING)
    assert [(one.place, one.seq) for one in store.verify()][:1] == [(f"game {RUNNING}", 3)]


def test_a_running_game_goes_on_and_notes_once_under_what(here: Served) -> None:
    judge, before = here.asker(Role.JUDGE), here.store.list_heads()
    url = f"/live-games/{RUNNING}"
    state = judge.get(url).headers["ETag"]
    for text in ("We go on.", "And on."):
        answer = judge.written(f"{url}/events", {"events": [{"do": "note", "text": text}]}, state)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        state = answer.headers["ETag"]
    now = begin_game(here.store.read_game(CLUB, RUNNING).header, GAMES).digests
    assert [event.rulebook for event in here.store.list_events(CLUB, RUNNING)] == [*[None] * 21, now, None]
    assert here.store.verify(before) == []
    document = judge.told(url)
    assert (document["seq"], Digests(document["rulebook"], document["printed"])) == (23, THEN)
    (first, second) = judge.told(f"{url}/events?after=21")["items"]
    assert (first["rulebook"], first["printed"]) == now
    assert "rulebook" not in second


def test_a_closed_game_is_read_as_it_was(here: Served) -> None:
    document = here.asker(Role.VIEWER).told(f"/live-games/{CLOSED}/books")
    assert document["played"]["verdict"] == "clean"


def test_a_kept_audit_is_given_as_it_was_and_asked_again_is_another(here: Served) -> None:
    admin = here.asker()
    then = admin.told(f"/audits/{AUDIT}")
    assert Digests(then["rulebook"], then["printed"]) == THEN
    kept, document = json.loads(here.store.read_audit_report(CLUB, AUDIT)), admin.told(f"/audits/{AUDIT}/report")
    assert kept["rulebook"]["digest"] == document["rulebook"]["digest"] == then["rulebook"]
    assert document == kept | {key: document[key] for key in ("rulebook", "findings")}
    assert [one | {"latent": False, "excerpt": ""} for one in kept["findings"]] == document["findings"]
    now = admin.post(f"/logs/{then['log']}/audits", json={}).get_json()
    assert now["id"] != AUDIT
    assert admin.post(f"/logs/{then['log']}/audits", json={}).get_json() == now
    assert {one["id"] for one in admin.told(f"/logs/{then['log']}/audits")["items"]} > {AUDIT, now["id"]}
    assert admin.told(f"/audits/{AUDIT}/findings")["items"]
    assert admin.told(f"/audits/{AUDIT}/findings/1/readings")["readings"] is not None


def test_it_is_backed_up_and_restored_like_any_other(store: Store, tmp_path: Path) -> None:
    assert store.backup(tmp_path / "a.backup") == []
    with Store.open(f"sqlite:///{tmp_path}/fresh.db") as fresh:
        fresh.upgrade()
        fresh.restore(tmp_path / "a.backup")
        assert fresh.list_heads() == store.list_heads()
        assert fresh.verify(store.list_heads()) == []


def test_a_backup_of_that_time_is_upgraded_before_it_is_restored(tmp_path: Path) -> None:
    older.laid(f"sqlite:///{tmp_path}/old.backup")
    with Store.open(f"sqlite:///{tmp_path}/fresh.db") as fresh:
        fresh.upgrade()
        with pytest.raises(Unavailable, match="deadreckon db upgrade --database"):
            fresh.restore(tmp_path / "old.backup")
