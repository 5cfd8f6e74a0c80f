"""The recorder in a real Chromium: by touch, by keyboard and without scripts, also through an hour without network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from audit.store import Role, Store
from tests.support.browser.chromium import DESK, PHONE, Visit, chromium, open_page, violations, visit
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.pages import link
from tests.support.servers.fixtures import Served, served
from tests.support.servers.http_servers import listening

CHANGED = "before => document.querySelector('#recorder')?.dataset.state !== before"
HEADER = {"game": "pebbles", "players": [{"seat": "ada"}, {"seat": "ben"}]}
TAILWINDS = {
    "game": "tailwinds",
    "pack": "tailwinds-reconstructed-1",
    "players": [{"seat": "green", "role": "sailor"}, {"seat": "orange", "role": "crew"}],
}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str, Served]]:
    """One browser and one service for all tests of this file."""
    with Store.open(f"sqlite:///{tmp_path_factory.mktemp('recorder')}/club.db") as store:
        store.upgrade()
        here = served(store)
        with listening(here.app) as address, chromium() as browser:
            yield browser, address, here


class Phone:
    """A page at the game table."""

    def __init__(self, at: Visit, address: str, live: str) -> None:
        self.at, self.page, self.live = at, at.page, f"{address}/live/{live}"
        self.page.goto(self.live)

    @property
    def state(self) -> str:
        """Return what the page says about the state of the game."""
        return str(self.page.locator("#recorder").get_attribute("data-state"))

    def then(self, act: Callable[[], Any]) -> None:
        """Do something, and wait until the page shows the result."""
        before = self.state
        act()
        self.page.wait_for_function(CHANGED, arg=before)
        self.page.wait_for_load_state()

    def lines(self) -> list[str]:
        """List the last lines."""
        return [str(one) for one in self.page.locator(".played > li > code").all_text_contents()]

    def shows(self, lines: list[str]) -> None:
        """Wait until these are the last lines; the page may just be reloading."""
        expect(self.page.locator(".played > li > code")).to_have_text(lines)

    def offline(self, *, off: bool) -> None:
        """Turn the network off or on."""
        self.page.context.set_offline(off)


@contextmanager
def phone(there: tuple[Any, str, Served], live: str, role: Role = Role.ADMIN, **look: Any) -> Iterator[Phone]:
    browser, address, here = there
    size = look.pop("size", PHONE)
    with visit(browser, f"{address}{link(here, role)}", size, **look) as at:
        yield Phone(at, address, live)
        # The page reports what was cut off or refused on purpose, and the browser logs it to its console.
        at.faults[:] = [fault for fault in at.faults if "Failed to load resource" not in fault]


def begun(there: tuple[Any, str, Served], header: dict[str, Any] = HEADER) -> str:
    return str(there[2].asker().written("/live-games", {"header": header}, key=None).get_json()["id"])


TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}


def test_a_whole_game_is_recorded_by_touch_alone(there: Any) -> None:
    with phone(there, begun(there), **TOUCH) as at:
        while not at.page.locator(".result").count():
            at.then(at.page.locator("[data-line]").first.tap)
        assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        at.then(lambda: at.page.tap("text=We agree with this result"))
        assert "agrees: winner" in at.lines()[-1]


def test_a_die_takes_two_taps_and_what_is_typed_narrows_down(there: Any) -> None:
    with phone(there, begun(there, TAILWINDS), **TOUCH) as at:
        at.page.fill("#typed_line", "roll")
        assert at.page.locator(".group:visible").count() == 1
        part = at.page.locator(".part[data-start='fate: roll']")
        part.locator("label", has_text="start").tap()
        part.locator("label", has_text="4").tap()
        at.then(lambda: part.locator("label", has_text="green").tap())
        at.shows(["fate: roll start 4 seat=green"])


def test_a_list_is_tapped_together(there: Any) -> None:
    with phone(there, begun(there, TAILWINDS), **TOUCH) as at:
        part = at.page.locator(".part[data-start='fate: market']")
        for card in ("anchor", "rum", "rum", "telescope"):
            part.get_by_role("button", name=card, exact=True).tap()
            if card == "rum":
                part.locator("[data-takes]").tap()
        part.get_by_role("button", name="rum", exact=True).tap()
        at.then(lambda: part.locator(".send").tap())
        at.shows(["fate: market anchor telescope rum"])


def test_the_keyboard_is_enough_and_an_illegal_move_is_flagged(there: Any) -> None:
    with phone(there, begun(there), size=DESK) as at:
        at.page.focus("#typed_line")
        at.page.keyboard.type("Ada: TAKE 7")
        at.then(lambda: at.at.press("Enter"))
        at.shows(["ada: take 7"])
        assert at.page.locator(".played .finding .says").count() == 1
        at.page.get_by_role("button", name="Take line 1 back").focus()
        at.then(lambda: at.at.press("Enter"))
        assert at.lines()[-1].startswith("record: retract 1")


def test_what_cannot_be_read_is_told_and_can_be_mended(there: Any) -> None:
    with phone(there, begun(there), size=DESK) as at:
        at.page.fill("#typed_line", "ada: fly 3")
        at.at.press("Enter")
        at.page.locator("#outbox", has_text="Not recorded").wait_for()
        assert at.page.input_value("#typed_line") == "ada: fly 3"
        at.page.fill("#typed_line", "ada: take 3")
        at.then(lambda: at.at.press("Enter"))
        at.shows(["ada: take 3"])


def test_without_network_nothing_is_lost_and_everything_is_sent_once(there: Any) -> None:
    live = begun(there)
    with phone(there, live, **TOUCH) as at:
        at.offline(off=True)
        for line in ("ada: take 1", "ben: take 2", "ada: take 3"):
            at.page.fill("#typed_line", line)
            at.at.press("Enter")
            at.page.locator("#outbox li", has_text=line).wait_for()
        at.then(lambda: at.offline(off=False))
        at.shows(["ada: take 1", "ben: take 2", "ada: take 3"])


def test_what_waits_outlives_the_page(there: Any) -> None:
    live = begun(there)
    with phone(there, live, **TOUCH) as at:
        at.offline(off=True)
        at.page.fill("#typed_line", "ada: take 1")
        at.at.press("Enter")
        at.page.locator("#outbox li").wait_for()
        at.page.goto("about:blank")
        at.offline(off=False)
        at.page.goto(at.live)
        at.shows(["ada: take 1"])


def test_what_waits_outlives_the_session(there: Any) -> None:
    live = begun(there)
    with phone(there, live, **TOUCH) as at:
        at.page.context.clear_cookies()
        at.page.locator("[data-line]").first.tap()
        at.page.locator("#outbox", has_text="Your session has ended").wait_for()
        # Another session is another author: lines that were never recorded are recorded in its name.
        open_page(at.page, f"{there[1]}{link(there[2])}")
        at.page.goto(at.live)
        expect(at.page.locator(".played > li")).to_have_count(1)


def test_an_answer_that_is_lost_records_nothing_twice(there: Any) -> None:
    lost: list[int] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    with phone(there, begun(there), **TOUCH) as at:
        at.page.route("**/lines", lose)
        at.then(at.page.locator("[data-line]").first.tap)
        assert lost == [201]
        expect(at.page.locator(".played > li")).to_have_count(1)


def test_two_phones_that_write_at_once_are_asked_and_never_fork_the_game(there: Any) -> None:
    live = begun(there)
    with phone(there, live, **TOUCH) as one, phone(there, live, **TOUCH) as two:
        two.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        one.then(lambda: one.page.tap("[data-line='ada: take 1']"))
        two.page.tap("[data-line='ada: take 2']")
        two.page.locator("#outbox", has_text="Another person has recorded").wait_for()
        two.then(lambda: two.page.tap("text=Send after them"))
        two.shows(["ada: take 1", "ada: take 2"])
        assert two.page.locator(".finding").count() >= 1


def test_a_page_follows_what_another_phone_writes(there: Any) -> None:
    live = begun(there)
    with phone(there, live, **TOUCH) as one, phone(there, live, Role.VIEWER) as two:
        two.then(lambda: one.then(lambda: one.page.tap("[data-line='ada: take 1']")))
        two.shows(["ada: take 1"])
        assert two.page.locator("form.tapping").count() == 0


def test_without_scripts_a_game_is_begun_recorded_and_taken_back(there: Any) -> None:
    browser, address, here = there
    with visit(browser, f"{address}{link(here)}", DESK, java_script_enabled=False) as at:
        at.page.click("text=Record a new game")
        at.page.click("text=Tailwinds")
        for name, value in (("name0", "Ada"), ("role0", "sailor"), ("name1", "Ben"), ("role1", "crew")):
            at.page.fill(f"[name={name}]", value)
        at.page.click("text=Begin")
        part = at.page.locator(".part[data-start='fate: roll']")
        for value in ("start", "4", "green"):
            part.locator("label", has_text=value).click()
        part.locator(".send").click()
        assert at.page.locator(".played > li > code").all_text_contents() == ["fate: roll start 4 seat=green"]
        at.page.click("text=Take line 1 back")
        assert at.page.locator(".played > li > code").count() == 2


def test_nothing_that_anybody_wrote_is_run(there: Any) -> None:
    players = [{"seat": "ada", "name": PAYLOADS[3]}, {"seat": "ben", "name": PAYLOADS[0]}]
    live = begun(there, {"game": "pebbles", "event": PAYLOADS[1], "players": players})
    notes = [{"do": "note", "text": payload, "who": payload} for payload in PAYLOADS if payload.isprintable()]
    state = there[2].asker().told(f"/live-games/{live}")
    match = f'"{state["seq"]}-{state["head"]}"'
    assert there[2].asker().written(f"/live-games/{live}/events", {"events": notes}, match).status_code == 201
    with phone(there, live, size=DESK) as at:
        for path in (f"/live/{live}", f"/live/{live}/desk", f"/live/{live}/seats", "/", "/live/new?game=pebbles"):
            at.page.goto(f"{there[1]}{path}")
            assert at.page.evaluate("document.title") != "hacked"
            assert at.page.locator("script:not([nonce])").count() == 0
            assert at.page.locator("img, iframe, object, embed, base, [onerror], [onload]").count() == 0
        at.page.goto(at.live)
        for payload in PAYLOADS[:12]:
            at.page.fill("#typed_line", payload)
            at.at.press("Enter")
            at.page.locator("#outbox", has_text="Not recorded").wait_for()
        assert at.page.locator("#outbox script, #outbox img").count() == 0


@pytest.mark.parametrize(("scheme", "size"), [("light", DESK), ("dark", PHONE)])
def test_nobody_is_kept_out(there: Any, scheme: str, size: tuple[int, int]) -> None:
    live = begun(there)
    with phone(there, live, size=size, color_scheme=scheme) as at:
        at.page.fill("#typed_line", "ada: take 9")
        at.then(lambda: at.at.press("Enter"))
        assert violations(at.page) == []
        for path in ("/live/new", "/live/new?game=windward", "/live/nothing"):
            at.page.goto(f"{there[1]}{path}")
            assert violations(at.page) == [], path
            assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
