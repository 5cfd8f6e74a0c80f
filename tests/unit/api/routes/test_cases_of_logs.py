"""Cases over the API: claims, answers, rulings and appeals about a log or a live game, recorded once, permanently."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from api.disputes import cases as kept_cases
from audit.cases import compare_ruling_options, read_case
from audit.cases.document import case_document, options_document
from audit.options import DEFAULT_OPTIONS
from audit.store import Role
from tests.support.games.pebbles import log
from tests.support.requests.cases import BROKEN, OPEN, RULE, said
from tests.support.servers.api_client import OTHER, code_of, places_of
from tests.support.servers.fixtures import Served, known_games
from tests.support.servers.stocked_club import HEADER, PHOTO, take

ANSWER = {"do": "answer", "who": "Ben", "says": "Two of them lay there."}
ASK = {"do": "ask", "who": "Rosa", "whom": "Ben", "says": "Who saw it?"}
APPEAL = {"do": "appeal", "who": "Ben", "against": 4, "why": "I never agreed."}


def test_a_case_goes_from_the_claim_to_the_appeal_and_no_byte_of_the_log_changes(anywhere: Served) -> None:
    judge, party = anywhere.asker(Role.JUDGE), anywhere.asker(Role.RECORDER)
    sha256 = judge.kept(BROKEN)
    case = f"/logs/{sha256}/case"
    nothing = judge.get(case)
    assert (nothing.get_json()["state"], nothing.headers["ETag"]) == ("none", f'"0-{sha256}"')
    assert said(party, case, OPEN, ANSWER).status_code == 201
    asked = said(judge, case, ASK).get_json()
    assert (asked["seq"], asked["state"], asked["unanswered"]) == (3, "open", [3])
    ruled = said(judge, case, RULE).get_json()
    assert (ruled["state"], ruled["standing"]) == ("ruled", 4)
    appealed = said(party, case, {**ANSWER, "to": 3}, APPEAL).get_json()
    assert (appealed["state"], appealed["standing"], appealed["appeal"], appealed["unanswered"]) == (
        "appealed",
        4,
        6,
        [],
    )
    upheld = {"do": "uphold", "who": "Uwe", "appeal": 6, "why": "Three saw it."}
    assert said(judge, case, upheld, {"do": "close", "who": "Rosa"}).get_json()["state"] == "closed"
    assert said(party, case, {**APPEAL, "why": "Once more."}).get_json()["state"] == "appealed"
    document = judge.told(case)
    assert [event["do"] for event in document["events"]] == [
        *("open", "answer", "ask", "rule", "answer", "appeal", "uphold", "close", "appeal")
    ]
    assert [one["recorded_by"] for one in document["recorded"]][3] != document["recorded"][0]["recorded_by"]
    assert judge.get(f"/logs/{sha256}/original").get_data() == BROKEN
    assert anywhere.store.verify() == []


def test_it_is_the_document_that_the_command_line_prints(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    case = f"/logs/{sha256}/case"
    said(judge, case, OPEN, RULE)
    document = judge.told(case)
    lines = b"".join(row.body + b"\n" for row in kept_rows(here, sha256))
    printed = case_document(read_case(lines, known_games()))
    assert {name: document[name] for name in printed} == json.loads(json.dumps(printed))
    ways = options_document(
        compare_ruling_options(BROKEN, known_games(), DEFAULT_OPTIONS, read_case(lines, known_games()))
    )
    assert judge.told(f"{case}/ways") == json.loads(json.dumps(ways, default=list))
    assert {way["verdict"] for way in ways["ways"]} >= {"broken", "clean"} - {ways["now"]["verdict"]}


def kept_rows(here: Served, about: str) -> Any:
    (found,), _ = here.store.list_cases("harbour-open", limit=5)
    assert found.about == about
    return found.events


def test_what_is_ruled_is_laid_over_the_report_and_over_no_audit(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    case = f"/logs/{sha256}/case"
    assert judge.get(f"{case}/report").status_code == 404
    said(judge, case, OPEN, {**RULE, "lines": ['amend 2 "ben: take 3"', "retract 4"]})
    assert judge.told(f"{case}/report")["verdict"] == "clean"
    assert judge.post(f"/logs/{sha256}/audits", json={}).get_json()["verdict"] == "broken"
    text = judge.get(f"{case}/report?name=final.log", headers={"Accept": "text/plain"})
    assert (text.status_code, text.headers["Deadreckon-Verdict"]) == (200, "clean")


def test_a_case_about_a_live_game_goes_on_with_it(anywhere: Served) -> None:
    judge = anywhere.asker(Role.JUDGE)
    begun = judge.written("/live-games", {"text": HEADER})
    url, state = begun.get_json()["url"], begun.headers["ETag"]
    first = judge.written(f"{url}/events", {"events": [take("ada", 5)]}, state)
    case = f"{url}/case"
    assert said(judge, case, {**OPEN, "about": [1]}).status_code == 201
    record = judge.get(f"{url}/log/jsonl").get_data()
    assert judge.told(case)["log"] == hashlib.sha256(record).hexdigest()
    judge.written(f"{url}/events", {"events": [take("ben", 1)]}, first.headers["ETag"])
    assert said(judge, case, {**RULE, "lines": ['amend 1 "ada: take 3"']}).status_code == 201
    assert judge.told(f"{url}/report")["verdict"] == "broken"
    assert judge.told(f"{case}/report")["verdict"] == "clean"
    assert judge.told(f"{case}/ways")["now"]["verdict"] == "broken"
    assert judge.told(url)["seq"] == 2
    assert judge.told("/live-games")["items"][0]["seq"] == 2
    assert anywhere.store.verify() == []


@pytest.mark.parametrize(
    "event", [ASK, RULE, {"do": "uphold", "who": "Ben", "appeal": 1, "why": "so"}, {"do": "close", "who": "Ben"}]
)
def test_a_party_does_not_do_what_is_the_judges(here: Served, event: dict[str, Any]) -> None:
    party = here.asker(Role.RECORDER)
    case = f"/logs/{party.kept(BROKEN)}/case"
    said(party, case, OPEN)
    refused = said(party, case, event)
    assert (refused.status_code, code_of(refused), places_of(refused)) == (403, "not-allowed", ["/do"])
    assert len(party.told(case)["events"]) == 1


def test_a_retry_is_said_once_and_who_builds_on_an_older_state_is_told(anywhere: Served) -> None:
    party = anywhere.asker(Role.RECORDER)
    case = f"/logs/{party.kept(BROKEN)}/case"
    state = party.get(case).headers["ETag"]
    first, again = (said(party, case, OPEN, match=state, key="once") for _ in range(2))
    assert (first.status_code, first.get_data()) == (201, again.get_data())
    assert again.headers["Idempotent-Replayed"] == "true"
    late = said(party, case, ANSWER, match=state)
    assert (late.status_code, code_of(late)) == (412, "stale")
    assert code_of(said(party, case, ANSWER, match=state, key="once")) == "key-reused"
    assert party.written(f"{case}/events", ANSWER).status_code == 428
    assert len(party.told(case)["events"]) == 1


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({**OPEN, "about": [9]}, "There is no event 9: the log has 4."),
        ({**OPEN, "question": "PB-AMB-99"}, "has no open question"),
        (ANSWER, "Only the first line opens a case."),
        ({**OPEN, "why": "so"}, "This is not a valid open: Object contains unknown field `why`."),
        ({**OPEN, "says": " "}, "It does not say what, or why."),
        ({**OPEN, "who": " "}, "It does not say who did this."),
    ],
)
def test_what_cannot_come_first_is_refused_and_not_recorded(here: Served, event: dict[str, Any], says: str) -> None:
    judge = here.asker(Role.JUDGE)
    case = f"/logs/{judge.kept(BROKEN)}/case"
    refused = said(judge, case, event)
    assert (refused.status_code, code_of(refused)) == (422, "invalid")
    assert says in refused.get_json()["errors"][0]["says"]
    assert judge.told(case)["state"] == "none"


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({**RULE, "lines": ['amend 99 "ben: take 3"']}, "This cannot be applied to the log"),
        ({**RULE, "lines": ["take 3"]}, "cannot be read"),
        ({**RULE, "lines": [], "readings": {"PB-AMB-99": "so"}}, "has no open question"),
        ({**RULE, "dismissed": True}, "A ruling reads a question"),
        ({**APPEAL, "against": 1}, "Event 1 is not a ruling."),
        ({"do": "attach", "who": "Ada", "sha256": "0" * 64}, "Nothing with this SHA-256 is stored here."),
        ({"do": "rule", "who": "Rosa", "lines": ["ruling 2"]}, "This is not a valid rule"),
    ],
)
def test_what_cannot_follow_is_refused_and_not_recorded(here: Served, event: dict[str, Any], says: str) -> None:
    judge = here.asker(Role.JUDGE)
    case = f"/logs/{judge.kept(BROKEN)}/case"
    said(judge, case, OPEN)
    refused = said(judge, case, event)
    assert (refused.status_code, code_of(refused)) == (422, "invalid")
    assert says in refused.get_json()["errors"][0]["says"]
    assert len(judge.told(case)["events"]) == 1


def test_exhibits_are_photos_and_logs_that_are_kept_here_or_files_that_somebody_has(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    sha256 = judge.kept(BROKEN)
    case = f"/logs/{sha256}/case"
    photo = judge.sent(f"/logs/{sha256}/attachments", PHOTO, "application/octet-stream").get_json()
    said(judge, case, OPEN)
    attached = {"do": "attach", "who": "Ada"}
    wrong = said(judge, case, {**attached, "sha256": photo["sha256"], "size": 7})
    assert places_of(wrong) == ["/size"]
    said(judge, case, {**attached, "sha256": photo["sha256"], "says": "The heap."})
    said(judge, case, {**attached, "sha256": "f" * 64, "size": 9, "name": "slip.pdf"})
    found = judge.told(case)["events"][1:]
    assert [(one["name"], one["size"]) for one in found] == [
        (f"{photo['sha256'][:12]}.gif", len(PHOTO)),
        ("slip.pdf", 9),
    ]


def test_what_was_ruled_is_listed_for_the_next_arbiter_of_the_club_alone(anywhere: Served) -> None:
    judge, elsewhere = anywhere.asker(Role.JUDGE), anywhere.asker(Role.JUDGE, OTHER)
    sha256 = judge.kept(BROKEN)
    let = {**RULE, "lines": ["ruling 2 PB-HEAP-01"]}
    said(judge, f"/logs/{sha256}/case", OPEN, let)
    begun = judge.written("/live-games", {"text": HEADER}).get_json()
    question = {"do": "open", "who": "Ada", "says": "Which is it?"}
    said(judge, f"{begun['url']}/case", question)
    (one,) = judge.told("/precedents")["precedents"]
    assert (one["about"], one["ruled"], one["case"], one["event"]) == (
        *("PB-HEAP-01", "stands", f"/api/v1/logs/{sha256}/case", 2),
    )
    assert judge.told("/precedents?game=pebbles&about=PB-HEAP-01")["precedents"] == [one]
    assert judge.told("/precedents?about=PB-HEAP-02")["precedents"] == []
    assert elsewhere.told("/precedents")["precedents"] == []
    assert elsewhere.get(f"/logs/{sha256}/case").status_code == 404
    elsewhere.kept(BROKEN)
    assert elsewhere.told(f"/logs/{sha256}/case")["state"] == "none"


def test_of_cases_that_are_too_many_the_older_ones_are_counted(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = here.asker(Role.JUDGE)
    for count in (1, 2, 3):
        case = f"/logs/{judge.kept(log(f'ada: take {count}'))}/case"
        said(judge, case, {**OPEN, "about": []}, {**RULE, "lines": [], "dismissed": True})
    monkeypatch.setattr(kept_cases, "MOST_CASES", 2)
    assert judge.told("/precedents")["older"] == 1


def test_a_case_has_no_more_events_than_can_be_folded_at_each_look(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = here.asker(Role.JUDGE)
    case = f"/logs/{judge.kept(BROKEN)}/case"
    monkeypatch.setattr(kept_cases, "MOST_EVENTS", 2)
    assert said(judge, case, OPEN, ANSWER).status_code == 201
    assert said(judge, case, ANSWER).status_code == 422


def test_who_is_bound_to_a_seat_is_told_nothing_of_a_case(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    begun = judge.written("/live-games", {"text": HEADER}).get_json()
    seated = here.asker(Role.RECORDER, game=begun["id"], seat="ada")
    bound = here.asker(Role.RECORDER, game=begun["id"])
    assert bound.get(f"{begun['url']}/case").status_code == 200
    assert seated.get(f"{begun['url']}/case").status_code in {403, 404}
    assert seated.get(f"{begun['url']}/case/ways").status_code in {403, 404}
    assert bound.get("/precedents").status_code in {403, 404}


def test_a_case_about_a_log_that_nobody_can_read_is_refused(here: Served) -> None:
    judge = here.asker(Role.JUDGE)
    case = f"/logs/{judge.kept(b'no log at all')}/case"
    refused = said(judge, case, {**OPEN, "about": []})
    assert (refused.status_code, code_of(refused)) == (422, "unreadable-log")
    assert judge.get(f"{case}/ways").status_code == 422
