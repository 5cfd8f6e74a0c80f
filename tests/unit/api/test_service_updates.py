"""A service after an update: earlier stored audits and live games, under rulebooks that judge or print differently."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from api.live import games
from audit.intake import programs
from audit.live import begin_game, name_snapshot_version
from audit.model.auditor_version import name_auditor
from audit.store import Digests, Role
from engine.kernel.fingerprint import rulebook as fingerprint_rulebook
from engine.kernel.rulebook import Rulebook
from tests.support.games import pebbles
from tests.support.servers.api_client import CLUB, Asker, code_of
from tests.support.servers.fixtures import Served, known_games, served

HEADER = "game: pebbles\nplayers: ada=Ada, ben=Ben, cleo=Cleo\n"
LOG = pebbles.log(*pebbles.CLEAN)
Update = Callable[..., None]
# The two digests of a rulebook, as the functions that compute them.
JUDGED, PRINTED = "digest_what_judges", "digest_printed_text"


@pytest.fixture
def update(monkeypatch: pytest.MonkeyPatch) -> Iterator[Update]:
    """Change the digests of every rulebook and empty all caches, as in the next version of a service."""

    def updated(*what: str) -> None:
        for name in what:
            monkeypatch.setattr(fingerprint_rulebook, name, _since(getattr(fingerprint_rulebook, name)))
        _forget()

    yield updated
    _forget()


def _forget() -> None:
    """Empty the caches of opened games and of digests."""
    games._set_up_from_header.cache_clear()
    programs._programs.clear()
    fingerprint_rulebook.digest_rulebook.cache_clear()


def _since(digest: Callable[[Rulebook], str]) -> Callable[[Rulebook], str]:
    return lambda rulebook: digest(rulebook)[::-1]


def audited(admin: Asker) -> dict[str, Any]:
    """Request the audit of one and the same log."""
    document: dict[str, Any] = admin.post(f"/logs/{admin.kept(LOG)}/audits", json={}).get_json()
    return document


@pytest.mark.parametrize(("what", "key"), [(JUDGED, "rulebook"), (PRINTED, "printed")])
def test_a_kept_audit_is_given_again_only_under_the_same_digests(
    here: Served, update: Update, what: str, key: str
) -> None:
    admin = here.asker()
    before = audited(admin)
    assert audited(admin) == before
    update(what)
    after = audited(admin)
    changed = {name for name in before if after[name] != before[name]}
    assert changed - {"made_at"} == {"id", "url", key}
    assert admin.told(f"/audits/{before['id']}") == before


def test_a_kept_audit_of_another_auditor_is_not_given_again(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = here.asker()
    before = audited(admin)
    assert before["engine"] == name_auditor()
    monkeypatch.setattr("api.routes.audits.name_auditor", lambda: "deadreckon 0.1.0+of-tomorrow")
    assert audited(admin)["id"] != before["id"]


def test_a_report_is_told_in_no_form_that_other_rules_would_have_to_make(here: Served, update: Update) -> None:
    admin = here.asker()
    report = f"/audits/{audited(admin)['id']}/report"
    assert admin.get(report, headers={"Accept": "text/html"}).status_code == 200
    update(JUDGED)
    assert code_of(admin.get(report, headers={"Accept": "text/html"})) == "not-acceptable"
    assert admin.told(report)["verdict"] == "clean"


@pytest.mark.parametrize("what", [(JUDGED,), (PRINTED,), (JUDGED, PRINTED)], ids="-".join)
def test_a_running_game_goes_on_and_its_chain_says_from_where(
    anywhere: Served, update: Update, what: tuple[str, ...]
) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    answer = recorder.written("/live-games", {"text": HEADER})
    url, state = answer.get_json()["url"], answer.headers["ETag"]
    began = Digests(answer.get_json()["rulebook"], answer.get_json()["printed"])
    for by in ("ada", "ben", "cleo", "ada"):
        if by == "cleo":
            update(*what)
            # A new version starts with an empty cache.
            recorder = served(anywhere.store).asker(Role.RECORDER)
        took = {"events": [{"do": "take", "by": by, "count": 1}]}
        answer = recorder.written(f"{url}/events", took, state)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        state = answer.headers["ETag"]
    now = Digests(
        began.judged[::-1] if JUDGED in what else began.judged,
        str(began.printed)[::-1] if PRINTED in what else began.printed,
    )
    noted = [event.rulebook for event in anywhere.store.list_events(CLUB, url.rpartition("/")[2])]
    assert noted == [None, None, now, None]
    assert anywhere.store.verify() == []


def test_a_table_folded_before_the_update_is_not_gone_on_from(
    here: Served, update: Update, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "SNAPSHOT", 1)
    recorder = here.asker(Role.RECORDER)
    answer = recorder.written("/live-games", {"text": HEADER})
    url, game = answer.get_json()["url"], answer.get_json()["id"]
    took = {"events": [{"do": "take", "by": "ada", "count": 1}]}
    assert recorder.written(f"{url}/events", took, answer.headers["ETag"]).status_code == 201
    header = here.store.read_game(CLUB, game).header
    assert (
        here.store.find_snapshot_before(game, 1, name_snapshot_version(begin_game(header, known_games()))) is not None
    )
    update(JUDGED)
    assert here.store.find_snapshot_before(game, 1, name_snapshot_version(begin_game(header, known_games()))) is None
