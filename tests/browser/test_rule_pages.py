"""The pages of rules: in each wording, with examples that can be stepped through, for every visitor."""

from __future__ import annotations

import pytest

from api.web.logs import rule_examples
from audit.browse.catalogue import list_catalogue_rules, rule_document
from cli.server.rule_examples import load_rule_examples as known
from engine.games import GAMES
from fixtures.cases import cases
from tests.support.browser.chromium import chromium, violations, visit
from tests.support.requests.pages import HERE
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening


@pytest.fixture
def knowing(here: Served) -> Served:
    rule_examples.register_examples(here.app, known)
    return here


def test_every_case_of_every_rule_is_an_example_that_can_be_stepped_through() -> None:
    for game in GAMES:
        assert sum(map(len, known(game).values())) == len(cases(game))


def test_an_example_shows_the_breach_where_it_is(knowing: Served) -> None:
    client = knowing.app.test_client()
    page = client.get("/rules/tailwinds?q=TW-MOVE-05", base_url=HERE).text
    found = known("tailwinds")["TW-MOVE-05"]
    for number, example in enumerate(found, 1):
        address = f"/rules/tailwinds/TW-MOVE-05/{number}"
        assert f'href="{address}?step={example.step}"' in page
        shown = client.get(f"{address}?step={example.step}", base_url=HERE).text
        broken = f'class="finding illegal" data-place="{example.breaks}"' in shown
        assert broken is (example.breaks is not None)
        assert client.get(f"{address}.json", base_url=HERE).get_json()["schema"] == "deadreckon.replay/1"
        assert client.get(f"{address}.svg", base_url=HERE).data.startswith(b"<svg")
    for nowhere in ("TW-MOVE-05/0", "TW-MOVE-05/99", "TW-NOPE-01/1", "TW-MOVE-05/x"):
        assert client.get(f"/rules/tailwinds/{nowhere}", base_url=HERE).status_code == 404


def test_what_an_edition_words_otherwise_stands_beside_it(knowing: Served) -> None:
    worded = next(one for one in map(rule_document, list_catalogue_rules(GAMES["windward"])) if one["otherwise"])
    page = knowing.app.test_client().get(f"/rules/windward?q={worded['id']}", base_url=HERE).text
    assert f"With <code>{worded['otherwise'][0]['layer']}</code>" in page


def test_the_keyboard_leads_from_a_rule_through_its_example(knowing: Served) -> None:
    where = "/rules/tailwinds?q=TW-MOVE-05"
    with listening(knowing.app) as address, chromium() as browser, visit(browser, f"{address}{where}") as at:
        at.page.locator(".examples a", has_text="Broken").first.focus()
        at.press("Enter")
        at.page.wait_for_url("**/TW-MOVE-05/*")
        at.page.locator("#slider").wait_for()
        at.press("Home", "n")
        assert at.page.locator(".finding:visible code", has_text="TW-MOVE-05").count() >= 1
        assert violations(at.page) == []
