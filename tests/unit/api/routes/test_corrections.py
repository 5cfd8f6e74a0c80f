"""A judge's decisions about an uploaded log: recorded once, next to its bytes, and included wherever it is judged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from audit import audit
from audit.report import render_json
from audit.store import Role
from cli.server.recheck import Rerun, rerun_audit
from tests.support.games.pebbles import log
from tests.support.requests.pages import HERE, entered
from tests.support.servers.api_client import CLUB, Asker, code_of, places_of
from tests.support.servers.fixtures import Served, known_games

# Ben takes five although three is the most, and the heap of twenty is claimed to be eleven at the end.
BROKEN = log("ada: take 3", "ben: take 5", "cleo: take 1", "claim: heap 11")
WHO = {"who": "Judge", "why": "agreed"}
AMEND = {"do": "amend", "at": 2, "line": "ben: take 3", **WHO}
RULING = {"do": "ruling", "at": 2, "rule": "PB-HEAP-01", **WHO}
RETRACT = {"do": "retract", "at": 4, **WHO}


def decide(judge: Asker, sha256: str, *events: Any, match: str = "", **more: Any) -> TestResponse:
    """Record corrections of a log, by default in its current state."""
    path = f"/logs/{sha256}/corrections"
    return judge.written(path, {"events": list(events), **more.pop("body", {})}, match or stands(judge, sha256), **more)


def stands(asker: Asker, sha256: str) -> str:
    state: str = asker.get(f"/logs/{sha256}/corrections").headers["ETag"]
    return state


def verdict(asker: Asker, sha256: str, **asked: Any) -> str:
    said: str = asker.post(f"/logs/{sha256}/audits", json=asked).get_json()["verdict"]
    return said


def test_a_correction_changes_the_adjudicated_book_and_no_byte_of_the_log(anywhere: Served) -> None:
    judge = anywhere.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    assert stands(judge, sha256) == f'"0-{sha256}"'
    assert verdict(judge, sha256) == "broken"
    answer = decide(judge, sha256, AMEND, RETRACT)
    document = answer.get_json()
    assert (answer.status_code, document["first"], document["seq"], document["verdict"]) == (201, 1, 2, "clean")
    assert "PB-HEAP-01" in [one["rule"] for one in document["vanishes"]]
    assert document["appears"] == []
    assert judge.get(f"/logs/{sha256}/original").get_data() == BROKEN
    assert [verdict(judge, sha256, book=book) for book in ("adjudicated", "played")] == ["clean", "broken"]
    items = judge.told(f"/logs/{sha256}/corrections")["items"]
    assert [one["text"] for one in items] == [
        'record: amend 2 "ben: take 3" who=Judge why=agreed',
        "record: retract 4 who=Judge why=agreed",
    ]
    assert answer.headers["ETag"] == stands(judge, sha256) == f'"2-{items[-1]["hash"]}"'
    assert judge.told(f"/logs/{sha256}")["corrections"] == 2
    assert anywhere.store.verify() == []


@pytest.mark.parametrize("spelling", ["text", "jsonl", "csv"])
def test_what_is_judged_is_the_log_with_the_decisions_behind_it_in_every_spelling(here: Served, spelling: str) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(judge.get(f"/logs/{judge.kept(BROKEN)}/as/{spelling}").get_data())
    assert decide(judge, sha256, AMEND).status_code == 201
    assert decide(judge, sha256, {"do": "retract", "at": 5, **WHO}, RULING).status_code == 201
    whole = judge.get(f"/logs/{sha256}/adjudicated").get_data()
    kept = judge.post(f"/logs/{sha256}/audits", json={}).get_json()
    assert judge.get(f"/audits/{kept['id']}/report").get_data(as_text=True) == render_json(audit(whole, known_games()))
    assert [one["event"]["do"] for one in judge.told(f"/logs/{sha256}/steps")["items"]][1] == "take"
    books = judge.told(f"/logs/{sha256}/books")
    assert books["played"]["verdict"] == "broken"
    assert judge.get(f"/audits/{kept['id']}/report", headers={"Accept": "text/plain"}).status_code == 200


def test_every_look_at_the_log_takes_the_latest_decision_in(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    heap = f"/logs/{sha256}/facts?seq=3"
    assert judge.told(heap)["facts"]["heap"] == 11
    decide(judge, sha256, AMEND)
    assert judge.told(heap)["facts"]["heap"] == 13
    assert judge.told(f"{heap}&book=played")["facts"]["heap"] == 11


def test_a_page_that_was_looked_at_before_shows_what_was_decided_since(here: Served) -> None:
    judge, client = here.asker(Role.JUDGE), entered(here, Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    view = f"/logs/{sha256}/view.json"
    before = client.get(view, base_url=HERE).get_data()
    decide(judge, sha256, AMEND)
    after = client.get(view, base_url=HERE).get_data()
    assert before != after
    assert client.get(view, base_url=HERE).get_data() == after


def test_an_audit_of_before_stands_and_can_be_asked_for_again(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    before = judge.post(f"/logs/{sha256}/audits", json={}).get_json()
    decide(judge, sha256, AMEND)
    after = judge.post(f"/logs/{sha256}/audits", json={}).get_json()
    assert "corrections" not in before["asked"]
    assert after["asked"]["corrections"] == 1
    assert judge.post(f"/logs/{sha256}/audits", json={"corrections": 0}).get_json() == before
    decide(judge, sha256, RETRACT)
    assert judge.post(f"/logs/{sha256}/audits", json={"corrections": 1}).get_json() == after
    for audited in (before, after):
        row = here.store.read_audit(CLUB, audited["id"])
        assert rerun_audit(here.store, row, known_games()) is Rerun.SAME
        again = judge.get(f"/audits/{row.id}/report", headers={"Accept": "text/plain"})
        assert again.headers["Deadreckon-Verdict"] == audited["verdict"]
    refused = judge.post(f"/logs/{sha256}/audits", json={"corrections": 3})
    assert (code_of(refused), places_of(refused)) == ("invalid", ["/corrections"])


def test_a_retry_is_recorded_once_and_who_builds_on_an_older_state_is_told(anywhere: Served) -> None:
    judge = anywhere.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    state = stands(judge, sha256)
    first, again = (decide(judge, sha256, AMEND, match=state, key="once") for _ in range(2))
    assert first.get_data() == again.get_data()
    assert (again.headers["Idempotent-Replayed"], stands(judge, sha256)) == ("true", first.headers["ETag"])
    late = decide(judge, sha256, RULING, match=state)
    assert (late.status_code, code_of(late)) == (412, "stale")
    assert code_of(decide(judge, sha256, RULING, match=state, key="once")) == "key-reused"
    assert judge.written(f"/logs/{sha256}/corrections", {"events": [RULING]}).status_code == 428
    assert decide(judge, sha256, RULING, match='"x"').status_code == 400


@pytest.mark.parametrize(
    ("event", "place"),
    [
        ({"do": "take", "by": "ada", "count": 1}, "/events/0/do"),
        ({"do": "amend", "at": 99, "line": "ben: take 3"}, "/events/0"),
        ({"do": "amend", "at": 2, "line": "ben: flies away"}, "/events/0"),
        ({"do": "ruling", "at": 2, "rule": "PB-NONE-99"}, "/events/0"),
        ({"do": "ruling", "at": 1}, "/events/0"),
        ({"do": "amend", "at": "two", "line": "ben: take 3"}, "/events/0/at"),
        ({"at": 2}, "/events/0"),
    ],
)
def test_what_corrects_nothing_is_refused_with_its_place_and_not_recorded(here: Served, event: Any, place: str) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    refused = decide(judge, sha256, event)
    assert (refused.status_code, places_of(refused)) == (422, [place])
    assert judge.told(f"/logs/{sha256}/corrections")["items"] == []


def test_what_is_no_log_or_no_longer_there_to_be_ruled_on_is_refused(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    nonsense = judge.kept(b"this is no log\n")
    assert code_of(decide(judge, nonsense, AMEND)) == "unreadable-log"
    assert judge.get(f"/logs/{'0' * 64}/corrections").status_code == 404


@pytest.mark.parametrize(
    "sheet",
    [
        'game,pebbles\nplayers,"ada=Ada, ben=Ben, cleo=Cleo"\nby,do,1\nada,take,3\nben,flies\ncleo,take,1\n',
        "game;pebbles\r\nplayers;ada=Ada;ben=Ben;cleo=Cleo\r\nseq;by;do;1\r\n1;ada;take;3\r\n;ben;flies\r\n3;cleo;take;1",
    ],
)
def test_a_row_that_cannot_be_read_is_amended_beside_its_sheet(here: Served, sheet: str) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(sheet.encode())
    assert verdict(judge, sha256) == "incomplete"
    assert decide(judge, sha256, {"do": "amend", "at": 2, "line": "ben: take 3", "why": "a; b, c"}).status_code == 201
    assert verdict(judge, sha256) == "incomplete", "what the file says is still no event"
    heap = judge.told(f"/logs/{sha256}/facts?seq=3")["facts"]["heap"]
    assert heap == 13, "three, three and one of twenty"
    whole = judge.get(f"/logs/{sha256}/adjudicated").get_data()
    assert whole.startswith(sheet.rstrip().encode()), "a sheet stays the sheet that it is"


def test_a_log_has_a_bounded_number_of_decisions_beside_it(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    monkeypatch.setattr("api.disputes.corrections.MOST", 2)
    assert decide(judge, sha256, AMEND, RETRACT).status_code == 201
    refused = decide(judge, sha256, {"do": "retract", "at": 5, **WHO})
    assert (refused.status_code, places_of(refused)) == (422, ["/events/0"])


def test_a_list_of_live_games_knows_nothing_of_them(here: Served) -> None:
    admin = here.asker()
    sha256 = admin.kept(BROKEN)
    decide(admin, sha256, AMEND)
    assert admin.told("/live-games")["items"] == []
    name = here.store.read_decisions_head(CLUB, sha256).game
    for path in (f"/live-games/{name}", f"/live-games/{name}/events", f"/live-games/{name}/books"):
        assert admin.get(path).status_code == 404
    bound = admin.post("/tokens", json={"role": "viewer", "game": name})
    assert (code_of(bound), places_of(bound)) == ("invalid", ["/game"])
    assert json.loads(admin.get(f"/logs/{sha256}/corrections").get_data())["log"] == sha256
