"""The arbiter's desk: findings with what is needed to rule on them; each ruling is previewed, then recorded."""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from audit.browse.viewer import open_log_viewer
from audit.store import Role
from tests.support.browser.chromium import DESK, PHONE, chromium, violations, visit
from tests.support.browser.recorder_page import Recording
from tests.support.games.pebbles import log
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.pages import HERE, OWN, demo, entered, link
from tests.support.servers.fixtures import Served, known_games
from tests.support.servers.http_servers import listening

BROKEN = log("ada: take 3", "ben: take 5", "cleo: take 1", "claim: heap 11")
WHO = {"who": "Judge", "why": "agreed at the table"}
LET_STAND = {"way": "stand", "at": "2", **WHO}


class Arbiter:
    """An arbiter, and a log on the desk."""

    def __init__(self, here: Served, raw: bytes = BROKEN, role: Role = Role.JUDGE) -> None:
        self.client = entered(here, role)
        form = {"log": (io.BytesIO(raw), "game.log")}
        view = entered(here).post("/logs", data=form, base_url=HERE, headers=OWN).headers["Location"]
        self.address = view.replace("/view", "/desk")

    def page(self, **query: str) -> str:
        """Open the desk, with or without a ruling to preview."""
        text: str = self.client.get(f"{self.address}?{urlencode(query)}", base_url=HERE).text
        return text if "escaped" in query else unescape(text)

    def rule(self, form: Mapping[str, str], headers: Mapping[str, str] = OWN) -> Any:
        """Record a ruling on the page as it is."""
        shown = re.search(r'name="match" value="([^"]*)"', self.page(**LET_STAND))
        sent = {"match": shown[1] if shown else "", "key": secrets.token_hex(16), **form}
        return self.client.post(self.address, data=sent, base_url=HERE, headers=headers)


def rule_of(raw: bytes) -> str:
    report = open_log_viewer(raw, known_games()).report
    assert report is not None
    return report.roots[0].rule


def log_at(here: Served, address: str, what: str = "original") -> bytes:
    sha256 = address.split("/")[2]
    return here.asker().get(f"/logs/{sha256}/{what}").get_data()


def test_a_case_has_the_lines_around_it_the_rule_the_picture_and_what_may_be_meant(here: Served) -> None:
    page = Arbiter(here).page()
    assert rule_of(BROKEN) in page
    assert all(line in page for line in ("ada: take 3", "ben: take 5", "cleo: take 1"))
    assert 'aria-current="true"><code>ben: take 5' in page
    assert "Did you mean" in page
    assert "<svg" in page
    assert "Both books" in page


def test_a_ruling_is_previewed_before_it_counts(here: Served) -> None:
    desk = Arbiter(here)
    page = desk.page(way="amend", line="ben: take 3", at="2", **WHO)
    assert "heap <del>11</del> → <ins>13</ins>" in page
    assert "No longer found" in page
    assert "Newly found" in page
    assert "What it would change" in page
    assert "What it would change" not in desk.page()


@pytest.mark.parametrize(
    ("form", "line"),
    [
        (LET_STAND, 'record: ruling 2 who=Judge why="agreed at the table"'),
        ({**LET_STAND, "rule": "PB-HEAP-01"}, 'record: ruling 2 rule=PB-HEAP-01 who=Judge why="agreed at the table"'),
        ({**LET_STAND, "way": "rule", "rule": "X"}, 'record: ruling 2 who=Judge why="agreed at the table"'),
        (
            {**LET_STAND, "way": "amend", "line": "Ben: TAKE 3"},
            'record: amend 2 "ben: take 3" who=Judge why="agreed at the table"',
        ),
        ({**LET_STAND, "way": "retract"}, 'record: retract 2 who=Judge why="agreed at the table"'),
        (
            {**LET_STAND, "way": "insert", "at": "0", "line": "ada: take 1"},
            'record: insert 0 "ada: take 1" who=Judge why="agreed at the table"',
        ),
        (
            {**LET_STAND, "way": "amend", "line": "record: retract 2"},
            'record: retract 2 who=Judge why="agreed at the table"',
        ),
    ],
)
def test_a_ruling_is_written_behind_what_was_handed_in_and_changes_nothing_of_it(
    here: Served, form: dict[str, str], line: str
) -> None:
    desk = Arbiter(here)
    answer = desk.rule(form)
    assert answer.status_code == 303
    assert answer.headers["Location"] == desk.address
    assert log_at(here, desk.address, "adjudicated") == BROKEN + f"{line}\n".encode()
    assert log_at(here, desk.address) == BROKEN


def test_a_log_in_another_spelling_is_ruled_on_as_well(here: Served) -> None:
    desk = Arbiter(here)
    sha256 = desk.address.split("/")[2]
    for spelling, ends in (("jsonl", b'"do":"ruling"'), ("csv", b"record,ruling,2")):
        raw = here.asker().get(f"/logs/{sha256}/as/{spelling}").get_data()
        answer = Arbiter(here, raw).rule(LET_STAND)
        assert answer.status_code == 303
        kept = log_at(here, answer.headers["Location"], "adjudicated")
        assert ends in kept.splitlines()[-1]
        found = open_log_viewer(kept, known_games()).report
        assert found is not None
        assert [one.status for one in found.findings if one.seq == 2] == ["ruled"]


