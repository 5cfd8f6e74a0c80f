"""The case on pages: parties claim and answer, the arbiter sees what each ruling would change, and rules."""

from __future__ import annotations

import re
from html import unescape

import pytest

from audit.store import Role
from tests.support.requests.cases import BROKEN, OPEN, RULE, said
from tests.support.requests.pages import HERE, OWN, Guest
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import Served
from tests.support.servers.stocked_club import HEADER, PHOTO, take


def ways(html: str) -> list[str]:
    """List the values that a page offers for each ruling."""
    return re.findall(r'name="way" value="(\{.*?\})">', html)


def test_a_dispute_is_settled_on_pages_from_the_claim_to_the_appeal(here: Served) -> None:
    party, judge, api = Guest(here, Role.RECORDER), Guest(here, Role.JUDGE), here.asker(Role.JUDGE)
    sha256 = api.kept(BROKEN)
    case, desk = f"/logs/{sha256}/case", f"/logs/{sha256}/desk"
    assert f'href="{case}"' in party.page(f"/logs/{sha256}/view")
    assert party.does(case) == ["open"]
    claimed = party.send(case, "open", who="Ada", says="Five is too many.", about="2")
    assert (claimed.status_code, claimed.headers["Location"]) == (303, f"{case}#case")
    assert party.does(case) == ["answer", "attach"]
    asked = judge.send(desk, "ask", who="Rosa", whom="Ben", says="Who saw it?")
    assert asked.headers["Location"] == f"{desk}#case"
    party.send(case, "answer", who="Ben", says="Cleo did.", to="2")
    offered = judge.page(f"{desk}?ways=1")
    assert "event 2 stands (PB-HEAP-01)" in offered
    assert "No longer: PB-HEAP-01 at event 2" in offered
    chosen = next(way for way in ways(offered) if "amend" in way)
    assert judge.send(f"{desk}?ways=1", "rule", who="Rosa", why="Cleo said three.", way=chosen).status_code == 303
    words = re.sub(r"<[^>]*>", "", party.page(case))
    assert 'rules amend 2 "ben: take 3": Cleo said three. (stands)' in words
    assert "PB-HEAP-01" not in party.page(f"{case}/report")
    party.send(case, "appeal", who="Ben", why="She is my sister.", against="4")
    judge.send(case, "uphold", who="Uwe", why="All the same.")
    judge.send(case, "close", who="Rosa")
    document = api.told(f"/logs/{sha256}/case")
    assert [one["do"] for one in document["events"]] == ["open", "ask", "answer", "rule", "appeal", "uphold", "close"]
    assert party.does(case) == ["appeal"]
    assert api.get(f"/logs/{sha256}/original").get_data() == BROKEN


def test_what_was_ruled_before_is_offered_with_a_link(here: Served) -> None:
    judge, api = Guest(here, Role.JUDGE), here.asker(Role.JUDGE)
    before, now = api.kept(BROKEN), api.kept(BROKEN + b"record: note again\n")
    said(api, f"/logs/{before}/case", OPEN, {**RULE, "lines": ["ruling 2 PB-HEAP-01"], "why": "The house lets it."})
    desk = judge.page(f"/logs/{now}/desk")
    assert "PB-HEAP-01: stands (Rosa" in desk
    assert "The house lets it." in desk
    assert f'href="/logs/{before}/case"' in desk
    assert "Ruled before" not in judge.page(f"/logs/{before}/desk")


def test_what_somebody_types_is_weighed_before_it_is_ruled(here: Served) -> None:
    judge, api = Guest(here, Role.JUDGE), here.asker(Role.JUDGE)
    case = f"/logs/{api.kept(BROKEN)}/case"
    said(api, case, OPEN)
    page = judge.page(f"{case}?ways=1&line=retract+2")
    assert "the ruling as entered" in page
    assert "This is not possible: " in judge.page(f"{case}?ways=1&line=retract+99")
    assert judge.client.get(f"{case}?ways=1&reading=PB-AMB-99%3Dx", base_url=HERE).status_code == 200
    assert api.told(case)["state"] == "open"
    judge.send(case, "rule", who="Rosa", why="It never was.", way="typed", lines="retract 2\r\nretract 4")
    assert api.told(case)["events"][-1]["lines"] == ["retract 2", "retract 4"]


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"way": ""}, "Choose a ruling."),
        ({"way": "[]"}, "The form was changed."),
        ({"way": "typed"}, "A ruling reads a question"),
        ({"way": "dismissed", "why": " "}, "This is not a valid rule: Object missing required field `why`."),
        ({"way": '{"readings": {}, "lines": ["retract 99"]}'}, "This cannot be applied to the log"),
    ],
)
def test_a_ruling_that_is_none_is_refused_in_words(here: Served, form: dict[str, str], says: str) -> None:
    judge, api = Guest(here, Role.JUDGE), here.asker(Role.JUDGE)
    case = f"/logs/{api.kept(BROKEN)}/case"
    said(api, case, OPEN)
    refused = judge.send(case, "rule", **{"who": "Rosa", "why": "so", **form})
    assert refused.status_code == 422
    assert says in unescape(refused.text)
    assert len(api.told(case)["events"]) == 1


