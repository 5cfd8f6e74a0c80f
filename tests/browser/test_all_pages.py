"""Every page in light and dark, on a phone and zoomed: nothing in a log runs, and every page is accessible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from audit.store import Role, Store
from tests.support.browser.all_pages import PageForm, forms, pages_of, stocked
from tests.support.browser.chromium import DESK, PHONE, chromium, violations, visit
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.pages import HERE, OWN, entered, link
from tests.support.servers.api_client import OTHER
from tests.support.servers.fixtures import Served, served
from tests.support.servers.http_servers import listening

# At 200 % zoom, a desktop screen shows half as much of a page.
ENLARGED: dict[str, Any] = {"device_scale_factor": 2}
LOOKS = {
    "day": (DESK, "light", {}),
    "night on a phone": (PHONE, "dark", {}),
    "enlarged": ((640, 450), "light", ENLARGED),
}
FOREIGN = (
    "img, iframe, object, embed, base, foreignObject, meta[http-equiv], [onerror], [onload], "
    "script:not([nonce]):not([type='application/json'])"
)
# The pages that have a JSON twin.
TWINS = {
    "beginning",
    "show_recorder",
    "show_log",
    "show_example",
    "show_shared_log",
    "show_embedded_log",
    "show_tournament",
    "show_tournament_table",
    "show_hand_in_page",
}
# These forms end the session or the game, so the test cannot go on after them.
LAST_WORDS = ("/leave", "/close", "/end")


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, dict[str, str]]]:
    with Store.open(f"sqlite:///{tmp_path_factory.mktemp('pages')}/club.db") as store:
        store.upgrade()
        here = served(store)
        yield here, stocked(here)


def test_every_page_is_among_them(there: Any) -> None:
    here, pages = there
    assert set(pages) == pages_of(here.app)


def twin(path: str) -> str:
    """Name the address at which a page would have a twin. The twin of a game page has the whole replay."""
    here, _, query = path.partition("?")
    if here.startswith("/shared/"):
        return f"{here.removesuffix('/embed')}/view.json"
    return f"{here if here != '/' else '/index'}.json?{query}"


def with_twins(admin: Any, pages: dict[str, str]) -> dict[str, str]:
    """Choose the pages that have a twin."""
    return {name: path for name, path in pages.items() if admin.get(twin(path), base_url=HERE).status_code == 200}


def test_no_cache_gives_what_one_session_sees_to_another(there: Any) -> None:
    here, pages = there
    eyes = [entered(here), entered(here, Role.VIEWER), entered(here, Role.RECORDER, OTHER), here.app.test_client()]
    pictures = [twin(path).replace("view.json", "step.svg") for path in pages.values()]
    twins = map(twin, with_twins(eyes[0], pages).values())
    for path in {*pages.values(), *twins, *pictures}:
        answers = [client.get(path, base_url=HERE) for client in eyes]
        if len({(answer.status_code, answer.get_data()) for answer in answers}) == 1:
            continue
        for answer in answers:
            keep = answer.headers["Cache-Control"]
            assert keep == "no-store" or ("private" in keep and "Cookie" in answer.headers["Vary"]), path


def test_the_twin_of_a_page_is_seen_by_the_same_eyes_only(there: Any) -> None:
    here, pages = there
    admin, viewer, phone = entered(here), entered(here, Role.VIEWER), entered(here, Role.RECORDER, OTHER)
    with_twin = with_twins(admin, pages)
    assert set(with_twin) == TWINS
    for name, path in with_twin.items():
        assert isinstance(admin.get(twin(path), base_url=HERE).get_json(), dict), name
        for eyes in (viewer, phone, here.app.test_client()):
            seen = [eyes.get(one, base_url=HERE).status_code for one in (path, twin(path))]
            # The start page greets visitors without a session; its twin lists nothing for them.
            assert seen[0] == seen[1] or (path, seen) == ("/", [200, 401]), name


@pytest.mark.parametrize("look", LOOKS)
def test_texts_stay_texts_and_nobody_is_kept_out(there: Any, look: str) -> None:
    here, pages = there
    size, scheme, more = LOOKS[look]
    with (
        listening(here.app) as address,
        chromium() as browser,
        visit(browser, f"{address}{link(here)}", size, color_scheme=scheme, **more) as at,
    ):
        for name, path in pages.items():
            at.page.goto(f"{address}{path}")
            at.ready()
            assert at.page.evaluate("document.title") != "hacked", name
            assert at.page.locator(FOREIGN).count() == 0, name
            assert violations(at.page) == [], name
            assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert [one for one in at.requests if not one.startswith(address)] == []


def test_every_form_of_every_page_bears_every_text(there: Any) -> None:
    here, pages = there
    client = entered(here)
    sent = 0
    for name, path in pages.items():
        for form in forms(client.get(path, base_url=HERE).text):
            if form.action.endswith(LAST_WORDS) or not form.written:
                continue
            for number, payload in enumerate(PAYLOADS[len(name) % 13 :: 13]):
                answer = submitted(client, path, form, payload, everywhere=number % 3 == 0)
                assert answer.status_code < 500, (name, form.action, payload)
                assert payload not in answer.text or "<" not in payload, (name, form.action, payload)
                sent += 1
    assert sent > 100


def submitted(client: Any, path: str, form: PageForm, payload: str, *, everywhere: bool) -> Any:
    """Send a form with a text in all its fields, or in all but those that decide whether it is accepted."""
    hostile = (set(form.fields) if everywhere else form.written) - {"key", "match"}
    data = {name: payload if name in hostile else value for name, value in form.fields.items()}
    where = form.action or path.partition("?")[0]
    if form.method == "post":
        return client.post(where, data=data, base_url=HERE, headers=OWN)
    return client.get(where, query_string=data, base_url=HERE)
