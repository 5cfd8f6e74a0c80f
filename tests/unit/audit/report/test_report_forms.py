"""The four forms of a report, and what none of them lets a log do."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from audit import AuditOptions, Report, audit
from audit.model.document import convert_to_builtins
from audit.model.findings import Cause, Finding
from audit.report import render_html, render_json, render_sarif, render_text
from audit.report.sarif import make_relative_uri
from tests.support.games.pebbles import CLEAN, GAMES, log

BROKEN = log("ada: take 4", *CLEAN[1:8], "ben: fly", "ben: take ??")
FOLLOWED = log("ada: take 9", *CLEAN[1:])
# Markup, a character that reverses text, a control character and a link, in a place where any text may be.
HOSTILE = '<script>alert(1)</script> \u202e \x1b[31m [x](http://example.org) {0} "&'
SPITEFUL = log(f"ada: boast {json.dumps(HOSTILE, ensure_ascii=False)}", f"{HOSTILE}: take 9", "cleo: take 3")


def of(raw: bytes, **asked: Any) -> Report:
    return audit(raw, GAMES, AuditOptions(**asked))


# JSON


def test_the_document_has_the_keys_of_its_schema_in_their_order() -> None:
    document = convert_to_builtins(of(BROKEN).document)
    assert list(document) == [
        "schema",
        "game",
        "rulebook",
        "log",
        "policy",
        "book",
        "verdict",
        "result",
        "suspicion",
        "findings",
        "coverage",
        "engine",
    ]
    assert document["schema"] == "deadreckon.report/1"
    assert list(document["rulebook"]) == ["layers", "rulings", "digest", "settled", "printed"]
    assert list(document["log"]) == ["sha256", "events", "head", "players"]
    assert document["log"]["sha256"] == hashlib.sha256(BROKEN).hexdigest()
    assert list(document["result"]) == ["claimed", "reckoned", "status"]


def test_a_reading_that_somebody_names_is_settled_also_where_it_is_the_usual_one() -> None:
    raw = log(*CLEAN, header="rulings: PB-AMB-01=three\n")
    document = of(raw, rulings={"PB-AMB-02": "always"}).document.rulebook
    assert document.rulings == {"PB-AMB-02": "always"}
    assert document.settled == {"PB-AMB-01": "three", "PB-AMB-02": "always"}


def test_a_finding_has_the_keys_of_its_schema_and_names_what_is_legal_only_if_known() -> None:
    keys = [
        "rule",
        "status",
        "seq",
        "line",
        "column",
        "seat",
        "says",
        "breach",
        "facts",
        "instead",
        "cites",
        "rests_on",
        "layer",
        "rulings",
        "follows",
        "repairs",
        "outcome",
        "latent",
        "excerpt",
    ]
    first, *others = convert_to_builtins(of(BROKEN).document)["findings"]
    assert list(first) == keys
    assert any(list(finding) == [key for key in keys if key != "instead"] for finding in others)


def test_a_finding_quotes_its_line_and_says_whether_only_another_reading_forbids_it() -> None:
    first = convert_to_builtins(of(BROKEN).document)["findings"][0]
    assert (first["excerpt"], first["latent"]) == ("ada: take 4", False)
    raw = log("ada: take 4", header="rulings: PB-AMB-01=four\n")
    (latent,) = convert_to_builtins(of(raw, readings=True, settled=True).document)["findings"]
    assert (latent["excerpt"], latent["latent"]) == ("ada: take 4", True)


def test_what_nothing_fills_is_left_out_of_the_document_and_comes_back_from_it() -> None:
    finding = of(BROKEN).findings[0]
    filled = replace(finding, with_="PB-TURN-02", cause=Cause(1, "ada: take 3"), also=("PB-HEAP-01",))
    beside = {"with": "PB-TURN-02", "cause": {"seq": 1, "text": "ada: take 3"}, "also": ["PB-HEAP-01"]}
    assert convert_to_builtins(filled) == {**convert_to_builtins(finding), **beside}
    assert not set(beside) & set(convert_to_builtins(finding))
    assert [convert(convert_to_builtins(one), Finding) for one in (finding, filled)] == [finding, filled]


def test_the_general_rules_that_a_breach_meets_are_named_under_it() -> None:
    report = of(BROKEN)
    meeting = [replace(report.findings[0], also=("PB-A", "PB-B")), *report.findings[1:]]
    document = Report(replace(report.document, findings=meeting), report.title, report.sources)
    for written in (render_text(document), render_html(document), render_sarif([("a.log", document)])):
        assert "It also breaks PB-A and PB-B." in written
        assert written.count("It also breaks") == 1


def test_the_same_log_gives_the_same_bytes() -> None:
    assert render_json(of(BROKEN)) == render_json(of(BROKEN))
    assert json.loads(render_json(of(BROKEN))) == convert_to_builtins(of(BROKEN).document)


def test_the_head_changes_with_any_event_and_with_their_order() -> None:
    heads = {
        of(log(*lines)).document.log.head
        for lines in (("ada: take 1", "ben: take 2"), ("ben: take 2", "ada: take 1"), ("ada: take 1", "ben: take 3"))
    }
    assert len(heads) == 3


def test_json_holds_no_hidden_character_and_loses_none() -> None:
    document = render_json(of(SPITEFUL))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", document)
    assert json.loads(document)["findings"]


# Text


def test_the_text_puts_a_caret_under_the_place_in_the_line() -> None:
    lines = render_text(of(BROKEN)).splitlines()
    quoted = lines.index("     4 | ada: take 4")
    assert lines[quoted + 1].index("^") == lines[quoted].index("take")


def test_the_text_begins_with_the_verdict_and_ends_with_what_was_checked() -> None:
    text = render_text(of(log(*CLEAN)))
    assert text.startswith("Pebbles, 10 events: clean · result confirmed\n")
    assert "No violation found; fully checked." in text
    assert text.rstrip().endswith("not modelled.")


def test_what_explains_everything_is_said_first() -> None:
    paragraph = render_text(of(log("ada: take 4", "ben: take 4"))).splitlines()[2]
    assert paragraph.startswith("Every violation vanishes if PB-AMB-01 is read as four")


def test_consequences_stand_under_their_root_and_unverifiable_checks_in_groups() -> None:
    text = render_text(of(FOLLOWED))
    assert text.index("1. Event 1") < text.index("Consequences:") < text.index("Event 7, line 10")
    text = render_text(of(BROKEN))
    assert text.index("1. Event 1") < text.index("Could not be checked:")
    assert "PB-HEAP-01, 1 time (event 10): A turn takes one to three pebbles." in text


@pytest.mark.parametrize("width", [40, 72, 120])
def test_no_line_is_wider_than_asked(width: int) -> None:
    assert max(map(len, render_text(of(BROKEN), width=width).splitlines())) <= width


def test_a_long_line_of_the_log_is_cut_around_its_place() -> None:
    raw = log("ada: take 3", f"{' ' * 60}cleo: take 2 # {'x' * 80}")
    quoted, caret = (line for line in render_text(of(raw), width=60).splitlines() if " | " in line)
    assert len(quoted) <= 60
    assert "…" in quoted
    assert caret.index("^") == quoted.index("take")


def test_only_a_terminal_is_shown_colour() -> None:
    report = of(BROKEN)
    plain, coloured = render_text(report), render_text(report, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split() == plain.split()


def test_text_shows_hidden_characters_instead_of_obeying_them() -> None:
    text = render_text(of(SPITEFUL))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert "\\u{202e}" in text


# HTML


class Seen(HTMLParser):
    """The tags and texts that a browser would read from a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Record shown text."""
        self.text.append(data)


def test_nothing_in_a_log_becomes_markup() -> None:
    known = {tag for tag, _ in Seen(render_html(of(BROKEN), "a.log")).tags}
    seen = Seen(render_html(of(SPITEFUL), '"><script>'))
    assert {tag for tag, _ in seen.tags} <= known
    assert "script" not in known
    assert "<script>" in "".join(seen.text)
    assert not any(name.startswith("on") for _, attributes in seen.tags for name in attributes)


def test_the_page_reaches_for_nothing_outside_itself() -> None:
    seen = Seen(render_html(of(BROKEN)))
    sources = [v for _, attributes in seen.tags for k, v in attributes.items() if k in {"src", "href", "action"}]
    names = {v for _, attributes in seen.tags for k, v in attributes.items() if k == "id"}
    assert sources
    for source in sources:
        assert source is not None
        assert source.startswith("data:image/svg+xml;base64,") or source.removeprefix("#") in names


def test_the_content_policy_allows_the_page_its_own_style_and_nothing_else() -> None:
    page = render_html(of(BROKEN))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy is not None
    assert style is not None
    seen = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert "default-src 'none'" in policy[1]
    assert f"style-src 'sha256-{seen}'" in policy[1]
    assert "script" not in policy[1]
    assert " style=" not in page


def test_before_each_root_stands_the_table_as_it_was() -> None:
    page = render_html(of(log("ada: take 3", "ben: take 2", "cleo: take 5")))
    pictures = re.findall(r'alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert [(alt, base64.b64decode(svg).decode().count(">heap: 15<")) for alt, svg in pictures] == [
        ("The table before event 3. Pebbles. The move: cleo taken: 0 → 5; heap: 15 → 10. cleo takes 5.", 1)
    ]


# SARIF


def run_of(*reports: tuple[str, Report]) -> dict[str, Any]:
    document = json.loads(render_sarif(reports))
    assert (document["version"], len(document["runs"])) == ("2.1.0", 1)
    run: dict[str, Any] = document["runs"][0]
    return run


def test_sarif_names_each_rule_once_and_every_result_points_to_its_rule() -> None:
    run = run_of(("a.log", of(BROKEN)), ("b.log", of(BROKEN)))
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "Deadreckon"
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert all(rule["shortDescription"]["text"] for rule in rules)
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_results_have_what_a_code_host_asks_for() -> None:
    run = run_of(("logs/a.log", of(BROKEN)))
    for result in run["results"]:
        assert set(result) <= {
            "ruleId",
            "ruleIndex",
            "level",
            "message",
            "locations",
            "fixes",
            "relatedLocations",
            "partialFingerprints",
            "suppressions",
        }
        assert result["level"] in {"error", "warning", "note"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        assert physical["artifactLocation"] == {"uri": "logs/a.log", "index": 0}
        assert physical["region"]["startLine"] >= 1
        assert physical["region"]["startColumn"] >= 1
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["artifacts"][0]["location"]["uri"] == "logs/a.log"


def test_sarif_levels_tell_errors_from_doubts() -> None:
    levels = {(result["ruleId"], result["level"]) for result in run_of(("a", of(BROKEN)))["results"]}
    assert {
        ("PB-HEAP-01", "warning"),
        ("PB-HEAP-01", "note"),
        ("PB-TURN-02", "error"),
        ("malformed", "error"),
    } <= levels


def test_sarif_leads_from_a_consequence_to_its_root() -> None:
    results = run_of(("a", of(FOLLOWED)))["results"]
    related = [result["relatedLocations"][0] for result in results if "relatedLocations" in result]
    assert {place["physicalLocation"]["region"]["startLine"] for place in related} == {4}


def test_an_arbiters_ruling_is_a_suppression() -> None:
    (result,) = run_of(("a", of(log("ada: take 9", "record: ruling 1"))))["results"]
    assert result["suppressions"][0]["kind"] == "external"


def test_no_text_of_a_log_is_a_link_or_a_placeholder_in_sarif() -> None:
    messages = [result["message"]["text"] for result in run_of(("a", of(SPITEFUL)))["results"]]
    assert messages
    assert not any(re.search(r"\]\(|\{\d+\}|\u202e", text) for text in messages)


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("logs/a b.log", "logs/a%20b.log"),
        ("./x#1.log", "x%231.log"),
        ("/some/where/a.log", "a.log"),
        ("../a.log", "a.log"),
        ("C:\\games\\a.log", "a.log"),
        ("-", "stdin"),
        ("spiel-ü.log", "spiel-%C3%BC.log"),
    ],
)
def test_paths_become_relative_encoded_uris(name: str, uri: str) -> None:
    assert make_relative_uri(name) == uri


# The cost of a clean log


def test_an_audit_imports_nothing_that_only_reports_need() -> None:
    script = (
        "import sys; from tests.support.games.pebbles import CLEAN, GAMES, log; from audit import audit;"
        "audit(log(*CLEAN), GAMES);"
        "print([m for m in ('rich', 'html', 'importlib.metadata', 'audit.report') if m in sys.modules])"
    )
    asked = [sys.executable, "-c", script]
    result = subprocess.run(asked, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert result.stdout.strip() == "[]"