@pytest.mark.parametrize(
    "form",
    [
        {**LET_STAND, "at": "99"},
        {**LET_STAND, "at": "0"},
        {**LET_STAND, "at": "x"},
        {**LET_STAND, "who": ""},
        {**LET_STAND, "why": " "},
        {**LET_STAND, "way": "amend", "line": "ben: fly"},
        {**LET_STAND, "way": "nonsense"},
        {**LET_STAND, "rule": "TW-MOVE-01"},
        {},
    ],
)
def test_what_cannot_be_ruled_so_is_told_and_not_recorded(here: Served, form: dict[str, str]) -> None:
    desk = Arbiter(here)
    assert "What it would change" not in desk.page(**form)
    assert desk.rule(form).status_code == 422


def test_the_shelf_tells_what_a_log_comes_to_after_a_ruling(here: Served) -> None:
    desk = Arbiter(here)

    def verdict() -> str:
        return str(desk.client.get("/index.json", base_url=HERE).get_json()["rows"][0]["verdict"])

    before = verdict()
    assert desk.rule({**LET_STAND, "way": "rule"}).status_code == 303
    page = desk.client.get(desk.address.replace("/desk", "/view"), base_url=HERE).text
    shown = re.search(r'<p class="verdict (\w+)"', page)
    assert shown is not None
    assert before == "broken"
    assert verdict() == shown[1] != "broken"


def test_only_a_judge_rules_and_no_other_site_does(here: Served) -> None:
    recorder = Arbiter(here, role=Role.RECORDER)
    assert recorder.rule(LET_STAND).status_code == 403
    assert recorder.client.get(recorder.address, base_url=HERE).status_code == 403
    assert Arbiter(here).rule(LET_STAND, {"Sec-Fetch-Site": "cross-site"}).status_code == 403
    judge = entered(here, Role.JUDGE, club="lighthouse")
    assert judge.get(recorder.address, base_url=HERE).status_code == 404


def test_a_live_game_is_ruled_on_once(here: Served) -> None:
    recording = Recording(here)
    desk = f"{recording.address}/desk"
    assert "There is nothing to rule on" in recording.client.get(desk, base_url=HERE).text
    for line in ("ada: take 3", "ben: take 5"):
        recording.write(line)
    assert "ben: take 5" in recording.client.get(desk, base_url=HERE).text
    form = {**LET_STAND, "match": recording.stands()["state"], "key": "f" * 32}
    for _ in range(2):
        assert recording.sent(desk, form).status_code == 303
    assert [one for one in recording.lines() if one.startswith("record: ruling 2")] == recording.lines()[2:]
    assert recording.sent(desk, {**form, "key": "e" * 32}).status_code == 412


def test_hostile_texts_stay_texts(here: Served) -> None:
    desk = Arbiter(here)
    for payload in PAYLOADS[::4]:
        page = desk.page(**{**LET_STAND, "who": payload, "why": payload}, escaped="yes")
        assert payload not in page or "<" not in payload
        asked = urlencode(dict.fromkeys(("way", "at", "line", "finding"), payload))
        assert desk.client.get(f"{desk.address}?{asked}", base_url=HERE).status_code == 200
        assert desk.rule({**LET_STAND, "who": payload, "why": payload}).status_code in {303, 422}


def test_the_desk_keeps_nobody_out_and_needs_no_script(here: Served) -> None:
    desk = Arbiter(here)
    with listening(here.app) as address, chromium() as browser:
        for scheme, size, scripts in (("light", DESK, True), ("dark", PHONE, True), ("light", PHONE, False)):
            entering = f"{address}{link(here, Role.JUDGE)}"
            with visit(browser, entering, size, color_scheme=scheme, java_script_enabled=scripts) as at:
                at.page.goto(f"{address}{desk.address}")
                at.page.check("[value=retract]")
                for name, value in WHO.items():
                    at.page.fill(f"[name={name}]", value)
                at.page.get_by_role("button", name="Preview").click()
                at.page.locator(".preview").wait_for()
                if scripts:
                    assert violations(at.page) == []
                    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                at.page.get_by_role("button", name="Record this").click()
                at.page.wait_for_url(lambda url: url.endswith(desk.address))


def test_a_long_preview_fits_a_phone(here: Served) -> None:
    desk = Arbiter(here, demo())
    ruling = {"way": "amend", "at": "17", "line": "orange: move aft 4", **WHO}
    with (
        listening(here.app) as address,
        chromium() as browser,
        visit(browser, f"{address}{link(here, Role.JUDGE)}", PHONE) as at,
    ):
        at.page.goto(f"{address}{desk.address}?{urlencode(ruling)}")
        assert at.page.locator(".preview li").count() > 1
        assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
