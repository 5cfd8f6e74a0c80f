"""Tasks of users on the pages, by keyboard alone, by touch alone and without scripts: the same tasks each time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from api.web.logs import rule_examples
from cli.server.rule_examples import load_rule_examples as known
from tests.support.browser.chromium import DESK, PHONE, Visit, chromium, visit
from tests.support.requests.pages import demo, link
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening

VIEW = re.compile(r"/logs/\w+/view")
WAYS: dict[str, dict[str, Any]] = {
    "keyboard": {"size": DESK},
    "touch": {"size": PHONE, "has_touch": True, "is_mobile": True},
    "no scripts": {"size": DESK, "java_script_enabled": False},
}


class Hand:
    """A user who can operate a page in one way only."""

    def __init__(self, at: Visit, way: str) -> None:
        self.at, self.page, self.way = at, at.page, way

    def press(self, what: Any) -> None:
        """Press a button, follow a link, or open a folded section."""
        if self.way == "touch":
            what.tap()
        elif self.way == "keyboard":
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            what.click()

    def write(self, label: str, text: str) -> None:
        """Fill in a field, found by its label."""
        field = self.page.get_by_label(label)
        if self.way == "touch":
            field.tap()
            # An on-screen keyboard inserts the text as a whole; it lacks some keys, which would get lost.
            field.fill(text)
        else:
            field.focus()
            self.page.keyboard.type(text)
        expect(field).to_have_value(text)

    def choose(self, label: str, says: str) -> None:
        """Choose from a list with its own menu."""
        if self.way == "keyboard":
            self.page.get_by_label(label).focus()
            self.page.keyboard.type(says)
        else:
            self.page.get_by_label(label).select_option(label=says)

    def follow(self, name: str) -> None:
        """Follow a link."""
        self.press(self.page.get_by_role("link", name=name).first)

    def button(self, name: str) -> None:
        """Press a button."""
        self.press(self.page.get_by_role("button", name=name, exact=True).first)


@pytest.mark.parametrize("way", WAYS)
def test_an_evening_with_the_pages(way: str, here: Served, tmp_path: Path) -> None:
    rule_examples.register_examples(here.app, known)
    file = tmp_path / "final.log"
    file.write_bytes(demo())
    look = dict(WAYS[way])
    with (
        listening(here.app) as address,
        chromium() as browser,
        visit(browser, f"{address}{link(here)}", look.pop("size"), **look) as at,
    ):
        hand = Hand(at, way)
        audited_and_found(hand, file)
        stepped_through(hand)
        looked_at_otherwise(hand)
        tried(hand)
        commented(hand)
        shared(hand)
        ruled(hand, address)
        learned(hand, address)


def audited_and_found(hand: Hand, file: Path) -> None:
    """Choose a file, audit it, and find it in the list of logs."""
    hand.page.set_input_files("#log", file)
    hand.button("Audit")
    hand.page.wait_for_url(VIEW)
    hand.follow("Deadreckon")
    hand.write("Search", "ben")
    hand.choose("Verdict", "rules broken")
    hand.button("Show")
    expect(hand.page.locator(".shelf tbody tr")).to_have_count(1)
    hand.press(hand.page.locator(".shelf a"))
    hand.page.wait_for_url(VIEW)
    if hand.way != "no scripts":
        hand.at.ready()


def stepped_through(hand: Hand) -> None:
    """Go one step on, and to the first finding."""
    if hand.way == "no scripts":
        hand.follow("next")
        expect(hand.page.locator(".steps")).to_contain_text("step 1 of")
        hand.page.locator("a.jump").click()
        expect(hand.page.locator(".steps")).to_contain_text("step 17 of")
    else:
        hand.press(hand.page.locator("[data-do=on]"))
        expect(hand.page.locator("#count")).to_contain_text("1 of")
        hand.press(hand.page.locator("a.jump"))
        expect(hand.page.locator("#count")).to_contain_text("17 of")
        hand.press(hand.page.get_by_text("What was legal after this step"))
        expect(hand.page.locator("#legal_moves .waits")).to_be_visible()


def looked_at_otherwise(hand: Hand) -> None:
    """View the game from a seat, and then in full again."""
    hand.press(hand.page.get_by_text("Change book, readings"))
    hand.choose("Seen by", "blue")
    hand.press(hand.page.locator(".ways").get_by_role("button", name="Show"))
    expect(hand.page.locator(".otherwise")).to_contain_text("seat blue")
    hand.follow("Use its own settings")
    expect(hand.page.locator(".otherwise")).to_have_count(0)


def tried(hand: Hand) -> None:
    """Play on from here, and return."""
    back = hand.page.url
    if not hand.page.locator("#if").is_visible():
        hand.press(hand.page.get_by_text("What was legal after this step"))
    hand.follow("What if?")
    hand.write("Type a line", "blue: move aft 9")
    hand.button("Send")
    expect(hand.page.locator(".played .finding")).not_to_have_count(0)
    hand.follow("Take the last line back")
    expect(hand.page.locator(".played")).to_have_count(0)
    hand.follow("Back to the log")
    hand.page.wait_for_url(back.partition("?")[0] + "*")


def commented(hand: Hand) -> None:
    """Write a comment on a step."""
    hand.press(hand.page.get_by_text("Comment on this step"))
    hand.write("Comment", "why not aft 2?")
    hand.write("Who says so", "Cleo")
    hand.button("Save with the log")
    expect(hand.page.locator(".comment")).to_contain_text("why not aft 2?")


def shared(hand: Hand) -> None:
    """Make a link to the log, and revoke it."""
    hand.follow("Share")
    hand.write("A name for you", "for the club")
    hand.button("Make a link")
    expect(hand.page.locator(".note-box a.secret")).to_be_visible()
    hand.button("End for the club")
    expect(hand.page.locator(".shelf tbody")).to_contain_text("ended")
    hand.follow("Back to the log")
    hand.page.wait_for_url(VIEW)


def ruled(hand: Hand, address: str) -> None:
    """Let a finding stand: preview what that changes, then record it."""
    hand.follow("Arbiter's desk")
    hand.write("Who decides", "Head Judge")
    hand.write("Why", "agreed at the table")
    hand.button("Preview")
    expect(hand.page.locator(".preview")).to_contain_text("No longer found")
    before = hand.page.url.partition("?")[0]
    hand.button("Record this")
    hand.page.wait_for_url(before)
    expect(hand.page.locator(".preview")).to_have_count(0)
    assert hand.page.url.startswith(address)


def learned(hand: Hand, address: str) -> None:
    """Look a rule up, and step to where its example breaks it."""
    hand.page.goto(f"{address}/rules/tailwinds")
    hand.write("Search", "inside lane")
    hand.button("Show")
    hand.press(hand.page.locator(".examples a", has_text="Broken").first)
    expect(hand.page.locator(".finding:visible").first).to_be_visible()
