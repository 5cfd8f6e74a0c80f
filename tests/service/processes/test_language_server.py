"""`deadreckon lsp` as an editor uses it: a real client over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from lsprotocol import types

from audit import audit
from audit.model.findings import MALFORMED
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.command_line import asked
from tests.support.paths import ROOT
from tests.support.servers.lsp_client import LONGEST, URI, Editor, editing

DEMO = (ROOT / "fixtures" / "tailwinds" / "logs" / "demo.log").read_text()


def edited(text: str, edit: types.TextEdit) -> str:
    """Apply an edit of an editor that counts in characters."""
    lines = text.split("\n")
    first, last = edit.range.start, edit.range.end
    before = "\n".join([*lines[: first.line], lines[first.line][: first.character]])
    behind = "\n".join([lines[last.line][last.character :], *lines[last.line + 1 :]])
    return before + edit.new_text + behind


def the_edit(action: types.CodeAction) -> types.TextEdit:
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[URI]
    assert isinstance(edit, types.TextEdit)
    return edit


def play(
    steps: Callable[[Editor], Coroutine[Any, Any, None]],
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf32,
) -> None:
    async def whole() -> None:
        async with editing(encoding) as editor:
            await asyncio.wait_for(steps(editor), LONGEST * 4)

    asyncio.run(whole())


def test_what_breaks_a_rule_is_marked_where_it_stands_with_rule_and_page() -> None:
    async def steps(editor: Editor) -> None:
        editor.open(DEMO)
        at_once, in_the_end = await editor.marks(), await editor.marks()
        found = audit(DEMO.encode(), GAMES).findings
        places = sorted((f.line - 1, f.column - 1, f.rule) for f in found)
        assert sorted((d.range.start.line, d.range.start.character, str(d.code)) for d in in_the_end) == places
        assert sorted(str(d.code) for d in at_once) == sorted(f.rule for f in found)
        lane = next(d for d in in_the_end if d.code == "TW-MOVE-05" and d.range.start.line == 25)
        assert lane.severity == types.DiagnosticSeverity.Error
        assert "the inside lane is free" in lane.message
        assert "Tailwinds rulebook (English): Movement" in lane.message
        follows = next(d for d in in_the_end if d.code == "TW-ORDER-02")
        assert follows.severity == types.DiagnosticSeverity.Information
        assert follows.related_information
        assert follows.related_information[0].location.range.start.line == 25

    play(steps)


def test_a_repair_takes_the_place_of_the_line_or_is_written_behind_the_record() -> None:
    async def steps(editor: Editor) -> None:
        editor.open(DEMO)
        await editor.judged()
        offered = {action.title: the_edit(action) for action in await editor.actions(25)}
        mended = edited(DEMO, next(edit for title, edit in offered.items() if title.startswith("orange: move aft 4 ")))
        assert mended.split("\n")[25] == "orange: move aft 4"
        editor.write(mended)
        assert "TW-MOVE-05" not in {d.code for d in await editor.judged()}
        behind = next(edit for title, edit in offered.items() if "record: amend 17" in title)
        recorded = edited(DEMO, behind)
        assert recorded.startswith(DEMO)
        assert recorded.removeprefix(DEMO) == 'record: amend 17 "orange: move aft 4" who="??" why="??"\n'
        stand = next(edit for title, edit in offered.items() if "record: ruling 17 TW-MOVE-05" in title)
        editor.write(edited(DEMO, stand))
        ruled = [d for d in await editor.judged() if d.range.start.line == 25]
        assert [d.severity for d in ruled] == [types.DiagnosticSeverity.Hint]

    play(steps)


def test_a_line_is_completed_with_the_moves_that_are_legal_there() -> None:
    async def steps(editor: Editor) -> None:
        lines = DEMO.split("\n")
        at = 71
        assert lines[at] == "blue: move fore 3"
        begun = "\n".join([*lines[:at], "blue: move", *lines[at + 1 :]])
        editor.open(begun)
        await editor.judged()
        offered = await editor.complete(at, len("blue: move"))
        moves = [item.label for item in offered]
        assert "blue: move fore 2" in moves
        assert "blue: move fore 3" not in moves
        edit = next(item.text_edit for item in offered if item.label == "blue: move fore 2")
        assert isinstance(edit, types.TextEdit)
        assert edited(begun, edit).split("\n")[at] == "blue: move fore 2"

    play(steps)


def test_an_empty_file_is_begun_with_a_game_and_the_keys_of_its_header() -> None:
    async def steps(editor: Editor) -> None:
        editor.open("")
        assert [d.severity for d in await editor.judged()] == [types.DiagnosticSeverity.Error]
        assert [item.label for item in await editor.complete(0, 0)] == [f"game: {game}" for game in GAMES]
        editor.write("game: tailwinds\n")
        await editor.judged()
        keys = [item.label for item in await editor.complete(1, 0)]
        assert "players: " in keys
        assert "game: " not in keys

    play(steps)


def test_what_chance_brings_is_offered_where_it_is_due() -> None:
    async def steps(editor: Editor) -> None:
        lines = DEMO.split("\n")
        due = next(at for at, line in enumerate(lines) if line.startswith("fate: roll dice"))
        editor.open("\n".join([*lines[:due], ""]))
        await editor.judged()
        offered = [item.label for item in await editor.complete(due, 0)]
        assert offered
        assert {line.partition(" ")[0] for line in offered} == {"fate:"}
        assert lines[due] in offered or any(lines[due].startswith(line) for line in offered)

    play(steps)


def test_under_the_pointer_stand_rule_page_event_and_what_it_changed() -> None:
    async def steps(editor: Editor) -> None:
        remark = DEMO + "# See TW-MOVE-05, and TW-AMB-05.\n"
        editor.open(remark)
        await editor.judged()
        finding = await editor.hover(25, 3)
        assert "the inside lane is free" in finding
        assert "Movement" in finding
        assert "orange.aft" in finding
        last = remark.count("\n") - 1
        assert "A boat ends its move in the inside lane" in await editor.hover(last, 8)
        assert "- `" in await editor.hover(last, 24)
        assert await editor.hover(last, 1) == ""

    play(steps)


def test_formatting_writes_the_log_canonically_and_keeps_comments() -> None:
    async def steps(editor: Editor) -> None:
        typed = DEMO.replace("green: commit sailor-6", "Ada commits Sailor-6  # as she said", 1)
        assert typed != DEMO
        editor.open(typed)
        await editor.judged()
        (edit,) = await editor.formatted()
        assert edited(typed, edit) == asked("tidy", "-", input=typed).stdout
        editor.write(edited(typed, edit))
        await editor.judged()
        assert await editor.formatted() == []

    play(steps)


@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
def test_columns_are_counted_as_the_editor_counts_them(encoding: types.PositionEncodingKind) -> None:
    async def steps(editor: Editor) -> None:
        ship = "\N{SAILBOAT}\N{ROWBOAT}"
        assert len(ship.encode("utf-16-le")) // 2 == 3
        log = f'game: tailwinds\nplayers: green="{ship}"/sailor, orange=Ben/crew\n---\n"{ship}": frobnicate\n'
        editor.open(log)
        (mark,) = [d for d in await editor.judged() if d.range.start.line == 3]
        units = {"utf-8": len(log.split("\n")[3].encode()), "utf-16": 3 + 14, "utf-32": 2 + 14}
        assert mark.range.end.character == units[encoding]

    play(steps, encoding)


def test_odd_texts_are_marked_and_never_bring_the_server_down() -> None:
    async def steps(editor: Editor) -> None:
        editor.open("")
        await editor.judged()
        for text in (
            "\x00",
            "game: tailwinds",
            "---",
            "game: chess\n---\n",
            "{",
            "a,b\n1,2\n",
            "\ud800",
            "\u2028---\n",
        ):
            editor.write(text)
            assert await editor.judged(), text
            await editor.complete(0, 99)
            await editor.hover(7, 7)
            await editor.actions(0)
            await editor.formatted()

    play(steps)


def test_every_finding_of_every_golden_stands_on_its_line() -> None:
    chosen = [golden for game in GAMES for golden in goldens(game) if golden.log.isascii()][::20]

    async def steps(editor: Editor) -> None:
        editor.open("")
        await editor.judged()
        for golden in chosen:
            editor.write(golden.log.decode())
            marks = await editor.judged()
            found = audit(golden.log, GAMES).findings
            expected = sorted((f.line, f.rule if f.rule != MALFORMED else f.status) for f in found)
            assert sorted((d.range.start.line + 1, str(d.code)) for d in marks) == expected, golden.name

    play(steps)


def test_without_its_library_the_server_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    for name in [name for name in sys.modules if name.startswith("cli.editor")]:
        monkeypatch.delitem(sys.modules, name)
    done = asked("lsp")
    assert done.exit_code != 0
    assert "deadreckon[editor]" in done.stderr
