"""The list of a club's logs: players and results, filters, and never more work than a page is worth."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

import pytest

from audit.store import Role, Store
from tests.support.games.pebbles import CLEAN, log
from tests.support.paths import ROOT
from tests.support.servers.api_client import CLUB, Asker, code_of, places_of
from tests.support.servers.fixtures import Served, served
from tests.support.stores.tampering import changed

BROKEN = log("ada: take 3", "ben: take 5", "cleo: take 1")
HARBOUR = log(*CLEAN, header="event: Harbour Open\ndate: 2026-05-01\n")
LOGS = ROOT / "fixtures" / "winds_of_plunder" / "logs"
NONSENSE = b"this is no log\n"


def shelved(asker: Asker) -> dict[str, str]:
    """Store three logs, of which two are audited; return their names."""
    kept = {name: asker.kept(raw) for name, raw in (("broken", BROKEN), ("harbour", HARBOUR), ("none", NONSENSE))}
    for name in ("broken", "harbour"):
        assert asker.post(f"/logs/{kept[name]}/audits", json={}).status_code == 201
    return kept


def found(asker: Asker, query: str) -> list[str]:
    return [one["sha256"] for one in asker.told(f"/logs?{query}")["items"]]


def test_a_log_is_listed_with_who_played_what_and_what_it_came_to(anywhere: Served) -> None:
    admin = anywhere.asker()
    kept = shelved(admin)
    listed = {one["sha256"]: one for one in admin.told("/logs")["items"]}
    harbour = listed[kept["harbour"]]
    assert [one["name"] for one in harbour["players"]] == ["Ada", "Ben", "Cleo"]
    assert (harbour["game"], harbour["event"], harbour["date"]) == ("pebbles", "Harbour Open", "2026-05-01")
    report = admin.told(f"/audits/{harbour['audit']}/report")
    assert (harbour["verdict"], report["verdict"]) == ("clean", "clean")
    won = report["result"]["reckoned"]["winner"]
    assert harbour["winner"].casefold() == won
    assert (listed[kept["broken"]]["verdict"], listed[kept["broken"]]["winner"]) == ("broken", None)
    assert {listed[kept["none"]][key] for key in ("game", "event", "date", "verdict", "winner")} == {None}


def test_logs_are_found_by_whatever_they_are_listed_with(here: Served) -> None:
    admin = here.asker()
    kept = shelved(admin)
    winner = {one["sha256"]: one for one in admin.told("/logs")["items"]}[kept["harbour"]]["winner"]
    for query, names in {
        "game=pebbles": {"broken", "harbour"},
        "game=tailwinds": set[str](),
        "event=harbour open": {"harbour"},
        "player=CLEO": {"broken", "harbour"},
        "player=Dan": set[str](),
        "verdict=broken": {"broken"},
        "verdict=clean&player=ada": {"harbour"},
        f"winner={winner}": {"harbour"},
    }.items():
        assert set(found(admin, query)) == {kept[name] for name in names}, query
    assert found(here.asker(Role.VIEWER, "lighthouse"), "game=pebbles") == []
    assert (code_of(refused := admin.get("/logs?verdict=good")), places_of(refused)) == ("invalid", ["verdict"])


def test_a_winner_is_found_by_name_and_by_seat_also_one_of_several(here: Served) -> None:
    admin = here.asker()
    shared = admin.kept((LOGS / "end-shared-victory-3.log").read_bytes())
    assert admin.post(f"/logs/{shared}/audits", json={}).status_code == 201
    (one,) = admin.told("/logs")["items"]
    assert one["winner"] == "Ada, Ben"
    for query in ("winner=ada", "winner=Ben", "winner=green", "winner=ORANGE", "winner=Ada, Ben"):
        assert found(admin, query) == [shared], query
    assert found(admin, "winner=Cleo") == found(admin, "winner=none") == found(admin, "winner=blue") == []


def test_a_name_is_the_same_in_whichever_way_its_letters_are_put_together(here: Served) -> None:
    admin = here.asker()
    whole, parted = (normalize(form, "Zoë") for form in ("NFC", "NFD"))
    kept = {admin.kept(f"game: pebbles\nplayers: ada={name}\n---\n".encode()) for name in (whole, parted)}
    assert set(found(admin, f"player={whole}")) == set(found(admin, f"player={parted}")) == kept


def test_a_verdict_is_that_of_the_log_as_it_was_decided_and_nothing_older(here: Served) -> None:
    admin = here.asker()
    sha256 = admin.kept(BROKEN)
    asked: dict[str, Any] = {"policy": "stop"}
    admin.post(f"/logs/{sha256}/audits", json=asked)
    assert found(admin, "verdict=broken") == [], "another question was asked"
    admin.post(f"/logs/{sha256}/audits", json={})
    assert found(admin, "verdict=broken") == [sha256]
    amend = {"do": "amend", "at": 2, "line": "ben: take 3"}
    admin.written(f"/logs/{sha256}/corrections", {"events": [amend]}, f'"0-{sha256}"')
    assert found(admin, "verdict=broken") == []
    admin.post(f"/logs/{sha256}/audits", json={})
    assert found(admin, "verdict=clean") == [sha256]


def test_an_audit_that_somebody_changed_is_listed_as_none(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        store.sign_everything_anew("a secret of the test")
        admin = served(store).asker()
        sha256 = admin.kept(BROKEN)
        admin.post(f"/logs/{sha256}/audits", json={})
        changed(sqlite_url, "UPDATE audits SET verdict = 'clean'")
        assert [one["verdict"] for one in admin.told("/logs")["items"]] == [None]


@pytest.mark.parametrize("form", ["application/json", "application/x-ndjson"])
def test_a_search_goes_on_behind_a_page_on_which_nothing_was_found(
    here: Served, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setattr("api.logs.summaries.MOST_LOGS", 2)
    admin = here.asker()
    for number in range(5):
        admin.kept(log("ada: take 3", header=f"event: of {number}\n"))
    last = admin.kept(HARBOUR)
    if form == "application/json":
        pages, query = [], "event=Harbour Open"
        while query:
            page = admin.told(f"/logs?{query}")
            pages.append([one["sha256"] for one in page["items"]])
            query = page["next"] and f"event=Harbour Open&cursor={page['next']}"
        assert pages == [[], [], [last]]
    else:
        lines = admin.get("/logs?event=Harbour Open", headers={"Accept": form}).get_data().splitlines()
        assert (last.encode() in lines[0], lines[1]) == (True, b'{"end":true,"count":1}')


def test_a_page_is_as_long_as_asked_for_and_the_next_begins_behind_it(here: Served) -> None:
    admin = here.asker()
    kept = {admin.kept(log("ada: take 3", header=f"event: of {number}\n")) for number in range(5)}
    first = admin.told("/logs?game=pebbles&limit=3")
    rest = admin.told(f"/logs?game=pebbles&limit=3&cursor={first['next']}")
    assert [len(first["items"]), len(rest["items"]), rest["next"]] == [3, 2, None]
    assert {one["sha256"] for one in [*first["items"], *rest["items"]]} == kept
    assert len(here.store.list_uploads(CLUB)) == 5
