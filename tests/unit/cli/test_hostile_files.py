"""The real program, from the outside, against input that is broken, endless or malicious."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import Result

from audit import audit
from audit.findings.replay_outcome import MOST_FOUND
from audit.intake.preparation import prepare_log
from audit.report import render_html, render_json, render_sarif, render_text
from engine.games import GAMES
from engine.kernel.basics.visible_text import UNSEEN
from tests.support.command_line import asked
from tests.support.logs.hostile_files import kept, raw
from tests.support.logs.hostile_logs import GOOD, HARM, JSON, MALFORMED, MARKUP, REFUSED, ROUND, SET, SHEET
from tests.support.paths import ROOT

LOGS = ROOT / "fixtures" / "tailwinds" / "logs"


def commands(path: str) -> Iterator[tuple[str, ...]]:
    """List every way in which a command takes a log, and one from stdin."""
    yield from (("audit", path, "--format", form) for form in ("text", "json", "html", "sarif"))
    yield from (("audit", path, "--policy", policy) for policy in ("skip-illegal", "stop"))
    yield ("audit", path, "--book", "played")
    yield from (("replay", path, *more) for more in ((), ("--at", "1"), ("--format", "json"), ("--format", "svg")))
    yield ("legal", path)
    yield ("legal", path, "--at", "1", "--format", "json")
    yield ("spoil", path, "--rule", "TW-MOVE-04")
    yield ("slip", path, "--kind", "doubled")


def hidden(done: Result) -> list[str]:
    """List characters that would control a terminal instead of being shown."""
    return [mark for mark in UNSEEN.findall(done.stdout + done.stderr) if mark != "\n"]


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_file_that_is_no_log_gets_one_message_with_place_and_remedy(text: str | bytes, tmp_path: Path) -> None:
    path = kept(tmp_path, text)
    for name in (path, "-"):
        done = asked("audit", name, input=raw(text))
        assert (done.exit_code, done.stdout) == (3, "")
        place, remedy = done.stderr.splitlines()
        assert place.startswith(f"{'<stdin>' if name == '-' else path}:")
        assert all(part.isdigit() for part in place.removeprefix(path).removeprefix("<stdin>").split(":")[1:3])
        assert remedy.strip()
        assert max(len(place), len(remedy)) < 400


@pytest.mark.parametrize("text", [REFUSED[name] for name in REFUSED if "million" not in name and "endless" not in name])
def test_no_command_fails_on_a_file_that_is_no_log(text: str | bytes, tmp_path: Path) -> None:
    path = kept(tmp_path, text)
    for command in commands(path):
        done = asked(*command)
        assert done.exit_code == 3, command
        assert not hidden(done)


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_what_cannot_be_read_is_a_finding_with_its_place_and_the_rest_is_audited(text: str, tmp_path: Path) -> None:
    path = kept(tmp_path, text)
    done = asked("audit", path, "--format", "json")
    report = json.loads(done.stdout)
    lost = [finding for finding in report["findings"] if finding["status"] == "malformed"]
    assert lost
    assert all(finding["line"] > 0 and finding["column"] > 0 and finding["says"] for finding in lost)
    assert all(finding["instead"] for finding in lost)
    assert done.exit_code == 1
    assert report["verdict"] != "clean"
    assert not report["coverage"]["fully_checked"]


@pytest.mark.parametrize("text", [MALFORMED[name] for name in MALFORMED if "ten thousand" not in name])
def test_no_command_fails_on_a_line_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    path = kept(tmp_path, text)
    for command in commands(path):
        assert asked(*command).exit_code in {0, 1, 2, 3}, command
    for spelling in ("text", "jsonl", "csv"):
        assert asked("convert", path, "--to", spelling).exit_code in {0, 1, 3}


@pytest.mark.parametrize("text", [GOOD, JSON, SHEET], ids=["text", "jsonl", "csv"])
def test_windows_line_ends_change_nothing_but_the_hash(text: str, tmp_path: Path) -> None:
    plain = json.loads(asked("audit", kept(tmp_path, text), "--format", "json").stdout)
    windows = json.loads(asked("audit", kept(tmp_path, text.replace("\n", "\r\n")), "--format", "json").stdout)
    del plain["log"]["sha256"], windows["log"]["sha256"]
    assert plain == windows


def test_events_after_the_end_are_found_and_the_result_stands() -> None:
    report = audit((LOGS / "example-win.log").read_bytes() + ROUND.encode(), GAMES)
    assert "TW-END-09" in {finding.rule for finding in report.roots}
    assert report.result.status == "confirmed"


def test_a_chain_of_ten_thousand_insertions_is_followed_to_its_end() -> None:
    text = GOOD + "".join(f'record: insert {n - 1} "claim: round 3"\n' for n in range(4, 10_004))
    assert [seq for seq, _ in prepare_log(text.encode(), GAMES).entries] == list(range(10_004))


def test_corrections_that_take_each_other_back_leave_nothing_undone() -> None:
    text = GOOD + "record: retract 2\nrecord: retract 4\nrecord: retract 5\n"
    assert 2 not in {seq for seq, _ in prepare_log(text.encode(), GAMES).entries}


def test_what_nobody_wrote_down_is_never_an_error_in_any_place() -> None:
    dice = random.Random(7)
    for log in sorted(LOGS.glob("e*.log")):
        head, rule, body = log.read_text().partition("---\n")
        lines = [blotted(line, dice) for line in body.splitlines()]
        document = audit((head + rule + "\n".join(lines)).encode(), GAMES)
        assert document.document.log.events == len([line for line in lines if line and not line.startswith("#")])
        assert render_html(document)


def blotted(line: str, dice: random.Random) -> str:
    """Put `??` for the actor, or for some of the values."""
    actor, colon, rest = line.partition(": ")
    if not colon or actor == "record" or dice.random() < 0.3:
        return line
    if actor not in {"fate", "claim"} and dice.random() < 0.5:
        return f"??: {rest}"
    verb, *values = rest.split(" ")
    return " ".join([f"{actor}:", verb, *(value if dice.random() < 0.5 or "=" in value else "??" for value in values)])


def harmful(words: str) -> str:
    """Put words wherever a log takes free words."""
    quoted = json.dumps(words)
    return (
        SET.replace("=Ada", f"={quoted}").replace("players:", f"event: {quoted}\nplayers:")
        + ROUND
        + f"record: note {quoted} who={quoted}\nblack: use {quoted}\nclaim: winner {quoted}\nclaim: {quoted} 3\n"
        f"record: ruling 2 {quoted} who={quoted} why={quoted}\nblack: commit {quoted}\ngreen: unseal {quoted}\n"
        f"black: move aft 99\n{quoted}: done\nblack: {words} 3\n{words}: done\n"
    )


def test_what_would_act_on_a_terminal_is_shown_by_its_number(tmp_path: Path) -> None:
    path = kept(tmp_path, harmful(HARM))
    for command in commands(path):
        if command[0] not in {"spoil", "slip"}:
            assert not hidden(asked(*command)), command
    assert "\\u{202e}" in asked("audit", path).stdout


def test_a_file_may_be_called_anything(tmp_path: Path) -> None:
    for name in (f"a{HARM}.log", "new\nline.log", "<img src=x onerror=a>.log", os.fsdecode(b"bad\xff.log")):
        (tmp_path / name).write_bytes(b"")
        for form in ("text", "json", "html", "sarif"):
            done = asked("audit", str(tmp_path / name), "--format", form)
            assert done.exit_code == 3
            assert not hidden(done)
            assert "<img" not in done.stdout


class Page(HTMLParser):
    """The content of a page for a browser: every tag, and every address in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: set[str] = set()
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag with its references."""
        self.tags.add(tag)
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href", "action", "data"}]


def test_nothing_in_a_log_becomes_markup_and_the_page_refers_to_nothing_outside() -> None:
    page = Page(render_html(audit(harmful(MARKUP).encode(), GAMES), MARKUP))
    assert not page.tags & {"script", "iframe", "object", "embed", "link", "base", "form"}
    assert not page.handlers
    assert page.addresses
    assert all(address.startswith(("data:image/svg+xml;base64,", "#")) for address in page.addresses)


def test_no_words_of_a_log_break_json_or_sarif() -> None:
    for words in (MARKUP, HARM, "{0}[a](b)", '"\\'):
        report = audit(harmful(words).encode(), GAMES)
        assert json.loads(render_json(report))["verdict"] == report.verdict
        (run,) = json.loads(render_sarif([("x.log", report)]))["runs"]
        assert len(run["results"]) == len(report.findings)
        assert all("](" not in result["message"]["text"] for result in run["results"])


def test_a_log_with_more_findings_than_anybody_reads_lists_the_first_and_counts_the_rest() -> None:
    report = audit((GOOD + "claim: round 99\n" * 5_000).encode(), GAMES)
    assert len(report.findings) == MOST_FOUND
    assert report.coverage.unlisted == 5_000 - MOST_FOUND
    assert (report.verdict, report.coverage.fully_checked) == ("broken", False)
    assert f"from event {MOST_FOUND + 4} on, breaches (3,500)" in render_text(report, width=10_000)
    assert json.loads(render_json(report))["coverage"]["unlisted"] == 3_500


def test_a_salt_that_nobody_wrote_down_accuses_nobody() -> None:
    text = re.sub("unseal .*", "unseal ??", (LOGS / "sealed-choice-broken.log").read_text())
    assert [(f.rule, f.status) for f in audit(text.encode(), GAMES).findings] == [("TW-LOG-04", "unverifiable")]