def test_a_viewer_reads_and_a_party_does_not_rule(here: Served) -> None:
    api = here.asker(Role.JUDGE)
    case = f"/logs/{api.kept(BROKEN)}/case"
    said(api, case, OPEN)
    viewer, party = Guest(here, Role.VIEWER), Guest(here, Role.RECORDER)
    assert viewer.does(case) == []
    assert "Five is too many." in viewer.page(case)
    form = {"key": "a" * 32, "match": api.get(case).headers["ETag"].strip('"'), "who": "Ben"}
    judged = {**form, "do": "rule", "why": "so", "way": "dismissed"}
    assert party.client.post(case, data=judged, base_url=HERE, headers=OWN).status_code == 403
    assert viewer.client.post(case, data={**form, "do": "close"}, base_url=HERE, headers=OWN).status_code == 403
    assert party.client.post(case, data={**form, "do": "answer", "says": "x"}, base_url=HERE).status_code == 403
    assert len(api.told(case)["events"]) == 1


def test_a_form_sent_twice_is_said_once_and_on_an_older_state_not_at_all(here: Served) -> None:
    party, api = Guest(here, Role.RECORDER), here.asker(Role.JUDGE)
    case = f"/logs/{api.kept(BROKEN)}/case"
    form = {"key": "b" * 32, "match": api.get(case).headers["ETag"].strip('"')}
    claim = {**form, "do": "open", "who": "Ada", "says": "Five."}
    sent = [party.client.post(case, data=claim, base_url=HERE, headers=OWN).status_code for _ in range(2)]
    assert sent == [303, 303]
    late = {**form, "key": "c" * 32, "do": "answer", "who": "Ben", "says": "Three."}
    assert party.client.post(case, data=late, base_url=HERE, headers=OWN).status_code == 412
    assert len(api.told(case)["events"]) == 1


def test_a_photo_that_is_attached_is_shown(here: Served) -> None:
    party, api = Guest(here, Role.RECORDER), here.asker(Role.JUDGE)
    sha256 = api.kept(BROKEN)
    case = f"/logs/{sha256}/case"
    photo = api.sent(f"/logs/{sha256}/attachments", PHOTO, "application/octet-stream").get_json()["sha256"]
    said(api, case, OPEN)
    party.send(case, "attach", who="Ada", sha256=photo, says="The heap.")
    address = f"/logs/{sha256}/photos/{photo}"
    assert f'href="{address}"' in party.page(case)
    shown = party.client.get(address, base_url=HERE)
    assert (shown.get_data(), shown.mimetype) == (PHOTO, "image/gif")
    assert here.app.test_client().get(address, base_url=HERE).status_code == 401


def test_a_live_game_has_its_case_and_no_seat_sees_it(here: Served) -> None:
    api: Asker = here.asker(Role.JUDGE)
    begun = api.written("/live-games", {"text": HEADER})
    live = begun.get_json()["id"]
    api.written(f"/live-games/{live}/events", {"events": [take("ada", 5)]}, begun.headers["ETag"])
    judge, seat = Guest(here, Role.JUDGE), Guest(here, Role.RECORDER, game=live, seat="ada")
    case = f"/live/{live}/case"
    assert f'href="{case}"' in judge.page(f"/live/{live}")
    assert judge.send(f"/live/{live}/desk", "open", who="Ben", says="Too many.", about="1").status_code == 303
    assert "event 1 stands" in judge.page(f"{case}?ways=1")
    assert api.told(f"/live-games/{live}/case")["events"][0]["about"] == [1]
    assert seat.client.get(case, base_url=HERE).status_code in {403, 404}
    assert "/case" not in seat.page(f"/live/{live}")
    assert api.told(f"/live-games/{live}/case")["state"] == "open"


def test_a_case_says_what_was_played_and_by_whom(here: Served) -> None:
    api = here.asker(Role.JUDGE)
    uploaded, nothing = api.kept(BROKEN), api.kept(b"no log at all")
    live = api.written("/live-games", {"text": f"{HEADER}event: Harbour Open\n"}).get_json()["id"]
    viewer = Guest(here, Role.VIEWER)
    assert "<p>Pebbles: Ada, Ben, Cleo</p>" in viewer.page(f"/logs/{uploaded}/case")
    assert "<p>Pebbles: Ada, Ben, Cleo (Harbour Open)</p>" in viewer.page(f"/live/{live}/case")
    assert "The case about a log" in viewer.page(f"/logs/{nothing}/case")


def test_who_has_not_come_by_a_link_is_told_of_links_and_not_of_tokens(here: Served) -> None:
    stranger = here.app.test_client().get(f"/logs/{'0' * 64}/case", base_url=HERE)
    words = unescape(stranger.text)
    assert stranger.status_code == 401
    assert "These pages are opened by a link." in words
    assert "Each works once." in words
    assert "Bearer" not in words
